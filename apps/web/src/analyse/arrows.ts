// SPDX-License-Identifier: MIT
// An action on the board: an arrow if a piece stands on its first spot, otherwise rings.
import type { Arrow } from "abax/board/Arrows.svelte";
import type { Scene } from "abax/engine/state";

export function arrowsFor(scene: Scene, path: readonly number[], kind: Arrow["kind"]): Arrow[] {
  const spots = path.filter((spot) => scene.spots[spot]?.use === "place");
  const [first, ...rest] = spots;
  if (first === undefined) return [];
  // The piece that all players move gets an arrow; the piece that follows it gets a ring.
  const { gesture, leads } = scene.status;
  if (gesture === "lead" && leads !== undefined)
    return [{ from: leads, to: first, kind }, ...rest.map((spot) => ({ from: spot, to: spot, kind }))];
  const moves = rest.length > 0 && scene.pieces.some((piece) => piece.spot === first || piece.other === first);
  if (moves) return [{ from: first, to: rest.at(-1)!, kind }];
  return [...new Set(spots)].map((spot) => ({ from: spot, to: spot, kind }));
}
