// SPDX-License-Identifier: MIT
// A game as far as it was played, for review and analysis.
import type { Study } from "../analyse/analysis.svelte";
import type { State } from "abax/engine/state";
import { straight } from "../review/study";
import { briefOf } from "./saved";

export function studyOf(state: State, start: string): Study {
  const names = state.seats.map((seat) => seat.name);
  const tree = straight(state.actions.slice(0, state.length));
  const ended = state.over ? { ended: briefOf(state) } : {};
  return { game: state.game, options: state.options, start, names, tree, at: [], ...ended };
}
