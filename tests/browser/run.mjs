// SPDX-License-Identifier: MIT
// node tests/browser/run.mjs [WORD...]: runs the browser tests, or those whose names have all the
// words. Three at a time; the screenshots are in build/shots.
import { close, open } from "./site.mjs";
import { runAll } from "./runner.mjs";

// They repeat others in another window, language, colour or game, or measure.
const later = [
  /^screens: axe, phone, dark$/,
  /^puzzlelooks: (phones, (German|French)|axe, phone, dark)$/,
  /^editor: axe, narrow, dark$/,
  /^games: (?!tiku )\w+ on a phone$/,
  /^you: nobody is you in a shared game of (?!tiku|masker)/,
  /^rules: diagrams in (German|French)$/,
  /^clocks: a clock of (?!turris|masker)/,
  /^sizes: (tiku|yoxii|kwinty|tokan|masker [34])/, // Turris and Masker for two stand for them
  /^sizes: French words$/,
  /^again: prompts of (?!tiku|masker)/,
  /^puzzle: opens soon$/, // a measurement
];

await runAll(
  "browser",
  [
    "games",
    "play",
    "clocks",
    "you",
    "screens",
    "first",
    "analysis",
    "editor",
    "openings",
    "pictures",
    "offline",
    "savedgames",
    "kept",
    "puzzle",
    "puzzlelooks",
    "home",
    "sizes",
    "comfort",
    "broken",
    "tower",
    "rules",
    "turns",
    "again",
    "teach",
  ],
  (file) => import(`./${file}.mjs`),
  open,
  close,
  process.env.GAME ? [] : later,
);
