// SPDX-License-Identifier: MIT
// The table: one board and what its user does there, in a game at this device, a game on a server,
// an analysis, a puzzle and so on. Touches go to a session, which refuses them, waits for more or
// makes an action of them. Earlier positions can be looked at, and the board can be turned. A
// source is what is special about one kind of table.
import type { Moves } from "abax/engine/answers";
import type { Session } from "abax/engine/engine";
import type { Scene, State, Touch } from "abax/engine/state";
import type { Said } from "abax/messages/catalogue";
import { announce } from "../app/announce.svelte";
import { settings } from "../app/settings.svelte";
import { refusalOf } from "../engine/refusal";
import { errorText, t, word } from "../i18n/index.svelte";
import { lookingText } from "../i18n/local";
import type { Keys } from "../parts/keys";
import { stepping, type StepTo } from "../parts/stepping";
import { play as sound } from "./sound";

// Why something was not done; with the rule's id, if a rule forbids it.
export interface Notice {
  rule: string;
  sentence: Said;
}

const STEP = 1100; // milliseconds: long enough to read what happened

export interface Source {
  readonly session: Session | undefined; // none before the engine is loaded
  readonly mayAct: boolean; // the user, in the present position
  readonly sending?: string | undefined; // an action on its way; its touches stay
  readonly counts?: boolean; // refusals sound, and actions are confirmed if the user wants that
  readonly seat?: number; // at the lower edge, unless the board is turned; 0 without it
  readonly length?: number; // of the line that can be looked at; without it: of the state
  readonly scene?: Scene | undefined; // of the present position; without it: of the state
  call?(...words: string[]): State; // to the session; without it: as of now
  sceneAt?(length: number): Scene | undefined; // without it: by the session
  play(action: string): boolean; // touched and confirmed, or typed; false if it is refused at once
  typed?(text: string): boolean; // without it: plays
  touched?(touch: Touch, spot: string): void; // before an action is played
  cancelled?(): void;
  looked?(): void; // another position of the line is shown
  go?(to: StepTo): void; // without it: looks at another position of the line
}

export class Table<Kind extends State | undefined = State | undefined> {
  state: Kind = $state.raw()!;
  ready = $state<string>(); // a whole action that waits for a second look
  notice = $state.raw<Notice>();
  looking = $state<number>(); // length of an earlier position that is shown
  reminded = $state(false); // that it is an earlier one
  turned = $state(false); // the board is shown from the other side
  drawing = $state(false); // a touch draws on the board
  private seen = $state.raw<Scene>(); // at `looking`
  private early: string[] = []; // spots that were touched before the engine was loaded

  constructor(private readonly source: Source) {}

  // -------------------------------------------------------------------------------------------
  // Display
  // -------------------------------------------------------------------------------------------

  readonly canAct = $derived.by(() => this.source.mayAct && !this.source.sending && this.looking === undefined);

  readonly length = $derived.by(() => this.source.length ?? this.state?.length ?? 0);

  // Length of the position that is shown.
  readonly at = $derived.by(() => this.looking ?? this.length);

  readonly scene: Scene | undefined = $derived.by(() => this.seen ?? this.source.scene ?? this.state?.scene);

  // The seat at the lower edge.
  readonly near = $derived.by(() => {
    const own = this.source.seat ?? 0;
    return this.turned ? (own + 1) % Math.max(1, this.state?.seats.length ?? 0) : own;
  });

  readonly flipped = $derived.by(() => this.near === 1 && this.state?.seats.length === 2);

  readonly moves: Moves["moves"] = $derived.by(() => {
    void this.state;
    return this.source.session?.ask<Moves>("moves").moves ?? [];
  });

  // The spots of an action, to be shown on the board.
  spotsOf(action: string): number[] {
    return this.moves.find((move) => move.text === action)?.spots ?? [];
  }

  // What the status says before anything else: a refusal, or which earlier position is shown.
  aside(match: State, scene: Scene): string | undefined {
    const { notice, looking } = this;
    if (notice) return word(match.game, `rule.${notice.rule}`, errorText(notice.sentence));
    if (looking === undefined) return undefined;
    return (this.reminded ? `${t("status.back-first")} ` : "") + lookingText(match, looking, scene);
  }

  // -------------------------------------------------------------------------------------------
  // Acting
  // -------------------------------------------------------------------------------------------

  touch(spot: string): void {
    if (!this.canAct) return;
    if (!this.source.session) return void this.early.push(spot);
    this.ready = undefined;
    if (!this.send("touch", spot)) return;
    const touch = this.state?.touch;
    if (!touch) return;
    if (touch.answer === "refused") this.refuse({ rule: touch.rule ?? "", sentence: { text: touch.sentence ?? "" } });
    this.source.touched?.(touch, spot);
    if (touch.answer !== "ready" || !touch.action) return;
    if (this.source.counts && settings.confirm) this.ready = touch.action;
    else this.source.play(touch.action);
  }

  // Takes the touches back: by a button, Escape, or a touch beside the squares.
  cancel(): void {
    this.ready = this.notice = undefined;
    this.source.cancelled?.();
    if (!this.state?.staged.length || this.source.sending) return;
    this.take(() => ({ ...this.call("cancel"), touch: { answer: "undone", putBack: true } }));
  }

  confirm(): void {
    const action = this.ready!;
    this.ready = undefined;
    this.source.play(action);
  }

  typed(text: string): boolean {
    return this.canAct && (this.source.typed ?? this.source.play).call(this.source, text);
  }

  // The touches of the time before the engine was loaded.
  catchUp(): void {
    for (const spot of this.early.splice(0)) this.touch(spot);
  }

  // A call to the session that answers the state.
  send(...words: string[]): boolean {
    return this.take(() => this.call(...words));
  }

  // Plays an action in the session; one that was just touched keeps its number there.
  enter(action: string): boolean {
    const touch = this.state?.touch;
    return this.send("play", ...(touch?.answer === "ready" && touch.action === action ? [] : [action]));
  }

  // Takes over an answer; a refusal becomes a notice and changes nothing.
  private take(ask: () => State): boolean {
    if (!this.source.session) return false;
    try {
      this.state = ask() as Kind;
      this.notice = undefined;
      return true;
    } catch (error) {
      return this.refused(error);
    }
  }

  // What a call to the session has thrown; anything but a refusal is thrown again.
  refused(error: unknown): false {
    this.refuse({ rule: "", sentence: refusalOf(error) });
    return false;
  }

  refuse(notice: Notice): void {
    this.notice = notice;
    if (this.source.counts) sound("refuse");
  }

  // The position has changed: nothing is half done.
  clear(): void {
    this.ready = undefined;
    this.lookAt(undefined);
  }

  private call(...words: string[]): State {
    return this.source.call?.(...words) ?? this.source.session!.call(...words);
  }

  // -------------------------------------------------------------------------------------------
  // Looking
  // -------------------------------------------------------------------------------------------

  // Shows an earlier position; the last one without a length.
  lookAt(length = this.length): void {
    const wanted = Math.max(0, length);
    this.source.looked?.();
    if (wanted >= this.length) {
      this.looking = this.seen = undefined;
      this.reminded = false;
      return;
    }
    const seen = this.look(wanted);
    if (!seen) return;
    this.looking = wanted;
    this.seen = seen;
  }

  // How the board stood, or will stand; undefined where that cannot be known.
  look(length: number, ...actions: string[]): Scene | undefined {
    try {
      if (this.source.sceneAt) return this.source.sceneAt(length);
      return this.source.session?.look(length, ...actions);
    } catch (error) {
      refusalOf(error);
      return undefined;
    }
  }

  go(to: StepTo): void {
    if (this.source.go) this.source.go(to);
    else this.lookAt({ first: 0, previous: this.at - 1, next: this.at + 1, last: undefined }[to]);
  }

  // By the wheel or a swipe, which steps only where a touch plays nothing.
  step(by: -1 | 1, swiped = false): void {
    if (!swiped || !(this.canAct || this.source.go)) this.go(by < 0 ? "previous" : "next");
  }

  // For an element on which the wheel and swipes step.
  steps(wheel?: () => boolean) {
    return stepping((by, swiped) => this.step(by, swiped), wheel);
  }

  // Shows the last turn once more, action by action: the last run of actions of one seat. Ends when
  // the user looks elsewhere or plays.
  async showLast(pause = STEP): Promise<void> {
    const { length } = this;
    const seatOf = (at: number) => this.state?.actions[at - 1]?.seat;
    let at = length;
    while (at > 0 && seatOf(at) === seatOf(length)) at--;
    for (; at < length; at++) {
      this.lookAt(at);
      await new Promise((done) => setTimeout(done, pause));
      if (this.looking !== at || this.length !== length) return;
    }
    this.lookAt();
  }

  // The board was touched where a touch plays nothing: a player may have forgotten that the position
  // is an earlier one.
  idle(): void {
    if (this.looking === undefined || !this.source.counts) return;
    this.reminded = true;
    announce(t("status.back-first"));
  }

  turn(): void {
    this.turned = !this.turned;
  }

  readonly stepKeys: Keys = {
    ArrowLeft: () => this.go("previous"),
    ArrowRight: () => this.go("next"),
    Home: () => this.go("first"),
    End: () => this.go("last"),
  };

  readonly gameKeys: Keys = { ...this.stepKeys, f: () => this.turn(), l: () => void this.showLast() };
}
