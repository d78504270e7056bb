// SPDX-License-Identifier: MIT
// What the page shows before WebAssembly is loaded. The build asks the engine for it: the list of
// games, a picture per game and, in a module per game, the state in which a game for one person
// begins.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import type { Game, Games } from "./src/app/games";
import { Module } from "../../bindings/js/src/engine/module";
import type { Deal } from "./src/app/opening";
import type { Loop } from "./src/first/live.svelte";
import type { Piece, Scene, State } from "../../bindings/js/src/engine/state";
import { defaultSetup, setupWords } from "./src/play/setup";

// enough that no dealt piece is the same in all of them by chance
const SEEDS = Array.from({ length: 60 }, (_, i) => i + 1);
const DEALS = 16;
const MOST_SHOWN = 20; // actions
const RANDOM_SEED = "4"; // of the picture of a game without a sample

function readGames(c: Module): Games {
  return JSON.parse(c.call("games", "--json")) as Games;
}

// How many puzzles a game has, by the head of its file.
function puzzlesOf(name: string): number | undefined {
  const file = new URL(`../../games/${name}/puzzles.txt`, import.meta.url);
  const [, , , count] = existsSync(file) ? readFileSync(file, "utf8").split("\n", 1)[0]!.split(" ") : [];
  return Number(count) || undefined;
}

// Without the sentences of the rules: a session returns them when they are needed.
function shortly({ games, ...rest }: Games): Games {
  return { ...rest, games: games.map((game) => ({ ...game, rules: undefined, puzzles: puzzlesOf(game.name) })) };
}

interface Sampled {
  tags: Record<string, string>;
  actions: { action: string }[];
}

// The game that is shown in the list of games: its sample, or the beginning of a random one.
function loop(c: Module, { name }: Game): Loop {
  const file = new URL(`../../games/${name}/sample.txt`, import.meta.url);
  if (!existsSync(file)) {
    const actions = c.call("random", name, "--seed", RANDOM_SEED).trim().split("\n").slice(0, MOST_SHOWN);
    return { words: [name, "--seed", RANDOM_SEED], actions, from: Math.ceil(actions.length / 2) };
  }
  const text = c.call("convert", encodeURIComponent(readFileSync(file, "utf8")), "--to", "json");
  const { tags, actions } = JSON.parse(text) as Sampled;
  const words = [name];
  for (const option of (tags["Options"] ?? "").split(",").filter(Boolean)) words.push("-o", option);
  if (tags["Start"]) words.push("-p", tags["Start"]);
  return { words, actions: actions.map(({ action }) => action), from: Math.ceil(actions.length / 2) };
}

// A position from the middle of a game shows more than an empty board.
function picture(c: Module, game: Game): Scene {
  const { words, actions, from } = loop(c, game);
  return JSON.parse(c.call("scene", ...words, ...actions.slice(0, from))) as Scene;
}

function begin(c: Module, game: Game, seed: number): State {
  c.session(0, "now=0", ...setupWords(defaultSetup(game, seed)));
  return JSON.parse(c.session(0, "now=0", "eyes", "1")) as State;
}

// The state in which every game begins. What is dealt is left out, so nothing is shown that changes
// later.
function first(c: Module, game: Game): State {
  const [state, ...others] = SEEDS.map((seed) => begin(c, game, seed)) as [State, ...State[]];
  const text = JSON.stringify(state);
  if (others.every((other) => JSON.stringify(other) === text)) return state;
  const always = (piece: Piece) =>
    others.every(({ scene }) => scene.pieces.some((other) => JSON.stringify(other) === JSON.stringify(piece)));
  const counters = state.scene.counters.map((counter, i) =>
    others.every(({ scene }) => JSON.stringify(scene.counters[i]) === JSON.stringify(counter))
      ? counter
      : { ...counter, value: 0, word: "" },
  );
  return {
    ...state,
    position: "",
    targets: [],
    scene: { ...state.scene, pieces: state.scene.pieces.filter(always), counters },
  };
}

// For games that are dealt: several deals. One of them is shown until the engine can deal.
function deals(c: Module, game: Game): Deal[] {
  if (!game.randomStart) return [];
  return SEEDS.slice(0, DEALS).map((seed) => ({ seed, state: begin(c, game, seed) }));
}

const byName = <T>(c: Module, make: (c: Module, game: Game) => T) =>
  Object.fromEntries(readGames(c).games.map((game) => [game.name, make(c, game)]));

// A text is read faster than a program.
const asText = (value: unknown) => `export default JSON.parse(${JSON.stringify(JSON.stringify(value))});`;

const FIRST = "virtual:abax/first";

const modules: Record<string, (c: Module) => string> = {
  "virtual:abax/games": (c) => asText(shortly(readGames(c))),
  "virtual:abax/pictures": (c) => asText(byName(c, picture)),
  "virtual:abax/deals": (c) => asText(byName(c, deals)),
  "virtual:abax/loops": (c) => asText(byName(c, loop)),
  [FIRST]: (c) => {
    const rows = readGames(c).games.map(({ name }) => `${JSON.stringify(name)}: () => import("${FIRST}/${name}")`);
    return `export default { ${rows.join(", ")} };`;
  },
};

function write(c: Module, id: string): string | undefined {
  const game = readGames(c).games.find(({ name }) => id === `${FIRST}/${name}`);
  return game ? asText(first(c, game)) : modules[id]?.(c);
}

// The page uses the sources of the package, not its build.
export const shared = { abax: fileURLToPath(new URL("../../bindings/js/src", import.meta.url)) };

export function known(): Plugin {
  const file = new URL("../../build/wasm/abax.wasm", import.meta.url);
  let c: Promise<Module> | undefined;
  return {
    name: "abax-known",
    config: () => ({ resolve: { alias: shared } }),
    resolveId: (id) => (id in modules || id.startsWith(`${FIRST}/`) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith("\0virtual:abax/")) return undefined;
      c ??= Module.load(await WebAssembly.compile(readFileSync(file)));
      return write(await c, id.slice(1));
    },
  };
}
