// SPDX-License-Identifier: MIT
// The seats that this browser holds: a secret a game. Whoever has the secret has the seat.
import { keep, kept } from "../app/keep";

export interface Held {
  id: string;
  token: string;
  seat?: number; // unknown when only the link was given
  when: number;
}

const KEY = "seats";
const MOST = 100; // the oldest are forgotten

export function heldSeats(): Held[] {
  return kept<Held[]>(KEY) ?? [];
}

export function holdSeat(id: string, token: string, seat?: number): void {
  const others = heldSeats().filter((held) => held.id !== id);
  keep(KEY, [{ id, token, ...(seat === undefined ? {} : { seat }), when: Date.now() }, ...others].slice(0, MOST));
}

export function seatToken(id: string): string | undefined {
  return heldSeats().find((held) => held.id === id)?.token;
}

// A secret as it stands in a link.
export function isToken(word: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(word);
}
