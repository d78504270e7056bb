// SPDX-License-Identifier: MIT
// The state of a match after an event (docs/session.md, "Events"). What an event does not change
// keeps its identity, so nothing that depends on it is computed or drawn again.
import type { Scene, SceneChange, SessionEvent, State } from "./state.ts";

export function withChange(scene: Scene, { lists, parts, gone }: SceneChange): Scene {
  const next: Record<string, unknown> = { ...scene, ...parts };
  for (const [name, splices] of Object.entries(lists)) {
    const list = [...(next[name] as unknown[])];
    for (const { at, remove, add } of splices) list.splice(at, remove, ...add);
    next[name] = list;
  }
  for (const name of gone) delete next[name];
  return next as unknown as Scene;
}

function without<Key extends keyof State>(state: State, ...keys: Key[]): State {
  const next = { ...state };
  for (const key of keys) delete next[key];
  return next;
}

export function fold(state: State, event: SessionEvent): State {
  const { number: _, type: __, ...members } = event;
  switch (event.type) {
    case "began":
      return event.state;
    case "played":
      return { ...state, actions: [...state.actions.slice(0, event.at), event.action], length: event.at + 1 };
    case "undone":
    case "redone":
      return { ...state, actions: state.actions.slice(0, event.count), length: event.length };
    case "scene":
      return { ...state, scene: withChange(state.scene, event) };
    case "clock": {
      const { running, left } = event;
      const seats = left ? state.seats.map((seat, i) => ({ ...seat, left: left[i]! })) : state.seats;
      return { ...state, seats, clock: { ...state.clock, running } };
    }
    case "turn":
      return { ...(event.over ? state : without(state, "result", "end")), ...members } as State;
    case "touched":
      return { ...without(state, "touch"), ...members } as State;
    default:
      return { ...state, ...members } as State;
  }
}
