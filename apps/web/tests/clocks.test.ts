// SPDX-License-Identifier: MIT
// Clocks count down by themselves between two states, and change a text only when it shows
// something else.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { State } from "abax/engine/state";
import { runningText, untilChange } from "../src/play/clock";
import { Clocks } from "../src/play/clocks.svelte";

type Told = Pick<State, "seats" | "clock" | "over">;
const told = (running: number, ...left: number[]) =>
  ({ seats: left.map((left) => ({ left })), clock: { rule: "", running }, over: false }) as unknown as Told;
const over = (...left: number[]): Told => ({ ...told(-1, ...left), over: true });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the one that runs is counted down, the other stands", () => {
  const clocks = new Clocks();
  clocks.read(told(0, 300000, 300000));
  vi.advanceTimersByTime(2500);
  expect(clocks.texts).toEqual(["4:57", "5:00"]);
  clocks.read(told(1, 297500, 300000));
  vi.advanceTimersByTime(61000);
  expect(clocks.texts).toEqual(["4:57", "3:59"]);
});

test("it looks when the text changes, not more often", () => {
  const clocks = new Clocks();
  clocks.read(told(0, 300400, 300400));
  let looked = 0;
  const later = globalThis.setTimeout;
  vi.stubGlobal("setTimeout", (run: () => void, ms: number) => later(() => (looked++, run()), ms));
  clocks.read(told(0, 300400, 300400));
  vi.advanceTimersByTime(10000);
  vi.unstubAllGlobals();
  expect(looked).toBe(10);
});

test.each([[300000], [300400], [10000], [9999.5], [3 * 86400000 + 5]])("what %d shows changes when said", (ms) => {
  const wait = untilChange(ms);
  expect(runningText(ms - wait)).not.toBe(runningText(ms));
  expect(runningText(Math.max(0, ms - wait + 1.001))).toBe(runningText(ms));
});

test("a clock that comes to nothing asks once, and shows what it is told", () => {
  const asked = vi.fn(() => over(0, 300000));
  const clocks = new Clocks(asked);
  clocks.read(told(0, 5000, 300000));
  vi.advanceTimersByTime(4000);
  expect(asked).not.toHaveBeenCalled();
  expect([...clocks.low]).toEqual([true, false]);
  vi.advanceTimersByTime(60000);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(clocks.texts).toEqual(["0.0", "5:00"]);
});

test("one that was estimated too fast goes on", () => {
  const answers = [told(0, 200), over(0)];
  const asked = vi.fn(() => answers.shift()!);
  const clocks = new Clocks(asked);
  clocks.read(told(0, 1000));
  vi.advanceTimersByTime(1100);
  expect(clocks.texts).toEqual(["0:00"]);
  vi.advanceTimersByTime(5000);
  expect(asked).toHaveBeenCalledTimes(2);
});

test("tenths are an animation that ends when the time does; a clock that stands shows them", () => {
  const clocks = new Clocks(() => over(0, 7650));
  clocks.read(told(0, 11500, 7650));
  expect([[...clocks.texts], [...clocks.zeros]]).toEqual([
    ["0:11", "7.6"],
    [undefined, undefined],
  ]);
  const zero = performance.now() + 11500;
  let changes = 0;
  for (let shown = ""; performance.now() < zero - 1500; vi.advanceTimersByTime(10)) {
    if (clocks.texts[0] !== shown) changes++;
    shown = clocks.texts[0]!;
  }
  expect(changes).toBe(11);
  expect([[...clocks.texts], [...clocks.zeros]]).toEqual([
    ["0:01", "7.6"],
    [zero, undefined],
  ]);
  clocks.hold();
  expect([[...clocks.texts], [...clocks.zeros]]).toEqual([
    ["1.5", "7.6"],
    [undefined, undefined],
  ]);
  clocks.goOn();
  expect(clocks.zeros[0]).toBe(zero);
});

test("what is held stands, and goes on as if it had run", () => {
  const clocks = new Clocks();
  clocks.read(told(0, 60000, 60000));
  vi.advanceTimersByTime(1500);
  clocks.hold();
  vi.advanceTimersByTime(10000);
  expect(clocks.texts).toEqual(["0:58", "1:00"]);
  clocks.goOn();
  expect(clocks.texts).toEqual(["0:48", "1:00"]);
  clocks.hold();
  clocks.read(told(0, 30000, 60000));
  vi.advanceTimersByTime(10000);
  expect(clocks.texts).toEqual(["0:30", "1:00"]);
});

test("without a clock there is nothing to show or to wait for", () => {
  const clocks = new Clocks(() => over());
  clocks.read({ seats: [{}, {}], clock: { rule: "none", running: -1 }, over: false } as unknown as Told);
  expect(clocks.texts).toEqual([undefined, undefined]);
  expect(vi.getTimerCount()).toBe(0);
  clocks.read(told(0, 60000));
  clocks.stop();
  expect(vi.getTimerCount()).toBe(0);
});
