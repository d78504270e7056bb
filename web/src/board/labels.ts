// SPDX-License-Identifier: MIT
// What a spot is called when it is spoken: its name, what lies there, what can be done.
import type { Piece, Scene } from "../engine/state";
import { paletteOf } from "./looks";
import { trayCount } from "./trays";
import { isWord, type Words } from "./words";

export function piecesOn(scene: Scene, spot: number): Piece[] {
  return scene.pieces.filter((piece) => piece.spot === spot || piece.other === spot).sort((a, b) => a.level - b.level);
}

export function pieceName(piece: Piece, words: Words): string {
  const key = `kind.${piece.kind}`;
  const shade = `colour.${paletteOf(piece)}`;
  const colour = isWord(shade) ? words(shade) : ""; // bare wood is not spoken of
  const kind = isWord(key) ? words(key, { value: piece.value }) : piece.kind;
  if (!colour) return kind;
  return words(piece.owner < 0 ? "board.coloured" : "board.owned", { colour, kind });
}

function pileName(pile: Piece[], words: Words): string {
  const names = pile.map((piece) => pieceName(piece, words)).reverse();
  if (names.length < 2) return names[0] ?? words("board.empty");
  const told = words("board.on", { top: names[0]!, below: names.slice(1).join(", ") });
  return `${told}, ${words("board.height", { count: names.length })}`;
}

// A cell of a plan: the roof and its height are what counts.
function roofName(pile: Piece[], words: Words): string {
  const top = pile.at(-1);
  if (!top) return words("board.empty");
  return `${pieceName(top, words)}, ${words("board.height", { count: top.level + top.rise - 1 })}`;
}

export function buttonName(scene: Scene, spot: number, words: Words): string {
  const { name, label } = scene.spots[spot]!;
  const key = `button.${name}`;
  const split = /^take(\d):(\d)$/.exec(name);
  if (split) return words("button.take-split", { first: split[1]!, second: split[2]! });
  return isWord(key) ? words(key) : label;
}

// The spot and what lies there.
export function spotLabel(scene: Scene, spot: number, words: Words): string {
  const { name, label, use, panel } = scene.spots[spot]!;
  const pile = piecesOn(scene, spot);
  if (use === "place") {
    const tops = scene.panels[panel]!.style === "tops";
    return `${name}, ${tops ? roofName(pile, words) : pileName(pile, words)}`;
  }
  if (use === "hand" && pile.length > 0) {
    return `${pieceName(pile[0]!, words)}, ${words("board.left", { count: trayCount(scene, spot) })}`;
  }
  return use === "picture" ? label : buttonName(scene, spot, words);
}

export interface Standing {
  targets: readonly number[];
  staged: readonly number[];
  hints?: readonly number[];
}

// What can be said beyond that: marks, and what a touch would do.
export function standing(scene: Scene, spot: number, now: Standing, words: Words): string[] {
  const told = new Set<string>();
  for (const mark of scene.marks) {
    const key = mark.kind === "last" ? "board.last" : `mark.${mark.kind}`;
    if (mark.spot === spot && isWord(key)) told.add(words(key));
  }
  if (now.hints?.includes(spot)) told.add(words("board.hint"));
  if (now.staged.includes(spot)) told.add(words("board.staged"));
  if (now.targets.includes(spot)) told.add(words("board.target"));
  return [...told];
}
