// SPDX-License-Identifier: MIT
// What a tray holds: for a hand, how many of each.
import type { Scene } from "../engine/state";

export interface TrayItem {
  spot: number;
  hand: boolean; // pieces lie there, or could
  count: number;
}

function spotsOf(scene: Scene, panel: number): number[] {
  return scene.spots.flatMap((spot, i) => (spot.panel === panel ? [i] : []));
}

function lying(scene: Scene, spot: number): number {
  return scene.pieces.filter((piece) => piece.spot === spot).length;
}

export function trayItems(scene: Scene, panel: number): TrayItem[] {
  const spots = spotsOf(scene, panel);
  const hand = spots.some((spot) => lying(scene, spot) > 0);
  return spots.map((spot) => ({ spot, hand, count: lying(scene, spot) }));
}
