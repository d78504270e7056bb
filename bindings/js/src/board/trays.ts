// SPDX-License-Identifier: MIT
// The content of a tray: for a hand, the number of each piece.
import type { Scene } from "../engine/state";

export interface TrayItem {
  spot: number;
  hand: boolean; // pieces lie there, or did
  count: number;
}

function spotsOf(scene: Scene, panel: number): number[] {
  return scene.spots.flatMap((spot, i) => (spot.panel === panel ? [i] : []));
}

function lying(scene: Scene, spot: number): number {
  return scene.pieces.filter((piece) => piece.spot === spot).length;
}

export function trayItems(scene: Scene, panel: number): TrayItem[] {
  return spotsOf(scene, panel).map((spot) => ({
    spot,
    hand: scene.spots[spot]!.use === "hand",
    count: lying(scene, spot),
  }));
}
