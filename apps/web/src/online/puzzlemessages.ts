// SPDX-License-Identifier: MIT
// What a server tells about puzzles (docs/api.md).
// Written by tools/types from core/protocol/schema/puzzles.json: change that.
import type { Said } from "abax/engine/state";

export interface PuzzleOfDay {
  game: string;
  puzzle: number; // its number in the game's file, from 0
  tried: number; // accounts that have tried it that day
  solved: number;
  people: string[]; // the first who solved it
}

export interface PuzzleDay {
  day: string; // a date, UTC
  games: PuzzleOfDay[];
}

export interface Streak {
  name: string;
  now: number;
  best: number;
}

export interface StreakBoard {
  streaks: Streak[]; // puzzles without a fault
  days: Streak[]; // days in a row
}

export interface PuzzleAttempt {
  game: string;
  puzzle: number;
  day?: string; // when it was tried as the day's puzzle
  rated: boolean;
  began: number;
  over: boolean;
  ended?: number;
  solved?: boolean;
  actions?: string; // that were played, with blanks between
  ratedFrom?: number;
  ratedTo?: number;
}

export interface PuzzleAttempts {
  next: number; // the next `before`, or 0
  attempts: PuzzleAttempt[];
}

export interface PuzzleSolver {
  rating: number;
  deviation: number;
  provisional: boolean;
  attempts: number; // that were rated
  solved: number;
  streak: number; // solved since the last fault
  best: number;
  days: number; // in a row with a solved puzzle of the day
  bestDays: number;
}

export interface PuzzleStanding {
  rating: number;
  deviation: number;
  provisional: boolean;
  attempts: number;
  solved: number;
  streak: number;
  best: number;
  days: number;
  bestDays: number;
  open?: PuzzleAttempt;
  today?: "open" | "solved" | "failed"; // the day's puzzle
}

export interface OwnPuzzles {
  days: number; // in a row with a solved puzzle of the day of any game
  bestDays: number;
  games: Record<string, PuzzleStanding>;
}

export interface PuzzleBegun {
  game: string;
  puzzle: number;
  day?: string;
  rated: boolean;
  began: number;
  options: string;
  position: string;
  seat: number;
  goal: "win" | "draw" | "lead" | "keep";
  said: Said;
  left?: number; // a puzzle that was open and has failed by this
}

export interface PuzzleRight {
  game: string;
  puzzle: number;
  day?: string;
  over: false;
  found: number;
  played: string[]; // own actions and answers
  options: string;
  position: string;
  seat: number;
  goal: "win" | "draw" | "lead" | "keep";
  said: Said;
}

export interface PuzzleOver {
  game: string;
  puzzle: number;
  day?: string;
  over: true;
  solved: boolean;
  rated: boolean;
  began: number;
  ended: number;
  of: number; // own actions of the solution
  actions: string;
  solution: string[];
  ratedFrom?: number;
  ratedTo?: number;
  solver: PuzzleSolver;
  hardness: { rating: number; attempts: number; solved: number };
}

export type PuzzleAnswer = PuzzleRight | PuzzleOver;
