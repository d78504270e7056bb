// SPDX-License-Identifier: MIT
// The session in which a puzzle is solved (docs/session.md, "Puzzles").
import type { Engine, Session, Subject } from "abax/engine/engine";
import type { Looked, Puzzle, Scene, State } from "abax/engine/state";

export type PuzzleState = State & { puzzle: Puzzle };

export class PuzzleSession {
  private letters = "";
  private readonly session: Session;

  constructor(
    private readonly engine: Engine,
    private readonly game: Subject,
  ) {
    this.session = engine.openSession();
  }

  close(): void {
    this.session.close();
  }

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

  // Search and proof take time: they run in the worker, in its own session.
  async refute(at: PuzzleState, action: string): Promise<Puzzle> {
    const found = at.actions.slice(at.puzzle.from, at.length).filter(({ seat }) => seat === at.puzzle.solver);
    const words = ["puzzle", this.game.name, this.letters, ...found.map(({ text }) => text)];
    return (JSON.parse(await this.engine.drive(this.game, words, ["refute", action]).answer) as PuzzleState).puzzle;
  }

  // What shows a refutation: the scene after the action, and after each reply.
  refutation(at: PuzzleState, action: string, { refutation = [] }: Puzzle): Scene[] {
    const line = [action, ...refutation.map(({ text }) => text)];
    return line.map((_, i) => this.look(at.length, ...line.slice(0, i + 1)));
  }

  look(length: number, ...actions: string[]): Scene {
    return this.session.ask<Looked>("look", String(length), ...actions).scene;
  }

  private call(...words: string[]): PuzzleState {
    return this.session.ask<PuzzleState>(...words);
  }
}
