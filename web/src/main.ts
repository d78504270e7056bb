// SPDX-License-Identifier: MIT
import { mount } from "svelte";
import App from "./app/App.svelte";
import "./board/tokens.css";
import "./style/base.css";

const target = document.getElementById("app")!;
target.replaceChildren();
mount(App, { target });
