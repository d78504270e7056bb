// SPDX-License-Identifier: MIT
// The types of dist/board.js, which is one file made of many.
import type { Abax, RecordJson, Result, State } from "./index.js";

export interface ActionDetail {
  action: string;
  words: string; // the same in words, in the board's language
  seat: number; // from 1
  by: "person" | "computer";
  position: string; // after it
}

export interface EndDetail {
  result: Result | undefined;
  sentence: string;
  solved: boolean | undefined; // of a puzzle
}

/** What can be given to the element, by its properties. */
export interface BoardProperties {
  game?: string | null | undefined;
  options?: Readonly<Record<string, string>> | string | null | undefined;
  position?: string | null | undefined;
  actions?: readonly string[] | string | null | undefined;
  seed?: string | number | bigint | null | undefined;
  record?: RecordJson | string | null | undefined;
  link?: string | null | undefined;
  puzzle?: readonly string[] | string | null | undefined;
  level?: string | number | null | undefined;
  seat?: string | number | null | undefined;
  ply?: string | number | null | undefined;
  theme?: "light" | "dark" | null | undefined;
  coordinates?: boolean | "" | "off" | null | undefined;
  flipped?: boolean | "" | "off" | null | undefined;
  base?: string | URL | null | undefined;
}

export declare class AbaxBoard extends HTMLElement {
  /** The engine of all boards; set it before the first one to load it from elsewhere. */
  static engine: Promise<Abax> | undefined;
  /** How the match stands, where one is shown. */
  readonly state: State | undefined;

  // Each property reflects the attribute of its name: null without one. Setting null or undefined
  // removes the attribute.
  /** The game's name. */
  get game(): string | null;
  set game(value: BoardProperties["game"]);
  /** Options as `key=value,key=value`; an object is taken, too. */
  get options(): string | null;
  set options(value: BoardProperties["options"]);
  /** Where it starts, as a position text. */
  get position(): string | null;
  set position(value: BoardProperties["position"]);
  /** Played since, with spaces between them; a list is taken, too. */
  get actions(): string | null;
  set actions(value: BoardProperties["actions"]);
  /** Of what is dealt. */
  get seed(): string | null;
  set seed(value: BoardProperties["seed"]);
  /** A record to step through: its text or JSON; an object is taken, too. */
  get record(): string | null;
  set record(value: BoardProperties["record"]);
  /** The same as a link. */
  get link(): string | null;
  set link(value: BoardProperties["link"]);
  /** The line to find, with spaces between the actions; a list is taken, too. */
  get puzzle(): string | null;
  set puzzle(value: BoardProperties["puzzle"]);
  /** Play against this level, from 1, or this player, such as `nodes:5000`. */
  get level(): string | null;
  set level(value: BoardProperties["level"]);
  /** Whose side is near, from 1. */
  get seat(): number | null;
  set seat(value: BoardProperties["seat"]);
  /** Where a record is opened. */
  get ply(): number | null;
  set ply(value: BoardProperties["ply"]);
  /** Light or dark; as the system has it without. */
  get theme(): string | null;
  set theme(value: BoardProperties["theme"]);
  /** Whether coordinates are shown. */
  get coordinates(): boolean;
  set coordinates(value: BoardProperties["coordinates"]);
  /** Whether the board is turned; null: seat 2 of two has it turned. */
  get flipped(): boolean | null;
  set flipped(value: BoardProperties["flipped"]);
  /** The folder with `words/` and `games/`, as for `load`. */
  get base(): string | null;
  set base(value: BoardProperties["base"]);
}

declare global {
  interface HTMLElementTagNameMap {
    "abax-board": AbaxBoard;
  }
  interface HTMLElementEventMap {
    "abax-action": CustomEvent<ActionDetail>;
    "abax-end": CustomEvent<EndDetail>;
    "abax-error": CustomEvent<{ message: string }>;
  }
}
