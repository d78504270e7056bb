// SPDX-License-Identifier: MIT
// Real scenes for tests, from the module itself.
import { readFileSync } from "node:fs";
import { Module } from "abax/engine/module";
import type { Games } from "../../src/app/games";
import type { State } from "abax/engine/state";

const bytes = readFileSync(new URL("../../../../build/wasm/abax.wasm", import.meta.url));
const module = await Module.load(await WebAssembly.compile(bytes));

// Every game, and every game with another value of one option.
export const variants: [string, ...string[]][] = (JSON.parse(module.call("games", "--json")) as Games).games.flatMap(
  ({ name, options }): [string, ...string[]][] => [
    [name],
    ...options.flatMap(({ key, values }) =>
      values.slice(1).map((value): [string, string] => [name, `${key}=${value}`]),
    ),
  ],
);

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

// A board of hexagons as in a scene, with edges of two seats.
export function rhombus(size: number): State {
  const state = begin("tiku");
  const letters = [..."abcdefgh"].slice(0, size);
  const spots = letters.flatMap((_, row) =>
    letters.map((letter, column) => ({
      name: `${letter}${row + 1}`,
      label: `${letter}${row + 1}`,
      panel: 0,
      use: "place" as const,
      x: 10 * column + 5 + 5 * row,
      y: 10 * row + 5,
    })),
  );
  const scene: State["scene"] = {
    ...state.scene,
    panels: [{ id: "board", title: "Board", style: "flat", form: "hexagon", ground: "plain" }],
    spots,
    labels: letters.flatMap((text, i) => [
      { text, panel: 0, axis: "column", x: 10 * i + 3, y: 0, toX: 10 * i + 2 + 5 * size, toY: 10 * size },
      { text: `${i + 1}`, panel: 0, axis: "row", x: 5 * i, y: 10 * i + 5, toX: 5 * i + 10 * size, toY: 10 * i + 5 },
    ]),
    edges: [
      { spot: 0, sides: ["sw", "se"], owner: 0, colour: "teal" },
      { spot: 0, sides: ["w", "nw"], owner: 1, colour: "orange" },
    ],
    pieces: [],
    counters: [],
    marks: [],
    outlines: [],
    legs: [],
    names: { "seat.1": "Teal", "seat.2": "Orange", "piece.stone": "stone" },
    colours: ["teal", "orange"],
  };
  return { ...state, scene, targets: spots.map((_, i) => i), staged: [] };
}
