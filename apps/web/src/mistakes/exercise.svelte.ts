// SPDX-License-Identifier: MIT
// One mistake as a puzzle: the position before it, attempts that the engine classifies as a review
// does, hints and the answer. The review's better action is right and the played one is wrong; the
// engine decides all others.
import type { Hint, Hints, Judged, Moves } from "abax/engine/answers";
import type { Engine, Session, Task } from "abax/engine/engine";
import { Refusal } from "abax/engine/module";
import type { State } from "abax/engine/state";
import type { Said } from "abax/messages/catalogue";
import type { Game } from "../app/games";
import { classified } from "../play/classified";
import type { Mistake } from "./collection";

const HINT_LEVELS = 4;

export type Verdict =
  | { kind: "again" } // the action that was played in the game
  | { kind: "wrong"; classification: Judged }
  | { kind: "right"; classification?: Judged | undefined }
  | { kind: "shown" }
  | { kind: "refused"; said: Said; rule: string };

export class Exercise {
  state: State = $state.raw()!;
  verdict = $state.raw<Verdict>();
  classifying = $state(false);
  hint = $state.raw<Hint>();
  helped = $state(false); // a hint was shown or an attempt was wrong
  private hints: Hint[] = [];
  private task: Task | undefined;
  private readonly session: Session;

  constructor(
    private readonly engine: Engine,
    private readonly game: Game,
    readonly mistake: Mistake,
  ) {
    this.session = engine.openSession();
    this.restart();
  }

  readonly done = $derived.by(() => this.verdict?.kind === "right" || this.verdict?.kind === "shown");
  readonly canAct = $derived.by(() => !this.done && !this.classifying);

  private setup(): string[] {
    const { game, options, start } = this.mistake;
    const words = Object.entries(options).map(([key, value]) => `o.${key}=${value}`);
    return [game, ...words, ...(start ? [`start=${start}`] : [])];
  }

  restart(): void {
    this.stop();
    this.verdict = undefined;
    this.session.call("new", ...this.setup());
    this.state = this.session.call("set", ...this.mistake.actions);
  }

  touch(spot: string): void {
    if (!this.canAct) return;
    this.state = this.session.call("touch", spot);
    const { touch } = this.state;
    if (touch?.answer === "refused")
      this.verdict = { kind: "refused", said: { text: touch.sentence ?? "" }, rule: touch.rule ?? "" };
    else this.verdict = undefined;
    if (touch?.answer === "ready" && touch.action) void this.attempt(touch.action);
  }

  cancel(): void {
    this.stop();
    this.state = this.session.call("cancel");
  }

  // As many as one likes.
  async attempt(action: string): Promise<void> {
    const { played, better } = this.mistake;
    if (!this.canAct) return;
    if (action === better) return this.found(action);
    if (action === played) return this.missed({ kind: "again" });
    const task = this.drive("judge", action, "all");
    this.classifying = true;
    const classification = await classified(task);
    if (this.task !== task) return;
    this.stop();
    if (!classification) return this.refuse(action);
    if (classification.warned) this.missed({ kind: "wrong", classification });
    else this.found(action, classification);
  }

  async nextHint(): Promise<void> {
    const level = (this.hint?.rung ?? 0) + 1;
    if (!this.canAct || level > HINT_LEVELS) return;
    this.helped = true;
    if (!this.hints.length && !(await this.seek())) return;
    this.hint = this.hints[level - 1];
  }

  show(): void {
    this.helped = true;
    this.play(this.mistake.better);
    this.verdict = { kind: "shown" };
  }

  leave(): void {
    this.stop();
    this.session.close();
  }

  stop(): void {
    this.task?.stop();
    this.task = undefined;
    this.classifying = false;
  }

  spotsOf(action: string): number[] {
    return this.session.ask<Moves>("moves").moves.find(({ text }) => text === action)?.spots ?? [];
  }

  private async seek(): Promise<boolean> {
    const task = this.drive("hint");
    this.classifying = true;
    try {
      const { hints } = JSON.parse(await task.answer) as Hints;
      if (this.task !== task) return false;
      this.hints = hints;
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return false;
    } finally {
      if (this.task === task) this.stop();
    }
  }

  private drive(...words: string[]): Task {
    this.stop();
    this.task = this.engine.drive(this.game, ["follow", ...this.setup(), "actions", ...this.mistake.actions], words);
    return this.task;
  }

  private play(action: string): void {
    this.stop();
    this.hint = undefined;
    this.state = this.session.call("play", action);
  }

  private found(action: string, classification?: Judged): void {
    this.play(action);
    this.verdict = { kind: "right", classification };
  }

  private missed(verdict: Verdict): void {
    this.helped = true;
    this.cancel();
    this.verdict = verdict;
  }

  // Typed and not legal: the rules say why.
  private refuse(action: string): void {
    try {
      this.found(action);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.verdict = { kind: "refused", said: error.said, rule: "" };
    }
  }
}
