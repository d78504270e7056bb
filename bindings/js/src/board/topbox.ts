// SPDX-License-Identifier: MIT
// The rectangle to touch: a stack's top is above its ground.
import type { Box, Layout } from "./layout";
import { FOOT, LAYER, liftOf } from "./stack";

export function topBox(layout: Layout, heights: Map<number, number>, spot: number): Box | undefined {
  const box = layout.boxes[spot];
  const { stacking, form } = layout;
  if (!box || stacking === "flat" || stacking === "tops") return box;
  const height = heights.get(spot) ?? 0;
  const lift = Math.max(liftOf(stacking, height, height), 0);
  if (stacking === "front") return { ...box, y: box.y + FOOT + LAYER / 2 - lift, w: 124, h: 94 };
  return form === "hexagon" ? { ...box, y: box.y - lift } : { ...box, y: box.y - lift + 6, w: 97, h: 103 };
}
