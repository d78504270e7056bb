// SPDX-License-Identifier: MIT
// Touches are taken back by a button, Escape, or a touch beside the squares. The state reports it,
// as when another touch replaces the first.
import type { State } from "abax/engine/state";

export function withPutBack(state: State): State {
  return { ...state, touch: { answer: "undone", putBack: true } };
}
