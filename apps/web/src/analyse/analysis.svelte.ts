// SPDX-License-Identifier: MIT
// The analysis board: a tree of variations, a session at one of its moves, and the engine.
import type { Game } from "../app/games";
import { usualOptions } from "../play/setup";
import { keep, kept } from "../app/keep";
import type { Explored, Moves } from "abax/engine/answers";
import type { Engine, Session, Task } from "abax/engine/engine";
import { question } from "../engine/question";
import { refusalOf } from "../engine/refusal";
import type { Line, Said, State } from "abax/engine/state";
import { treeToJson } from "../share/record";
import { mayThreaten, passingCosts } from "./chance";
import { Editor } from "./editor.svelte";
import type { StepTo } from "../parts/stepping";
import type { Brief } from "../play/saved";
import { Table, type Source } from "../play/table.svelte";
import { emptyStudy, sessionWords, studyWords } from "../review/study";
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

export class Analysis implements Source {
  readonly table: Table<State> = new Table<State>(this);
  readonly session: Session;
  options: Record<string, string> = $state.raw({});
  start = $state("");
  names: string[] = $state.raw([]);
  at: tree.Moment = $state.raw(tree.newTree());
  version = $state(0); // the tree has changed
  lines: Line[] = $state.raw([]);
  on = $state(false);
  threats = $state(false); // wanted
  threat: Threat | undefined = $state.raw();
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

  readonly mayAct = $derived.by(() => !this.table.state.over);

  // What a move's action means. Playing a line through once tells it for all its moves.
  private readonly meanings = new WeakMap<tree.Moment, Said>();

  wordsAt(moment: tree.Moment): Said | undefined {
    if (!this.meanings.has(moment)) this.sayLine(tree.pathTo(tree.endOf(moment)));
    return this.meanings.get(moment);
  }

  private sayLine(path: tree.Moment[]): void {
    try {
      const { actions } = question(this.engine, (session) => {
        session.call("new", ...this.setup());
        return session.call("set", ...path.map(({ action }) => action));
      });
      path.forEach((moment, i) => this.meanings.set(moment, actions[i]!.words));
    } catch (error) {
      refusalOf(error);
      for (const moment of path) if (!this.meanings.has(moment)) this.meanings.set(moment, { text: moment.action });
    }
  }

  // -------------------------------------------------------------------------------------------
  // Games
  // -------------------------------------------------------------------------------------------

  fresh(options = usualOptions(this.game)): void {
    this.use(this.startPosition(options), options);
  }

  // Opens a study; false when it does not fit the rules.
  open(study: Study): boolean {
    try {
      this.session.call("new", ...sessionWords(study));
      let at = tree.fromPlain(study.tree);
      for (const child of study.at) at = at.children[child] ?? at;
      this.table.state = this.session.call("set", ...tree.actionsTo(at));
      this.options = study.options;
      this.start = study.start;
      this.names = study.names;
      this.at = at;
      this.changed();
      return true;
    } catch (error) {
      if (!(error instanceof TypeError)) refusalOf(error);
      return false;
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
  private words(start = this.start): string[] {
    return studyWords({ game: this.game.name, options: this.options, start });
  }

  private setup(start = this.start): string[] {
    return sessionWords({ game: this.game.name, options: this.options, start });
  }

  // The study in a form of docs/records.md.
  record(form: string): string {
    return this.engine.call("convert", encodeURIComponent(this.json()), "--to", form);
  }

  protected json(): string {
    return treeToJson(this.study(), tree.rootOf(this.at));
  }

  // The whole position, hidden information included: nobody plays here.
  readonly position = $derived.by(() => {
    void this.table.state;
    return this.engine.call("position", ...this.words(), ...tree.actionsTo(this.at)).split("\n")[0]!;
  });

  // Why a position text is wrong; undefined if it is right.
  error(position: string): Said | undefined {
    try {
      question(this.engine, (session) => session.call("new", ...this.setup(""), `start=${position}`));
      return undefined;
    } catch (error) {
      return refusalOf(error);
    }
  }

  // -------------------------------------------------------------------------------------------
  // Moving about
  // -------------------------------------------------------------------------------------------

  goTo(moment: tree.Moment): void {
    if (moment !== this.at) this.standAt(moment);
  }

  protected standAt(moment: tree.Moment): void {
    this.at = moment;
    this.table.state = this.session.call("set", ...tree.actionsTo(moment));
    this.changed();
  }

  go(to: StepTo): void {
    const { at } = this;
    const moment = { first: tree.rootOf(at), previous: at.parent, next: at.children[0], last: tree.endOf(at) }[to];
    if (moment) this.goTo(moment);
  }

  branch(step: 1 | -1): void {
    this.goTo(tree.branch(this.at, step));
  }

  promote(): void {
    tree.promote(this.at);
    this.changed();
  }

  cut(): void {
    this.standAt(tree.cut(this.at));
  }

  play(action: string): boolean {
    const seat = this.table.state.toAct;
    if (!this.table.enter(action)) return false;
    this.at = tree.follow(this.at, action, seat);
    this.changed();
    return true;
  }

  // The position as if the seat to act had passed, or why there is none.
  readonly passed: { position: string } | { error: Said } = $derived.by(() => {
    void this.table.state;
    try {
      return { position: this.engine.call("pass", ...this.words(), ...tree.actionsTo(this.at)).trim() };
    } catch (error) {
      return { error: refusalOf(error) };
    }
  });

  // How games continued from here (docs/session.md). Needs an engine with the opening explorer.
  explore(whole: Engine, ...words: string[]): Explored {
    return question(whole, (session) => {
      session.call("new", ...this.setup());
      session.call("set", ...tree.actionsTo(this.at));
      return session.ask<Explored>("explore", ...words);
    });
  }

  // The start position of a game with these options.
  startPosition(options: Record<string, string> = this.options): string {
    const words = studyWords({ game: this.game.name, options, start: "" });
    const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    return this.engine.call("position", ...words, "--seed", seed).split("\n")[0]!;
  }

  edit(): Editor {
    this.rest();
    return new Editor(this.engine, this.game, this.options, this.position);
  }

  // Begins a new study from a position text; false when it does not fit the rules.
  use(start: string, options = this.options): boolean {
    return this.open(emptyStudy(this.game.name, options, start));
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

  protected changed(): void {
    this.version++;
    this.table.notice = undefined;
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
    if (this.table.state.over || this.task) return;
    if (this.threats && "position" in this.passed) this.lookAtThreat(this.passed.position);
    else this.lookAtLines();
  }

  private lookAtLines(): void {
    if (!this.on) return;
    const limits = ["--json", "--lines", String(LINES), "--movetime", String(PATIENCE)];
    this.think(["analyse", ...this.words(), ...limits, ...tree.actionsTo(this.at)], (line) => this.hear(line));
  }

  private lookAtThreat(position: string): void {
    const [asked, { moves }] = question(this.engine, (session) => [
      session.call("new", ...this.setup(position)),
      session.ask<Moves>("moves"),
    ]);
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
      () => this.think(["analyse", ...this.words(position), ...limits], hear, () => this.lookAtLines()),
    );
  }

  private think(words: string[], hear: (line: Line) => void, then?: () => void): void {
    const task = this.engine.think(this.game, words, (text) => {
      if (this.task === task) hear(JSON.parse(text) as Line);
    });
    this.task = task;
    task.answer.then(() => {
      if (this.task === task) then?.();
    }, refusalOf);
  }

  // A line of a new depth takes the place of the old ones as they come.
  private hear(line: Line): void {
    const others = this.lines.filter((other) => other.line !== line.line && other.line <= LINES);
    this.lines = [...others, line].sort((a, b) => a.line - b.line);
  }
}
