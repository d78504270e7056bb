// SPDX-License-Identifier: MIT
// gallery.html?game=NAME&theme=dark&live shows a game's boards at several moments, or one to play
// on; gallery.html?shapes shows every shape, emblem and colour.
import { mount } from "svelte";
import { loadEngine } from "../engine/home";
import Gallery from "./Gallery.svelte";

const query = new URLSearchParams(location.search);
const theme = query.get("theme");
if (theme) document.documentElement.dataset.theme = theme;
const engine = await loadEngine();
mount(Gallery, {
  target: document.getElementById("gallery")!,
  props: {
    engine,
    game: query.get("game") ?? "",
    shapes: query.has("shapes"),
    live: query.has("live"),
    mini: query.has("mini"),
    marks: query.has("marks"),
    flipped: query.has("flipped"),
    options: query.getAll("o"),
    seed: query.get("seed") ?? "3",
  },
});
