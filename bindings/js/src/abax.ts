// SPDX-License-Identifier: MIT
// The engine for whoever loads it. What rules can answer is answered at once; what needs thinking is a promise, can tell
// how far it is, and ends when its signal says so.
import type { Game, Games, Hint, Level, ReviewPly, ReviewSummary } from "./engine/answers.ts";
import { Engine, type Home, type Task } from "./engine/engine.ts";
import { Module, Refusal } from "./engine/module.ts";
import type { Line, Said, Scene, State } from "./engine/state.ts";
import { Match, matchWords, type Setup } from "./match.ts";
import {
  actionWords,
  eyesWords,
  need,
  placeWords,
  readJudged,
  setupWords,
  startWords,
  type Judged,
  type Look,
  type Place,
} from "./place.ts";
import { isLanguage, languages, type Language } from "./words/languages.ts";
import { Speech } from "./words/speech.ts";

export interface Progress {
  signal?: AbortSignal | undefined; // ends the work; the promise is rejected with its reason
  onProgress?: ((words: string) => void) | undefined; // how far it is, in words
}

// How long to think; without any, as long as is usual.
export interface Limits extends Progress {
  nodes?: number; // positions
  movetime?: number; // milliseconds
  depth?: number; // actions ahead
  lines?: number; // so many of the best
  onLine?: (line: Line) => void; // as they are found
}

export interface Review {
  summary: ReviewSummary;
  plies: ReviewPly[];
}

// What is certain for the seat to act, or null: not proven within the limits.
export interface Solved {
  outcome: "win" | "draw" | "loss" | null;
  margin: number | undefined; // of points, where it is certain
  line: string[]; // of best play
  nodes: number;
}

export interface RecordAction {
  action: string;
  turn?: number;
  seat?: number; // from 1
  note?: string;
  spent?: number; // milliseconds
  hints?: number[];
  comment?: string;
  variations?: RecordAction[][];
}

// docs/records.md of the project tells about tags.
export interface RecordJson {
  tags: Record<string, string>;
  comment?: string;
  actions: RecordAction[];
}

const SESSIONS = 5; // of a module
const SOLVE_NODES = 5_000_000;

const readLines = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);

export class Abax {
  readonly games: readonly Game[];
  readonly levels: readonly Level[];
  private speech = new Speech("en");
  private speeches = new Map<Language, Promise<Speech>>([["en", Promise.resolve(this.speech)]]);
  private last: Promise<unknown> = Promise.resolve(); // who thinks last
  private modules: Module[] = []; // of matches
  private free: [Module, number][] = []; // their sessions

  private constructor(
    private readonly compiled: WebAssembly.Module,
    private readonly engine: Engine,
    private readonly readWords: (language: Language) => Promise<string | undefined>,
  ) {
    const { games, levels } = JSON.parse(engine.call("games", "--json")) as Games;
    this.games = games;
    this.levels = levels;
  }

  static async load(
    compiled: WebAssembly.Module,
    home: Home,
    readWords: (language: Language) => Promise<string | undefined>,
  ): Promise<Abax> {
    return new Abax(compiled, await Engine.load(compiled, home), readWords);
  }

  // Ends the worker; what it thinks about is refused. Rules still answer.
  close(): void {
    this.engine.end("the engine was closed");
  }

  game(name: string): Game {
    const found = this.games.find((game) => game.name === name);
    if (found) return found;
    this.engine.call("moves", name); // says which name is near
    throw new Refusal({ text: `there is no game '${name}'` });
  }

  // ---------------------------------------------------------------------------------------------
  // Rules: answered at once
  // ---------------------------------------------------------------------------------------------

  // The legal actions, sorted; none when the game is over.
  moves(place: Place): string[] {
    return this.engine
      .call("moves", ...placeWords(place))
      .split("\n")
      .filter(Boolean);
  }

  // The place after one more action; a Refusal says which rule forbids it.
  apply(place: Place, action: string): Place {
    need("action", action, "string");
    const after = { ...place, actions: [...(place.actions ?? []), action] };
    this.engine.call("position", ...placeWords(after));
    return after;
  }

  // How it stands, for everybody or as a seat (from 0, or "public") may know it.
  look(place: Place, eyes?: number | "public"): Look {
    const words = [...startWords(place), ...eyesWords(eyes), ...actionWords(place)];
    const [position = ""] = this.engine.call("position", ...words).split("\n");
    const scene = JSON.parse(this.engine.call("scene", ...words)) as Scene;
    const { over, seat: toAct } = scene.status;
    return { position, toAct: over ? -1 : toAct, over, result: scene.result, scene };
  }

  // Judges an attempt: the text of an action, or names of spots with commas between them.
  why(place: Place, attempt: string): Judged {
    need("attempt", attempt, "string");
    const judged = readJudged(this.engine.call("why", ...placeWords(place), attempt));
    if (judged.answer !== "refused") return judged;
    return { ...judged, sentence: this.word(place.game, `rule.${judged.rule}`, judged.sentence) };
  }

  // The actions of a random game from here to its end.
  random(place: Place): string[] {
    const start = { ...place, seed: place.seed ?? Math.floor(Math.random() * 2 ** 32) };
    if (!place.actions?.length)
      return this.engine
        .call("random", ...startWords(start))
        .split("\n")
        .filter(Boolean);
    const { position } = this.look(place);
    return this.random({ ...start, position, actions: [] });
  }

  // ---------------------------------------------------------------------------------------------
  // Records
  // ---------------------------------------------------------------------------------------------

  // A record of any form (text, JSON, link) in another: "text", "json", "actions" or "link".
  convert(record: string, form: "text" | "json" | "actions" | "link"): string {
    need("record", record, "string");
    return this.engine.call("convert", encodeURIComponent(recordText(record)), "--to", form).trim();
  }

  readRecord(record: string): RecordJson {
    return JSON.parse(this.convert(record, "json")) as RecordJson;
  }

  // Where a record ends, along its main line.
  placeOf(record: string): Place {
    const { tags, actions } = this.readRecord(record);
    const options = (tags["Options"] ?? "").split(",").filter(Boolean);
    return {
      game: tags["Game"] ?? "",
      options: Object.fromEntries(options.map((option) => option.split("=") as [string, string])),
      ...(tags["Start"] ? { position: tags["Start"] } : { seed: tags["Seed"] ?? "0" }),
      actions: actions.map(({ action }) => action),
    };
  }

  // ---------------------------------------------------------------------------------------------
  // Matches
  // ---------------------------------------------------------------------------------------------

  // A match with turns, touches, undo and clocks.
  async match(game: string, setup: Setup = {}): Promise<Match> {
    return this.newMatch(["new", ...matchWords(game, setup)]);
  }

  // Goes on with the match of a record.
  async resume(record: string): Promise<Match> {
    return this.newMatch(["load", encodeURIComponent(recordText(record))]);
  }

  private async newMatch(words: string[]): Promise<Match> {
    if (this.free.length === 0) {
      const module = await Module.load(this.compiled);
      this.modules.push(module);
      for (let i = SESSIONS; i-- > 0;) this.free.push([module, i]);
    }
    const [module, index] = this.free.pop()!;
    const release = () => void this.free.push([module, index]);
    const ask = (...call: string[]) => module.session(index, `now=${Date.now()}`, ...call);
    try {
      ask(...words);
      return new Match(ask, release, (calls, progress) => this.drive(this.gameOf(calls), calls, progress));
    } catch (fault) {
      release();
      throw fault;
    }
  }

  private gameOf(calls: string[][]): string {
    return calls[0]?.[1] ?? "";
  }

  // ---------------------------------------------------------------------------------------------
  // Thinking
  // ---------------------------------------------------------------------------------------------

  // Help for the seat to act, from where to look (rung 1) to what is best and why (rung 4).
  async hint(place: Place, limits: Progress & { nodes?: number } = {}): Promise<Hint[]> {
    const { nodes } = limits;
    const bound = nodes === undefined ? [] : ["--nodes", String(nodes)];
    const words = ["hint", ...startWords(place), "--rung", "0", "--json", ...bound, ...actionWords(place)];
    return readLines(await this.think(place.game, words, limits)) as Hint[];
  }

  // Looks back at a game, or at its record.
  async review(game: Place | string, limits: Progress & { nodes?: number } = {}): Promise<Review> {
    const place = typeof game === "string" ? this.placeOf(game) : game;
    const bound = limits.nodes === undefined ? [] : ["--nodes", String(limits.nodes)];
    const words = ["review", ...startWords(place), "--json", ...bound, ...actionWords(place)];
    const [summary, ...plies] = readLines(await this.think(place.game, words, limits));
    return { summary: summary as ReviewSummary, plies: plies as ReviewPly[] };
  }

  // The best lines; `onLine` hears of every depth.
  async analyse(place: Place, limits: Limits = {}): Promise<Line[]> {
    const found = readLines(await this.search(place, limits)) as Line[];
    const deepest = found.at(-1)?.depth;
    return found.filter(({ depth }) => depth === deepest).slice(-(limits.lines ?? 1));
  }

  // What is certain. Ends as soon as it is. As in the other languages, a game with secrets or with more than two seats is refused.
  async solve(place: Place, limits: Omit<Limits, "lines" | "depth"> = {}): Promise<Solved> {
    const own = new AbortController();
    const { scores, hidden } = this.game(place.game);
    if (hidden || this.look(place).scene.colours.length > 2)
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
      await this.search(place, { ...bounds, ...limits, signal, onLine });
    } catch (fault) {
      if (!own.signal.aborted || limits.signal?.aborted) throw fault;
    }
    const line = last?.actions.split(" ").filter(Boolean) ?? [];
    return { outcome: last?.proven ?? null, margin: last?.margin, line, nodes: last?.nodes ?? 0 };
  }

  // What a player ("level:3", "nodes:5000") would do here.
  async choose(place: Place, player: string, progress: Progress = {}): Promise<string> {
    const { toAct } = this.look(place);
    const setup = [...setupWords(place), `seat${toAct + 1}=${player}`];
    const calls = [["follow", ...setup, "actions", ...(place.actions ?? [])], ["step"]];
    return (JSON.parse(await this.drive(place.game, calls, progress)) as State).actions.at(-1)!.text;
  }

  private search(place: Place, limits: Limits): Promise<string> {
    const words = ["analyse", ...startWords(place), "--json"];
    for (const key of ["nodes", "movetime", "depth", "lines"] as const)
      if (limits[key] !== undefined) words.push(`--${key}`, String(limits[key]));
    words.push(...actionWords(place));
    return this.think(place.game, words, limits, (text) => limits.onLine?.(JSON.parse(text) as Line));
  }

  private think(game: string, words: string[], progress: Progress, line?: (text: string) => void): Promise<string> {
    const hear = (text: string) => {
      const told = /^progress (.*)/s.exec(text)?.[1];
      if (told === undefined) line?.(text);
      else progress.onProgress?.(told.trim());
    };
    return this.queue(() => this.engine.think(this.game(game), words, hear), progress.signal);
  }

  private drive(game: string, calls: string[][], { signal }: Progress): Promise<string> {
    return this.queue(() => this.engine.drive(this.game(game), ...calls), signal);
  }

  // One after the other, so that whoever stops one stops no other.
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

  readonly languages: Readonly<Record<Language, string>> = languages;

  // Words of another language than this engine's own, for whoever speaks several at once.
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

  // From now on `tell`, `word`, `why` and `local` are in this language.
  async setLanguage(language: string): Promise<void> {
    this.speech = await this.speak(language);
  }

  get language(): Language {
    return this.speech.language;
  }

  // What the engine says; a Refusal as a sentence of its own.
  tell(said: Said | Refusal): string {
    return this.speech.tell(said);
  }

  // A word of a game by its id, such as "title", "goal" or "seat.1", or else the English one.
  word(game: string, id: string, english: string): string {
    return this.speech.word(game, id, english);
  }

  // A scene with all its words in the language.
  local(game: string, scene: Scene): Scene {
    return this.speech.local(game, scene);
  }
}

// A record may come as a link, or as an address that ends with one.
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
