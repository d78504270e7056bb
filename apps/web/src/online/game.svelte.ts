// SPDX-License-Identifier: MIT
// A game on the server as this browser sees it. The server's entries go into a session, which
// builds the same game from them as the server does (core/play/journal.h). The session narrows
// touches to an action, which is sent once with its ply and shown as "sending" until the server
// sends the event.
import { untrack } from "svelte";
import type { Game } from "../app/games";
import { settings } from "../app/settings.svelte";
import type { Study } from "../analyse/analysis.svelte";
import type { Told } from "abax/engine/answers";
import type { Engine, Session } from "abax/engine/engine";
import { Refusal } from "abax/engine/module";
import type { Looked, Scene, State } from "abax/engine/state";
import type { Said } from "abax/messages/catalogue";
import { Clocks } from "../play/clocks.svelte";
import { withPutBack } from "../play/putback";
import { briefOf } from "../play/saved";
import { play as sound } from "../play/sound";
import { straight } from "../review/study";
import { account } from "./account.svelte";
import { Broken, client, Refused, type Request } from "./client.svelte";
import type {
  Declining,
  Entry,
  EventMessage,
  GameMessage,
  Now,
  OnlineSeat,
  Phase,
  Saying,
  StateMessage,
} from "./messages";
import { fitting, PlanBoard, withLine } from "./plan.svelte";
import { answer } from "./deal";
import { holdSeat, seatToken } from "./secrets";

export interface Notice {
  rule: string;
  sentence: Said; // empty: the line broke
}

export class OnlineGame {
  setup = $state.raw<StateMessage>();
  now = $state.raw<Now>();
  seats = $state.raw<OnlineSeat[]>([]);
  phase = $state<Phase>("open");
  entries = $state.raw<Entry[]>([]);
  said = $state.raw<Saying[]>([]); // the latest phrases; the server keeps no more
  declined = $state.raw<Declining[]>([]); // who did not accept the invitation
  missing = $state.raw<Said>(); // why there is nothing to see
  notice = $state.raw<Notice>();
  ready = $state<string>(); // a whole action that waits for a second look
  sending = $state<string>(); // an action on its way
  sendingWords = $state.raw<Said>(); // unless it was typed
  looking = $state<number>();
  turned = $state(false);
  match = $state.raw<State>(); // the session's state
  private planned = $state.raw<StateMessage["plans"]>(); // as the server has it
  private heardAt = 0; // by this browser's clock
  private stood = 0; // the server's time, estimated, when the connection was lost
  readonly clocks = new Clocks(); // that none has run out is the server's word
  private number = 0;
  ply = $state(0); // actions that stand
  private stranger = false; // the secret was not taken: then one watches like anybody
  private readonly session: Session;
  private closed = false;
  private readonly leave: () => void;

  constructor(
    private readonly engine: Engine,
    readonly id: string,
    private readonly onnews: (entry: Entry) => void,
  ) {
    this.session = engine.openSession();
    this.leave = client().follow(id, {
      token: () => (this.stranger ? undefined : (seatToken(id) ?? account()?.token)),
      since: () => this.number,
      hear: (message) => untrack(() => this.hear(message)),
      refuse: (said) => this.turnAway(said),
    });
  }

  close(): void {
    this.clocks.stop();
    this.leave();
    this.closed = true;
    this.session.close();
  }

  // A seat was taken here: joins again with its secret.
  sitDown(): void {
    this.stranger = false;
    client().refresh(this.id);
  }

  private turnAway(said: Said): void {
    const known = seatToken(this.id) ?? account()?.token;
    if (this.stranger || !known) {
      this.missing = said;
      return;
    }
    this.stranger = true;
    client().refresh(this.id);
  }

  // -------------------------------------------------------------------------------------------
  // Display
  // -------------------------------------------------------------------------------------------

  readonly you = $derived.by(() => this.setup?.you ?? -1);
  readonly actions = $derived.by(() => this.match?.actions ?? []);
  readonly full = $derived.by(() => this.seats.length > 0 && this.seats.every(({ kind }) => kind !== "open"));
  readonly others = $derived.by(() => this.seats.some((seat, i) => i !== this.you && seat.kind !== "computer"));
  readonly connected = $derived.by(() => client().state === "connected");
  readonly myTurn = $derived.by(() => this.phase === "playing" && this.you >= 0 && this.now?.toAct === this.you);
  readonly canAct = $derived.by(() => this.myTurn && this.connected && !this.sending && this.looking === undefined);

  readonly near = $derived.by(() => {
    const own = Math.max(0, this.you);
    return this.turned ? (own + 1) % Math.max(1, this.seats.length) : own;
  });

  readonly flipped = $derived.by(() => this.near === 1 && this.seats.length === 2);

  // Shows your action at once, before the server has stored it; a refusal puts the board back.
  readonly scene: Scene | undefined = $derived.by(() => {
    const now = this.match;
    if (!now) return undefined;
    if (this.looking !== undefined) return this.look(String(this.looking)) ?? now.scene;
    return (this.sending && this.look(String(now.length), this.sending)) || now.scene;
  });

  // How the board stood, or will stand; nothing where that cannot be known.
  private look(...words: string[]): Scene | undefined {
    try {
      return this.session.ask<Looked>("look", ...words).scene;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return undefined;
    }
  }

  lookAt(length: number | undefined): void {
    const wanted = length === undefined || length >= this.actions.length ? undefined : Math.max(0, length);
    this.looking = wanted === undefined || this.look(String(wanted)) ? wanted : this.looking;
  }

  // The server's time, estimated from its last message. Without a connection it is unknown and
  // stands still.
  private get time(): number {
    if (!this.now || !this.connected) return this.stood;
    return this.now.time + performance.now() - this.heardAt;
  }

  // After a lost connection the clocks show the last known time.
  lost(): void {
    if (this.now) this.stood = this.now.time + performance.now() - this.heardAt;
    this.clocks.hold();
  }

  found(): void {
    this.clocks.goOn();
  }

  // -------------------------------------------------------------------------------------------
  // The session
  // -------------------------------------------------------------------------------------------

  private take(...words: string[]): void {
    const state = this.session.callAt(this.time, ...words);
    const begun = this.phase !== "open";
    // An undone action is gone for good: it cannot be redone.
    this.match = {
      ...state,
      actions: state.actions.slice(0, state.length),
      toAct: begun ? state.toAct : -1,
      series: this.now?.series ?? this.setup?.series ?? state.series,
      lots: this.setup?.lots === "drawn",
    };
    this.clocks.read(state, (this.now?.running ?? -1) >= 0);
  }

  // Gives the session all entries. Touches stay if no action was added.
  private follow(): void {
    const { setup, now } = this;
    if (!setup || !now) return;
    const options = Object.entries(setup.options).map(([key, value]) => `o.${key}=${value}`);
    const seats = this.seats.flatMap((seat, i) => {
      const who = i === this.you ? "person" : (seat.kind === "computer" && seat.player) || "remote";
      return [`seat${i + 1}=${who}`, `name${i + 1}=${seat.name}`];
    });
    const start = [`clock=${setup.clock}`, `start=${setup.start}`, `known=${now.position}`];
    const entries = this.entries.flatMap(({ kind, seat, text, at, leftThen = [] }) => {
      return [kind, String(seat + 1), text, String(at), leftThen.join(",")];
    });
    try {
      this.session.callAt(this.time, "follow", setup.name, ...options, ...start, ...seats, "entries", ...entries);
      this.take("eyes", String(this.you + 1));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.missing = error.said; // rules of another version
    }
  }

  // The whole game for review: only after the end, when the server reveals everything.
  study(game: Game): Study {
    const setup = this.setup!;
    const names = this.seats.map((seat) => seat.name);
    const ended = this.match?.over ? { ended: briefOf(this.match) } : {};
    const tree = straight(this.actions);
    return { game: game.name, options: setup.options, start: setup.start, names, tree, at: [], ...ended };
  }

  // -------------------------------------------------------------------------------------------
  // Acting
  // -------------------------------------------------------------------------------------------

  touch(spot: string): void {
    if (!this.canAct) return;
    this.notice = undefined;
    this.ready = undefined;
    this.take("touch", spot);
    const touch = this.match?.touch;
    if (touch?.answer === "refused") this.refuse(touch.rule ?? "", { text: touch.sentence ?? "" });
    if (touch?.answer !== "ready" || !touch.action) return;
    if (settings.confirm) this.ready = touch.action;
    else void this.play(touch.action);
  }

  cancel(): void {
    this.ready = undefined;
    this.notice = undefined;
    if (!this.match?.staged.length || this.sending) return;
    this.take("cancel");
    this.match = withPutBack(this.match);
  }

  // An action as it was typed: the session looks at it first, which can name the rule. True when it
  // was sent.
  typed(text: string): boolean {
    if (!this.canAct || !this.match) return false;
    try {
      this.session.ask("look", String(this.match.length), text);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refuse("", error.said);
      return false;
    }
    void this.play(text);
    return true;
  }

  async play(action: string): Promise<void> {
    const touch = this.match?.touch;
    this.ready = undefined;
    this.sendingWords = touch?.action === action ? touch.words : undefined;
    this.sending = action;
    const sent = await this.say({ do: "act", ply: this.ply, action });
    if (sent || this.sending !== action || this.closed) return; // the event has cleared it, or will
    this.sending = undefined;
    this.take("cancel");
  }

  // Moves in advance that still fit.
  readonly plans = $derived.by(() =>
    this.planned
      ? fitting(
          this.planned.lines,
          this.planned.ply,
          this.actions.map(({ text }) => text),
        )
      : [],
  );

  async keepPlans(lines: string[][]): Promise<boolean> {
    const texts = lines.map((line) => line.join(" "));
    const { ply } = this;
    const kept = await this.say({ do: "plan", ply, lines: texts });
    if (kept) this.planned = { ply, lines: texts };
    return kept;
  }

  // One more line, from the board, which is then free for the next.
  async keepLine(plan: PlanBoard): Promise<void> {
    const kept = await this.keepPlans(withLine(this.plans, plan.answered, (at) => plan.own(at)));
    if (kept) plan.show([]);
  }

  // A board to enter planned moves, from the current position.
  planBoard(): PlanBoard {
    const current = this.session.ask<Told>("setup");
    return new PlanBoard(this.engine, current.setup, current.actions, this.you);
  }

  // Sends a request about this game; a refusal becomes a notice.
  async say(request: Request): Promise<boolean> {
    this.notice = undefined;
    try {
      await client().say({ ...request, game: this.id });
      return true;
    } catch (error) {
      if (error instanceof Refused) this.refuse("", error.said);
      else if (error instanceof Broken) this.refuse("", { text: "" });
      else throw error;
      return false;
    }
  }

  private refuse(rule: string, sentence: Said): void {
    this.notice = { rule, sentence };
    sound("refuse");
  }

  // -------------------------------------------------------------------------------------------
  // Hearing
  // -------------------------------------------------------------------------------------------

  private hear(message: GameMessage): void {
    this.missing = undefined;
    if (message.type === "seats") {
      this.seats = message.seats;
      this.phase = message.phase;
      this.follow();
      if (message.deal) void answer(this.id, message.deal, this.you);
      const dealing = message.phase === "open" && this.full && this.setup?.deal;
      if (message.number > this.number || dealing) client().refresh(this.id);
    } else if (message.type === "said") {
      const { seat, text, at } = message;
      this.said = [...this.said, { seat, text, at }].slice(-40);
      this.onnews({ number: this.number, kind: "phrase", seat, text, at });
    } else if (message.type === "declined") {
      const { name, at } = message;
      this.declined = [...this.declined, { name, at }];
    } else if (message.type === "state") {
      this.hearState(message);
    } else if (message.number === this.number + 1) {
      this.hearEvent(message);
    } else if (message.number > this.number) {
      client().refresh(this.id); // an event was missed
    }
  }

  private hearState(message: StateMessage): void {
    const back = message.number < this.number; // never so, unless the server lost its journal
    const known = back ? [] : this.entries;
    const last = known.at(-1)?.number ?? 0;
    const fresh = message.entries.filter((entry) => entry.number > last);
    const first = this.setup === undefined;
    if (this.notice?.sentence.text === "") this.notice = undefined; // the line is back
    this.setup = message;
    this.seats = message.seats;
    this.phase = message.phase;
    this.entries = [...known, ...fresh];
    this.said = message.said ?? this.said;
    this.declined = message.declined ?? this.declined;
    this.planned = message.plans;
    this.number = message.number;
    this.stand(message, message.ply);
    if (message.deal) void answer(this.id, message.deal, message.you);
    const token = seatToken(this.id);
    if (token && message.you >= 0) holdSeat(this.id, token, message.you);
    if (!first && !back) for (const entry of fresh) this.onnews(entry);
  }

  private hearEvent(message: EventMessage): void {
    const { number, kind, seat, text, at, leftThen } = message;
    const entry: Entry = { number, kind, seat, text, at, ...(leftThen ? { leftThen } : {}) };
    this.entries = [...this.entries, entry];
    this.number = number;
    this.phase = message.over ? "over" : "playing";
    this.stand(message, message.ply);
    if (kind === "act") sound(message.over ? "end" : "place");
    if (message.next) this.inherit(message.next);
    this.onnews(entry);
    // At the end the server reveals everything: the start as well.
    if (message.over) client().refresh(this.id);
  }

  // Takes over the current state.
  private stand(now: Now, ply: number): void {
    const moved = this.now?.position !== now.position;
    this.now = now;
    this.ply = ply;
    this.heardAt = performance.now();
    this.stood = now.time;
    if (now.next) this.inherit(now.next);
    if (moved) {
      this.ready = undefined;
      this.sending = undefined;
      this.looking = undefined;
    }
    this.follow();
  }

  // The same secret opens the rematch.
  private inherit(next: string): void {
    const token = seatToken(this.id);
    if (token && !seatToken(next)) holdSeat(next, token);
  }
}
