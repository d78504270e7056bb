// SPDX-License-Identifier: MIT
// A game as far as it was played, for review and analysis.
import type { Study } from "../analyse/analysis.svelte";
import type { Plain } from "../analyse/tree";
import { keep } from "../app/keep";
import { go } from "../app/route";
import type { State } from "abax/engine/state";
import { briefOf } from "./saved";

export function openReview(study: Study): void {
  keep("review", study);
  go({ screen: "review" });
}

// A line of play as a tree.
export function straight(actions: { text: string; seat: number }[]): Plain {
  let plain: Plain[] = [];
  for (const action of [...actions].reverse()) plain = [[action.text, action.seat, plain]];
  return ["", -1, plain];
}

export function studyOf(state: State, start: string): Study {
  const names = state.seats.map((seat) => seat.name);
  const tree = straight(state.actions.slice(0, state.length));
  const ended = state.over ? { ended: briefOf(state) } : {};
  return { game: state.game, options: state.options, start, names, tree, at: [], ...ended };
}
