// SPDX-License-Identifier: MIT
// How high pieces stand in piles and stacks, in units upward from the ground.
import type { Stacking } from "./looks";

export const LAYER = 24; // a piece seen from the front
export const FOOT = 30; // distance of a pile's foot from the centre of its spot
const EDGE = 7; // a piece seen from above
const TALLEST = 44; // a stack hides at most this much of the one behind it

// The lift of a level, from 1, in a pile of this height.
export function liftOf(stacking: Stacking, level: number, height: number): number {
  if (stacking === "front") return (level - 1) * LAYER;
  if (stacking === "lifted") return (level - 1) * edgeOf(height);
  return 0;
}

export function edgeOf(height: number): number {
  return height > 1 ? Math.min(EDGE, TALLEST / (height - 1)) : EDGE;
}
