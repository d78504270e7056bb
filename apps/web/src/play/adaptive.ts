// SPDX-License-Identifier: MIT
// The adaptive level ("matches my strength") on this device: it follows a person's results in a
// game. The rule of core/play/adaptive.c, which no call of the engine offers: the start page needs the
// level before the engine is loaded. Both pass the same examples (tests/data/adaptive.tsv).
import { keep, kept } from "../app/keep";
import { isAdaptive } from "../app/levels";
import type { State } from "abax/engine/state";
import type { Game } from "../app/games";
import { FIRST_LEVEL, modeOf, newSeed, repairSetup, withMode, type Setup } from "./setup";

export interface AdaptiveLevel {
  place: number; // hundredths of a level
  games: number; // counted so far
}

const FIRST: AdaptiveLevel = { place: 300, games: 0 };
const FIRST_STEP = 150;
const LEAST_STEP = 34;

export function levelAfter({ place, games }: AdaptiveLevel, outcome: "win" | "draw" | "loss"): AdaptiveLevel {
  const step = Math.max(LEAST_STEP, Math.floor(FIRST_STEP / (games + 1)));
  const change = { win: step, draw: 0, loss: -step }[outcome];
  return { place: Math.min(1000, Math.max(100, place + change)), games: games + 1 };
}

export function levelAt({ place }: AdaptiveLevel): number {
  return Math.floor((place + 50) / 100);
}

export function adaptiveLevel(game: string): number {
  return levelAt(kept<AdaptiveLevel>(`like.${game}`) ?? FIRST);
}

// Counts a finished game of one person against an adaptive level.
export function countResult(state: State): void {
  const people = state.seats.flatMap((seat, i) => (seat.who === "person" ? [i] : []));
  const outcome = state.result?.outcomes[people[0] ?? 0];
  if (people.length !== 1 || !outcome || state.end?.how === "aborted") return;
  if (!state.seats.some((seat) => isAdaptive(seat.player))) return;
  keep(`like.${state.game}`, levelAfter(kept<AdaptiveLevel>(`like.${state.game}`) ?? FIRST, outcome));
}

// The setup with today's level for adaptive players.
export function withAdaptiveLevel(setup: Setup): Setup {
  const who = `like:${adaptiveLevel(setup.game)}`;
  return { ...setup, seats: setup.seats.map((seat) => (isAdaptive(seat.who) ? { ...seat, who } : seat)) };
}

// A game for one person who chooses nothing: against the level of the last game, or else the
// adaptive level. `chosen` is undefined if the game begins as for a first visitor.
export function againstFitting(game: Game, old: Partial<Setup> | undefined): { chosen?: Setup; who: string } {
  const plain = `level:${FIRST_LEVEL}`;
  if (!old) return { who: plain };
  const setup = repairSetup(game, old);
  const alone = modeOf(setup, setup.seats.length) === "computer";
  const before = alone ? setup.seats.find(({ who }) => who !== "person")?.who : undefined;
  const who = !before || before === plain || isAdaptive(before) ? `like:${adaptiveLevel(game.name)}` : before;
  const { seats } = alone ? setup : withMode(setup, "computer");
  const seated = seats.map((seat) =>
    seat.who === "person" || (alone && seat.who !== before) ? seat : { ...seat, who },
  );
  return { chosen: { ...setup, seats: seated, seed: newSeed(), start: "" }, who };
}
