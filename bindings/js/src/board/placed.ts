// SPDX-License-Identifier: MIT
// Position and order of the drawn pieces.
import type { Piece, Scene } from "../engine/state";
import type { Box, Layout } from "./layout";
import { edgeOf, FOOT, liftOf } from "./stack";

export interface Placed {
  x: number;
  y: number;
  w: number; // width that it covers
  h: number;
  edge: number | undefined; // visible thickness in a stack
}

const GROUND: Partial<Record<Layout["stacking"], number>> = { front: FOOT, lifted: 3 };

export function heights(scene: Scene): Map<number, number> {
  const all = new Map<number, number>();
  for (const piece of scene.pieces) {
    for (const spot of new Set([piece.spot, piece.other])) {
      all.set(spot, Math.max(all.get(spot) ?? 0, piece.level + piece.rise - 1));
    }
  }
  return all;
}

export function placed(layout: Layout, piece: Piece, height: number): Placed | undefined {
  const a = layout.boxes[piece.spot];
  const b = layout.boxes[piece.other];
  if (!a || !b) return undefined;
  const lift = liftOf(layout.stacking, piece.level, height) - (GROUND[layout.stacking] ?? 0);
  return {
    x: (a.x + b.x) / 2,
    y: (a.y + b.y) / 2 - lift,
    w: a.w + Math.abs(a.x - b.x),
    h: a.h + Math.abs(a.y - b.y),
    edge: layout.stacking === "lifted" ? edgeOf(height) : undefined,
  };
}

// Far before near, low before high.
export function inOrder<T extends { piece: Piece }>(layout: Layout, pieces: T[]): T[] {
  const boxOf = ({ piece }: T): Box | undefined => layout.boxes[piece.spot];
  if (layout.stacking === "tops") return [...pieces].sort((a, b) => a.piece.level - b.piece.level);
  if (layout.stacking === "flat") return pieces;
  return [...pieces].sort((a, b) => (boxOf(a)?.y ?? 0) - (boxOf(b)?.y ?? 0) || a.piece.level - b.piece.level);
}
