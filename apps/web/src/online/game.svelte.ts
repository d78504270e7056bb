// SPDX-License-Identifier: MIT
// A game on the server as this browser sees it. The server's entries go into a session, which
// builds the same game from them as the server does (core/play/journal.h). The session narrows
// touches to an action, which is sent once with its ply and shown as "sending" until the server
// sends the event.
import { untrack } from "svelte";
import type { Game } from "../app/games";
import type { Study } from "../analyse/analysis.svelte";
import type { Told } from "abax/engine/answers";
import type { Engine, Session } from "abax/engine/engine";
import { refusalOf } from "../engine/refusal";
import type { Scene, State } from "abax/engine/state";
import type { Said } from "abax/messages/catalogue";
import { Clocks } from "../play/clocks.svelte";
import { briefOf } from "../play/saved";
import { play as sound } from "../play/sound";
import { Table, type Source } from "../play/table.svelte";
import { straight } from "../play/studied";
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

// As a session takes it.
function entryWords({ kind, seat, text, at, leftThen = [] }: Entry): string[] {
  return [kind, String(seat + 1), text, String(at), leftThen.join(",")];
}

export class OnlineGame implements Source {
  readonly table: Table = new Table(this);
  readonly counts = true;
  setup = $state.raw<StateMessage>();
  now = $state.raw<Now>();
  seats = $state.raw<OnlineSeat[]>([]);
  phase = $state<Phase>("open");
  entries = $state.raw<Entry[]>([]);
  private followed: { start: string; entries: number } | undefined; // what the session has
  said = $state.raw<Saying[]>([]); // the latest phrases; the server keeps no more
  declined = $state.raw<Declining[]>([]); // who did not accept the invitation
  missing = $state.raw<Said>(); // why there is nothing to see
  sending = $state<string>(); // an action on its way
  sendingWords = $state.raw<Said>(); // unless it was typed
  private planned = $state.raw<StateMessage["plans"]>(); // as the server has it
  private heardAt = 0; // by this browser's clock
  private stood = 0; // the server's time, estimated, when the connection was lost
  readonly clocks = new Clocks(); // that none has run out is the server's word
  private number = 0;
  ply = $state(0); // actions that stand
  private stranger = false; // the secret was not taken: then one watches like anybody
  readonly session: Session;
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
  readonly seat = $derived.by(() => Math.max(0, this.you));
  readonly actions = $derived.by(() => this.table.state?.actions ?? []);
  readonly full = $derived.by(() => this.seats.length > 0 && this.seats.every(({ kind }) => kind !== "open"));
  readonly others = $derived.by(() => this.seats.some((seat, i) => i !== this.you && seat.kind !== "computer"));
  readonly connected = $derived.by(() => client().state === "connected");
  readonly myTurn = $derived.by(() => this.phase === "playing" && this.you >= 0 && this.now?.toAct === this.you);
  readonly mayAct = $derived.by(() => this.myTurn && this.connected);

  // Shows your action at once, before the server has stored it; a refusal puts the board back.
  readonly scene: Scene | undefined = $derived.by(() => {
    const now = this.table.state;
    return now && this.sending ? this.table.look(now.length, this.sending) : undefined;
  });

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

  // By the server's time; what the session does not know is added.
  call(...words: string[]): State {
    const state = this.session.callAt(this.time, ...words);
    const begun = this.phase !== "open";
    this.clocks.read(state, (this.now?.running ?? -1) >= 0);
    // An undone action is gone for good: it cannot be redone.
    return {
      ...state,
      actions: state.actions.slice(0, state.length),
      toAct: begun ? state.toAct : -1,
      series: this.now?.series ?? this.setup?.series ?? state.series,
      lots: this.setup?.lots === "drawn",
    };
  }

  // Gives the session the entries that it does not have. Touches stay if no action was added.
  private follow(): void {
    const { setup, now } = this;
    if (!setup || !now) return;
    const options = Object.entries(setup.options).map(([key, value]) => `o.${key}=${value}`);
    const seats = this.seats.flatMap((seat, i) => {
      const who = i === this.you ? "person" : (seat.kind === "computer" && seat.player) || "remote";
      return [`seat${i + 1}=${who}`, `name${i + 1}=${seat.name}`];
    });
    const start = [setup.name, ...options, `clock=${setup.clock}`, `start=${setup.start}`, ...seats];
    try {
      if (!this.goOn(start.join("\n"))) {
        const entries = this.entries.flatMap(entryWords);
        this.session.callAt(this.time, "follow", ...start, `known=${now.position}`, "entries", ...entries);
      }
      this.followed = { start: start.join("\n"), entries: this.entries.length };
      this.table.state = this.call("eyes", String(this.you + 1));
    } catch (error) {
      this.missing = refusalOf(error); // rules of another version
    }
  }

  // Gives the session what is new. False if it has another game, or knows only a view of the start:
  // then every entry may tell more about what was before.
  private goOn(start: string): boolean {
    if (this.followed?.start !== start || this.followed.entries > this.entries.length) return false;
    try {
      for (const entry of this.entries.slice(this.followed.entries))
        this.session.callAt(this.time, "entry", ...entryWords(entry));
      return true;
    } catch (error) {
      refusalOf(error);
      return false;
    }
  }

  // The whole game for review: only after the end, when the server reveals everything.
  study(game: Game): Study {
    const setup = this.setup!;
    const names = this.seats.map((seat) => seat.name);
    const match = this.table.state;
    const ended = match?.over ? { ended: briefOf(match) } : {};
    const tree = straight(this.actions);
    return { game: game.name, options: setup.options, start: setup.start, names, tree, at: [], ...ended };
  }

  // -------------------------------------------------------------------------------------------
  // Acting
  // -------------------------------------------------------------------------------------------

  play(action: string): boolean {
    void this.send(action);
    return true;
  }

  // The session looks at it first, which can say why it is illegal.
  typed(text: string): boolean {
    try {
      this.session.look(this.actions.length, text);
    } catch (error) {
      return this.table.refused(error);
    }
    return this.play(text);
  }

  private async send(action: string): Promise<void> {
    const touch = this.table.state?.touch;
    this.sendingWords = touch?.action === action ? touch.words : undefined;
    this.sending = action;
    const sent = await this.say({ do: "act", ply: this.ply, action });
    if (sent || this.sending !== action || this.closed) return; // the event has cleared it, or will
    this.sending = undefined;
    this.table.state = this.call("cancel");
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

  // Sends a request about this game; a refusal becomes a notice, without words if the connection
  // broke.
  async say(request: Request): Promise<boolean> {
    this.table.notice = undefined;
    try {
      await client().say({ ...request, game: this.id });
      return true;
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Broken)) throw error;
      this.table.refuse({ rule: "", sentence: error instanceof Refused ? error.said : { text: "" } });
      return false;
    }
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
    if (back) this.followed = undefined;
    const last = known.at(-1)?.number ?? 0;
    const fresh = message.entries.filter((entry) => entry.number > last);
    const first = this.setup === undefined;
    if (this.table.notice?.sentence.text === "") this.table.notice = undefined; // the connection is back
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
      this.sending = undefined;
      this.table.clear();
    }
    this.follow();
  }

  // The same secret opens the rematch.
  private inherit(next: string): void {
    const token = seatToken(this.id);
    if (token && !seatToken(next)) holdSeat(next, token);
  }
}
