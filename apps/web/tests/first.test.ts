// SPDX-License-Identifier: MIT
// What is shown before the engine is loaded is what the engine says later, or less.
import { readFileSync } from "node:fs";
import deals from "virtual:abax/deals";
import first from "virtual:abax/first";
import games from "virtual:abax/games";
import pictures from "virtual:abax/pictures";
import { expect, test } from "vitest";
import { Module } from "abax/engine/module";
import type { State } from "abax/engine/state";
import { defaultSetup, setupWords } from "../src/play/setup";

const c = await Module.load(
  await WebAssembly.compile(readFileSync(new URL("../../../build/wasm/abax.wasm", import.meta.url))),
);
const SEED = 7777; // none of those that the build tries

test.each(games.games)("$name begins as it was shown", async (game) => {
  c.session(0, "now=0", ...setupWords(defaultSetup(game, SEED)));
  const state = JSON.parse(c.session(0, "now=0", "eyes", "1")) as State;
  const { default: shown } = await first[game.name]!();
  if (!game.randomStart) expect(shown).toEqual(state);
  expect(shown.scene.spots).toEqual(state.scene.spots);
  for (const piece of shown.scene.pieces) expect(state.scene.pieces).toContainEqual(piece);
  expect(shown.scene.counters.map(({ id }) => id)).toEqual(state.scene.counters.map(({ id }) => id));
  if (game.randomStart) expect(shown.scene.pieces.length).toBeLessThan(state.scene.pieces.length);
});

test.each(games.games)("$name deals before the C as the C does", (game) => {
  expect(deals[game.name]!.length > 0).toBe(game.randomStart);
  for (const { seed, state } of deals[game.name]!) {
    c.session(0, "now=0", ...setupWords(defaultSetup(game, seed)));
    expect(state).toEqual(JSON.parse(c.session(0, "now=0", "eyes", "1")));
    expect(state.targets.length).toBeGreaterThan(0);
  }
  expect(new Set(deals[game.name]!.map(({ state }) => JSON.stringify(state))).size).toBe(deals[game.name]!.length);
});

test.each(games.games)("$name has a picture", (game) => expect(pictures[game.name]!.pieces.length).toBeGreaterThan(0));
