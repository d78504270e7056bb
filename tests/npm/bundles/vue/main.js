// SPDX-License-Identifier: MIT
// A page with Vue: a board as one of its components.
import { createApp } from "vue";
import App from "./App.vue";
import "abax/board";

createApp(App).mount("#app");
