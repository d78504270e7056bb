// SPDX-License-Identifier: MIT
// The path of the last turn as lines: curved arrows, which pass beside the centres of spots, and
// numbers if there are several steps.
import type { Scene } from "../engine/state";
import type { Box } from "./layout";

export interface PathStep {
  path?: string; // the shaft of an arrow
  head?: string; // a transform for its head
  number?: number;
  at: { x: number; y: number }; // of the number
  taken: boolean;
}

const START = 24;
const END = 26;
const BOW = 0.2;

function arrow(a: Box, b: Box): Omit<PathStep, "number" | "taken"> {
  const far = Math.hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [(b.x - a.x) / far, (b.y - a.y) / far];
  const bow = Math.min(44, far * BOW);
  const middle = { x: (a.x + b.x) / 2 - uy * bow * 2, y: (a.y + b.y) / 2 + ux * bow * 2 };
  // The ends turn towards the middle of the bow.
  const towards = (from: Box, by: number) => {
    const length = Math.hypot(middle.x - from.x, middle.y - from.y);
    return { x: from.x + ((middle.x - from.x) / length) * by, y: from.y + ((middle.y - from.y) / length) * by };
  };
  const [start, end] = [towards(a, START), towards(b, END)];
  const angle = (Math.atan2(b.y - end.y, b.x - end.x) * 180) / Math.PI;
  return {
    path: `M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`,
    head: `translate(${end.x} ${end.y}) rotate(${angle})`,
    at: { x: (start.x + 2 * middle.x + end.x) / 4, y: (start.y + 2 * middle.y + end.y) / 4 },
  };
}

export function turnPath(scene: Scene, boxOf: (spot: number) => Box | undefined): PathStep[] {
  const many = scene.legs.length > 1;
  return scene.legs.flatMap(({ way, from, to }, i) => {
    const [a, b] = [boxOf(from), boxOf(to)];
    if (!a || !b) return [];
    const step = { taken: way === "taken", ...(many && { number: i + 1 }) };
    if (way === "moved" && Math.hypot(a.x - b.x, a.y - b.y) > 1) return [{ ...arrow(a, b), ...step }];
    const corner = { x: Math.min(a.x, b.x) - (a.w / 2 - 17), y: Math.max(a.y, b.y) + (a.h / 2 - 17) };
    return many || step.taken ? [{ at: corner, ...step }] : [];
  });
}
