// SPDX-License-Identifier: MIT
// The mistakes that reviews of your games found, stored on this device. Each is a position in which
// a better action existed. They come back like failed puzzles.
import type { Fact, ReviewWord } from "abax/engine/answers";
import type { Said } from "abax/messages/catalogue";
import { keep, kept } from "../app/keep";
import type { PracticeAgain } from "abax/engine/state";
import type { Study } from "../analyse/analysis.svelte";
import { isMistake, type Review } from "../review/review";
import { mainLine } from "../review/study";

export interface Mistake {
  id: string; // game, options, start, and the line up to it
  game: string;
  options: Record<string, string>;
  start: string;
  names: string[];
  actions: string[]; // before it
  seat: number;
  played: string;
  words?: Said | undefined;
  word: ReviewWord;
  loss: number;
  proven: boolean; // the result before it, or after it, is proven
  better: string;
  betterWords?: Said | undefined;
  why: Fact[];
  against: Fact[];
  when: number; // of the review
  found: number; // times in a row
  box?: number; // the engine's measure of how often it has come back
  due: number; // not before this time
}

// How accurate the seats of a reviewed game were, for statistics; by game and line.
export interface Reviewed {
  game: string;
  line: string;
  accuracy: (number | null)[];
  when: number;
}

const MOST = 400; // mistakes; the smallest and oldest give way
const MOST_GAMES = 2000;
const MOST_REASONS = 3; // reasons of a kind
const OLDEST = 4; // box of mistakes found often before boxes existed
const NEVER = Number.MAX_SAFE_INTEGER; // it is known

function list<T>(key: string): T[] {
  const found = kept<T[]>(key);
  return Array.isArray(found) ? found : [];
}

export function mistakes(): Mistake[] {
  return list<Mistake>("mistakes");
}

export function reviewed(): Reviewed[] {
  return list<Reviewed>("accuracies");
}

export function isReviewed(game: string, line: string): boolean {
  return reviewed().some((one) => one.game === game && one.line === line);
}

// The seats whose mistakes are yours: those of people, or all if that is unknown.
function ownSeats(study: Study): number[] | undefined {
  const seats = study.foreign ? undefined : study.ended?.seats;
  if (!seats?.some(({ who }) => who === "person")) return undefined;
  return seats.flatMap(({ who }, i) => (who === "person" ? [i] : []));
}

// The same actions from another deal, or under other rules, are another mistake.
function idOf({ game, options, start }: Study, line: string[]): string {
  const chosen = Object.entries(options).map(([key, value]) => `${key}=${value}`);
  return [game, ...chosen.sort(), start.replaceAll(" ", "_"), ...line].filter(Boolean).join(" ");
}

const sameAs = (one: Mistake) => JSON.stringify([one.game, one.options, one.start, one.actions, one.played]);

export function mistakesOf(study: Study, review: Review, now = Date.now()): Mistake[] {
  const line = mainLine(study);
  const own = ownSeats(study);
  return review.plies
    .filter(({ word, seat, better }) => isMistake(word) && better && (!own || own.includes(seat)))
    .map((ply) => ({
      id: idOf(study, line.slice(0, ply.ply)),
      game: study.game,
      options: study.options,
      start: study.start,
      names: study.names,
      actions: line.slice(0, ply.ply - 1),
      seat: ply.seat,
      played: ply.action,
      words: ply.words,
      word: ply.word,
      loss: ply.loss,
      proven: ply.proven_before !== null || ply.proven_after !== null,
      better: ply.better!.split(" ")[0]!,
      betterWords: ply.better_words,
      why: (ply.why ?? []).slice(0, MOST_REASONS),
      against: (ply.against ?? []).slice(0, MOST_REASONS),
      when: now,
      found: 0,
      due: 0,
    }));
}

// Stores what a review of your game found. A known mistake keeps its progress.
export function remember(study: Study, review: Review): void {
  if (!ownSeats(study)) return;
  const line = mainLine(study).join(" ");
  const others = reviewed().filter((one) => one.game !== study.game || one.line !== line);
  const mine = { game: study.game, line, accuracy: review.summary.accuracy, when: Date.now() };
  keep("accuracies", [mine, ...others].slice(0, MOST_GAMES));
  const old = mistakes();
  const known = new Set(old.map(sameAs));
  const fresh = mistakesOf(study, review).filter((one) => !known.has(sameAs(one)));
  keep("mistakes", room([...fresh, ...old]));
}

function room(all: Mistake[]): Mistake[] {
  if (all.length <= MOST) return all;
  return [...all].sort((a, b) => b.loss - a.loss || b.when - a.when).slice(0, MOST);
}

// Found without help, or not. In the game it was not: so the first time it comes back like any
// puzzle that was failed.
export function learned(id: string, alone: boolean, again: (box: string, right: boolean) => PracticeAgain): void {
  const after = (one: Mistake): Mistake => {
    const old = one.box ?? (one.found ? Math.min(one.found - 1, OLDEST) : undefined);
    const { box, due } = again(old === undefined ? "-" : String(old), alone && old !== undefined);
    return { ...one, box, found: alone ? one.found + 1 : 0, due: due ? Date.parse(due) : NEVER };
  };
  keep(
    "mistakes",
    mistakes().map((one) => (one.id === id ? after(one) : one)),
  );
}

// The mistakes of a review, due or not, for a visitor who comes from that review. Can be read once.
export function wanted(): string[] {
  const ids = list<string>("mistakes.first");
  if (ids.length) keep("mistakes.first", []);
  return ids;
}

export function want(study: Study, review: Review): void {
  const same = new Set(mistakesOf(study, review).map(sameAs));
  keep(
    "mistakes.first",
    mistakes().flatMap((one) => (same.has(sameAs(one)) ? [one.id] : [])),
  );
}

export function drop(id: string): void {
  keep(
    "mistakes",
    mistakes().filter((one) => one.id !== id),
  );
}

// What to practise now: mistakes that are due, the largest first.
export function due(all: Mistake[], now = Date.now()): Mistake[] {
  return all.filter((one) => one.due <= now).sort((a, b) => b.loss - a.loss);
}
