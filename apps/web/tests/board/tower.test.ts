// SPDX-License-Identifier: MIT
// A tower shows the block of the last turn: from above, on its sides and in space.
import { expect, test } from "vitest";
import { bricks } from "abax/board/bricks";
import { lastBricks, sidesOf } from "abax/board/sight";
import { after } from "./scenes";

test("the last block is lit, and no other one", () => {
  const { scene } = after("turris", ["a2v", "a1v"]);
  const all = bricks(scene);
  const last = lastBricks(scene, all);
  expect(all.length).toBe(2);
  expect(last.size).toBe(1);
  const first = lastBricks(after("turris", ["a2v"]).scene, all);
  expect([...last].filter((key) => first.has(key))).toEqual([]);
  expect(sidesOf(scene, last).length).toBeGreaterThan(1);
});
