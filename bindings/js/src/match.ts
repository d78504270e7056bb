// SPDX-License-Identifier: MIT
// A match: a session of the C with turns, touches, undo, clocks and ends. Searches run in the
// worker, which gets the game so far.
import type { Progress } from "./abax.ts";
import type { Chosen, Hint, Hints, Move, Moves } from "./engine/answers.ts";
import type { Session } from "./engine/engine.ts";
import type { Scene, State } from "./engine/state.ts";
import { need, setupWords, type Position } from "./position.ts";

/** Settings of a new match. */
export interface Setup extends Omit<Position, "game" | "actions"> {
  /** Players by seat: "person" (default), "remote", "level:3", "nodes:5000", ... */
  players?: readonly string[];
  /** Names by seat. */
  names?: readonly string[];
  /** Clock: "none" (default), seconds "600", with increment "300+5", days per move "3d". */
  clock?: string;
}

export function matchWords(game: string, { players = [], names = [], clock, ...start }: Setup): string[] {
  const words = setupWords({ game, ...start });
  if (clock !== undefined) words.push(`clock=${clock}`);
  players.forEach((player, i) => words.push(`seat${i + 1}=${player}`));
  names.forEach((name, i) => words.push(`name${i + 1}=${name}`));
  return words;
}

type Follow = (call: string[], progress: Progress) => Promise<string>;

/** A game being played. Create one with {@link Abax.match} or {@link Abax.resume}. */
export class Match {
  /** State after the last call (docs/session.md). It shares what has not changed with the one before: do not change it. */
  state: State;

  constructor(
    private readonly session: Session,
    private readonly follow: Follow,
  ) {
    this.state = this.call("state");
  }

  private call(...words: string[]): State {
    return (this.state = this.session.call(...words));
  }

  /** Plays an action. Throws a {@link Refusal} and changes nothing if it is illegal. */
  play(action: string): State {
    need("action", action, "string");
    return this.call("play", action);
  }

  /**
   * Touches a spot, as on a board. `state.touch` says whether it was staged or refused, or completes an action,
   * which `play` then plays.
   */
  touch(spot: string): State {
    need("spot", spot, "string");
    return this.call("touch", spot);
  }

  /** Takes back touches that are not an action yet. */
  cancel(): State {
    return this.call("cancel");
  }

  /** Undoes to the last decision of a person; one action if `step`. */
  undo(step = false): State {
    return this.call("undo", ...(step ? ["step"] : []));
  }

  /** Redoes to the next decision of a person; one action if `step`. */
  redo(step = false): State {
    return this.call("redo", ...(step ? ["step"] : []));
  }

  /** The seat (from 0) resigns. */
  resign(seat: number): State {
    need("seat", seat, "number");
    return this.call("resign", String(seat + 1));
  }

  /** The seat (from 0) offers a draw, or accepts the opponent's offer. */
  draw(seat: number): State {
    need("seat", seat, "number");
    return this.call("draw", String(seat + 1));
  }

  /** Ends the match without a result. */
  abort(): State {
    return this.call("abort");
  }

  /** Reads the clock: a flag may have fallen. */
  now(): State {
    return this.call("state");
  }

  /** Sets whose view the state shows: that of a seat (from 0), of the seat to act ("turn"), or of the public. */
  viewpoint(whose: number | "turn" | "public"): State {
    return this.call("eyes", whose === "turn" ? whose : String(whose === "public" ? 0 : whose + 1));
  }

  /** @deprecated Use {@link Match.viewpoint}. This name stays until 3.0. */
  eyes(whose: number | "turn" | "public"): State {
    return this.viewpoint(whose);
  }

  /** The legal actions with their spots. */
  moves(): Move[] {
    return this.session.ask<Moves>("moves").moves;
  }

  /** The scene after the first `length` actions, and then after `action`, which is not played. */
  look(length: number, action?: string): Scene {
    return this.session.look(length, ...(action === undefined ? [] : [action]));
  }

  /** The match as a record. */
  record(form: "text" | "json" | "actions" | "link" = "text"): string {
    return this.session.ask<{ record: string }>("record", form).record.trim();
  }

  /** Lets the computer to act think and play. */
  async step(progress: Progress = {}): Promise<State> {
    return this.play((JSON.parse(await this.follow(["choose"], progress)) as Chosen).action);
  }

  /** Hints for the seat to act, level by level. */
  async hint(progress: Progress = {}): Promise<Hint[]> {
    return (JSON.parse(await this.follow(["hint"], progress)) as Hints).hints;
  }

  /** Frees the match. It cannot be used afterwards. */
  close(): void {
    this.session.close();
  }
}
