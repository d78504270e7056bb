// SPDX-License-Identifier: MIT
// What a tray holds: for a hand, how many of each.
import type { Scene } from "../engine/state";

export interface TrayItem {
  spot: number;
  hand: boolean; // pieces lie there, or could
  count: number;
}

// A hand that shows one piece a value says in counters how many there are.
const counted: Record<string, string[]> = { hand: ["ones", "twos", "threes", "fours"] };

function spotsOf(scene: Scene, panel: number): number[] {
  return scene.spots.flatMap((spot, i) => (spot.panel === panel ? [i] : []));
}

function lying(scene: Scene, spot: number): number {
  return scene.pieces.filter((piece) => piece.spot === spot).length;
}

export function trayCount(scene: Scene, spot: number): number {
  const panel = scene.spots[spot]!.panel;
  const id = counted[scene.panels[panel]!.id]?.[spotsOf(scene, panel).indexOf(spot)];
  const counter = scene.counters.find((c) => c.id === id && c.owner === scene.status.seat);
  return counter ? counter.value : lying(scene, spot);
}

export function trayItems(scene: Scene, panel: number): TrayItem[] {
  const spots = spotsOf(scene, panel);
  const hand = scene.panels[panel]!.id in counted || spots.some((spot) => lying(scene, spot) > 0);
  return spots.map((spot) => ({ spot, hand, count: trayCount(scene, spot) }));
}
