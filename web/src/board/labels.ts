// SPDX-License-Identifier: MIT
// What a spot is called when it is spoken: its name, what lies there, what can be done.
import type { Piece, Scene } from "../engine/state";
import { paletteOf } from "./looks";
import { isWord, type Words } from "./words";

export function piecesOn(scene: Scene, spot: number): Piece[] {
  return scene.pieces.filter((piece) => piece.spot === spot || piece.other === spot);
}

export function pieceName(piece: Piece, words: Words): string {
  const kind = `kind.${piece.kind}`;
  const colour = words(`colour.${paletteOf(piece)}`);
  const noun = isWord(kind) ? words(kind, { value: piece.value }) : piece.kind;
  return colour ? `${colour} ${noun}` : noun;
}

function pileName(pile: Piece[], words: Words): string {
  const names = pile.map((piece) => pieceName(piece, words)).reverse();
  if (names.length < 2) return names[0] ?? words("board.empty");
  const told = words("board.on", { top: names[0]!, below: names.slice(1).join(", ") });
  return `${told}, ${words("board.height", { count: names.length })}`;
}

// The spot and what lies there. A label of the scene's own says all of it.
export function spotLabel(scene: Scene, spot: number, words: Words): string {
  const { name, label, use } = scene.spots[spot]!;
  if (label !== name || use === "button") return label;
  return `${label}, ${pileName(piecesOn(scene, spot), words)}`;
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
