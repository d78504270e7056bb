// SPDX-License-Identifier: MIT
// Planned moves, entered by playing them: a session goes on from the current position, first with
// the expected action, then with the answer, and so on. The server stores the lines and plays the
// answers.
import type { Engine, Session } from "abax/engine/engine";
import type { State } from "abax/engine/state";
import { Table, type Source } from "../play/table.svelte";

export const MOST_LINES = 8;
export const MOST_ACTIONS = 8; // of a line

export interface PlanNode {
  text: string;
  path: string[]; // from the beginning, this one included
  next: PlanNode[];
}

// Lines with a common beginning are branches of one tree.
export function treeOf(lines: string[][]): PlanNode[] {
  const roots: PlanNode[] = [];
  for (const line of lines) {
    let level = roots;
    line.forEach((text, i) => {
      let node = level.find((other) => other.text === text);
      if (!node) {
        node = { text, path: line.slice(0, i + 1), next: [] };
        level.push(node);
      }
      level = node.next;
    });
  }
  return roots;
}

function begins(line: string[], path: string[]): boolean {
  return path.every((text, i) => line[i] === text);
}

// Removes a path's last action and everything after it.
export function without(lines: string[][], path: string[]): string[][] {
  return lines.filter((line) => !begins(line, path));
}

// Adds a line and drops lines that it extends. A new answer replaces the old one for the same case;
// `own` says which actions are answers.
export function withLine(lines: string[][], line: string[], own: (at: number) => boolean): string[][] {
  const other = (old: string[]) => {
    const fork = line.findIndex((text, i) => old[i] !== text);
    return fork >= 0 && fork < old.length && own(fork); // two answers to the same
  };
  return [...lines.filter((old) => !begins(line, old) && !begins(old, line) && !other(old)), line];
}

// What is left of lines that began after `ply` actions, after more were played.
export function fitting(lines: string[], ply: number, actions: string[]): string[][] {
  const since = actions.slice(ply);
  return lines
    .map((line) => line.split(" "))
    .filter((line) => begins(line, since) && line.length > since.length + 1)
    .map((line) => line.slice(since.length));
}

export class PlanBoard implements Source {
  readonly table: Table<State> = new Table<State>(this);
  readonly session: Session;
  line = $state.raw<string[]>([]);
  private seats = $state.raw<number[]>([]); // whose each action of the line is
  private readonly setup: string[];
  private left = false; // a line may be stored after that

  constructor(
    engine: Engine,
    setup: string[],
    private readonly actions: string[],
    readonly you: number,
  ) {
    this.session = engine.openSession();
    // A planner plays for all seats, without a clock.
    this.setup = setup.map((word) => word.replace(/^(seat\d)=.*/, "$1=person").replace(/^clock=.*/, "clock=none"));
    this.follow();
  }

  get mine(): boolean {
    return this.table.state.toAct === this.you;
  }

  get mayAct(): boolean {
    return this.line.length < MOST_ACTIONS && !this.table.state.over;
  }

  own(at: number): boolean {
    return this.seats[at] === this.you;
  }

  // The line as it can be stored: up to the last answer.
  get answered(): string[] {
    const last = this.seats.lastIndexOf(this.you);
    return last > 0 ? this.line.slice(0, last + 1) : [];
  }

  play(action: string): boolean {
    this.seats = [...this.seats, this.table.state.toAct];
    this.line = [...this.line, action];
    this.follow();
    return true;
  }

  // Takes back the touches, or the last action.
  back(): void {
    if (this.table.state.staged.length) return this.table.cancel();
    this.line = this.line.slice(0, -1);
    this.seats = this.seats.slice(0, -1);
    this.follow();
  }

  // Goes on from a line that is known.
  show(path: string[]): void {
    if (this.left) return;
    this.line = [];
    this.seats = [];
    this.follow();
    for (const action of path) this.play(action);
  }

  leave(): void {
    this.left = true;
    this.session.close();
  }

  private follow(): void {
    const followed = this.table.send("follow", ...this.setup, "actions", ...this.actions, ...this.line);
    if (followed) this.table.send("eyes", String(this.you + 1));
  }
}
