// SPDX-License-Identifier: MIT
// The types of dist/board.js, which is one file made of many.
import type { Abax, Result, State } from "./index.js";

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

export declare class AbaxBoard extends HTMLElement {
  /** The engine of all boards; set it before the first one to load it from elsewhere. */
  static engine: Promise<Abax> | undefined;
  /** How the match stands, where one is shown. */
  readonly state: State | undefined;
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
