// SPDX-License-Identifier: MIT
// The modes of an <abax-board>: a position, a record to step through, a puzzle, a game against a
// level. Each returns a view and handles touches and buttons.
import type { Abax, Progress } from "../abax.ts";
import type { Match } from "../match.ts";
import type { Position } from "../position.ts";
import type { Scene, State, Touch } from "../engine/state.ts";

export type Key = "first" | "previous" | "next" | "last" | "undo" | "new";

// The text below the board.
export type Status =
  | { kind: "prompt"; state: State }
  // the reader's seat if the state does not know it; -1: none
  | { kind: "end"; state: State; you?: number }
  | { kind: "refused"; touch: Touch }
  | { kind: "thinking" | "find" | "solved" }
  | { kind: "wrong"; action: string }
  | { kind: "at"; state: State; ply: number }
  | { kind: "nothing" };

export interface View {
  scene: Scene;
  targets: readonly number[];
  staged: readonly number[];
  status: Status;
  state?: State; // who plays
  keys: { key: Key; off?: boolean }[];
}

// Notifies the element of what happens.
export interface Events {
  changed(): void;
  action(state: State, by: "person" | "computer"): void;
  end(state: State, solved?: boolean): void;
  error(error: unknown): void; // the game cannot go on
}

export interface Mode {
  view(): View;
  touch(spot: string): void;
  cancel(): void;
  press(key: Key): void;
  leave(): void;
}

export function position(abax: Abax, at: Position, viewpoint: number | undefined): Mode {
  const { scene } = abax.look(at, viewpoint);
  return {
    view: () => ({ scene, targets: [], staged: [], status: { kind: "nothing" }, keys: [] }),
    touch() {},
    cancel() {},
    press() {},
    leave() {},
  };
}

export function replay(match: Match, ply: number | undefined, viewpoint: number | undefined, events: Events): Mode {
  if (viewpoint !== undefined) match.viewpoint(viewpoint);
  const { state } = match;
  let at = Math.min(ply ?? 0, state.length);
  const go = (to: number) => {
    at = Math.max(0, Math.min(state.length, to));
    events.changed();
  };
  return {
    view: () => ({
      scene: match.look(at),
      targets: [],
      staged: [],
      status: at === state.length && state.over ? { kind: "end", state, you: -1 } : { kind: "at", state, ply: at },
      state,
      keys: [
        { key: "first", off: at === 0 },
        { key: "previous", off: at === 0 },
        { key: "next", off: at === state.length },
        { key: "last", off: at === state.length },
      ],
    }),
    touch: () => go(at + 1),
    cancel() {},
    press: (key) => go({ first: 0, previous: at - 1, next: at + 1 }[key as string] ?? state.length),
    leave: () => match.close(),
  };
}

// A line that cannot be played is an error of the embedding page: the rules say what is wrong.
function checkLine(match: Match, line: readonly string[]): void {
  for (const good of line.map((word) => word.split("|"))) {
    const legal = match.moves().map(({ text }) => text);
    const about = good.find((action) => !legal.includes(action)) ?? good[0]!;
    try {
      match.play(about);
    } catch (error) {
      throw Object.assign(error as object, { about });
    }
  }
  while (match.state.length) match.undo(true);
}

// A proven line; alternatives are separated by bars. The seat that acts first has to find its
// actions.
export function puzzle(match: Match, line: readonly string[], events: Events): Mode {
  const solver = match.state.toAct;
  let status: Status = { kind: "find" };
  checkLine(match, line);
  match.viewpoint(solver);
  const solved = () => match.state.length === line.length;
  const play = (action: string, by: "person" | "computer") => {
    match.play(action);
    events.action(match.state, by);
  };
  // The other side's part plays itself.
  const answer = () => {
    while (!solved() && !match.state.over && match.state.toAct !== solver) play(good()[0]!, "computer");
    if (solved()) {
      status = { kind: "solved" };
      events.end(match.state, true);
    }
  };
  const good = () => line[match.state.length]!.split("|");
  const attempt = (action: string) => {
    if (good().includes(action)) {
      play(action, "person");
      status = { kind: "prompt", state: match.state };
      answer();
    } else {
      match.cancel();
      status = { kind: "wrong", action };
    }
  };
  return {
    view: () => ({
      scene: match.state.scene,
      targets: solved() ? [] : match.state.targets,
      staged: match.state.staged,
      status: status.kind === "prompt" ? { kind: "prompt", state: match.state } : status,
      state: match.state,
      keys: [{ key: "new", off: match.state.length === 0 }],
    }),
    touch(spot) {
      if (solved()) return;
      const { touch } = match.touch(spot);
      if (touch?.answer === "ready") attempt(touch.action!);
      else status = touch?.answer === "refused" ? { kind: "refused", touch } : { kind: "prompt", state: match.state };
      events.changed();
    },
    cancel() {
      if (match.state.staged.length) match.cancel();
      events.changed();
    },
    press() {
      while (match.state.length) match.undo(true);
      status = { kind: "find" };
      events.changed();
    },
    leave: () => match.close(),
  };
}

const LEAST_THINKING = 350; // milliseconds: an answer without a pause is hard to follow
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

export function game(match: Match, seat: number, events: Events, again: () => void): Mode {
  let leaving = new AbortController();
  let status: Status | undefined;
  match.viewpoint(seat);
  const computer = () => match.state.seats[match.state.toAct]?.who === "computer";
  const over = () => {
    if (match.state.over) events.end(match.state);
  };
  const answer = async () => {
    const progress: Progress = { signal: leaving.signal };
    try {
      while (computer()) {
        await pause(LEAST_THINKING);
        progress.signal?.throwIfAborted();
        await match.step(progress);
        events.action(match.state, "computer");
        events.changed();
      }
      over();
    } catch (error) {
      if (!progress.signal?.aborted) events.error(error); // nobody awaits this promise
    }
  };
  void answer();
  return {
    view() {
      const { state } = match;
      const now: Status = state.over
        ? { kind: "end", state }
        : computer()
          ? { kind: "thinking" }
          : { kind: "prompt", state };
      const open = !state.over && !computer();
      return {
        scene: state.scene,
        targets: open ? state.targets : [],
        staged: open ? state.staged : [],
        status: status ?? now,
        state,
        keys: [{ key: "undo", off: state.length === 0 }, { key: "new" }],
      };
    },
    touch(spot) {
      if (match.state.over || computer()) return;
      const { touch } = match.touch(spot);
      status = touch?.answer === "refused" ? { kind: "refused", touch } : undefined;
      if (touch?.answer === "ready") {
        match.play(touch.action!);
        events.action(match.state, "person");
        if (computer()) void answer();
        else over();
      }
      events.changed();
    },
    cancel() {
      status = undefined;
      if (match.state.staged.length) match.cancel();
      events.changed();
    },
    press(key) {
      leaving.abort();
      leaving = new AbortController();
      status = undefined;
      if (key === "new") return again();
      match.undo();
      if (computer()) void answer();
      events.changed();
    },
    leave() {
      leaving.abort();
      match.close();
    },
  };
}
