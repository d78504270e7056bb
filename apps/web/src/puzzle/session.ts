// SPDX-License-Identifier: MIT
// The session in which a puzzle is solved (docs/session.md, "Puzzles").
import type { Engine, Subject } from "abax/engine/engine";
import type { Looked, Puzzle, Scene, State } from "abax/engine/state";

const SESSION = 1;

export type PuzzleState = State & { puzzle: Puzzle };

// The refutation of an action, and the scenes that show it: after the action, and after each reply.
export interface Refuted {
  puzzle: Puzzle;
  scenes: Scene[];
}

export class PuzzleSession {
  private letters = "";

  constructor(
    private readonly engine: Engine,
    private readonly game: Subject,
  ) {}

  open(letters: string): PuzzleState {
    this.letters = letters;
    return this.call("puzzle", this.game.name, letters);
  }

  state(): PuzzleState {
    return this.call("state");
  }

  touch(spot: string): PuzzleState {
    return this.call("touch", spot);
  }

  cancel(): PuzzleState {
    return this.call("cancel");
  }

  attempt(action: string): PuzzleState {
    return this.call("try", action);
  }

  reveal(): PuzzleState {
    return this.call("reveal");
  }

  // The scenes after `from` to `to` - 1 actions.
  between(from: number, to: number): Scene[] {
    return Array.from({ length: Math.max(0, to - from) }, (_, i) => this.look(from + i));
  }

  after(length: number, action: string): Scene {
    return this.look(length, action);
  }

  // Search and proof take time: they run in the worker, in its own session.
  async refute(at: PuzzleState, action: string): Promise<Refuted> {
    const found = at.actions.slice(at.puzzle.from, at.length).filter(({ seat }) => seat === at.puzzle.solver);
    const words = ["puzzle", this.game.name, this.letters, ...found.map(({ text }) => text)];
    const { puzzle } = JSON.parse(await this.engine.drive(this.game, words, ["refute", action]).answer) as PuzzleState;
    const line = [action, ...(puzzle.refutation ?? []).map(({ text }) => text)];
    const scenes = line.map((_, i) => this.look(at.length, ...line.slice(0, i + 1)));
    return { puzzle, scenes };
  }

  private look(length: number, ...actions: string[]): Scene {
    return (JSON.parse(this.engine.sessionText(SESSION, "look", String(length), ...actions)) as Looked).scene;
  }

  private call(...words: string[]): PuzzleState {
    return this.engine.session(SESSION, ...words) as PuzzleState;
  }
}
