// SPDX-License-Identifier: MIT
// A learner in the lesson of a game. Touches go through a session; `abax try` checks whole actions
// against the goal of the step and answers for the opponents.
import type { Judgement, LessonStep as Step, LessonSteps, Remark } from "abax/engine/answers";
import type { Engine, Session } from "abax/engine/engine";
import { Refusal } from "abax/engine/module";
import type { State } from "abax/engine/state";
import type { Said } from "abax/messages/catalogue";
import { keep, kept } from "../app/keep";

export interface Answer {
  verdict: Judgement["verdict"];
  remarks: Remark[];
  said: Said; // all of it in English, or an error
}

export class Lesson {
  readonly steps: Step[];
  index = $state(0);
  state: State = $state.raw()!;
  said = $state<Answer>();
  hinted = $state(false);
  done = $state(false);
  private attempts: string[] = [];
  private readonly session: Session;

  constructor(
    private readonly engine: Engine,
    readonly game: string,
  ) {
    this.steps = readSteps(engine, game);
    this.session = engine.openSession();
    if (this.steps.length) this.goTo(Math.min(kept<number>(`lesson.${game}`) ?? 0, this.steps.length - 1));
  }

  readonly step = $derived.by(() => this.steps[this.index]);
  readonly last = $derived.by(() => this.index + 1 === this.steps.length);

  goTo(index: number): void {
    this.index = index;
    this.done = false;
    this.said = undefined;
    this.hinted = false;
    this.attempts = [];
    const step = this.steps[index]!;
    const options = step.options.map((option) => `o.${option}`);
    this.session.call("new", this.game, ...options, `start=${step.position}`);
    this.state = this.session.call("eyes", String(step.seat));
    keep(`lesson.${this.game}`, index);
  }

  restart(): void {
    this.goTo(this.index);
  }

  touch(spot: string): void {
    if (this.done) return;
    this.state = this.session.call("touch", spot);
    const touch = this.state.touch;
    if (touch?.answer === "refused") this.forbidden(spot, touch.rule ?? "", touch.sentence ?? "");
    else if (touch?.answer === "staged") this.said = undefined;
    if (touch?.answer === "ready" && touch.action) this.attempt(touch.action);
  }

  // A step may ask for a forbidden attempt, so it is judged too: as names of spots with commas.
  private forbidden(spot: string, rule: string, sentence: string): void {
    const names = this.state.staged.map((staged) => this.state.scene.spots[staged]?.name ?? "");
    const path = [...names, spot].join(",");
    this.attempt(path.includes(",") ? path : `${path},`);
    if (this.said?.verdict !== "refused" || this.said.remarks.some(({ id }) => id === "other-rule")) return;
    this.said = { verdict: "refused", remarks: [{ id: "rule", rule }], said: { text: sentence } };
  }

  cancel(): void {
    if (this.state.staged.length) this.state = this.session.call("cancel");
  }

  // Whether the action was legal; the goal may still be missed.
  attempt(action: string): boolean {
    try {
      const words = ["try", this.game, this.step!.id, ...this.attempts, action];
      const answer = JSON.parse(this.engine.call(...words)) as Judgement;
      this.said = { verdict: answer.verdict, remarks: answer.remarks, said: { text: answer.say } };
      if (answer.verdict === "refused") return false;
      this.done = answer.verdict === "done";
      this.attempts = answer.verdict === "again" ? [] : [...this.attempts, action];
      this.state = this.session.call("set", ...answer.actions);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.said = { verdict: "refused", remarks: [], said: error.said };
      return false;
    }
  }

  leave(): void {
    this.session.close();
  }
}

function readSteps(engine: Engine, game: string): Step[] {
  try {
    return (JSON.parse(engine.call("lesson", game, "--json")) as LessonSteps).steps;
  } catch (error) {
    if (error instanceof Refusal) return []; // a game without a lesson
    throw error;
  }
}
