// SPDX-License-Identifier: MIT
// One game on the server, as this browser sees it. The server's word is the truth; what is touched here is narrowed to
// an action by the C, sent once with its ply, and shown as "sending" until the server tells the event.
import { untrack } from "svelte";
import type { Game } from "../app/games";
import { settings } from "../app/settings.svelte";
import type { Study } from "../analyse/analysis.svelte";
import type { Engine } from "../engine/engine";
import { Refusal } from "../engine/module";
import type { Scene, State } from "../engine/state";
import type { Said } from "../i18n/catalogue";
import { t } from "../i18n/index.svelte";
import { play as sound } from "../play/sound";
import { straight } from "../review/study";
import { account } from "./account.svelte";
import { Broken, client, Refused, type Wish } from "./client.svelte";
import { actionsOf, append } from "./journal";
import type { Entry, EventMessage, GameMessage, Now, OnlineSeat, Phase, StateMessage } from "./messages";
import { holdSeat, seatToken } from "./secrets";

interface Touched {
  staged: number[];
  targets: number[];
  touch?: { answer: "staged" | "ready" | "undone" | "refused"; action?: string; rule?: string; sentence?: string };
}

export interface Notice {
  rule: string;
  sentence: Said; // empty: the line broke
}

const NOTHING: Touched = { staged: [], targets: [] };

export class OnlineGame {
  setup = $state.raw<StateMessage>();
  now = $state.raw<Now>();
  seats = $state.raw<OnlineSeat[]>([]);
  phase = $state<Phase>("open");
  entries = $state.raw<Entry[]>([]);
  missing = $state.raw<Said>(); // why there is nothing to see
  notice = $state.raw<Notice>();
  ready = $state<string>(); // a whole action that waits for a second look
  sending = $state<string>(); // an action on its way
  looking = $state<number>();
  turned = $state(false);
  time = $state(0); // the server's, estimated
  private path = $state.raw<string[]>([]);
  private heardAt = 0; // by our own clock
  private number = 0;
  private stranger = false; // the secret was not taken: then one watches like anybody
  private scenes = new Map<number, Scene>(); // by ply, as far as they were seen
  private readonly leave: () => void;

  constructor(
    private readonly engine: Engine,
    readonly id: string,
    private readonly onnews: (entry: Entry) => void,
  ) {
    this.leave = client().follow(id, {
      token: () => (this.stranger ? undefined : (seatToken(id) ?? account()?.token)),
      since: () => this.number,
      hear: (message) => untrack(() => this.hear(message)),
      refuse: (said) => this.turnAway(said),
    });
  }

  close(): void {
    this.leave();
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
  // What is seen
  // -------------------------------------------------------------------------------------------

  readonly you = $derived.by(() => this.setup?.you ?? -1);
  readonly actions = $derived.by(() => actionsOf(this.entries, this.seats));
  readonly others = $derived.by(() => this.seats.some((seat, i) => i !== this.you && seat.kind !== "computer"));
  readonly connected = $derived.by(() => client().state === "connected");
  readonly myTurn = $derived.by(() => this.phase === "playing" && this.you >= 0 && this.now?.toAct === this.you);
  readonly canAct = $derived.by(() => this.myTurn && this.connected && !this.sending && this.looking === undefined);

  // What can be touched: asked of the C for the position that this seat may know.
  readonly touched: Touched = $derived.by(() => {
    if (!this.myTurn || !this.now) return NOTHING;
    return JSON.parse(this.engine.call("touch", ...this.words(this.now.position), ...this.path)) as Touched;
  });

  readonly near = $derived.by(() => {
    const own = Math.max(0, this.you);
    return this.turned ? (own + 1) % Math.max(1, this.seats.length) : own;
  });

  readonly flipped = $derived.by(() => this.near === 1 && this.seats.length === 2);

  // The own action is shown at once, before the server has stored it; when it is refused the board goes back. Of a hidden
  // game only the server knows what comes of it.
  private readonly ahead: Scene | undefined = $derived.by(() => {
    if (!this.sending || !this.now) return undefined;
    return this.sceneAfter(this.now.position, [this.sending]);
  });

  readonly scene: Scene | undefined = $derived.by(() => {
    if (this.looking === undefined || !this.setup) return this.ahead ?? this.now?.scene;
    return this.sceneAt(this.looking) ?? this.now?.scene;
  });

  // The same shape that a session answers, so that the same parts show it.
  readonly match: State | undefined = $derived.by(() => {
    const { setup, now } = this;
    if (!setup || !now?.scene) return undefined;
    const state: State = {
      game: setup.name,
      options: setup.options,
      seats: this.seats.map((seat, i) => this.seatOf(seat, i)),
      actions: this.actions,
      length: this.actions.length,
      toAct: this.phase === "playing" ? now.toAct : -1,
      eyes: this.you,
      sentence: now.sentence,
      over: now.over,
      drawOffer: now.drawOffer ?? -1,
      clock: { rule: setup.clock, running: now.running ?? -1 },
      series: { games: 1, played: 0, byScore: false, players: [] },
      position: now.position,
      staged: this.touched.staged,
      targets: this.touched.targets,
      scene: now.scene,
    };
    if (now.result) state.result = now.result;
    if (now.end) state.end = now.end;
    return state;
  });

  private seatOf(seat: OnlineSeat, i: number): State["seats"][number] {
    const left = this.left(i);
    return {
      name: seat.name,
      title: seat.title,
      colour: this.now?.scene?.colours[i] ?? "own",
      team: seat.team,
      who: seat.kind === "computer" ? "computer" : i === this.you ? "person" : "remote",
      ...(seat.player ? { player: seat.player } : {}),
      ...(left !== undefined ? { left } : {}),
    };
  }

  // What is left on a clock by the server's last word and the time since; without a line nobody knows, and the clock
  // stands at the last word.
  private left(seat: number): number | undefined {
    const now = this.now;
    const left = now?.left?.[seat];
    if (left === undefined || now?.running !== seat || now.paused || !this.connected) return left;
    return Math.max(0, left - Math.max(0, this.time - this.heardAt));
  }

  tick(): void {
    this.time = performance.now();
  }

  // Whether the board as it stood then can be shown: of a hidden game only what was seen.
  private sceneAt(ply: number): Scene | undefined {
    const setup = this.setup!;
    const seen = this.scenes.get(ply);
    if (seen) return seen;
    return this.sceneAfter(
      setup.start,
      this.actions.slice(0, ply).map((action) => action.text),
    );
  }

  private sceneAfter(position: string, actions: string[]): Scene | undefined {
    try {
      return JSON.parse(
        this.engine.call("scene", ...this.words(position), "--seat", String(this.you + 1), ...actions),
      ) as Scene;
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      return undefined;
    }
  }

  lookAt(length: number | undefined): void {
    const wanted = length === undefined || length >= this.actions.length ? undefined : Math.max(0, length);
    this.looking = wanted === undefined || this.sceneAt(wanted) ? wanted : this.looking;
  }

  private words(position: string): string[] {
    const setup = this.setup!;
    const options = Object.entries(setup.options).flatMap(([key, value]) => ["-o", `${key}=${value}`]);
    return [setup.name, ...options, "-p", position];
  }

  // The whole game for review: only after the end, when the server tells everything.
  study(game: Game): Study {
    const setup = this.setup!;
    const names = this.seats.map((seat) => seat.name);
    return { game: game.name, options: setup.options, start: setup.start, names, tree: straight(this.actions), at: [] };
  }

  // -------------------------------------------------------------------------------------------
  // Acting
  // -------------------------------------------------------------------------------------------

  touch(spot: string): void {
    if (!this.canAct) return;
    this.notice = undefined;
    this.ready = undefined;
    const before = this.path;
    this.path = [...before, spot];
    const { touch, staged } = this.touched;
    if (touch?.answer === "refused") {
      this.path = before;
      this.refuse(touch.rule ?? "", { text: touch.sentence ?? "" });
      return;
    }
    // The C may have begun anew or taken one back: what is staged now is the path.
    if (touch?.answer !== "ready") this.path = staged.map((at) => this.now!.scene!.spots[at]!.name);
    if (touch?.answer !== "ready" || !touch.action) return;
    if (settings.confirm) this.ready = touch.action;
    else void this.play(touch.action);
  }

  cancel(): void {
    this.ready = undefined;
    this.notice = undefined;
    if (!this.sending) this.path = [];
  }

  // An action as it was typed: looked at by the C first, which can name the rule. True when it was sent.
  typed(text: string): boolean {
    if (!this.canAct || !this.now) return false;
    try {
      const verdict = this.engine.call("why", ...this.words(this.now.position), text).trim();
      const [, rule, sentence] = verdict.match(/^refused (\S+): (.*)$/s) ?? [];
      if (rule !== undefined) this.refuse(rule, { text: sentence ?? "" });
      else if (verdict === "legal") void this.play(text);
      else this.refuse("", { text: t("tutor.beginning") });
      return verdict === "legal";
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      this.refuse("", fault.said);
      return false;
    }
  }

  async play(action: string): Promise<void> {
    this.ready = undefined;
    this.sending = action;
    const sent = await this.say({ do: "act", ply: this.actions.length, action });
    if (sent || this.sending !== action) return; // the event has cleared it, or will
    this.sending = undefined;
    this.path = [];
  }

  // Says something about this game; a refusal becomes a notice.
  async say(wish: Wish): Promise<boolean> {
    this.notice = undefined;
    try {
      await client().say({ ...wish, game: this.id });
      return true;
    } catch (fault) {
      if (fault instanceof Refused) this.refuse("", fault.said);
      else if (fault instanceof Broken) this.refuse("", { text: "" });
      else throw fault;
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
      if (message.number > this.number) client().refresh(this.id);
    } else if (message.type === "state") {
      this.hearState(message);
    } else if (message.number === this.number + 1) {
      this.hearEvent(message);
    } else if (message.number > this.number) {
      client().refresh(this.id); // one was missed
    }
  }

  private hearState(message: StateMessage): void {
    const back = message.number < this.number; // never so, unless the server lost its journal
    const known = back ? [] : this.entries;
    const fresh = message.entries.filter((entry) => entry.number > this.number);
    const first = this.setup === undefined;
    if (this.notice?.sentence.text === "") this.notice = undefined; // the line is back
    this.setup = message;
    this.seats = message.seats;
    this.phase = message.phase;
    this.entries = append(known, message.entries);
    this.number = message.number;
    this.stand(message, message.ply);
    const token = seatToken(this.id);
    if (token && first && message.you >= 0) holdSeat(this.id, token, message.you);
    if (!first) for (const entry of fresh) this.onnews(entry);
  }

  private hearEvent(message: EventMessage): void {
    const { number, kind, seat, text, at } = message;
    const entry: Entry = { number, kind, seat, text, at };
    this.entries = append(this.entries, [entry]);
    this.number = number;
    if (kind !== "phrase") this.phase = message.over ? "over" : "playing";
    this.stand(message, message.ply);
    if (kind === "act") sound(message.over ? "end" : "place");
    if (message.next) this.inherit(message.next);
    this.onnews(entry);
    // At the end everything is told: the start as well.
    if (message.over && kind !== "phrase") client().refresh(this.id);
  }

  // Takes over how it stands now.
  private stand(now: Now, ply: number): void {
    const moved = this.now?.position !== now.position;
    this.now = now;
    this.heardAt = performance.now();
    this.tick();
    if (now.scene) this.scenes.set(ply, now.scene);
    for (const known of this.scenes.keys()) if (known > ply) this.scenes.delete(known);
    if (now.over) this.scenes.clear();
    if (now.next) this.inherit(now.next);
    if (!moved) return;
    this.path = [];
    this.ready = undefined;
    this.sending = undefined;
    this.looking = undefined;
  }

  // The same secret opens the rematch.
  private inherit(next: string): void {
    const token = seatToken(this.id);
    if (token && !seatToken(next)) holdSeat(next, token);
  }
}
