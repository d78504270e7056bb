// SPDX-License-Identifier: MIT
// A game's journal as the server tells it, and the actions that stand after it.
import type { Played } from "../engine/state";
import type { Entry, OnlineSeat } from "./messages";

// Adds what is new; an entry that is known already is passed over.
export function append(known: readonly Entry[], more: readonly Entry[]): Entry[] {
  const last = known.at(-1)?.number ?? 0;
  return [...known, ...more.filter((entry) => entry.number > last)];
}

// The actions that stand. What was taken back by agreement needs the word of every other person.
export function actionsOf(entries: readonly Entry[], seats: readonly OnlineSeat[]): Played[] {
  let played: Played[] = [];
  let asker = -1;
  let to = 0;
  let agreed = new Set<number>();
  const others = () => seats.flatMap((seat, i) => (i !== asker && seat.kind !== "computer" ? [i] : []));
  const end = () => {
    asker = -1;
    agreed = new Set();
  };
  for (const { kind, seat, text } of entries) {
    if (kind === "act") {
      played.push({ text, seat });
      end();
    } else if (kind === "undo") {
      played = played.slice(0, Number(text));
    } else if (kind === "offer-undo") {
      asker = seat;
      to = Number(text);
      agreed = new Set();
    } else if (kind === "decline" && text === "undo") {
      end();
    } else if (kind === "agree" && text === "undo" && asker >= 0) {
      agreed.add(seat);
      if (others().every((other) => agreed.has(other))) {
        played = played.slice(0, to);
        end();
      }
    }
  }
  return played;
}
