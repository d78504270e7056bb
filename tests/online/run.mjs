// SPDX-License-Identifier: MIT
// node tests/online/run.mjs [WORD...]: people in real browsers play each other on a real server;
// all tests, or those whose names have all the words. Three at a time; the screenshots are in
// build/shots.
import { runAll } from "../browser/runner.mjs";
import { close, open } from "./site.mjs";

const files = [
  "games",
  "series",
  "table",
  "clocks",
  "people",
  "lobby",
  "invite",
  "watch",
  "notifications",
  "plans",
  "tournaments",
  "study",
  "puzzles",
];
// They repeat others in another window, language or game.
const later = [
  /^clocks: a clock of (?!turris|masker)/,
  /^games: (?!tiku|turris|masker)\w+ to the end$/,
  /^people: every screen on a phone, in German$/,
];
await runAll("online", files, (file) => import(`./${file}.mjs`), open, close, later);
