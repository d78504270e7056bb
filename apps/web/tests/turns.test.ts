// SPDX-License-Identifier: MIT
// The last turn as lines and as a replay, and the notes of a desk.
import { describe, expect, test } from "vitest";
import { turnPath } from "abax/board/turnpath";
import type { Leg, Scene, State } from "abax/engine/state";
import { Notes } from "../src/play/notes";
import { Table } from "../src/play/table.svelte";

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
  const seen: number[] = [];
  const tableOf = (...seats: number[]) => {
    const sceneAt = (length: number) => (seen.push(length), {} as Scene);
    const table = new Table({ session: undefined, mayAct: false, sceneAt, play: () => false });
    table.state = { actions: seats.map((seat) => ({ seat })), length: seats.length } as State;
    seen.length = 0;
    return table;
  };
  test("begins before all that one seat did in a row, goes step by step and comes back", async () => {
    const table = tableOf(0, 1, 1, 1);
    await table.showLast(1);
    expect(seen).toEqual([1, 2, 3]);
    expect(table.looking).toBe(undefined);
  });
  test("begins at the start if nobody else has acted", async () => {
    await tableOf(0).showLast(1);
    expect(seen).toEqual([0]);
  });
  test("ends where somebody looks elsewhere", async () => {
    const table = tableOf(0, 1, 1, 1);
    const shown = table.showLast(1);
    table.lookAt(0);
    await shown;
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
