// SPDX-License-Identifier: MIT
// <abax-board>: a position, a record, a puzzle or a game against a level, by attributes alone.
// docs/javascript.md lists them.
import type { Abax } from "../abax.ts";
import boardCss from "../board/board.css";
import besideCss from "../board/beside.css";
import groundCss from "../board/ground.css";
import marksCss from "../board/marks.css";
import { octagon } from "../board/shapes";
import piecesCss from "../board/pieces.css";
import tokensCss from "../board/tokens.css";
import towerCss from "../board/tower.css";
import type { Translate } from "../board/messages";
import { load } from "../index.ts";
import { Refusal } from "../engine/module.ts";
import type { State } from "../engine/state.ts";
import type { Position } from "../position.ts";
import { sentences } from "../messages/sentences";
import type { Speech } from "../messages/speech.ts";
import { Canvas } from "./canvas";
import elementCss from "./element.css";
import * as modes from "./modes";
import { addProperties, kinds, takeProperties } from "./properties";
import { texts, type Text } from "./texts";
import { escape } from "./totext";

const keyTexts: Record<modes.Key, Text> = {
  first: "action.first",
  previous: "action.previous",
  next: "action.next",
  last: "action.last",
  undo: "action.undo",
  new: "action.new",
};

let sheet: CSSStyleSheet | undefined;

// A sheet that is made here is no inline style, which a strict page would not allow.
function styles(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    const parts = [tokensCss, boardCss, groundCss, marksCss, towerCss, piecesCss, besideCss, elementCss];
    sheet.replaceSync(parts.join(""));
  }
  return sheet;
}

// a program without a document may import this
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

export class AbaxBoard extends Base {
  static observedAttributes = [...Object.keys(kinds), "lang"];
  // shared by all boards; set it before the first board to use another
  static engine: Promise<Abax> | undefined;

  #abax: Abax | undefined;
  #speech: Speech | undefined;
  #mode: modes.Mode | undefined;
  #canvas: Canvas | undefined;
  #turn = 0; // counts what is shown: late answers of an earlier one are dropped
  #waiting = false;
  #resized: ResizeObserver | undefined;

  connectedCallback(): void {
    takeProperties(this as unknown as HTMLElement & Record<string, unknown>);
    if (!this.shadowRoot) {
      const root = this.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [styles()];
      root.innerHTML =
        '<div class="frame"><ul class="seats"></ul><div class="abax-board"></div><p class="status" role="status"></p><div class="keys"></div></div>';
      this.#inside(".keys").addEventListener("click", (event) => this.#pressed(event.target as Element));
    }
    const board = this.#inside(".abax-board");
    this.#canvas ??= new Canvas(board, {
      touch: (spot) => this.#mode?.touch(spot),
      cancel: () => this.#mode?.cancel(),
    });
    this.#resized = new ResizeObserver(() => this.#canvas?.resize());
    this.#resized.observe(board);
    this.#restart();
  }

  disconnectedCallback(): void {
    this.#resized?.disconnect();
    this.#turn++;
    this.#leave();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.isConnected || !this.shadowRoot) return;
    if (["theme", "coordinates", "flipped"].includes(name)) this.#show();
    else this.#restart();
  }

  // The state of the match, if one is shown.
  get state(): State | undefined {
    return this.#mode?.view().state;
  }

  #inside(selector: string): HTMLElement {
    return this.shadowRoot!.querySelector(selector)!;
  }

  #leave(): void {
    this.#mode?.leave();
    this.#mode = undefined;
  }

  // Several attributes that change at once are one change.
  #restart(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    queueMicrotask(() => {
      this.#waiting = false;
      if (this.isConnected) void this.#begin(++this.#turn);
    });
  }

  async #begin(turn: number): Promise<void> {
    try {
      const abax = await this.#engine();
      const tag = this.getAttribute("lang") ?? this.closest("[lang]")?.getAttribute("lang") ?? "en";
      const language = tag.toLowerCase().split("-")[0]!;
      const speech = await abax.speak(language in abax.languages ? language : "en");
      // errors are shown in that language, too
      if (turn === this.#turn) [this.#abax, this.#speech] = [abax, speech];
      const mode = await this.#makeMode(abax, turn);
      if (turn !== this.#turn) return mode.leave();
      this.#leave();
      this.#mode = mode;
      this.#show();
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    }
  }

  // An engine that could not be loaded is loaded again for the next board.
  #engine(): Promise<Abax> {
    if (AbaxBoard.engine) return AbaxBoard.engine;
    const base = this.getAttribute("base");
    const loading = load(base === null ? {} : { base });
    AbaxBoard.engine = loading;
    loading.catch(() => {
      if (AbaxBoard.engine === loading) AbaxBoard.engine = undefined;
    });
    return loading;
  }

  #attribute(name: string): string | undefined {
    return this.getAttribute(name)?.trim() || undefined;
  }

  #position(): Position {
    const options = (this.#attribute("options") ?? "").split(/[\s,]+/).filter(Boolean);
    const position = this.#attribute("position");
    const seed = this.#attribute("seed");
    return {
      game: this.#attribute("game") ?? "",
      options: Object.fromEntries(options.map((option) => option.split("=") as [string, string])),
      ...(position !== undefined && { position }),
      ...(seed !== undefined && { seed }),
    };
  }

  // The attribute's seat, from 0, if the game has that many.
  #seat(count: number): number | undefined {
    const seat = this.#attribute("seat");
    const number = Number(seat);
    if (seat === undefined || (Number.isInteger(number) && number >= 1 && number <= count))
      return seat === undefined ? undefined : number - 1;
    const args = { seat, most: String(count) };
    throw new Refusal({ id: "session.seat", text: `seat '${seat}' is none of 1 to ${count}`, args });
  }

  async #makeMode(abax: Abax, turn: number): Promise<modes.Mode> {
    // so that a bare link is not parsed as a text
    const link = this.#attribute("link")?.replace(/^[\w-]+$/, "link:$&");
    const record = this.#attribute("record") ?? link;
    const events = this.#events(turn);
    if (record !== undefined) {
      const ply = this.#attribute("ply");
      const match = await abax.resume(record);
      const seat = this.#seat(match.state.seats.length);
      return modes.replay(match, ply === undefined ? undefined : Number(ply), seat, events);
    }
    const { game, ...start } = this.#position();
    const actions = (this.#attribute("actions") ?? "").split(/\s+/).filter(Boolean);
    const line = this.#attribute("puzzle")?.split(/\s+/);
    if (line) return modes.puzzle(await abax.match(game, start), line, events);
    const level = this.#attribute("level");
    const seed = start.seed ?? (level === undefined ? 0 : Math.floor(Math.random() * 2 ** 32));
    const { colours } = abax.look({ game, ...start, seed }).scene;
    const viewpoint = this.#seat(colours.length);
    if (level === undefined) return modes.position(abax, { game, ...start, actions }, viewpoint);
    const seat = viewpoint ?? 0;
    const players = colours.map((_, i) => (i === seat ? "person" : /^\d+$/.test(level) ? `level:${level}` : level));
    const match = await abax.match(game, { ...start, seed, players });
    for (const action of actions) match.play(action);
    return modes.game(match, seat, events, () => this.#restart());
  }

  #events(turn: number): modes.Events {
    const tell = (name: string, detail: object) => {
      if (turn === this.#turn) this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    };
    return {
      changed: () => {
        if (turn === this.#turn) this.#show();
      },
      action: (state, by) => {
        const { text, words, seat } = state.actions[state.length - 1]!;
        tell("abax-action", {
          action: text,
          words: this.#speech!.tell(words),
          seat: seat + 1,
          by,
          position: state.position,
        });
      },
      end: (state, solved) =>
        tell("abax-end", { result: state.result, solved, sentence: this.#statusText({ kind: "end", state }) }),
      error: (error) => {
        if (turn === this.#turn) this.#fail(error);
      },
    };
  }

  // Shows an error in place of the board and sends it as an event.
  #fail(error: unknown): void {
    const { message: english, said, about } = error as Refusal & { about?: string };
    const sentence = said && this.#speech ? this.#speech.tell(error as Refusal) : english;
    const message = about === undefined ? sentence : `${about}: ${sentence}`;
    const status = this.#inside(".status");
    this.#leave();
    status.textContent = message;
    status.classList.add("bad");
    this.dispatchEvent(new CustomEvent("abax-error", { detail: { message }, bubbles: true, composed: true }));
  }

  // ---------------------------------------------------------------------------------------------
  // Display
  // ---------------------------------------------------------------------------------------------

  #words: Translate = (key, args) => this.#say(key as Text, args); // nothing here is loaded later

  #say(key: Text, args?: Parameters<Translate>[1]): string {
    return this.#speech!.say(key, texts[key], args);
  }

  #statusText(status: modes.Status): string {
    const speech = this.#speech!;
    const { endTitle, endReason, eventText, promptText, playerName } = sentences(this.#words, speech);
    switch (status.kind) {
      case "prompt":
        return `${eventText(status.state.scene)} ${promptText(status.state, speech.local(status.state.game, status.state.scene))}`.trim();
      case "end":
        return [endTitle(status.state, status.you), endReason(status.state, status.you)]
          .filter(Boolean)
          .join(". ")
          .replace(/([.!?])\. /, "$1 ");
      case "refused":
        return speech.word(this.#game, `rule.${status.touch.rule}`, status.touch.sentence ?? "");
      case "wrong":
        return this.#say("element.wrong", { action: status.action });
      case "at": {
        const last = status.state.actions[status.ply - 1];
        const at = this.#say("replay.at", { n: status.ply, all: status.state.length });
        const words =
          last && this.#say("said", { name: playerName(status.state, last.seat), text: speech.tell(last.words) });
        return last ? `${at}. ${words}` : at;
      }
      case "nothing":
        return "";
      default:
        return this.#say(`element.${status.kind}`);
    }
  }

  get #game(): string {
    return this.#mode?.view().state?.game ?? this.#attribute("game") ?? "";
  }

  #show(): void {
    if (!this.#mode || !this.#speech || !this.#abax) return;
    const view = this.#mode.view();
    const scene = this.#speech.local(this.#game, view.scene);
    const title = this.#speech.word(this.#game, "title", this.#abax.game(this.#game).title);
    this.#canvas!.show({
      scene,
      targets: view.targets,
      staged: view.staged,
      hints: [],
      flipped: this.hasAttribute("flipped")
        ? this.getAttribute("flipped") !== "off"
        : this.#attribute("seat") === "2" && scene.colours.length === 2,
      coordinates: this.getAttribute("coordinates") !== "off",
      words: this.#words,
      name: this.#say("board.label", { game: title }),
    });
    const status = this.#inside(".status");
    const text = this.#statusText(view.status);
    if (status.textContent !== text) status.textContent = text;
    status.classList.toggle("bad", ["refused", "wrong"].includes(view.status.kind));
    this.#showSeats(view);
    this.#showKeys(view);
  }

  // Players, the turn, and counters.
  #showSeats({ scene: { colours, counters, names, status }, state }: modes.View): void {
    const speech = this.#speech!;
    const rows = colours.map((colour, seat) => {
      const name =
        state?.seats[seat]?.name || speech.word(this.#game, `seat.${seat + 1}`, names[`seat.${seat + 1}`] ?? "");
      const counted = counters.filter(
        (each) => each.owner === seat && !each.minor && each.spot === undefined && each.panel === undefined,
      );
      const values = counted.map(({ id, title, value, word }) => {
        const shown = word === null ? String(value) : speech.word(this.#game, `word.${word}`, word);
        return `${speech.word(this.#game, `counter.${id}`, title)} ${shown}`;
      });
      const shape = seat % 2 ? `<path class="face" d="${octagon(9)}"/>` : '<circle class="face" r="9"/>';
      const acts = !status.over && status.seat === seat ? ' class="acts" aria-current="true"' : "";
      const chip = `<svg viewBox="-10 -10 20 20" class="p-${colour}" aria-hidden="true">${shape}</svg>`;
      return `<li${acts}>${chip}${escape([name, ...values].join(" · "))}</li>`;
    });
    const text = rows.join("");
    const list = this.#inside(".seats");
    if (list.innerHTML !== text) list.innerHTML = text;
  }

  #showKeys({ keys }: modes.View): void {
    const row = this.#inside(".keys");
    if (keys.map(({ key }) => key).join() !== [...row.children].map((each) => each.getAttribute("data-key")).join())
      row.innerHTML = keys.map(({ key }) => `<button type="button" data-key="${key}"></button>`).join("");
    keys.forEach(({ key, off = false }, i) => {
      row.children[i]!.textContent = this.#say(keyTexts[key]);
      row.children[i]!.setAttribute("aria-disabled", String(off));
    });
  }

  #pressed(target: Element): void {
    const button = target.closest("[data-key]");
    if (button?.getAttribute("aria-disabled") === "false")
      this.#mode?.press(button.getAttribute("data-key") as modes.Key);
  }
}

addProperties(AbaxBoard.prototype);
globalThis.customElements?.define("abax-board", AbaxBoard);
