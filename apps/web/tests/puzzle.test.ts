// SPDX-License-Identifier: MIT
// Addresses of the puzzles, and the questions of practice to the engine.
import { expect, test } from "vitest";
import { readRoute, writeRoute } from "../src/app/route";
import { learned, mistakes, mistakesOf, remember } from "../src/mistakes/collection";
import { readTraining } from "../src/puzzle/training";
import type { Review } from "../src/review/review";
import type { Study } from "../src/analyse/analysis.svelte";

test("addresses name a training and back", () => {
  for (const hash of ["#/puzzles", "#/puzzles/day", "#/puzzles/tokan", "#/puzzles/tokan/run", "#/puzzles/tokan/12"]) {
    const route = readRoute(hash);
    expect(route.screen).toBe("puzzles");
    expect(writeRoute(route)).toBe(hash);
  }
});

test("what stands behind the game is a mode, a number or a theme", () => {
  expect(readTraining(undefined)).toBeUndefined();
  expect(readTraining("storm")).toEqual({ mode: "storm" });
  expect(readTraining("12")).toEqual({ mode: "single", number: 12 });
  expect(readTraining("12345678")).toEqual({ mode: "theme", theme: "12345678" });
  expect(readTraining("last-disc")).toEqual({ mode: "theme", theme: "last-disc" });
});

const seats = [{ who: "person" }, { who: "level" }];
const study = (start: string, more: object = {}) =>
  ({
    game: "tokan",
    options: {},
    start,
    names: [],
    tree: ["", -1, [["a1", 0, []]]],
    at: [],
    ended: { seats },
    ...more,
  }) as unknown as Study;
const review = {
  plies: [{ ply: 1, seat: 0, action: "a1", word: "blunder", better: "b2", loss: 1, proven_before: null }],
  summary: { accuracy: [50, null] },
} as unknown as Review;

test("the same moves from another deal or under other rules are another mistake", () => {
  const ids = [study("x w"), study("y w"), study("x w", { options: { big: "on" } })].map(
    (each) => mistakesOf(each, review)[0]?.id,
  );
  expect(new Set(ids).size).toBe(3);
});

test("a mistake of a game that came by a link is nobody's here; an own one comes back as the C says", () => {
  remember(study("x w", { foreign: true }), review);
  expect(mistakes()).toEqual([]);
  remember(study("x w"), review);
  remember(study("x w"), review);
  expect(mistakes()).toHaveLength(1);
  const asked: string[] = [];
  const again = (box: string, right: boolean) => {
    asked.push(`${box} ${right}`);
    return right && box === "1" ? { box: 5, known: true } : { box: right ? 1 : 0, known: false, due: "2026-11-18" };
  };
  for (const alone of [true, true, false, true, true]) learned(mistakes()[0]!.id, alone, again);
  expect(asked).toEqual(["- false", "0 true", "1 false", "0 true", "1 true"]);
  expect(mistakes()[0]!.due).toBe(Number.MAX_SAFE_INTEGER);
});
