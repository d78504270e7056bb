// SPDX-License-Identifier: MIT
import { mount } from "svelte";
import App from "./app/App.svelte";
import "./board/tokens.css";
import "./board/board.css";
import "./board/pieces.css";
import "./style/base.css";

// Built beside what is seen, and put in its place when the first screen is whole.
const still = document.getElementById("app")!;
const target = document.createElement("div");
target.id = "app";
mount(App, { target, props: { onready: () => still.isConnected && still.replaceWith(target) } });
