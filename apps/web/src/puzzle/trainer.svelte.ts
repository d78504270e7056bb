// SPDX-License-Identifier: MIT
// The trainer: a user who solves puzzles in a training. The engine decides what is right, what
// refutes a wrong action, the rating and when a puzzle comes back; this asks it, shows it, and
// stores it once.
import { tick } from "svelte";
import type { Engine, Session } from "abax/engine/engine";
import type { Puzzle, Scene, State } from "abax/engine/state";
import type { Said } from "abax/messages/catalogue";
import type { PuzzleBegun, PuzzleOver } from "../online/puzzlemessages";
import type { Game } from "../app/games";
import { keep } from "../app/keep";
import { Table, type Source } from "../play/table.svelte";
import { choose, scoringOf, today, type PuzzleFile, type Row } from "./practice";
import * as served from "./served";
import { attempts, cards, note, noteBest, solvers, type Noted } from "./store";
import type { Training } from "./training";

type PuzzleState = State & { puzzle: Puzzle };

export const STORM = 180_000; // milliseconds
const PAUSE = 900; // between the actions that are shown

export type Stage =
  | "loading"
  | "ready" // a storm that waits to begin
  | "solving"
  | "wrong" // with the refutation on the board
  | "done" // solved or shown
  | "over" // the end of a streak or a storm
  | "none"; // nothing is left to solve here

export class Trainer implements Source {
  readonly table: Table<PuzzleState | undefined> = new Table<PuzzleState | undefined>(this);
  readonly session: Session;
  stage = $state<Stage>("loading");
  number = $state<number>();
  origin = ""; // the position that the puzzle begins with
  failed = $state(false); // this puzzle, at the first try
  shown = $state(false); // the solution was shown
  refuted = $state.raw<Puzzle>(); // why the last action was wrong
  private refutation: Scene[] = []; // on the board
  wrong = $state.raw<{ text: string; words: Said }>(); // the action that was
  noted = $state.raw<Noted>();
  server = $state.raw<PuzzleOver>(); // the server's answer to an account's attempt
  answered = $state.raw<Said>(); // the other seat's last answer
  score = $state(0);
  best = $state(0);
  left = $state(STORM);
  scene = $state.raw<Scene>(); // of a line that is being shown
  private timer: ReturnType<typeof setTimeout> | undefined;
  private clock: ReturnType<typeof setInterval> | undefined;
  private ends = 0;
  private solved = new Set<number>(); // those that came in this run
  private queue: number[] = []; // of those that are due
  private gone = false;
  private begun: PuzzleBegun | undefined; // by the server's choice
  private date: string | undefined; // of the day whose puzzle it is
  private letters = ""; // of the puzzle

  constructor(
    private readonly engine: Engine,
    readonly game: Game,
    readonly file: PuzzleFile,
    readonly training: Training,
  ) {
    this.session = engine.openSession();
  }

  readonly showing = $derived.by(() => this.scene !== undefined);
  readonly mayAct = $derived.by(() => this.stage === "solving" && !this.showing);
  readonly rated = $derived.by(() => ["run", "theme", "day", "single"].includes(this.training.mode));

  async begin(): Promise<void> {
    this.score = 0;
    this.solved.clear();
    if (this.training.mode === "again") this.queue = await this.due();
    if (this.training.mode === "storm") {
      this.left = STORM;
      this.stage = "ready";
      await this.load(await this.pick());
      if (this.number !== undefined) this.stage = "ready";
      return;
    }
    await this.next();
  }

  // The storm's clock runs from here.
  start(): void {
    this.ends = performance.now() + STORM;
    this.stage = "solving";
    this.clock = setInterval(() => this.look(), 100);
  }

  private look(): void {
    this.left = Math.max(0, this.ends - performance.now());
    if (this.left === 0) void this.end();
  }

  private async end(): Promise<void> {
    clearInterval(this.clock);
    this.stop();
    this.stage = "over";
    this.best = await noteBest(`${this.training.mode}/${this.game.name}`, this.score, Date.now());
  }

  private async due(): Promise<number[]> {
    const day = today();
    const all = (await cards()).filter((card) => card.game === this.game.name && card.due <= day);
    return all.sort((a, b) => a.due.localeCompare(b.due)).map(({ puzzle }) => numberOf(puzzle));
  }

  private async pick(): Promise<number | undefined> {
    const { mode, theme, number } = this.training;
    if (mode === "again") return this.queue.shift();
    if (number !== undefined) return this.solved.has(number) ? undefined : number;
    this.begun = mode === "run" ? await served.chosen(this.game.name) : undefined;
    if (this.begun && this.begun.puzzle < this.file.count) return this.begun.puzzle;
    const [tried, ratings] = await Promise.all([attempts(), solvers()]);
    const mine = tried.filter(({ game }) => game === this.game.name).map(({ puzzle }) => numberOf(puzzle));
    const done = new Set([...mine, ...this.solved]);
    const suits = ({ number, themes }: Row) => !done.has(number) && (!theme || themes.includes(theme));
    if (mode !== "streak" && mode !== "storm") {
      const rating = ratings.find(({ game }) => game === this.game.name)?.rating;
      return choose(this.engine, this.file, suits, rating);
    }
    // After all puzzles were tried, old ones come again.
    const climb = (fits: (row: Row) => boolean) => choose(this.engine, this.file, fits, `climb:${this.score}`);
    return climb(suits) ?? climb(({ number }) => !this.solved.has(number));
  }

  async next(): Promise<void> {
    this.stop();
    await this.load(await this.pick());
  }

  // Opens a puzzle; how long that takes until it is painted is measured.
  private async load(number: number | undefined): Promise<void> {
    if (this.gone) return;
    const row = number === undefined ? undefined : this.file.rows[number];
    if (!row) {
      this.number = undefined;
      this.stage = "none";
      return;
    }
    const began = performance.now();
    this.letters = row.letters;
    const state = this.call("puzzle", this.game.name, row.letters);
    this.table.state = state;
    this.table.notice = undefined;
    this.origin = state.position;
    this.number = row.number;
    this.solved.add(row.number);
    this.failed = this.shown = false;
    this.refuted = this.wrong = this.noted = this.answered = this.server = undefined;
    this.scene = undefined;
    this.tellBegun(row.number);
    if (this.stage !== "ready") this.stage = "solving";
    await tick();
    requestAnimationFrame(() =>
      setTimeout(() => performance.measure("puzzle opened", { start: began, end: performance.now() }), 0),
    );
  }

  // A day's puzzle counts for the day on which it was begun.
  private tellBegun(number: number): void {
    const day = this.training.mode === "day";
    const known = this.begun?.puzzle === number;
    this.date = day ? today() : known ? this.begun?.day : undefined;
    if (!this.rated || known) return;
    void served.begun(this.game.name, number, day).then((counted) => {
      if (this.number === number) this.date = counted ?? this.date;
    });
  }

  // Whether the action was legal.
  play(action: string): boolean {
    const before = this.table.state!;
    let after: PuzzleState;
    try {
      after = this.call("try", action);
    } catch (error) {
      return this.table.refused(error);
    }
    this.table.notice = undefined;
    if (after.puzzle.verdict === "wrong") void this.fail(action, before, after);
    else void this.goOn(before, after);
    return true;
  }

  // Right: shows your action first, then the reply.
  private async goOn(before: PuzzleState, after: PuzzleState): Promise<void> {
    const scenes = this.between(before.length + 1, after.length);
    this.table.state = after;
    const last = after.actions[after.length - 1];
    this.answered = after.length > before.length + 1 ? last?.words : undefined;
    const solved = after.puzzle.verdict === "solved";
    if (solved) {
      this.stage = "done";
      if (!this.failed) {
        this.score++;
        await this.write(true, ownOf(after));
      }
    }
    if (this.training.mode === "storm") {
      if (solved && this.stage === "done") await this.next();
      return;
    }
    await this.showLine(scenes);
    if (this.training.mode === "streak" && solved && !this.gone) await this.next();
  }

  private async fail(action: string, before: PuzzleState, after: PuzzleState): Promise<void> {
    const first = !this.failed;
    this.failed = true;
    this.table.state = { ...after, staged: [] };
    this.wrong = after.puzzle.tried;
    if (this.training.mode === "storm") {
      if (first) await this.write(false, [...ownOf(before), action]);
      if (this.stage === "solving") await this.next();
      return;
    }
    this.stage = "wrong";
    // at once; the refutation is being searched
    this.scene = this.table.look(before.length, action);
    const number = this.number;
    const refuting = this.refute(before, action);
    if (first) await this.write(false, [...ownOf(before), action]);
    const refuted = await refuting;
    if (this.gone || this.number !== number || this.stage !== "wrong") return;
    this.refuted = refuted;
    const line = [action, ...(refuted.refutation ?? []).map(({ text }) => text)];
    this.refutation = line.map((_, i) => this.table.look(before.length, ...line.slice(0, i + 1))!);
    await this.showLine(this.refutation);
    if (this.training.mode === "streak" && !this.gone && this.number === number) await this.end();
  }

  // The refutation once more.
  again(): void {
    if (this.refuted) void this.showLine(this.refutation);
  }

  // Back to where the wrong action was made.
  retry(): void {
    this.stop();
    this.refuted = this.wrong = this.answered = undefined;
    this.table.state = this.call("state");
    this.stage = "solving";
  }

  // Giving up shows the rest of the line.
  async solution(): Promise<void> {
    if (!this.table.state || this.stage === "done") return;
    this.stop();
    const first = !this.failed;
    const before = this.call("state");
    this.failed = this.shown = true;
    this.refuted = this.wrong = this.answered = undefined;
    const after = this.call("reveal");
    this.table.state = after;
    this.stage = "done";
    const scenes = this.between(before.length + 1, after.length);
    if (first) await this.write(false, ownOf(before), true);
    await this.showLine(scenes);
  }

  // Scenes one after the other; the last one stays as long as the stage does.
  private async showLine(scenes: readonly Scene[]): Promise<void> {
    clearTimeout(this.timer);
    for (const scene of scenes) {
      this.scene = scene;
      await new Promise<void>((done) => (this.timer = setTimeout(done, PAUSE)));
      if (this.scene !== scene) return; // something else is shown now
    }
    if (this.stage !== "wrong") this.scene = undefined;
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.scene = undefined;
  }

  // Stores an attempt here and, for an account, sends your actions to the server.
  private async write(right: boolean, actions: string[], end = false): Promise<void> {
    const { mode } = this.training;
    const number = this.number!;
    const tried = {
      puzzle: `${this.game.name}/${number}`,
      game: this.game.name,
      when: Date.now(),
      mode,
      right,
    };
    const noted = await note(tried, scoringOf(this.engine, this.file.rows[number]!.rating, tried, this.rated));
    if (mode === "day" && !this.training.own) keep("puzzle.day", this.date);
    if (this.number === number) this.noted = noted;
    if (!this.rated) return;
    const ending = { game: this.game.name, puzzle: number, actions: actions.join(" "), end, day: this.date };
    void served.ended(ending).then((over) => {
      if (over && this.number === number) this.server = over;
    });
  }

  call(...words: string[]): PuzzleState {
    return this.session.call(...words) as PuzzleState;
  }

  // The scenes after `from` to `to` - 1 actions.
  private between(from: number, to: number): Scene[] {
    return Array.from({ length: Math.max(0, to - from) }, (_, i) => this.table.look(from + i)!);
  }

  // Search and proof take time: they run in the worker, in its own session.
  private async refute(at: PuzzleState, action: string): Promise<Puzzle> {
    const puzzle = ["puzzle", this.game.name, this.letters, ...ownOf(at)];
    const answer = await this.engine.drive(this.game, puzzle, ["refute", action]).answer;
    return (JSON.parse(answer) as PuzzleState).puzzle;
  }

  leave(): void {
    this.gone = true;
    clearInterval(this.clock);
    this.stop();
    this.session.close();
  }
}

// The solver's actions so far.
function ownOf({ actions, length, puzzle }: PuzzleState): string[] {
  const since = actions.slice(puzzle.from, length);
  return since.filter(({ seat }) => seat === puzzle.solver).map(({ text }) => text);
}

const numberOf = (puzzle: string) => Number(puzzle.split("/")[1]);
