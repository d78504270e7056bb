// SPDX-License-Identifier: MIT
// What a tray holds: for a hand, how many of each.
import type { Scene } from "../engine/state";
import { piecesOn } from "./labels";

export interface TrayItem {
  spot: number;
  hand: boolean; // pieces lie there, or could
  count: number;
}

// A hand that shows one piece a value says in counters how many there are.
const counted: Record<string, string[]> = { hand: ["ones", "twos", "threes", "fours"] };

export function trayItems(scene: Scene, panel: number): TrayItem[] {
  const spots = scene.spots.flatMap((spot, i) => (spot.panel === panel ? [i] : []));
  const ids = counted[scene.panels[panel]!.id];
  const isHand = ids !== undefined || spots.some((spot) => piecesOn(scene, spot).length > 0);
  return spots.map((spot, i) => {
    const lying = piecesOn(scene, spot).length;
    const counter = scene.counters.find((c) => ids && c.id === ids[i] && c.owner === scene.status.seat);
    return { spot, hand: isHand, count: counter ? counter.value : lying };
  });
}
