// SPDX-License-Identifier: MIT
// The engine. Rules answer at once. Calls that search return a promise, report progress, and stop
// when their signal aborts.
import type { Chosen, Game, Games, Hint, Level, ReviewPly, ReviewSummary } from "./engine/answers.ts";
import { Engine, type Followed, type Home, type Subject, type Task } from "./engine/engine.ts";
import { Refusal } from "./engine/module.ts";
import type { Line, Said, Scene } from "./engine/state.ts";
import { Match, matchWords, type Setup } from "./match.ts";
import {
  actionWords,
  viewpointWords,
  need,
  positionWords,
  readJudged,
  setupWords,
  startWords,
  type Judged,
  type Look,
  type Position,
} from "./position.ts";
import { isLanguage, languages, type Language } from "./messages/languages.ts";
import { Speech } from "./messages/speech.ts";

/** How to follow and stop a search. */
export interface Progress {
  /** Stops the work; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Receives the progress in words. */
  onProgress?: ((words: string) => void) | undefined;
}

/** Limits of a search. Without any, the engine's usual time applies. */
export interface Limits extends Progress {
  /** Number of positions. */
  nodes?: number;
  /** Milliseconds. */
  movetime?: number;
  /** Actions ahead. */
  depth?: number;
  /** Number of best lines to return. */
  lines?: number;
  /** Receives each line when it is found. */
  onLine?: (line: Line) => void;
}

/** Review of a whole game. */
export interface Review {
  /** Accuracy and mistakes by seat. */
  summary: ReviewSummary;
  /** One entry per action. */
  plies: ReviewPly[];
}

/** Result of {@link Abax.solve}. */
export interface Solved {
  /** Proven outcome for the seat to act; null if not proven within the limits. */
  outcome: "win" | "draw" | "loss" | null;
  /** Proven margin in points, in games with points. */
  margin: number | undefined;
  /** Best line. */
  line: string[];
  /** Positions searched. */
  nodes: number;
}

/** An action of a record. */
export interface RecordAction {
  /** Text of the action. */
  action: string;
  /** Number of the turn. */
  turn?: number;
  /** Seat, from 1. */
  seat?: number;
  /** Mark such as `!` or `?`. */
  note?: string;
  /** Thinking time in milliseconds. */
  spent?: number;
  /** Hint levels used before the action. */
  hints?: number[];
  /** Comment of the annotator. */
  comment?: string;
  /** Alternatives to this action. */
  variations?: RecordAction[][];
}

/** A record as JSON. docs/records.md lists the tags. */
export interface RecordJson {
  /** Tags by name. */
  tags: Record<string, string>;
  /** Comment before the first action. */
  comment?: string;
  /** The main line. */
  actions: RecordAction[];
}

const SOLVE_NODES = 5_000_000;

const readLines = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);

/** The engine: rules, search, records and sentences of all games. Create one with `load()`. */
export class Abax {
  /** All games with their options. */
  readonly games: readonly Game[];
  /** Levels of the computer, weakest first. */
  readonly levels: readonly Level[];
  private speech = new Speech("en");
  private speeches = new Map<Language, Promise<Speech>>([["en", Promise.resolve(this.speech)]]);
  private last: Promise<unknown> = Promise.resolve(); // the last search in the queue

  private constructor(
    private readonly engine: Engine,
    private readonly readWords: (language: Language) => Promise<string | undefined>,
  ) {
    const { games, levels } = JSON.parse(engine.call("games", "--json")) as Games;
    this.games = games;
    this.levels = levels;
  }

  /** Internal; programs call the package's `load()`. */
  static async load(
    compiled: WebAssembly.Module,
    home: Home,
    readWords: (language: Language) => Promise<string | undefined>,
  ): Promise<Abax> {
    return new Abax(await Engine.load(compiled, home), readWords);
  }

  /** Ends the worker. Running searches reject; rules still answer. */
  close(): void {
    this.engine.end("the engine was closed");
  }

  /** A game by its name. Throws a {@link Refusal} if there is none. */
  game(name: string): Game {
    const found = this.games.find((game) => game.name === name);
    if (found) return found;
    this.engine.call("moves", name); // throws a Refusal that suggests a similar name
    throw new Refusal({ text: `there is no game '${name}'` });
  }

  // ---------------------------------------------------------------------------------------------
  // Rules: synchronous
  // ---------------------------------------------------------------------------------------------

  /** The legal actions as texts, sorted; empty after the end. */
  moves(position: Position): string[] {
    return this.engine
      .call("moves", ...positionWords(position))
      .split("\n")
      .filter(Boolean);
  }

  /** The position after one more action. Throws a {@link Refusal} that names the rule if the action is illegal. */
  apply(position: Position, action: string): Position {
    need("action", action, "string");
    const after = { ...position, actions: [...(position.actions ?? []), action] };
    this.engine.call("position", ...positionWords(after));
    return after;
  }

  /** What can be seen: everything, or only what a seat (from 0) or the public may know. */
  look(position: Position, viewpoint?: number | "public"): Look {
    const words = [...startWords(position), ...viewpointWords(viewpoint), ...actionWords(position)];
    const [text = ""] = this.engine.call("position", ...words).split("\n");
    const scene = JSON.parse(this.engine.call("scene", ...words)) as Scene;
    const { over, seat: toAct } = scene.status;
    return { position: text, toAct: over ? -1 : toAct, over, result: scene.result, scene };
  }

  /** Says whether an attempt is legal, and if not, why. An attempt is an action text, or spot names separated by commas. */
  why(position: Position, attempt: string): Judged {
    need("attempt", attempt, "string");
    const judged = readJudged(this.engine.call("why", ...positionWords(position), attempt));
    if (judged.answer !== "refused") return judged;
    return { ...judged, sentence: this.word(position.game, `rule.${judged.rule}`, judged.sentence) };
  }

  /** The actions of a random game from here to its end. */
  random(position: Position): string[] {
    const start = { ...position, seed: position.seed ?? Math.floor(Math.random() * 2 ** 32) };
    if (!position.actions?.length)
      return this.engine
        .call("random", ...startWords(start))
        .split("\n")
        .filter(Boolean);
    return this.random({ ...start, position: this.look(position).position, actions: [] });
  }

  // ---------------------------------------------------------------------------------------------
  // Records
  // ---------------------------------------------------------------------------------------------

  /** Converts a record from any form (text, JSON, link) to the given one. */
  convert(record: string, form: "text" | "json" | "actions" | "link"): string {
    need("record", record, "string");
    return this.engine.call("convert", encodeURIComponent(recordText(record)), "--to", form).trim();
  }

  /** Tags and actions of a record in any form. */
  readRecord(record: string): RecordJson {
    return JSON.parse(this.convert(record, "json")) as RecordJson;
  }

  /** The position at the end of a record's main line. */
  positionOf(record: string): Position {
    const { tags, actions } = this.readRecord(record);
    const options = (tags["Options"] ?? "").split(",").filter(Boolean);
    return {
      game: tags["Game"] ?? "",
      options: Object.fromEntries(options.map((option) => option.split("=") as [string, string])),
      ...(tags["Start"] ? { position: tags["Start"] } : { seed: tags["Seed"] ?? "0" }),
      actions: actions.map(({ action }) => action),
    };
  }

  /** @deprecated Use {@link Abax.positionOf}. This name stays until 3.0. */
  placeOf(record: string): Position {
    return this.positionOf(record);
  }

  // ---------------------------------------------------------------------------------------------
  // Matches
  // ---------------------------------------------------------------------------------------------

  /** Starts a match: a game with turns, touches, undo and clocks. */
  async match(game: string, setup: Setup = {}): Promise<Match> {
    return this.newMatch(["new", ...matchWords(game, setup)]);
  }

  /** Continues the game of a record as a match. */
  async resume(record: string): Promise<Match> {
    return this.newMatch(["load", encodeURIComponent(recordText(record))]);
  }

  private async newMatch(words: string[]): Promise<Match> {
    const session = this.engine.openSession();
    try {
      session.call(...words);
      const game = this.game(words[0] === "new" ? words[1]! : session.call("state").game);
      return new Match(session, (call, progress) => this.follow(game, session.played(), call, progress));
    } catch (error) {
      session.close();
      throw error;
    }
  }

  // ---------------------------------------------------------------------------------------------
  // Search: asynchronous
  // ---------------------------------------------------------------------------------------------

  /** Hints for the seat to act: four levels, from where to look (1) to the best action and why (4). */
  async hint(position: Position, limits: Progress & { nodes?: number } = {}): Promise<Hint[]> {
    const { nodes } = limits;
    const bound = nodes === undefined ? [] : ["--nodes", String(nodes)];
    const words = ["hint", ...startWords(position), "--rung", "0", "--json", ...bound, ...actionWords(position)];
    return readLines(await this.think(position.game, words, limits)) as Hint[];
  }

  /** Reviews a game, given as a position or as a record. */
  async review(game: Position | string, limits: Progress & { nodes?: number } = {}): Promise<Review> {
    const position = typeof game === "string" ? this.positionOf(game) : game;
    const bound = limits.nodes === undefined ? [] : ["--nodes", String(limits.nodes)];
    const words = ["review", ...startWords(position), "--json", ...bound, ...actionWords(position)];
    const [summary, ...plies] = readLines(await this.think(position.game, words, limits));
    return { summary: summary as ReviewSummary, plies: plies as ReviewPly[] };
  }

  /** The best lines of the last depth. `onLine` receives those of every depth. */
  async analyse(position: Position, limits: Limits = {}): Promise<Line[]> {
    const found = readLines(await this.search(position, limits)) as Line[];
    const deepest = found.at(-1)?.depth;
    return found.filter(({ depth }) => depth === deepest).slice(-(limits.lines ?? 1));
  }

  /**
   * Tries to prove the outcome, and stops as soon as it is proven.
   * Throws a {@link Refusal} for games with hidden information or more than two seats.
   */
  async solve(position: Position, limits: Omit<Limits, "lines" | "depth"> = {}): Promise<Solved> {
    const own = new AbortController();
    const { scores, hidden } = this.game(position.game);
    if (hidden || this.look(position).scene.colours.length > 2)
      throw new Refusal({
        id: "library.unsolvable",
        text: "only games of two seats that see everything can be solved",
      });
    let last: Line | undefined;
    const onLine = (line: Line) => {
      last = line;
      limits.onLine?.(line);
      if (line.proven && (!scores || line.margin !== undefined)) own.abort();
    };
    const signal = limits.signal ? anyOf(limits.signal, own) : own.signal;
    const bounds = (limits.nodes ?? limits.movetime) ? {} : { nodes: SOLVE_NODES };
    try {
      await this.search(position, { ...bounds, ...limits, signal, onLine });
    } catch (error) {
      if (!own.signal.aborted || limits.signal?.aborted) throw error;
    }
    const line = last?.actions.split(" ").filter(Boolean) ?? [];
    return { outcome: last?.proven ?? null, margin: last?.margin, line, nodes: last?.nodes ?? 0 };
  }

  /** The action that a player such as "level:3" or "nodes:5000" chooses. */
  async choose(position: Position, player: string, progress: Progress = {}): Promise<string> {
    const { toAct } = this.look(position);
    const setup = [...setupWords(position), `seat${toAct + 1}=${player}`];
    const game = { setup, actions: position.actions ?? [] };
    return (JSON.parse(await this.follow(this.game(position.game), game, ["choose"], progress)) as Chosen).action;
  }

  private search(position: Position, limits: Limits): Promise<string> {
    const words = ["analyse", ...startWords(position), "--json"];
    for (const key of ["nodes", "movetime", "depth", "lines"] as const)
      if (limits[key] !== undefined) words.push(`--${key}`, String(limits[key]));
    words.push(...actionWords(position));
    return this.think(position.game, words, limits, (text) => limits.onLine?.(JSON.parse(text) as Line));
  }

  private think(game: string, words: string[], progress: Progress, line?: (text: string) => void): Promise<string> {
    const hear = (text: string) => {
      const report = /^progress (.*)/s.exec(text)?.[1];
      if (report === undefined) line?.(text);
      else progress.onProgress?.(report.trim());
    };
    return this.queue(() => this.engine.think(this.game(game), words, hear), progress.signal);
  }

  private follow(about: Subject, game: Followed, call: string[], { signal }: Progress): Promise<string> {
    return this.queue(() => this.engine.follow(about, game, call), signal);
  }

  // One task at a time, so that stopping one does not stop another.
  private queue(begin: () => Task, signal: AbortSignal | undefined): Promise<string> {
    const turn = this.last.then(async () => {
      signal?.throwIfAborted();
      const task = begin();
      signal?.addEventListener("abort", task.stop, { once: true });
      try {
        return await task.answer;
      } finally {
        signal?.removeEventListener("abort", task.stop);
        signal?.throwIfAborted();
      }
    });
    this.last = turn.catch(() => {});
    if (!signal) return turn;
    return new Promise((done, refused) => {
      signal.addEventListener("abort", () => refused(signal.reason), { once: true });
      turn.then(done, refused);
    });
  }

  // ---------------------------------------------------------------------------------------------
  // Sentences
  // ---------------------------------------------------------------------------------------------

  /** Available languages with their names. */
  readonly languages: Readonly<Record<Language, string>> = languages;

  /** Loads another language without switching to it, for programs that use several at once. */
  async speak(language: string): Promise<Speech> {
    if (!isLanguage(language)) throw new Refusal({ text: `there are no texts in '${language}'` });
    const known = this.speeches.get(language);
    if (known) return known;
    const read = this.readWords(language).then((part) => {
      if (part === undefined) throw new Refusal({ text: `the texts in '${language}' are not there` });
      return new Speech(language, part);
    });
    this.speeches.set(language, read);
    read.catch(() => this.speeches.delete(language));
    return read;
  }

  /** Sets the language of `tell`, `word`, `why` and `local`. */
  async setLanguage(language: string): Promise<void> {
    this.speech = await this.speak(language);
  }

  /** The language that is set. */
  get language(): Language {
    return this.speech.language;
  }

  /** A message of the engine, or a {@link Refusal}, as a sentence. */
  tell(said: Said | Refusal): string {
    return this.speech.tell(said);
  }

  /** Text of a game by its id, such as "title", "goal" or "seat.1"; `english` if it is not translated. */
  word(game: string, id: string, english: string): string {
    return this.speech.word(game, id, english);
  }

  /** A scene with all its texts translated. */
  local(game: string, scene: Scene): Scene {
    return this.speech.local(game, scene);
  }
}

// Accepts a link, or an address that ends with one.
function recordText(record: string): string {
  const link = /^(?:link:|[^\s[{]*#(?:g=)?)?([\w-]{8,})$/.exec(record.trim())?.[1];
  return link === undefined ? record : `link:${link}`;
}

// Aborts `own` with the other signal.
function anyOf(signal: AbortSignal, own: AbortController): AbortSignal {
  if (signal.aborted) own.abort(signal.reason);
  signal.addEventListener("abort", () => own.abort(signal.reason), { once: true, signal: own.signal });
  return own.signal;
}
