// SPDX-License-Identifier: MIT
// A page with Vue.
import { createApp } from "vue";
import App from "./App.vue";
import "abax/board";

createApp(App).mount("#app");
