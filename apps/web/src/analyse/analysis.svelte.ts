// SPDX-License-Identifier: MIT
// The analysis board: a tree of variations, a session at one of its moves, and the engine.
import type { Game } from "../app/games";
import { keep, kept } from "../app/keep";
import type { Explored, Moves } from "abax/engine/answers";
import type { Engine, Session, Task } from "abax/engine/engine";
import { question } from "../engine/question";
import { Refusal } from "abax/engine/module";
import type { Line, Said, State } from "abax/engine/state";
import { studyToJson } from "../share/record";
import { mayThreaten, passingCosts } from "./chance";
import { withPutBack } from "../play/putback";
import { Editor } from "./editor.svelte";
import type { Brief } from "../play/saved";
import * as tree from "./tree";

export interface Study {
  game: string;
  options: Record<string, string>;
  start: string; // a position text, or empty
  names: string[];
  tree: tree.Plain;
  at: number[]; // the child to take at each moment
  turn?: boolean; // the review opens where the game turned
  ended?: Brief; // how the game ended, if the rules do not know
  foreign?: boolean; // opened from a link: the players may be other people
}

// What another seat would play if it were its turn.
export interface Threat {
  seat: number;
  line: Line;
  spots: number[];
  real: boolean; // passing would lose something
}

const LINES = 3;
const PATIENCE = 600000; // milliseconds: then the engine rests
// milliseconds for each half of a threat, which goes before the other lines
const THREAT_PATIENCE = 750;
const THREATENED = 0.1; // win chance that passing must lose, the same as for a mistake in a review
// milliseconds before the engine turns to a new move, so that stepping through a game does not
// start it
const QUIET = 60;

export class Analysis {
  options: Record<string, string> = $state.raw({});
  start = $state("");
  names: string[] = $state.raw([]);
  at: tree.Moment = $state.raw(tree.newTree());
  version = $state(0); // the tree has changed
  state: State = $state.raw()!;
  lines: Line[] = $state.raw([]);
  on = $state(false);
  threats = $state(false); // wanted
  threat: Threat | undefined = $state.raw();
  notice = $state<{ rule: string; sentence: Said }>();
  private readonly session: Session;
  protected left = false; // the session is closed
  private task: Task | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    protected readonly engine: Engine,
    readonly game: Game,
    given?: Study,
  ) {
    this.session = engine.openSession();
    const study = given ?? kept<Study>(`study.${game.name}`);
    if (!study || !this.open(study)) this.fresh();
  }

  readonly moves: Moves["moves"] = $derived.by(() => {
    void this.state;
    return this.session.ask<Moves>("moves").moves;
  });

  readonly length = $derived.by(() => this.state.length);

  // What a move's action means. Playing a line through once tells it for all its moves.
  private readonly meanings = new WeakMap<tree.Moment, Said>();

  wordsAt(moment: tree.Moment): Said | undefined {
    if (!this.meanings.has(moment)) this.sayLine(tree.pathTo(tree.endOf(moment)));
    return this.meanings.get(moment);
  }

  private sayLine(path: tree.Moment[]): void {
    const options = Object.entries(this.options).map(([key, value]) => `o.${key}=${value}`);
    const start = this.start ? [`start=${this.start}`] : [];
    try {
      const { actions } = question(this.engine, (session) => {
        session.call("new", this.game.name, ...options, ...start);
        return session.call("set", ...path.map(({ action }) => action));
      });
      path.forEach((moment, i) => this.meanings.set(moment, actions[i]!.words));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      for (const moment of path) if (!this.meanings.has(moment)) this.meanings.set(moment, { text: moment.action });
    }
  }

  // -------------------------------------------------------------------------------------------
  // Games
  // -------------------------------------------------------------------------------------------

  fresh(options?: Record<string, string>): void {
    const chosen =
      options ?? Object.fromEntries(this.game.options.map((option) => [option.key, option.values[0] ?? ""]));
    this.open({
      game: this.game.name,
      options: chosen,
      start: this.startPosition(chosen),
      names: [],
      tree: ["", -1, []],
      at: [],
    });
  }

  // Opens a study; false when it does not fit the rules.
  open(study: Study): boolean {
    try {
      const words = Object.entries(study.options).map(([key, value]) => `o.${key}=${value}`);
      if (study.start) words.push(`start=${study.start}`);
      this.call("new", study.game, ...words);
      let at = tree.fromPlain(study.tree);
      for (const child of study.at) at = at.children[child] ?? at;
      this.state = this.call("set", ...tree.actionsTo(at));
      this.options = study.options;
      this.start = study.start;
      this.names = study.names;
      this.at = at;
      this.changed();
      return true;
    } catch (error) {
      if (error instanceof Refusal || error instanceof TypeError) return false;
      throw error;
    }
  }

  study(): Study {
    const path = tree.pathTo(this.at);
    return {
      game: this.game.name,
      options: this.options,
      start: this.start,
      names: this.names,
      tree: tree.toPlain(tree.rootOf(this.at)),
      at: path.map((moment) => moment.parent!.children.indexOf(moment)),
    };
  }

  // Arguments of a command for the start position.
  words(): string[] {
    const options = Object.entries(this.options).flatMap(([key, value]) => ["-o", `${key}=${value}`]);
    return [this.game.name, ...options, ...(this.start ? ["-p", this.start] : [])];
  }

  // The study in a form of docs/records.md.
  record(form: string): string {
    return this.engine.call("convert", encodeURIComponent(studyToJson(this.study())), "--to", form);
  }

  // The whole position, hidden information included: nobody plays here.
  readonly position = $derived.by(() => {
    void this.state;
    return this.engine.call("position", ...this.words(), ...tree.actionsTo(this.at)).split("\n")[0]!;
  });

  // Why a position text is wrong; undefined if it is right.
  error(position: string): Said | undefined {
    const options = Object.entries(this.options).map(([key, value]) => `o.${key}=${value}`);
    try {
      question(this.engine, (session) => session.call("new", this.game.name, ...options, `start=${position}`));
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error.said;
      throw error;
    }
  }

  // -------------------------------------------------------------------------------------------
  // Moving about
  // -------------------------------------------------------------------------------------------

  goTo(moment: tree.Moment): void {
    if (moment === this.at) return;
    this.at = moment;
    this.state = this.call("set", ...tree.actionsTo(moment));
    this.changed();
  }

  previous(): void {
    if (this.at.parent) this.goTo(this.at.parent);
  }

  next(): void {
    if (this.at.children[0]) this.goTo(this.at.children[0]);
  }

  first(): void {
    this.goTo(tree.rootOf(this.at));
  }

  last(): void {
    this.goTo(tree.endOf(this.at));
  }

  branch(step: 1 | -1): void {
    this.goTo(tree.branch(this.at, step));
  }

  promote(): void {
    tree.promote(this.at);
    this.changed();
  }

  cut(): void {
    this.at = tree.cut(this.at);
    this.state = this.call("set", ...tree.actionsTo(this.at));
    this.changed();
  }

  touch(spot: string): void {
    if (this.state.over) return;
    this.state = this.call("touch", spot);
    const touch = this.state.touch;
    this.notice =
      touch?.answer === "refused" ? { rule: touch.rule ?? "", sentence: { text: touch.sentence ?? "" } } : undefined;
    if (touch?.answer === "ready" && touch.action) this.play(touch.action);
  }

  cancel(): void {
    this.notice = undefined;
    if (this.state.staged.length) this.state = withPutBack(this.call("cancel"));
  }

  play(action: string): boolean {
    const seat = this.state.toAct;
    try {
      this.state = this.call("play", action);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.notice = { rule: "", sentence: error.said };
      return false;
    }
    this.at = tree.follow(this.at, action, seat);
    this.changed();
    return true;
  }

  // The position as if the seat to act had passed, or why there is none.
  readonly passed: { position: string } | { error: Said } = $derived.by(() => {
    void this.state;
    try {
      return { position: this.engine.call("pass", ...this.words(), ...tree.actionsTo(this.at)).trim() };
    } catch (error) {
      if (error instanceof Refusal) return { error: error.said };
      throw error;
    }
  });

  // How games continued from here (docs/session.md). Needs an engine with the opening explorer.
  explore(whole: Engine, ...words: string[]): Explored {
    const options = Object.entries(this.options).map(([key, value]) => `o.${key}=${value}`);
    const start = this.start ? [`start=${this.start}`] : [];
    return question(whole, (session) => {
      session.call("new", this.game.name, ...options, ...start);
      session.call("set", ...tree.actionsTo(this.at));
      return session.ask<Explored>("explore", ...words);
    });
  }

  // The start position of a game with these options.
  startPosition(options: Record<string, string> = this.options): string {
    const words = Object.entries(options).flatMap(([key, value]) => ["-o", `${key}=${value}`]);
    const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    return this.engine.call("position", this.game.name, ...words, "--seed", seed).split("\n")[0]!;
  }

  edit(): Editor {
    this.rest();
    return new Editor(this.engine, this.game, this.options, this.position);
  }

  // Begins a new study from a position text; false when it does not fit the rules.
  use(position: string): boolean {
    return this.open({
      game: this.game.name,
      options: this.options,
      start: position,
      names: [],
      tree: ["", -1, []],
      at: [],
    });
  }

  // -------------------------------------------------------------------------------------------
  // The engine
  // -------------------------------------------------------------------------------------------

  toggle(): void {
    this.on = !this.on;
    if (this.on) this.look();
    else this.rest();
  }

  showThreats(): void {
    this.threats = !this.threats;
    this.rest();
    this.look();
  }

  // The engine goes on where it was left.
  resume(): void {
    this.look();
  }

  leave(): void {
    this.rest();
    this.keep();
    this.session.close();
    this.left = true;
  }

  protected call(...words: string[]): State {
    return this.session.call(...words);
  }

  protected changed(): void {
    this.version++;
    this.notice = undefined;
    this.keep();
    this.rest();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), QUIET);
  }

  protected keep(): void {
    keep(`study.${this.game.name}`, this.study());
    keep("study", this.game.name);
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.task?.stop();
    this.task = undefined;
    this.lines = [];
    this.threat = undefined;
  }

  // A threat first, if it is wanted, then the lines.
  private look(): void {
    if (this.state.over || this.task) return;
    if (this.threats && "position" in this.passed) this.lookAtThreat(this.passed.position);
    else this.lookAtLines();
  }

  private lookAtLines(): void {
    if (!this.on) return;
    const limits = ["--json", "--lines", String(LINES), "--movetime", String(PATIENCE)];
    this.think(["analyse", ...this.words(), ...limits, ...tree.actionsTo(this.at)], (line) => this.hear(line));
  }

  private lookAtThreat(position: string): void {
    const options = Object.entries(this.options);
    const given = options.map(([key, value]) => `o.${key}=${value}`);
    const [asked, { moves }] = question(this.engine, (session) => [
      session.call("new", this.game.name, ...given, `start=${position}`),
      session.ask<Moves>("moves"),
    ]);
    const words = [this.game.name, ...options.flatMap(([key, value]) => ["-o", `${key}=${value}`]), "-p", position];
    const limits = ["--json", "--movetime", String(THREAT_PATIENCE)];
    const able = mayThreaten(asked.scene, asked.toAct);
    let now: Line | undefined; // for who would pass
    const hear = (line: Line): void => {
      const spots = moves.find(({ text }) => text === line.actions.split(" ")[0])?.spots ?? [];
      const real = able && now !== undefined && passingCosts(now, line) >= THREATENED;
      this.threat = { seat: asked.toAct, line, spots: real ? spots : [], real };
    };
    this.think(
      ["analyse", ...this.words(), ...limits, ...tree.actionsTo(this.at)],
      (line) => (now = line),
      () => this.think(["analyse", ...words, ...limits], hear, () => this.lookAtLines()),
    );
  }

  private think(words: string[], hear: (line: Line) => void, then?: () => void): void {
    const task = this.engine.think(this.game, words, (text) => {
      if (this.task === task) hear(JSON.parse(text) as Line);
    });
    this.task = task;
    task.answer.then(
      () => {
        if (this.task === task) then?.();
      },
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      },
    );
  }

  // A line of a new depth takes the place of the old ones as they come.
  private hear(line: Line): void {
    const others = this.lines.filter((other) => other.line !== line.line && other.line <= LINES);
    this.lines = [...others, line].sort((a, b) => a.line - b.line);
  }
}
