// SPDX-License-Identifier: MIT
// A game on this device: its session, the worker that follows it, and its storage. Rules, turns,
// clocks and ends come from the session.
import type { Game } from "../app/games";
import type { Chosen, Hint, Hints, Judged, Told } from "abax/engine/answers";
import { keep } from "../app/keep";
import { nextTask } from "../app/later";
import type { Deal } from "../app/opening";
import { moves, settings } from "../app/settings.svelte";
import type { Engine, Session, Task } from "abax/engine/engine";
import { answerOf, refusalOf } from "../engine/refusal";
import type { State } from "abax/engine/state";
import { alone } from "./alone";
import { countResult, withAdaptiveLevel, adaptiveLevel } from "./adaptive";
import {
  briefOf,
  damagedText,
  goesOn,
  keepGame,
  lineOf,
  newId,
  putAway,
  readSaved,
  savedGame,
  setAside,
  saveWaiting,
  type Saved,
} from "./saved";
import { newSeed, setupWords, type Setup } from "./setup";
import { play as sound } from "./sound";
import { Table, type Source } from "./table.svelte";

const HINT_LEVELS = 4; // from where to look to the best action and why
const LEAST_THINKING = 450; // milliseconds: an answer without a pause is hard to follow

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

export class LocalGame implements Source {
  readonly table: Table<State> = new Table<State>(this);
  readonly counts = true;
  setup: Setup = $state.raw()!;
  begun = $state(false); // computers may act
  paused = $state(false); // the viewer paused the computers
  thinking = $state(false);
  hint = $state.raw<Hint>(); // of the present moment
  seeking = $state(false); // a hint is on its way
  classifying = $state(false); // an action is being classified before it is played
  warning = $state.raw<Judged>(); // of an action that waits for a decision
  viewer = $state<number>(-1); // the seat that holds the device; -1: none yet
  private hints: Hint[] = []; // all levels, after the first request
  private task: Task | undefined;
  session: Session | undefined; // none before the engine is loaded
  private engine!: Engine; // with the session
  trouble = $state<"full" | "damaged" | "split">(); // of keeping this game
  id = newId();
  private last: Saved | undefined; // as it was kept last
  private other: Saved | undefined; // another tab's continuation
  private left = false;
  private counted = false; // the adaptive level counts a game once, even after an undo

  // Until the engine is loaded the table shows `first` and queues touches.
  constructor(
    engine: Engine | Promise<Engine>,
    readonly game: Game,
    setup: Setup,
    first?: State,
  ) {
    this.setup = setup;
    if (first) this.table.state = first;
    if (!(engine instanceof Promise)) this.arrive(engine);
    else if (first)
      engine.then(nextTask).then(
        async () => this.left || this.arrive(await engine),
        () => {},
      ); // callers that load the engine report its error
    else throw new Error("nothing to show before the engine is loaded");
  }

  private arrive(engine: Engine): void {
    const first = this.table.state as State | undefined;
    this.engine = engine;
    this.session = engine.openSession();
    const saved = savedGame(this.game.name);
    const broken = damagedText(this.game.name) ?? (saved && !this.restore(saved) ? JSON.stringify(saved) : undefined);
    if (broken !== undefined) setAside(this.game.name, broken);
    if (!saved || broken !== undefined) this.begin(this.setup);
    if (broken !== undefined) this.trouble = "damaged";
    if (saved) saveWaiting(); // what the last page could not save any more
    if (first && JSON.stringify(first) === JSON.stringify(this.state)) this.table.state = first;
    this.table.catchUp();
  }

  // Shows a deal before the engine is loaded, which will deal the same.
  deal({ seed, state }: Deal): void {
    if (this.session) return;
    this.setup = { ...this.setup, seed };
    this.table.state = state;
  }

  private get state(): State {
    return this.table.state;
  }

  // -------------------------------------------------------------------------------------------
  // Display
  // -------------------------------------------------------------------------------------------

  readonly people = $derived.by(() => this.state.seats.flatMap((seat, i) => (seat.who === "person" ? [i] : [])));

  // Whether people with different secrets share the device.
  readonly shared = $derived.by(
    () => this.game.hidden && new Set(this.people.map((seat) => this.state.seats[seat]?.team)).size > 1,
  );

  readonly personToAct = $derived.by(() => this.state.seats[this.state.toAct]?.who === "person");

  // The device must change hands before the game goes on.
  readonly covered = $derived.by(
    () =>
      this.shared &&
      this.personToAct &&
      this.state.seats[this.state.toAct]?.team !== this.state.seats[this.viewer]?.team,
  );

  readonly seat = $derived.by(() => {
    if (this.people.length === 1) return this.people[0]!;
    return this.shared && this.viewer >= 0 ? this.viewer : 0;
  });

  readonly mayAct = $derived.by(() => this.personToAct && !this.covered && !this.classifying);

  // -------------------------------------------------------------------------------------------
  // Beginning, saving, leaving
  // -------------------------------------------------------------------------------------------

  begin(setup: Setup): void {
    this.stop();
    this.setup = setup = withAdaptiveLevel(setup);
    this.counted = false;
    if (!this.session) return void putAway(this.game.name); // begins when the engine is loaded
    this.anotherGame();
    this.viewer = -1;
    this.forget();
    this.table.send(...setupWords(setup));
    this.begun = this.personToAct;
    this.look();
    keep(`setup.${this.game.name}`, setup);
    this.save();
  }

  // A new game with the same settings.
  anew(): void {
    this.begin({ ...this.setup, seed: newSeed(), lot: newSeed(), start: "" });
  }

  // The next game of the series, or a rematch: the session knows who sits where.
  next(start?: "second" | "revenge"): void {
    this.stop();
    this.anotherGame();
    this.viewer = -1;
    this.forget();
    const level = String(adaptiveLevel(this.game.name));
    this.table.send("next", String(newSeed()), level, ...(start ? [start] : []));
    this.counted = false;
    this.begun = true;
    this.look();
    this.save();
    this.advance();
  }

  start(): void {
    this.begun = true;
    this.save();
    this.advance();
  }

  // The next player takes the device.
  uncover(): void {
    this.viewer = this.state.toAct;
    this.look();
  }

  leave(): void {
    this.left = true;
    if (!this.session) return;
    this.stop();
    this.table.send("pause");
    this.save();
    this.session.close();
  }

  away(hidden: boolean): void {
    if (!this.session) return;
    this.table.send(hidden ? "pause" : "resume");
    if (hidden) this.save();
    else void this.catchUp();
  }

  // Shows what another tab did with this game.
  hear(saved: Saved | undefined): void {
    if (!this.session || this.left || saved?.id !== this.id || saved.version <= (this.last?.version ?? 0)) return;
    const same = saved.line === lineOf(this.state) && saved.over === this.state.over;
    this.last = saved;
    if (same) return;
    this.stop();
    this.forget();
    this.restore(saved);
  }

  heard(text: string | null): void {
    this.hear(readSaved(this.game.name, text));
  }

  // Two tabs continued the game differently: both become games, and this tab shows the other's.
  showOther(): void {
    const { other } = this;
    this.trouble = this.other = undefined;
    if (!other || !this.session) return;
    this.stop();
    this.restore(other);
    void keepGame(other);
  }

  // A tab that slept has heard nothing.
  private async catchUp(): Promise<void> {
    this.hear(savedGame(this.game.name));
    const { find } = await import("../savedgames/store");
    const found = await find(this.id).catch(() => undefined);
    if (found && !("damaged" in found)) this.hear(found);
  }

  private restore(saved: Saved): boolean {
    try {
      this.table.state = this.session!.call("load", encodeURIComponent(saved.record));
      this.setup = saved.setup;
      this.id = saved.id;
      this.last = saved;
      this.begun = saved.begun;
      this.counted = saved.counted ?? saved.over;
      this.table.state = this.session!.call("resume");
      this.look();
    } catch (error) {
      refusalOf(error);
      return false; // damaged, or of another version of the rules
    }
    this.advance();
    return true;
  }

  private anotherGame(): void {
    this.id = newId();
    this.last = this.other = this.trouble = undefined;
  }

  // Whether there is something new to save. A finished game never changes: an undo after the end
  // makes a new game, and so does a continuation that conflicts with the one of another tab.
  private news(line: string): boolean {
    const { last, state } = this;
    if (last?.over && !(state.over && line === last.line)) {
      if (!state.over && goesOn(last.line, line)) return false;
      this.anotherGame();
    }
    const there = savedGame(this.game.name);
    if (there?.id !== this.id || there.version <= (this.last?.version ?? 0)) return true;
    if (goesOn(line, there.line)) this.last = there;
    else {
      this.anotherGame();
      this.other = there;
      this.trouble = "split";
    }
    return true;
  }

  private save(): void {
    const state = this.state;
    if (state.over && !this.counted) countResult(state);
    this.counted ||= state.over;
    const line = lineOf(state);
    if (!this.news(line)) return;
    const { last } = this;
    const saved: Saved = {
      id: this.id,
      version: (last?.version ?? 0) + 1,
      game: this.game.name,
      setup: this.setup,
      record: this.record("text", "all"),
      line,
      moves: state.length,
      begun: this.begun,
      over: state.over,
      counted: this.counted,
      started: last?.started ?? Date.now(),
      when: Date.now(),
      brief: briefOf(state),
    };
    if (last && last.record === saved.record && last.begun === saved.begun && last.over === saved.over) return;
    this.last = saved;
    void keepGame(saved).then((good) => {
      if (this.last !== saved) return;
      if (!good && !(this.trouble === "damaged" && saved.moves === 0)) this.trouble = "full";
      else if (this.trouble === "full") this.trouble = undefined;
    });
  }

  // -------------------------------------------------------------------------------------------
  // Acting
  // -------------------------------------------------------------------------------------------

  touched(): void {
    this.warning = undefined;
  }

  cancelled(): void {
    this.warning = undefined;
  }

  // Plays an action, typed or touched; false if it is refused at once. With warnings on, the engine
  // classifies it first.
  play(action: string, sure = false): boolean {
    this.stop(); // a hint may be on its way
    this.table.ready = this.warning = undefined;
    if (!sure && this.session && settings.warnings !== "off" && this.people.length < this.state.seats.length) {
      void this.classify(action);
      return true;
    }
    if (!this.table.enter(action)) return false;
    this.acted();
    return true;
  }

  // Nothing is played before the answer.
  private async classify(action: string): Promise<void> {
    const task = (this.task = this.ask("judge", action, settings.warnings));
    this.classifying = true;
    const judged = await answerOf<Judged>(task);
    if (this.task !== task) return;
    this.stop();
    if (!judged?.warned) return void this.play(action, true);
    this.warning = judged;
    this.helped(1);
  }

  // A warning counts as the first hint level.
  helped(level: number): void {
    this.table.send("hinted", String(level));
    this.save();
  }

  undo(): void {
    this.back("undo");
  }

  redo(): void {
    this.back("redo");
  }

  resign(): void {
    const seat = this.personToAct ? this.state.toAct : (this.people[0] ?? 0);
    this.finish("resign", String(seat + 1));
  }

  // Offers a draw for the seat to act, or accepts the other's offer.
  draw(seat: number): void {
    this.finish("draw", String(seat + 1));
  }

  // Shows the next hint level and counts it.
  async nextHint(): Promise<void> {
    const level = (this.hint?.rung ?? 0) + 1;
    if (!this.session || !this.table.canAct || level > HINT_LEVELS) return;
    if (this.hints.length) return this.show(level);
    if (this.task) return;
    this.seeking = true;
    if (!(await this.seek("quick"))) return;
    this.show(level);
    if ((await this.seek()) && this.hint) this.hint = this.hints[this.hint.rung - 1];
  }

  // Requests all hint levels, quick or complete. False if the task was replaced.
  private async seek(...how: "quick"[]): Promise<boolean> {
    const task = (this.task = this.ask("hint", ...how));
    const found = await answerOf<Hints>(task);
    if (this.task !== task) return false;
    this.stop();
    if (found) this.hints = found.hints;
    return found !== undefined;
  }

  private show(level: number): void {
    this.hint = this.hints[level - 1];
    this.helped(level);
  }

  // The position has changed: nothing of the last one stays.
  private forget(): void {
    this.table.clear();
    this.hint = this.warning = undefined;
    this.hints = [];
  }

  hold(): void {
    this.paused = !this.paused;
    if (this.paused) this.stop();
    else this.advance();
  }

  // A clock reached zero: the session says whether a flag has fallen.
  flag(): State {
    const now = this.session!.call("state");
    if (now.over) this.finish("state");
    return now;
  }

  // -------------------------------------------------------------------------------------------
  // Inside
  // -------------------------------------------------------------------------------------------

  // The position it began with. Everything is known there.
  startPosition(): string {
    return this.session!.ask<Told>("setup").start;
  }

  // A question to the worker about the present position.
  private ask(...words: string[]): Task {
    return this.engine.follow(this.game, this.session!.played(), words);
  }

  // The match in a form of docs/records.md, as the viewpoint may know it.
  record(form: string, ...viewpoint: string[]): string {
    return this.session!.ask<{ record: string }>("record", form, ...viewpoint).record;
  }

  // Sets the viewpoint of the session: the seat whose view the board shows.
  private look(): void {
    let viewpoint = "turn";
    if (this.people.length === 1) viewpoint = String(this.people[0]! + 1);
    else if (this.shared) viewpoint = this.covered ? "0" : String(this.viewer + 1);
    else if (this.game.hidden) viewpoint = String((this.people[0] ?? -1) + 1);
    this.table.send("eyes", viewpoint);
  }

  private acted(): void {
    this.forget();
    this.begun = true;
    sound(this.state.over ? "end" : "place");
    if (this.shared) this.look();
    this.save();
    this.advance();
  }

  private finish(...words: string[]): void {
    this.stop();
    if (!this.table.send(...words)) return;
    if (!this.state.over) return this.advance();
    sound("end");
    this.save();
  }

  private back(call: "undo" | "redo"): void {
    if (!this.session) return;
    this.stop();
    this.forget();
    this.table.send(call);
    if (this.shared) this.look();
    this.save();
    this.advance();
  }

  private stop(): void {
    this.task?.stop();
    this.task = undefined;
    this.thinking = this.seeking = this.classifying = false;
  }

  private advance(): void {
    const computer = this.state.seats[this.state.toAct]?.who === "computer";
    if (this.begun && !this.paused && !this.task && computer) void this.think();
  }

  private async alone(work: () => Promise<void>): Promise<void> {
    const wait = new AbortController();
    const task: Task = { answer: new Promise(() => {}), stop: () => wait.abort() };
    this.task = task;
    this.thinking = true;
    await alone(this.id, wait.signal, async () => {
      // the other may just have answered
      if (this.task === task) this.hear(savedGame(this.game.name));
      if (this.task === task) await work();
    });
  }

  private think(): Promise<void> {
    return this.alone(() => this.answer());
  }

  private async answer(): Promise<void> {
    const task = this.ask("choose");
    this.task = task;
    try {
      const [answer] = await Promise.all([task.answer, pause(moves() ? LEAST_THINKING : 0)]);
      if (this.task !== task) return;
      this.task = undefined;
      this.thinking = false;
      const { index, length } = JSON.parse(answer) as Chosen;
      if (this.table.send("play", `#${index}@${length}`)) this.acted();
    } catch (error) {
      if (this.task === task) this.stop();
      refusalOf(error);
    }
  }
}
