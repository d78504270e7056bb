// SPDX-License-Identifier: MIT
// The API of the engine: rules and matches answer at once; searches go to a worker.
import { Module, Refusal } from "./module.ts";
import type { GameFile, Reply, Request, Start, Work } from "./serve.ts";
import type { Told } from "./answers.ts";
import { fold, withChange } from "./fold.ts";
import type { LookedChange, Scene, State, Update } from "./state.ts";

// Where the engine lives: in a page, in a program.
export interface Home {
  startWorker(hear: (reply: Reply) => void, failed: (why: string) => void): Thinking;
  flag?: Int32Array | undefined; // memory in common with the worker, to stop it by
  // nothing where it cannot be had
  fetchFile(game: string, file: string): Promise<Uint8Array | undefined>;
}

// A worker of any kind.
export interface Thinking {
  postMessage(message: Start | Request): void;
  terminate(): unknown;
}

// A game as one session gives it to another: the words of `follow`, and the actions.
export interface Followed {
  setup: string[];
  actions: readonly string[];
}

// The subject of a search: a game, with the files that it needs.
export interface Subject {
  name: string;
  data: string[];
}

interface Job {
  line: ((text: string) => void) | undefined;
  done: (text: string) => void;
  refused: (error: Error) => void;
}

export interface Task {
  answer: Promise<string>; // rejects with a Refusal; a stopped command returns what it has
  stop: () => void;
}

const SESSIONS = 4096; // as many as the module has

// One game in the module (docs/session.md), until it is closed. The module answers what has
// changed; the session keeps the state.
export class Session {
  private state: State | undefined;
  private setup: string[] | undefined; // asked for once a match

  constructor(
    private readonly module: Module,
    private readonly index: number,
    private readonly release: () => void,
  ) {
    this.ask("events");
  }

  // A call that answers the state.
  call(...words: string[]): State {
    return this.callAt(performance.timeOrigin + performance.now(), ...words);
  }

  // The same at another time than this device's.
  callAt(now: number, ...words: string[]): State {
    const { events } = this.askAt<Update>(now, ...words);
    for (const event of events) {
      if (event.type === "began") this.setup = undefined;
      this.state = fold(this.state!, event);
    }
    return this.state!;
  }

  // The scene after `length` actions and then these, which are not played.
  look(length: number, ...actions: string[]): Scene {
    return withChange(this.state!.scene, this.ask<LookedChange>("look", String(length), ...actions).change);
  }

  // The game so far, for the worker. It contains all secrets.
  played(): Followed {
    this.setup ??= this.ask<Told>("setup").setup;
    const { actions, length } = this.state!;
    return { setup: this.setup, actions: actions.slice(0, length).map(({ text }) => text) };
  }

  // A call that answers something else.
  ask<Answer>(...words: string[]): Answer {
    return this.askAt(performance.timeOrigin + performance.now(), ...words);
  }

  private askAt<Answer>(now: number, ...words: string[]): Answer {
    return JSON.parse(this.module.session(this.index, `now=${Math.round(now)}`, ...words)) as Answer;
  }

  // Forgets the game. No call may follow.
  close(): void {
    this.ask("close");
    this.release();
  }
}

export class Engine {
  private readonly open = new Set<number>(); // sessions
  private worker: Thinking | undefined;
  private known: Followed | undefined; // by the worker's session
  private jobs = new Map<number, Job>();
  private nextId = 1;
  private files = new Map<string, GameFile>(); // by game and file, kept for workers to come
  private fetching = new Map<string, Promise<void>>();

  private constructor(
    private readonly compiled: WebAssembly.Module,
    private readonly module: Module,
    private readonly home: Home,
  ) {}

  static async load(compiled: WebAssembly.Module, home: Home): Promise<Engine> {
    return new Engine(compiled, await Module.load(compiled), home);
  }

  // A command that answers at once.
  call(...words: string[]): string {
    return this.module.call(...words);
  }

  // A session that nobody else uses, with no match yet.
  openSession(): Session {
    let index = 0;
    while (this.open.has(index)) index++;
    if (index >= SESSIONS) throw new Refusal({ text: "too many games are open" });
    this.open.add(index);
    return new Session(this.module, index, () => this.open.delete(index));
  }

  // A command that takes time, in the worker. Tasks wait for each other.
  think(about: Subject, words: string[], line?: (text: string) => void): Task {
    return this.begin(about, () => ({ words }), line);
  }

  // Calls to the worker's session, in order; the last answer is the task's.
  drive(about: Subject, ...calls: string[][]): Task {
    return this.begin(about, () => {
      this.known = undefined;
      return { calls };
    });
  }

  // A call to the worker's session after this game. The worker gets the actions that it does not
  // know yet, and its computers keep what they have found in the same match.
  follow(about: Subject, game: Followed, call: string[]): Task {
    return this.begin(about, () => ({ calls: [this.leading(game), call] }));
  }

  // The call that leads the worker's session to a game.
  private leading({ setup, actions }: Followed): string[] {
    const known = this.known;
    this.known = { setup, actions };
    if (!known || setup.join("\n") !== known.setup.join("\n")) return ["follow", ...setup, "actions", ...actions];
    const differs = known.actions.findIndex((action, i) => action !== actions[i]);
    const from = differs < 0 ? known.actions.length : differs;
    return ["continue", String(from), ...actions.slice(from)];
  }

  private begin(about: Subject, work: () => Work, line?: (text: string) => void): Task {
    const id = this.nextId++;
    const answer = new Promise<string>((done, refused) => this.jobs.set(id, { line, done, refused }));
    const post = () => {
      try {
        if (this.jobs.has(id)) this.post({ id, ...work() });
      } catch (error) {
        this.end(`the engine's worker cannot be started: ${(error as Error).message}`);
      }
    };
    const missing = about.data.filter((file) => !this.files.has(`${about.name}/${file}`));
    if (missing.length === 0) post();
    else void Promise.allSettled(missing.map((file) => this.giveFile(about.name, file))).then(post);
    return { answer, stop: () => this.stop(id) };
  }

  // Loads the files of a game before a search; a fetch that failed is tried again.
  private giveFile(game: string, file: string): Promise<void> {
    const name = `${game}/${file}`;
    const given = async () => {
      const bytes = await this.home.fetchFile(game, file).finally(() => this.fetching.delete(name));
      if (!bytes) return;
      this.files.set(name, { game, file, bytes });
      if (this.worker) this.post({ game, file, bytes });
    };
    const fetching = this.fetching.get(name) ?? given();
    this.fetching.set(name, fetching);
    return fetching;
  }

  // Gives the page's module the lesson of a game.
  setLesson(game: string, text: string): void {
    this.module.setLesson(game, text);
  }

  private post(message: Request): void {
    this.worker ??= this.startWorker();
    this.worker.postMessage(message);
  }

  private startWorker(): Thinking {
    const worker = this.home.startWorker(
      (reply) => this.receive(reply),
      (why) => this.end(why),
    );
    const { flag } = this.home;
    worker.postMessage(flag ? { compiled: this.compiled, flag } : { compiled: this.compiled });
    for (const file of this.files.values()) worker.postMessage(file);
    return worker;
  }

  private receive(reply: Reply): void {
    const job = this.jobs.get(reply.id);
    if (!job) return;
    if ("line" in reply) {
      job.line?.(reply.line);
      return;
    }
    if ("broken" in reply) return this.end(reply.broken);
    this.jobs.delete(reply.id);
    if ("done" in reply) return job.done(reply.done);
    this.known = undefined; // perhaps it was not led there
    job.refused(new Refusal(reply.refused));
  }

  private stop(id: number): void {
    if (!this.jobs.has(id)) return;
    if (this.home.flag)
      Atomics.store(this.home.flag, 0, id); // ends all up to this one
    else this.end();
  }

  // Ends the worker and whatever it does; another one starts with the next task.
  end(why = "stopped"): void {
    this.worker?.terminate();
    this.worker = this.known = undefined;
    const stopped = [...this.jobs.values()];
    this.jobs.clear();
    for (const job of stopped) job.refused(new Refusal({ text: why }));
  }
}
