// SPDX-License-Identifier: MIT
// Boards compute and draw again only what has changed: equal scenes keep their identity.
import { expect, test } from "vitest";
import { heights } from "abax/board/placed";
import { layOut } from "abax/board/layout";
import { share, stable } from "abax/board/stable";
import { variants, wholeGame } from "./scenes";

// The middle of a game of each kind.
const scenes = variants.map((variant) => {
  const states = wholeGame(...variant);
  return [variant.join(" "), states[states.length >> 1]!.scene] as const;
});

const again = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

test.each(scenes)("%s: a scene that is read again is the same, and so is its layout", (_, scene) => {
  const read = stable(() => again(scene));
  const first = read();
  expect(first).toEqual(scene);
  expect(read()).toBe(first);
  const lay = stable(() => layOut(again(scene), { flipped: false, coordinates: true }));
  expect(lay()).toBe(lay());
});

test.each(scenes)("%s: another prompt leaves pieces, spots and layout", (_, scene) => {
  const next = again(scene);
  next.status.prompt += "!";
  const shared = share(scene, next);
  expect(shared).not.toBe(scene);
  expect(shared).toEqual(next);
  expect(shared.pieces).toBe(scene.pieces);
  expect(shared.spots).toBe(scene.spots);
});

test.each(scenes)("%s: a changed piece is new, the others stay", (_, scene) => {
  const next = again(scene);
  if (!next.pieces.length) return;
  next.pieces[0]!.value = 99;
  const { pieces } = share(scene, next);
  expect(pieces[0]).toEqual(next.pieces[0]);
  expect(pieces.slice(1).every((piece, i) => piece === scene.pieces[i + 1])).toBe(true);
});

test("what only looks alike is kept apart", () => {
  const last = { list: [1], gone: 1, map: heights };
  expect(share(last, { list: { 0: 1 } })).toEqual({ list: { 0: 1 } });
  expect(share([1, 2], [1])).toEqual([1]);
  expect(share({ a: undefined }, { b: undefined })).toEqual({ b: undefined });
  expect(share(new Map([[1, 2]]), new Map([[1, 3]])).get(1)).toBe(3);
});
