// SPDX-License-Identifier: MIT
// The last turn as lines and as a replay, and the notes of a desk.
import { describe, expect, test } from "vitest";
import { turnPath } from "abax/board/turnpath";
import type { Leg, Scene } from "abax/engine/state";
import { Notes } from "../src/play/notes";
import { replay, turnStart } from "../src/play/replay";

const box = (spot: number) => ({ x: spot * 100, y: 0, w: 100, h: 100 });
const drawn = (...legs: Leg[]) => turnPath({ legs } as unknown as Scene, box);
const leg = (way: Leg["way"], from: number, to: number): Leg => ({ way, from, to, step: 1, level: 1 });

describe("the way of a turn", () => {
  test("has an arrow for what moved and no number alone", () => {
    const [one] = drawn(leg("moved", 0, 2));
    expect(one!.path).toMatch(/^M/);
    expect(one!.number).toBeUndefined();
  });
  test("is numbered in order", () => {
    expect(drawn(leg("moved", 0, 1), leg("moved", 1, 2), leg("laid", 3, 3)).map(({ number }) => number)).toEqual([
      1, 2, 3,
    ]);
  });
  test("passes beside what stands between", () => {
    expect(Math.abs(drawn(leg("moved", 0, 2))[0]!.at.y)).toBeGreaterThan(20);
  });
});

describe("a replay", () => {
  const actions = [0, 1, 1, 1].map((seat) => ({ seat }));
  test("begins before all that one seat did in a row", () => {
    expect(turnStart(actions, 4)).toBe(1);
    expect(turnStart(actions, 1)).toBe(0);
  });
  test("goes step by step and comes back", async () => {
    const seen: (number | undefined)[] = [];
    const table = {
      looking: undefined as number | undefined,
      lookAt(at: number | undefined) {
        seen.push((this.looking = at));
      },
    };
    await replay(table, () => ({ actions, length: 4 }), 1);
    expect(seen).toEqual([1, 2, 3, undefined]);
  });
  test("ends where somebody looks elsewhere", async () => {
    const table = { looking: undefined as number | undefined, lookAt: () => (table.looking = 0) };
    await replay(table, () => ({ actions, length: 4 }), 1);
    expect(table.looking).toBe(0);
  });
});

describe("notes", () => {
  test("turn, belong to whoever looks, and to one game", () => {
    const notes = new Notes("some", "a");
    expect([notes.turn(0, 1, 2), notes.turn(0, 1, 2)]).toEqual(["yes", "no"]);
    expect(notes.at(1, 1, 2)).toBe("");
    expect(new Notes("some", "a").at(0, 1, 2)).toBe("no");
    expect(new Notes("some", "b").at(0, 1, 2)).toBe("");
    new Notes("some", "b").turn(0, 1, 2); // a second game of the kind, here or on a server
    expect(new Notes("some", "a").at(0, 1, 2)).toBe("no");
    expect(new Notes("some", "b").at(0, 1, 2)).toBe("yes");
    for (let i = 0; i < 100; i++) new Notes("some", `more ${i}`).turn(0, 0, 0);
    expect(new Notes("some", "more 99").at(0, 0, 0)).toBe("yes");
    expect(new Notes("some", "a").at(0, 1, 2)).toBe(""); // the oldest make room
  });
});
