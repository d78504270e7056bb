// SPDX-License-Identifier: MIT
// Actions as turns: consecutive actions of one seat.
import type { Played } from "abax/engine/state";

export interface Turn {
  number: number; // of the round, counted from 1
  seat: number;
  first: number; // index of the first action
  actions: Played[];
}

export function turnsOf(actions: readonly Played[]): Turn[] {
  const turns: Turn[] = [];
  let number = 1;
  actions.forEach((action, index) => {
    const last = turns.at(-1);
    if (last && last.seat === action.seat) {
      last.actions.push(action);
      return;
    }
    if (last && action.seat <= last.seat) number++;
    turns.push({ number, seat: action.seat, first: index, actions: [action] });
  });
  return turns;
}

// Turns by round, for a table with one column per seat.
export function roundsOf(turns: readonly Turn[]): { number: number; turns: Turn[] }[] {
  const rounds: { number: number; turns: Turn[] }[] = [];
  for (const turn of turns) {
    const last = rounds.at(-1);
    if (last && last.number === turn.number) last.turns.push(turn);
    else rounds.push({ number: turn.number, turns: [turn] });
  }
  return rounds;
}
