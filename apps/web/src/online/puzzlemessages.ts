// SPDX-License-Identifier: MIT
// What a server tells about puzzles (docs/api.md).
// Written by tools/types from core/protocol/schema/puzzles.json: change that.
import type { Said } from "abax/engine/state";

// A puzzle of a day.
export interface PuzzleOfDay {
  game: string;
  puzzle: number; // its number in the game's file, from 0
  tried: number; // how many accounts tried it that day
  solved: number;
  people: string[]; // the first 50 who solved it
}

// The puzzles of a day, one per game.
export interface PuzzleDay {
  day: string; // a date, UTC
  games: PuzzleOfDay[];
}

export interface Streak {
  name: string;
  now: number; // the one that runs
  best: number;
}

// The longest streaks that run.
export interface StreakBoard {
  streaks: Streak[]; // rated puzzles of the game solved without a mistake
  days: Streak[]; // days in a row with a solved puzzle of the day, of the game or of any
}

// An attempt at a puzzle.
export interface PuzzleAttempt {
  game: string;
  puzzle: number;
  day?: string; // of a puzzle of the day: its date
  rated: boolean;
  began: number;
  over: boolean;
  ended?: number;
  solved?: boolean;
  actions?: string; // those played, with blanks between
  ratedFrom?: number;
  ratedTo?: number;
}

// 50, newest first.
export interface PuzzleAttempts {
  next: number; // the next `before`, or 0
  attempts: PuzzleAttempt[];
}

// A person's puzzle rating.
export interface PuzzleSolver {
  rating: number;
  deviation: number;
  provisional: boolean;
  attempts: number; // rated ones
  solved: number;
  streak: number; // solved since the last mistake
  best: number; // the longest streak
  days: number; // in a row with a solved puzzle of the day
  bestDays: number;
}

// How a person stands at the puzzles of a game.
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
  // the attempt that is not over; one at a puzzle of the day only if there is no other
  open?: PuzzleAttempt;
  today?: "open" | "solved" | "failed"; // the puzzle of the day
}

// How a person stands at all puzzles.
export interface OwnPuzzles {
  days: number; // in a row with a solved puzzle of the day of any game
  bestDays: number;
  games: Record<string, PuzzleStanding>;
}

// An attempt that began. Nothing tells the solution, its length or its rating.
export interface PuzzleBegun {
  game: string;
  puzzle: number;
  day?: string; // of a puzzle of the day: its date
  rated: boolean;
  began: number;
  options: string;
  position: string; // as the solver sees it
  seat: number; // the solver
  goal: "win" | "draw" | "lead" | "keep";
  said: Said; // the goal as a sentence
  left?: number; // the number of an open puzzle that failed because this one began
}

// All actions are right so far, and something is left to find. Nothing is stored.
export interface PuzzleRight {
  game: string;
  puzzle: number;
  day?: string;
  over: false;
  found: number; // how many of the solver's actions
  played: string[]; // the solver's actions and the answers
  options: string;
  position: string;
  seat: number;
  goal: "win" | "draw" | "lead" | "keep";
  said: Said;
}

// The attempt is over.
export interface PuzzleOver {
  game: string;
  puzzle: number;
  day?: string;
  over: true;
  solved: boolean;
  rated: boolean;
  began: number;
  ended: number;
  of: number; // how many actions the solver had to find
  actions: string;
  solution: string[];
  ratedFrom?: number;
  ratedTo?: number;
  solver: PuzzleSolver; // the person's rating now
  hardness: { rating: number; attempts: number; solved: number }; // the puzzle's rating now
}

export type PuzzleAnswer = PuzzleRight | PuzzleOver;
