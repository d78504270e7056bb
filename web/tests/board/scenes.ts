// SPDX-License-Identifier: MIT
// Real scenes for tests, from the module itself.
import { readFileSync } from "node:fs";
import { Module } from "../../src/engine/module";
import type { State } from "../../src/engine/state";

const bytes = readFileSync(new URL("../../../build/wasm/abax.wasm", import.meta.url));
const module = await Module.load(await WebAssembly.compile(bytes));

export const variants: [string, ...string[]][] = [
  ["tiku"],
  ["tiku", "diagonal=on"],
  ["yoxii"],
  ["kwinty"],
  ["turris"],
  ["turris", "ground=free"],
  ["tokan"],
  ["tokan", "setup=draft"],
  ["masker"],
  ["masker", "board=tower"],
  ["masker", "players=3"],
  ["masker", "players=4"],
];

export function begin(game: string, ...options: string[]): State {
  return JSON.parse(module.session(0, "new", game, "seed=5", ...options.map((option) => `o.${option}`))) as State;
}

export function after(game: string, actions: string[], ...options: string[]): State {
  begin(game, ...options);
  return JSON.parse(module.session(0, "set", ...actions)) as State;
}

export function touch(...spots: string[]): State {
  let state = "{}";
  for (const spot of spots) state = module.session(0, "touch", spot);
  return JSON.parse(state) as State;
}

export function randomActions(game: string, ...options: string[]): string[] {
  const words = options.flatMap((option) => ["-o", option]);
  const lines = module
    .call("random", game, "--seed", "5", ...words)
    .trim()
    .split("\n");
  return lines.filter((line) => line && !line.startsWith("result"));
}

// Every scene of a random game, from its start to its end.
export function wholeGame(game: string, ...options: string[]): State[] {
  const actions = randomActions(game, ...options);
  const states = [begin(game, ...options)];
  for (const action of actions) states.push(JSON.parse(module.session(0, "play", action)) as State);
  return states;
}

export function spotNamed(state: State, name: string): number {
  return state.scene.spots.findIndex((spot) => spot.name === name);
}
