// SPDX-License-Identifier: MIT
// One mistake as a puzzle: the position before it, attempts that the engine classifies as a review
// does, hints and the answer. The review's better action is right and the played one is wrong; the
// engine decides all others.
import type { Hint, Hints, Judged } from "abax/engine/answers";
import type { Engine, Session, Task } from "abax/engine/engine";
import type { State } from "abax/engine/state";
import type { Game } from "../app/games";
import { answerOf } from "../engine/refusal";
import { Table, type Source } from "../play/table.svelte";
import { sessionWords } from "../review/study";
import type { Mistake } from "./collection";

const HINT_LEVELS = 4;

export type Verdict =
  | { kind: "again" } // the action that was played in the game
  | { kind: "wrong"; classification: Judged }
  | { kind: "right"; classification?: Judged | undefined }
  | { kind: "shown" };

export class Exercise implements Source {
  readonly table: Table<State> = new Table<State>(this);
  readonly session: Session;
  readonly seat: number;
  verdict = $state.raw<Verdict>();
  classifying = $state(false);
  hint = $state.raw<Hint>();
  helped = $state(false); // a hint was shown or an attempt was wrong
  private hints: Hint[] = [];
  private task: Task | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly game: Game,
    readonly mistake: Mistake,
  ) {
    this.seat = mistake.seat;
    this.session = engine.openSession();
    this.session.call("new", ...sessionWords(mistake));
    this.table.state = this.session.call("set", ...mistake.actions);
  }

  readonly done = $derived.by(() => this.verdict?.kind === "right" || this.verdict?.kind === "shown");
  readonly mayAct = $derived.by(() => !this.done && !this.classifying);

  touched(): void {
    this.verdict = undefined;
  }

  cancelled(): void {
    this.stop();
  }

  // As many as one likes.
  play(action: string): boolean {
    const { played, better } = this.mistake;
    this.table.notice = undefined;
    if (action === better) this.found(action);
    else if (action === played) this.missed({ kind: "again" });
    else void this.classify(action);
    return true;
  }

  private async classify(action: string): Promise<void> {
    const task = this.drive("judge", action, "all");
    this.classifying = true;
    const classification = await answerOf<Judged>(task);
    if (this.task !== task) return;
    this.stop();
    if (classification?.warned) this.missed({ kind: "wrong", classification });
    else this.found(action, classification);
  }

  async nextHint(): Promise<void> {
    const level = (this.hint?.rung ?? 0) + 1;
    if (!this.mayAct || level > HINT_LEVELS) return;
    this.helped = true;
    if (!this.hints.length && !(await this.seek())) return;
    this.hint = this.hints[level - 1];
  }

  show(): void {
    this.helped = true;
    this.found(this.mistake.better);
    this.verdict = { kind: "shown" };
  }

  leave(): void {
    this.stop();
    this.session.close();
  }

  private stop(): void {
    this.task?.stop();
    this.task = undefined;
    this.classifying = false;
  }

  private async seek(): Promise<boolean> {
    const task = this.drive("hint");
    this.classifying = true;
    const found = await answerOf<Hints>(task);
    if (this.task !== task) return false;
    this.stop();
    if (found) this.hints = found.hints;
    return found !== undefined;
  }

  private drive(...words: string[]): Task {
    this.stop();
    const { mistake } = this;
    const game = { setup: sessionWords(mistake), actions: mistake.actions };
    return (this.task = this.engine.follow(this.game, game, words));
  }

  // An illegal action was typed: the rules say why.
  private found(action: string, classification?: Judged): void {
    this.stop();
    this.hint = undefined;
    this.verdict = this.table.enter(action) ? { kind: "right", classification } : undefined;
  }

  private missed(verdict: Verdict): void {
    this.helped = true;
    this.table.cancel();
    this.verdict = verdict;
  }
}
