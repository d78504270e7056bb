// SPDX-License-Identifier: MIT
// Setup of a game, and the session's arguments for it (docs/session.md).
import type { Game } from "../app/games";

export interface SeatSetup {
  who: string; // "person" or a player such as "level:3"
  name: string;
}

export interface Setup {
  game: string;
  options: Record<string, string>;
  seats: SeatSetup[]; // as many as the game can have; surplus seats are not sent
  clock: string;
  games: number;
  by: "games" | "score";
  begins: string; // who begins the next game of a series; empty: the game's custom
  lots: boolean; // people draw who sits where
  lot: number; // by this number
  seed: number;
  start: string;
}

export type Mode = "computer" | "people" | "watch";

export const FIRST_LEVEL = 3;

export function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
}

// The options that a game has unless others are chosen.
export function usualOptions(game: Game | undefined): Record<string, string> {
  return Object.fromEntries((game?.options ?? []).map((option) => [option.key, option.values[0] ?? ""]));
}

export function defaultSetup(game: Game, seed = newSeed()): Setup {
  return {
    game: game.name,
    options: usualOptions(game),
    seats: game.seats.map((_, seat) => ({ who: seat === 0 ? "person" : `level:${FIRST_LEVEL}`, name: "" })),
    clock: "none",
    games: 1,
    by: "games",
    begins: "",
    lots: true,
    lot: newSeed(),
    seed,
    start: "",
  };
}

// A setup of earlier days made to fit the game as it is today.
export function repairSetup(game: Game, old: Partial<Setup> | undefined): Setup {
  const fresh = defaultSetup(game);
  if (!old) return fresh;
  const options = { ...fresh.options };
  for (const option of game.options) {
    const value = old.options?.[option.key];
    if (value !== undefined && option.values.includes(value)) options[option.key] = value;
  }
  return {
    ...fresh,
    ...old,
    by: game.points ? (old.by ?? "games") : "games",
    begins: game.next === "loser" ? (old.begins ?? "") : "",
    game: game.name,
    options,
    seats: fresh.seats.map((seat, i) => ({ ...seat, ...old.seats?.[i] })),
  };
}

export function modeOf(setup: Setup, seats: number): Mode {
  const people = setup.seats.slice(0, seats).filter((seat) => seat.who === "person").length;
  if (people === 0) return "watch";
  return people === seats ? "people" : "computer";
}

// Fills the seats for a mode; chosen levels stay.
export function withMode(setup: Setup, mode: Mode): Setup {
  const level = setup.seats.find((seat) => seat.who !== "person")?.who ?? `level:${FIRST_LEVEL}`;
  const seats = setup.seats.map((seat, i) => {
    const person = mode === "people" || (mode === "computer" && i === 0);
    return { ...seat, who: person ? "person" : seat.who === "person" ? level : seat.who };
  });
  return { ...setup, seats };
}

// Drawing seats needs named people at one device: without names they could not tell who is who.
export function drawsSides(setup: Setup): boolean {
  const people = setup.seats.filter((seat) => seat.who === "person");
  return setup.lots && people.length === setup.seats.length && people.some((seat) => seat.name !== "");
}

// The words of the session call `new`.
export function setupWords(setup: Setup): string[] {
  const words = [
    "new",
    setup.game,
    `seed=${setup.seed}`,
    `clock=${setup.clock}`,
    `games=${setup.games}`,
    `by=${setup.by}`,
  ];
  if (setup.begins) words.push(`begins=${setup.begins}`);
  if (drawsSides(setup)) words.push(`lots=${setup.lot}`);
  for (const [key, value] of Object.entries(setup.options)) words.push(`o.${key}=${value}`);
  setup.seats.forEach((seat, i) => {
    words.push(`seat${i + 1}=${seat.who}`);
    if (seat.name) words.push(`name${i + 1}=${seat.name}`);
  });
  if (setup.start) words.push(`start=${setup.start}`);
  return words;
}
