// SPDX-License-Identifier: MIT
// The answer of `abax review --json` (docs/review.md).
import type { ReviewPly as Ply, ReviewSummary as Summary, ReviewWord as Word } from "abax/engine/answers";

export type { ReviewPly as Ply } from "abax/engine/answers";

export interface Review {
  summary: Summary;
  plies: Ply[];
}

// The first line is about the game, every other one about an action.
export function readReview(text: string): Review {
  const [summary, ...plies] = text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
  return { summary: summary as Summary, plies: plies as Ply[] };
}

// The chance of the first seat before each action and after the last, for a graph. With two seats
// one chance is the complement of the other; with more, only positions of the first seat count.
export function curve(review: Review, seat: number, seats: number): { x: number; chance: number; proven: boolean }[] {
  const points = review.plies.flatMap((ply, x) => {
    if (ply.seat !== seat && seats > 2) return [];
    return [{ x, chance: ply.seat === seat ? ply.before : 1 - ply.before, proven: ply.proven_before !== null }];
  });
  const end = review.summary.end[seat];
  if (end !== null && end !== undefined) points.push({ x: review.plies.length, chance: end, proven: true });
  return points;
}

// Where the line of a graph is at a moment, between two points on the straight way from one to the
// other.
export function heightAt(points: readonly { x: number; chance: number }[], x: number): number {
  const after = points.findIndex((point) => point.x >= x);
  const next = points[after < 0 ? points.length - 1 : after];
  const before = points[after - 1];
  if (!next) return 0.5;
  if (!before || after < 0 || next.x === x) return next.chance;
  return before.chance + ((next.chance - before.chance) * (x - before.x)) / (next.x - before.x);
}

export const signs: Record<Word, string> = {
  forced: "",
  best: "✓",
  good: "",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
  "missed-win": "??",
  "lost-draw": "??",
};

export function isMistake(word: Word): boolean {
  return word !== "forced" && word !== "best" && word !== "good";
}
