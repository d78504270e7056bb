// SPDX-License-Identifier: MIT
// A learner in the lesson of a game. `abax try` checks whole actions against the goal of the step
// and answers for the opponents.
import type { Judgement, LessonStep as Step, LessonSteps, Remark } from "abax/engine/answers";
import type { Engine, Session } from "abax/engine/engine";
import type { State, Touch } from "abax/engine/state";
import type { Said } from "abax/messages/catalogue";
import { keep, kept } from "../app/keep";
import { refusalOf } from "../engine/refusal";
import { Table, type Source } from "../play/table.svelte";

export interface Answer {
  verdict: Judgement["verdict"];
  remarks: Remark[];
  said: Said; // all of it in English, or an error
}

export class Lesson implements Source {
  readonly table: Table<State> = new Table<State>(this);
  readonly session: Session;
  readonly steps: Step[];
  index = $state(0);
  said = $state<Answer>();
  hinted = $state(false);
  done = $state(false);
  private attempts: string[] = [];

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
  readonly mayAct = $derived.by(() => !this.done);

  goTo(index: number): void {
    this.index = index;
    this.done = false;
    this.said = undefined;
    this.hinted = false;
    this.attempts = [];
    const step = this.steps[index]!;
    const options = step.options.map((option) => `o.${option}`);
    this.session.call("new", this.game, ...options, `start=${step.position}`);
    this.table.state = this.session.call("eyes", String(step.seat));
    keep(`lesson.${this.game}`, index);
  }

  restart(): void {
    this.goTo(this.index);
  }

  touched(touch: Touch, spot: string): void {
    if (touch.answer === "refused") this.forbidden(spot, touch.rule ?? "", touch.sentence ?? "");
    else if (touch.answer === "staged") this.said = undefined;
  }

  // A step may ask for a forbidden attempt, so it is judged too: as names of spots with commas.
  private forbidden(spot: string, rule: string, sentence: string): void {
    const { staged, scene } = this.table.state;
    const path = [...staged.map((place) => scene.spots[place]?.name ?? ""), spot].join(",");
    this.play(path.includes(",") ? path : `${path},`);
    if (this.said?.verdict !== "refused" || this.said.remarks.some(({ id }) => id === "other-rule")) return;
    this.said = { verdict: "refused", remarks: [{ id: "rule", rule }], said: { text: sentence } };
  }

  // Whether the action was legal; the goal may still be missed.
  play(action: string): boolean {
    try {
      const words = ["try", this.game, this.step!.id, ...this.attempts, action];
      const answer = JSON.parse(this.engine.call(...words)) as Judgement;
      this.said = { verdict: answer.verdict, remarks: answer.remarks, said: { text: answer.say } };
      if (answer.verdict === "refused") return false;
      this.done = answer.verdict === "done";
      this.attempts = answer.verdict === "again" ? [] : [...this.attempts, action];
      this.table.state = this.session.call("set", ...answer.actions);
      return true;
    } catch (error) {
      this.said = { verdict: "refused", remarks: [], said: refusalOf(error) };
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
    refusalOf(error); // a game without a lesson
    return [];
  }
}
