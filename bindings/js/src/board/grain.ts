// SPDX-License-Identifier: MIT
// Lines of wood across a rectangle, always the same.
import type { Rect } from "./layout";

const SPACING = 34;

export function grainLines(area: Rect): string {
  let path = "";
  for (let i = 0; i * SPACING < area.h + SPACING; i++) {
    // Two waves that never meet in step look grown rather than ruled.
    const y = area.y + i * SPACING + 9 * Math.sin(i * 2.4);
    const bend = 12 * Math.sin(i * 1.7 + 1);
    const third = area.w / 3;
    path += `M${area.x} ${y.toFixed(1)}c${third.toFixed(1)} ${bend.toFixed(1)} ${(2 * third).toFixed(1)} ${(-bend).toFixed(1)} ${area.w} ${(bend / 2).toFixed(1)}`;
  }
  return path;
}
