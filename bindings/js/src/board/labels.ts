// SPDX-License-Identifier: MIT
// The spoken name of a spot: its name, what lies there, and what can be done. Names of pieces,
// marks and seats come from the scene.
import type { Mark, Piece, Scene } from "../engine/state";
import { fill, type Translate } from "./messages";

export function piecesOn(scene: Scene, spot: number): Piece[] {
  return scene.pieces.filter((piece) => piece.spot === spot || piece.other === spot).sort((a, b) => a.level - b.level);
}

export function seatName(scene: Scene, seat: number): string {
  return scene.names[`seat.${seat + 1}`] ?? String(seat + 1);
}

export function pieceName(scene: Scene, piece: Piece, words: Translate): string {
  const kind = fill(scene.names[`piece.${piece.name}`] ?? piece.name, { value: piece.value });
  return piece.owner < 0 ? kind : words("board.owned", { name: seatName(scene, piece.owner), kind });
}

function pileName(scene: Scene, pile: Piece[], words: Translate): string {
  const names = pile.map((piece) => pieceName(scene, piece, words)).reverse();
  if (names.length < 2) return names[0] ?? words("board.empty");
  const text = words("board.on", { top: names[0]!, below: names.slice(1).join(", ") });
  return `${text}, ${words("board.height", { count: names.length })}`;
}

// A cell of a plan: the roof and its height.
function roofName(scene: Scene, pile: Piece[], words: Translate): string {
  const top = pile.at(-1);
  if (!top) return words("board.empty");
  return `${pieceName(scene, top, words)}, ${words("board.height", { count: top.level + top.rise - 1 })}`;
}

// The words on a button.
export function caption(scene: Scene, spot: number): string {
  const { label } = scene.spots[spot]!;
  return label.charAt(0).toUpperCase() + label.slice(1);
}

// The spot and what lies there.
export function spotLabel(scene: Scene, spot: number, words: Translate): string {
  const { name, label, use, panel } = scene.spots[spot]!;
  if (use !== "place") return use === "button" ? caption(scene, spot) : label;
  const stackName = scene.panels[panel]!.style === "tops" ? roofName : pileName;
  return `${name}, ${stackName(scene, piecesOn(scene, spot), words)}`;
}

export interface Standing {
  targets: readonly number[];
  staged: readonly number[];
  hints?: readonly number[];
}

// How many actions the last turn had.
export function lastSteps(scene: Scene): number {
  return Math.max(0, ...scene.marks.map(({ step }) => step ?? 0));
}

function markName(scene: Scene, { name, step }: Mark): string {
  const title = scene.names[`mark.${name}`] ?? name;
  return step && lastSteps(scene) > 1 ? `${title} ${step}` : title;
}

// The rest: the owner of an edge, marks, and what a touch would do.
export function standing(scene: Scene, spot: number, now: Standing, words: Translate): string[] {
  const parts = new Set<string>();
  for (const edge of scene.edges)
    if (edge.spot === spot && edge.owner >= 0) parts.add(words("board.edge", { name: seatName(scene, edge.owner) }));
  for (const mark of scene.marks) if (mark.spot === spot) parts.add(markName(scene, mark));
  for (const { name, spots } of scene.outlines)
    if (spots.includes(spot)) parts.add(scene.names[`mark.${name}`] ?? name);
  if (now.hints?.includes(spot)) parts.add(words("board.hint"));
  if (now.staged.includes(spot)) parts.add(words("board.staged"));
  if (now.targets.includes(spot)) parts.add(words("board.target"));
  return [...parts];
}
