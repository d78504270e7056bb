// SPDX-License-Identifier: MIT
// One socket for all that is followed: games, studies and the lobby. After a break it reconnects
// and joins each game with the last known number, so nothing is missed or doubled. Nothing is
// queued: a request that could not be sent or was not answered rejects, and is never repeated by
// itself.
import type { Said } from "abax/engine/state";
import { outdated } from "../app/outdated.svelte";
import type {
  DoneMessage,
  GameMessage,
  GoneMessage,
  Lobby,
  Message,
  NotedMessage,
  PairedMessage,
  StudyingMessage,
  StudyMessage,
  Tournament,
  UnpairedMessage,
} from "./messages";

// A request to the server; `ref` is added when it is sent.
export type Request = { do: string; game?: string } & Record<string, unknown>;

export type ConnectionState = "connecting" | "connected" | "reconnecting" | "offline";

export class Broken extends Error {} // the line broke before an answer came
// Refused by the server, in its words.
export class Refused extends Error {
  constructor(readonly said: Said) {
    super(said.text);
  }
}

export interface Follower {
  token: () => string | undefined;
  since: () => number; // the last number that is known
  scene?: boolean; // messages contain a scene
  hear: (message: GameMessage) => void;
  refuse: (said: Said) => void; // there is no such game, or no right to it
}

// A search for an opponent. After a break it is sent again with the same key.
export interface Pairing {
  request: () => Request;
  hear: (message: PairedMessage | UnpairedMessage) => void;
  refuse: (said: Said) => void;
}

// A viewer of a study.
export interface Student {
  request: () => Request; // with the last number that is known
  hear: (message: StudyMessage | NotedMessage | StudyingMessage | GoneMessage) => void;
  refuse: (said: Said) => void;
}

interface Waiting {
  done: (message: DoneMessage) => void;
  failed: (error: Error) => void;
}

const PROTOCOL = 2; // of requests and messages (docs/api.md)
const FIRST_PAUSE = 400; // milliseconds before the first new attempt, doubled up to the longest
const LONGEST_PAUSE = 15000;
const ASK_EVERY = 10000; // a silent line is asked whether it is still there
const ANSWER_WITHIN = 5000;

// With the game that is followed, by which a proxy before several processes lets its people meet in
// one.
function address(game: string | undefined): string {
  const url = new URL("ws", document.baseURI);
  if (game) url.searchParams.set("game", game);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  return url.href;
}

export class Client {
  state = $state<ConnectionState>("connecting");
  private socket: WebSocket | undefined;
  private readonly followers = new Map<string, Follower>();
  private tournament: { id: string; hear: (tournament: Tournament) => void } | undefined;
  private study: { id: string; student: Student } | undefined;
  private lobby: ((lobby: Lobby) => void) | undefined;
  private pairing: Pairing | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private readonly joining = new Map<number, string>();
  private nextRef = 1;
  private pause = FIRST_PAUSE;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    addEventListener("offline", () => this.drop());
    addEventListener("online", () => this.reconnect());
    document.addEventListener("visibilitychange", () => document.hidden || this.reconnect());
  }

  // Follows a game until the answered function is called.
  follow(game: string, follower: Follower): () => void {
    this.followers.set(game, follower);
    if (this.isOpen) this.join(game, follower);
    else this.connect();
    return () => {
      if (this.followers.get(game) !== follower) return;
      this.followers.delete(game);
      if (this.isOpen) this.post({ do: "leave", game });
      this.rest();
    };
  }

  follows(game: string): boolean {
    return this.followers.has(game);
  }

  // Joins again: the server sends everything after the last known number.
  refresh(game: string): void {
    const follower = this.followers.get(game);
    if (follower && this.isOpen) this.join(game, follower);
  }

  followLobby(hear: (lobby: Lobby) => void): () => void {
    this.lobby = hear;
    if (this.isOpen) this.post({ do: "lobby", on: true });
    else this.connect();
    return () => {
      if (this.lobby !== hear) return;
      this.lobby = undefined;
      if (this.isOpen) this.post({ do: "lobby", on: false });
      this.rest();
    };
  }

  // Hears of a tournament as it changes.
  followTournament(id: string, hear: (tournament: Tournament) => void): () => void {
    const mine = { id, hear };
    this.tournament = mine;
    if (this.isOpen) this.post({ do: "watch", tournament: id, on: true });
    else this.connect();
    return () => {
      if (this.isOpen) this.post({ do: "watch", tournament: id, on: false });
      if (this.tournament !== mine) return;
      this.tournament = undefined;
      this.rest();
    };
  }

  // Looks at a study until the answered function is called.
  followStudy(id: string, student: Student): () => void {
    const mine = { id, student };
    this.study = mine;
    if (this.isOpen) this.openStudy();
    else this.connect();
    return () => {
      if (this.isOpen) this.post({ do: "study", study: id, on: false });
      if (this.study !== mine) return;
      this.study = undefined;
      this.rest();
    };
  }

  // Asks for changes since the last known number, also on each new connection.
  openStudy(): void {
    const { study } = this;
    if (!study || !this.isOpen) return;
    this.waiting.set(this.post({ ...study.student.request(), do: "study", study: study.id, on: true }), {
      done: () => {},
      failed: (error) => {
        if (error instanceof Refused && this.study === study) study.student.refuse(error.said);
      },
    });
  }

  // Searches for an opponent until one is found or the returned function is called.
  pair(pairing: Pairing): () => void {
    this.pairing = pairing;
    if (this.isOpen) this.lookAgain();
    else this.connect();
    return () => {
      if (this.pairing !== pairing) return;
      this.pairing = undefined;
      if (this.isOpen) this.post({ do: "unpair" });
      this.rest();
    };
  }

  private lookAgain(): void {
    const { pairing } = this;
    if (!pairing) return;
    this.waiting.set(this.post(pairing.request()), {
      done: () => {},
      failed: (error) => {
        // a broken line comes back
        if (!(error instanceof Refused) || this.pairing !== pairing) return;
        this.pairing = undefined;
        pairing.refuse(error.said);
        this.rest();
      },
    });
  }

  // Sends a request once. Rejects with Refused, or with Broken if it may or may not have arrived.
  say(request: Request): Promise<DoneMessage> {
    if (!this.isOpen) return Promise.reject(new Broken());
    return new Promise((done, failed) => this.waiting.set(this.post(request), { done, failed }));
  }

  private get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  private get isWanted(): boolean {
    return this.followers.size > 0 || !!(this.lobby || this.tournament || this.pairing || this.study);
  }

  private post(request: Request): number {
    const ref = this.nextRef++;
    this.socket?.send(JSON.stringify({ ...request, ref }));
    return ref;
  }

  private join(game: string, follower: Follower): void {
    const request: Request = { do: "join", game, since: follower.since(), deals: true };
    const token = follower.token();
    if (token) request["token"] = token;
    if (follower.scene) request["scene"] = true;
    this.joining.set(this.post(request), game);
  }

  private connect(): void {
    if (this.socket || !this.isWanted) return;
    if (!navigator.onLine) {
      this.state = "offline";
      return;
    }
    clearTimeout(this.retry);
    const socket = new WebSocket(address(this.followers.keys().next().value ?? this.study?.id));
    this.socket = socket;
    socket.addEventListener("open", () => this.opened(socket));
    socket.addEventListener("message", (event: MessageEvent<string>) => {
      if (this.socket === socket) this.receive(JSON.parse(event.data) as Message);
    });
    socket.addEventListener("close", () => this.lost(socket));
  }

  private opened(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.state = "connected";
    this.pause = FIRST_PAUSE;
    this.say({ do: "hello", protocol: PROTOCOL }).then(
      () => (outdated.said = undefined),
      (error) => error instanceof Refused && (outdated.said = error.said),
    );
    for (const [game, follower] of this.followers) this.join(game, follower);
    if (this.lobby) this.post({ do: "lobby", on: true });
    if (this.tournament) this.post({ do: "watch", tournament: this.tournament.id, on: true });
    this.openStudy();
    this.lookAgain();
    this.listen();
  }

  // A page does not notice a dead connection: it has to ask.
  private listen(): void {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => {
      if (!this.isOpen) return;
      this.post({ do: "ping" });
      this.watch = setTimeout(() => this.drop(), ANSWER_WITHIN);
    }, ASK_EVERY);
  }

  private drop(): void {
    const socket = this.socket;
    if (!socket) return;
    socket.close();
    this.lost(socket); // closing a dead line may take long: it counts as lost now
  }

  private lost(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = undefined;
    clearTimeout(this.watch);
    this.joining.clear();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    if (this.isWanted) {
      this.state = navigator.onLine ? "reconnecting" : "offline";
      this.retry = setTimeout(() => this.connect(), this.pause * (0.75 + Math.random() / 2));
      this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
    }
    for (const { failed } of waiting) failed(new Broken());
  }

  private reconnect(): void {
    if (this.socket || !this.isWanted) return;
    this.pause = FIRST_PAUSE;
    this.state = "reconnecting";
    this.connect();
  }

  // Without anything to follow the line is given back.
  private rest(): void {
    if (this.isWanted) return;
    const socket = this.socket;
    this.socket = undefined;
    clearTimeout(this.watch);
    clearTimeout(this.retry);
    this.state = "connecting";
    socket?.close();
  }

  private receive(message: Message): void {
    this.listen();
    switch (message.type) {
      case "state":
      case "event":
      case "said":
      case "declined":
      case "seats":
        this.followers.get(message.game)?.hear(message);
        break;
      case "lobby":
        this.lobby?.(message);
        break;
      case "tournament":
        if (this.tournament?.id === message.tournament.id) this.tournament.hear(message.tournament);
        break;
      case "study":
      case "noted":
      case "studying":
      case "gone":
        if (this.study?.id === message.study) this.study.student.hear(message);
        break;
      case "done":
        this.joining.delete(message.ref);
        this.settle(message.ref)?.done(message);
        break;
      case "refused":
        this.refused(message.ref, message.said ?? { text: message.sentence });
        break;
      case "paired":
      case "unpaired":
        this.paired(message);
        break;
      case "pong":
        break;
    }
  }

  private paired(message: PairedMessage | UnpairedMessage): void {
    const { pairing } = this;
    this.pairing = undefined;
    pairing?.hear(message);
    this.rest();
  }

  private refused(ref: number | undefined, said: Said): void {
    if (ref === undefined) return;
    const game = this.joining.get(ref);
    this.joining.delete(ref);
    if (game !== undefined) this.followers.get(game)?.refuse(said);
    else this.settle(ref)?.failed(new Refused(said));
  }

  private settle(ref: number): Waiting | undefined {
    const waiting = this.waiting.get(ref);
    this.waiting.delete(ref);
    return waiting;
  }
}

const shared = new Client();

// The page's one client. It exists from the beginning: a state that is made inside a reaction is
// not followed by it.
export function client(): Client {
  return shared;
}
