// SPDX-License-Identifier: MIT
// The modes of an <abax-board> with a match that fails: the fault is told, and no promise is left to fail alone.
import { expect, test } from "vitest";
import { game } from "../../../bindings/js/src/element/modes.ts";
import type { Match } from "../../../bindings/js/src/match.ts";

const thinking = (step: () => Promise<void>) =>
  ({
    state: { seats: [{ who: "computer" }], toAct: 0, over: false, length: 0, targets: [], staged: [] },
    viewpoint() {},
    close() {},
    step,
  }) as unknown as Match;

test("a fault while the computer thinks is told, once", async () => {
  const faults: unknown[] = [];
  const told = new Promise<void>((done) => {
    const events = { changed() {}, action() {}, end() {}, fault: (fault: unknown) => (faults.push(fault), done()) };
    game(
      thinking(() => Promise.reject(new Error("the worker has died"))),
      0,
      events,
      () => {},
    );
  });
  await told;
  expect(faults.map(String)).toEqual(["Error: the worker has died"]);
});

test("who leaves meanwhile hears of no fault", async () => {
  const faults: unknown[] = [];
  const events = { changed() {}, action() {}, end() {}, fault: (fault: unknown) => faults.push(fault) };
  let left = () => {};
  const stepped = new Promise<void>((done) => {
    const mode = game(
      thinking(() => {
        left();
        done();
        return Promise.reject(new Error("aborted"));
      }),
      0,
      events,
      () => {},
    );
    left = () => mode.leave();
  });
  await stepped;
  await Promise.resolve();
  expect(faults).toEqual([]);
});
