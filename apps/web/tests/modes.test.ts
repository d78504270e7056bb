// SPDX-License-Identifier: MIT
// The modes of an <abax-board> with a match that fails: the error is reported, and no promise
// rejects unhandled.
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

test("an error while the computer thinks is told, once", async () => {
  const errors: unknown[] = [];
  const told = new Promise<void>((done) => {
    const events = { changed() {}, action() {}, end() {}, error: (error: unknown) => (errors.push(error), done()) };
    game(
      thinking(() => Promise.reject(new Error("the worker has died"))),
      0,
      events,
      () => {},
    );
  });
  await told;
  expect(errors.map(String)).toEqual(["Error: the worker has died"]);
});

test("who leaves meanwhile hears of no error", async () => {
  const errors: unknown[] = [];
  const events = { changed() {}, action() {}, end() {}, error: (error: unknown) => errors.push(error) };
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
  expect(errors).toEqual([]);
});
