// SPDX-License-Identifier: MIT
// What is kept of a game at the table.
import { kept } from "../app/keep";
import type { Setup } from "./setup";

export interface Saved {
  setup: Setup; // what the next game is set up like
  record: string;
  moves: number;
  begun: boolean;
  over: boolean;
  counted?: boolean; // for the level that follows the person's results
  when: number;
}

export function savedGame(game: string): Saved | undefined {
  return kept<Saved>(`game.${game}`);
}
