// SPDX-License-Identifier: MIT
// A small program that must compile under the strictest options: the package's types say what it
// does.
import { AbaxBoard, type BoardProperties } from "abax/board";
import {
  load,
  Refusal,
  type Line,
  type Look,
  type PieceLook,
  type Place,
  type Position,
  type Scene,
  type State,
} from "abax";

const abax = await load({ worker: false, language: "fr" });
const name: string = abax.games[0]?.name ?? "";
let position: Position = { game: name, options: {}, seed: 1n };
const moves: string[] = abax.moves(position);
position = abax.apply(position, moves[0] ?? "");
const looked: Look = abax.look(position, "public");
const old: Place = position; // the deprecated name
const scene: Scene = abax.local(name, looked.scene);
const look: PieceLook | undefined = scene.status.lays;
const shape: "square" | "hexagon" | undefined = scene.panels[0]?.form;
const lines: Line[] = await abax.analyse(position, { nodes: 100, signal: AbortSignal.timeout(60_000) });
const match = await abax.match(name, { players: ["person", "level:1"] });
const state: State = match.play(moves[0] ?? "");
try {
  match.play("nonsense");
} catch (error) {
  if (error instanceof Refusal) console.log(abax.tell(error), error.said.id);
}
const { outcome } = await abax.solve(position, { nodes: 10 });
// @ts-expect-error: there is no such outcome
console.log(outcome === "maybe", shape, lines.length, state.over, look?.glyph, old.game);
// @ts-expect-error: a position has a game
abax.moves({});
const board = document.createElement("abax-board");
board.addEventListener("abax-action", ({ detail }) => console.log(detail.words, detail.seat + 1, board.state?.over));
AbaxBoard.engine = load();
board.level = 3;
board.flipped = board.seat === 2 && !board.coordinates;
Object.assign(board, { actions: moves } satisfies BoardProperties);
// @ts-expect-error: a theme is light or dark
board.theme = "blue";
