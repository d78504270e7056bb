// SPDX-License-Identifier: MIT
// Arrow keys: from one rectangle to the nearest one in a direction, as the eye would go.
import type { Form } from "../engine/state";
import type { Box } from "./layout";

export type Direction = "left" | "right" | "up" | "down";

const steps: Record<Direction, { x: number; y: number }> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

// Cost of a unit off the line, relative to one along it. No hexagon is straight above another: the
// nearest row counts.
const SIDEWAYS: Record<Form, number> = { square: 2.5, hexagon: 1 };
// of two that are equally near: to the right on the way up, and back to the left on the way down
const SLANT = 0.01;

// The nearest of `spots` in this direction, or `from` when there is none.
export function neighbour(
  boxes: readonly (Box | undefined)[],
  spots: readonly number[],
  from: number,
  direction: Direction,
  form: Form = "square",
): number {
  const start = boxes[from];
  const step = steps[direction];
  if (!start) return spots[0] ?? from;
  let best = from;
  let least = Infinity;
  for (const spot of spots) {
    const box = boxes[spot];
    if (!box || spot === from) continue;
    const along = (box.x - start.x) * step.x + (box.y - start.y) * step.y;
    const aside = Math.abs((box.x - start.x) * step.y) + Math.abs((box.y - start.y) * step.x);
    if (along < 1 || aside > along * 3) continue;
    const cost = along + aside * SIDEWAYS[form] + (box.x - start.x) * step.y * SLANT;
    if (cost < least) {
      least = cost;
      best = spot;
    }
  }
  return best;
}

// Home and End: the first and last spot of the same row.
export function rowEnd(
  boxes: readonly (Box | undefined)[],
  spots: readonly number[],
  from: number,
  last: boolean,
): number {
  const start = boxes[from];
  if (!start) return from;
  const row = spots.filter((spot) => boxes[spot] && Math.abs(boxes[spot]!.y - start.y) < 1);
  row.sort((a, b) => boxes[a]!.x - boxes[b]!.x);
  return (last ? row.at(-1) : row[0]) ?? from;
}
