// SPDX-License-Identifier: MIT
// The preview of a half-made action: from staged spots, the pointer and the next targets. It does
// not check rules; it shows what the session offers.
import type { Piece, Scene } from "../engine/state";
import { pieceOf, sameLook, type Style } from "./looks";

export interface Pointing {
  targets: readonly number[];
  staged: readonly number[];
  hover: number | undefined; // the spot under the pointer or the focus
}

function isPlace(scene: Scene, spot: number | undefined): spot is number {
  return spot !== undefined && scene.spots[spot]?.use === "place";
}

export function topOf(scene: Scene, spot: number): Piece | undefined {
  let top: Piece | undefined;
  for (const piece of scene.pieces) {
    if ((piece.spot === spot || piece.other === spot) && piece.level >= (top?.level ?? 0)) top = piece;
  }
  return top;
}

// The piece that all players move, while it can move.
export function leader(scene: Scene): Piece | undefined {
  const { gesture, leads } = scene.status;
  return gesture === "lead" && leads !== undefined ? topOf(scene, leads) : undefined;
}

function heightOf(scene: Scene, spot: number): number {
  const top = topOf(scene, spot);
  return top ? top.level + top.rise - 1 : 0;
}

function lift(scene: Scene, piece: Piece, to: number): Piece {
  return { ...piece, spot: to, other: to, level: heightOf(scene, to) + 1 };
}

// A block lies on two spots, or stands on one that is touched twice.
function blockGhost(scene: Scene, block: Piece, now: Pointing): Piece[] {
  const places = now.staged.filter((spot) => isPlace(scene, spot));
  if (places.length !== now.staged.length) return [];
  if (places.length < 2 && isPlace(scene, now.hover) && now.targets.includes(now.hover)) places.push(now.hover);
  const [first, second] = places;
  if (first === undefined) return [];
  return [
    {
      ...block,
      level: heightOf(scene, first) + 1,
      rise: first === second ? 2 : 1,
      spot: first,
      other: second ?? first,
    },
  ];
}

function laidGhost(scene: Scene, now: Pointing): Piece[] {
  const { lays, seat } = scene.status;
  const { hover, staged, targets } = now;
  if (!lays) return [];
  const piece = pieceOf(lays, seat);
  if (lays.shape === "block") return blockGhost(scene, piece, now);
  return !staged.length && isPlace(scene, hover) && targets.includes(hover) ? [lift(scene, piece, hover)] : [];
}

function handPiece(scene: Scene, spot: number | undefined): Piece | undefined {
  return spot !== undefined && scene.spots[spot]?.use === "hand" ? topOf(scene, spot) : undefined;
}

// The piece that all players move at its destination, and the piece from the hand that would
// follow.
function leadGhosts(scene: Scene, now: Pointing): Piece[] {
  const piece = leader(scene);
  const ghosts: Piece[] = [];
  const pointed = isPlace(scene, now.hover) && now.targets.includes(now.hover) ? now.hover : undefined;
  const [to, place] = [
    ...now.staged.filter((spot) => isPlace(scene, spot)),
    ...(pointed === undefined ? [] : [pointed]),
  ];
  if (piece && to !== undefined) ghosts.push(lift(scene, piece, to));
  const held = now.staged.find((spot) => scene.spots[spot]?.use === "hand");
  const hand = handPiece(scene, now.hover) ?? handPiece(scene, held);
  if (place !== undefined && hand) ghosts.push(lift(scene, hand, place));
  return ghosts;
}

function carriedGhost(scene: Scene, now: Pointing): Piece[] {
  const [from, to] = now.staged;
  const target =
    to !== undefined ? to : now.hover !== undefined && now.targets.includes(now.hover) ? now.hover : undefined;
  if (from === undefined || !isPlace(scene, target)) return [];
  const piece = topOf(scene, from);
  return piece ? [lift(scene, piece, target)] : [];
}

const shown = { carry: carriedGhost, lay: laidGhost, lead: leadGhosts };

export function ghosts(scene: Scene, now: Pointing): Piece[] {
  const { gesture } = scene.status;
  return gesture ? shown[gesture](scene, now) : [];
}

// The same for an editor, with or without a piece in hand: no turn decides what is put.
export function editGhosts(scene: Scene, { stacking }: Style, now: Pointing, hand: Piece | undefined): Piece[] {
  if (hand?.shape === "block") return blockGhost(scene, hand, now);
  if (!hand) return carriedGhost(scene, now);
  const top = now.hover === undefined ? undefined : topOf(scene, now.hover);
  if (top && sameLook(top, hand) && stacking === "flat") return [];
  return isPlace(scene, now.hover) && now.targets.includes(now.hover) ? [lift(scene, hand, now.hover)] : [];
}
