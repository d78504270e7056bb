// SPDX-License-Identifier: MIT
// The seats that this browser holds: a secret per game. The secret is the right to the seat.
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

// The tournaments of the games that were opened from there, for the way back.
const TOURNAMENT_GAMES = "meet-games";

export function keepTournamentOf(game: string, tournament: string): void {
  const known = Object.entries(kept<Record<string, string>>(TOURNAMENT_GAMES) ?? {}).filter(([id]) => id !== game);
  keep(TOURNAMENT_GAMES, Object.fromEntries([...known.slice(1 - MOST), [game, tournament]]));
}

export function tournamentOf(game: string): string | undefined {
  return kept<Record<string, string>>(TOURNAMENT_GAMES)?.[game];
}

// The secret in a link.
export function isToken(word: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(word);
}

// A new secret in the server's format: 16 random bytes.
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .slice(0, 22);
}

// The key with which this tab requests a seat: the same one after a reload.
export function keyFor(id: string): string {
  try {
    const name = `abax-key-${id}`;
    const key = sessionStorage.getItem(name) ?? newKey();
    sessionStorage.setItem(name, key);
    return key;
  } catch {
    return newKey(); // nothing can be kept here
  }
}
