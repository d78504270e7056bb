// SPDX-License-Identifier: MIT
// Ways to practise, as the address names them.
import type { Mode } from "./store";

export interface Training {
  mode: Mode;
  theme?: string;
  number?: number; // number of a single puzzle, from 0
  own?: boolean; // the day's of this game, not that of all
}

const MODES = ["run", "streak", "storm", "again"] as const;

// The word after the game in an address: a mode, the number of a puzzle, or a theme. Undefined: the
// list.
export function readTraining(word: string | undefined): Training | undefined {
  if (!word) return undefined;
  const mode = MODES.find((each) => each === word);
  if (mode) return { mode };
  if (/^\d{1,7}$/.test(word)) return { mode: "single", number: Number(word) };
  return { mode: "theme", theme: word };
}
