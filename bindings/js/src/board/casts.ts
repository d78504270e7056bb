// SPDX-License-Identifier: MIT
// Shadows on a plan: light from the upper left, so a higher cell throws one on its right and lower
// neighbours.
import type { Layout } from "./layout";

const PER_LEVEL = 6;
const LONGEST = 30;

export function casts(layout: Layout, heights: Map<number, number>): string {
  let path = "";
  layout.boxes.forEach((box, spot) => {
    if (!box || box.w !== box.h) return; // a cell of the plan; sides are pressed flat
    const own = heights.get(spot) ?? 0;
    const beside = (dx: number, dy: number) => {
      const other = layout.boxes.findIndex(
        (b) => b && Math.abs(b.x - box.x - dx) < 1 && Math.abs(b.y - box.y - dy) < 1,
      );
      return Math.max(0, Math.min(LONGEST, ((heights.get(other) ?? 0) - own) * PER_LEVEL));
    };
    const left = box.x - box.w / 2;
    const top = box.y - box.h / 2;
    const fromLeft = beside(-box.w, 0);
    const fromAbove = beside(0, -box.h);
    if (fromLeft) path += `M${left} ${top}h${fromLeft}v${box.h}h${-fromLeft}Z`;
    if (fromAbove) path += `M${left + fromLeft} ${top}h${box.w - fromLeft}v${fromAbove}h${fromLeft - box.w}Z`;
  });
  return path;
}
