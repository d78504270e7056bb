// SPDX-License-Identifier: MIT
// A match: a session of the C, which knows turns, touches, undo, clocks and ends. Whoever thinks for a seat sits elsewhere
// and is told the game so far.
import type { Progress } from "./abax.ts";
import type { Hint, Hints, Move, Moves, Told } from "./engine/answers.ts";
import type { Looked, Scene, State } from "./engine/state.ts";
import { need, setupWords, type Place } from "./place.ts";

export interface Setup extends Omit<Place, "game" | "actions"> {
  players?: readonly string[]; // by seat: "person" (the usual), "remote", "level:3", "nodes:5000", ...
  names?: readonly string[]; // by seat
  clock?: string; // "none" (the usual), "600", "300+5", "3d"
}

export function matchWords(game: string, { players = [], names = [], clock, ...start }: Setup): string[] {
  const words = setupWords({ game, ...start });
  if (clock !== undefined) words.push(`clock=${clock}`);
  players.forEach((player, i) => words.push(`seat${i + 1}=${player}`));
  names.forEach((name, i) => words.push(`name${i + 1}=${name}`));
  return words;
}

type Ask = (...words: string[]) => string;
type Drive = (calls: string[][], progress: Progress) => Promise<string>;

export class Match {
  state: State; // after the last call

  constructor(
    private readonly ask: Ask,
    private readonly release: () => void,
    private readonly drive: Drive,
  ) {
    this.state = this.call("state");
  }

  private call(...words: string[]): State {
    return (this.state = JSON.parse(this.ask(...words)) as State);
  }

  // Plays an action text. A Refusal has changed nothing, here as everywhere.
  play(action: string): State {
    need("action", action, "string");
    return this.call("play", action);
  }

  // Touches a spot by its name; `touch` of the state says what came of it. A whole action is not played yet.
  touch(spot: string): State {
    need("spot", spot, "string");
    return this.call("touch", spot);
  }

  cancel(): State {
    return this.call("cancel");
  }

  undo(step = false): State {
    return this.call("undo", ...(step ? ["step"] : []));
  }

  redo(step = false): State {
    return this.call("redo", ...(step ? ["step"] : []));
  }

  // The seat, from 0, gives up.
  resign(seat: number): State {
    need("seat", seat, "number");
    return this.call("resign", String(seat + 1));
  }

  // Offers a draw, or accepts the other side's.
  draw(seat: number): State {
    need("seat", seat, "number");
    return this.call("draw", String(seat + 1));
  }

  abort(): State {
    return this.call("abort");
  }

  // Looks at the clock.
  now(): State {
    return this.call("state");
  }

  // Whose view the state shows: a seat, whoever is to act, or the public.
  eyes(whose: number | "turn" | "public"): State {
    return this.call("eyes", whose === "turn" ? whose : String(whose === "public" ? 0 : whose + 1));
  }

  // The legal actions with the spots that they touch.
  moves(): Move[] {
    return (JSON.parse(this.ask("moves")) as Moves).moves;
  }

  // How it looked after so many actions, and after one more that is only looked at.
  look(length: number, action?: string): Scene {
    return (JSON.parse(this.ask("look", String(length), ...(action === undefined ? [] : [action]))) as Looked).scene;
  }

  record(form: "text" | "json" | "actions" | "link" = "text"): string {
    return (JSON.parse(this.ask("record", form)) as { record: string }).record.trim();
  }

  // The computer to act thinks and plays.
  async step(progress: Progress = {}): Promise<State> {
    const answer = JSON.parse(await this.follow(["step"], progress)) as State;
    return this.play(answer.actions.at(-1)!.text);
  }

  // Help for the seat to act, rung by rung.
  async hint(progress: Progress = {}): Promise<Hint[]> {
    return (JSON.parse(await this.follow(["hint"], progress)) as Hints).hints;
  }

  private follow(call: string[], progress: Progress): Promise<string> {
    const { setup, actions } = JSON.parse(this.ask("setup")) as Told;
    return this.drive([["follow", ...setup, "actions", ...actions], call], progress);
  }

  // Gives its place to another match.
  close(): void {
    this.release();
  }
}
