// SPDX-License-Identifier: MIT
// What was touched is put back: by a button, by Escape, by a touch beside the squares. Nothing is cancelled silently, so the
// state says it as it does when another touch took the first one's place.
import type { State } from "abax/engine/state";

export function withPutBack(state: State): State {
  return { ...state, touch: { answer: "undone", putBack: true } };
}
