// SPDX-License-Identifier: MIT
// What commands answer with --json: games, hints, reviews, edits, lessons; and what a session tells beside its state.
// Written by tools/types from protocol/schema/command.json: change that.
import type { Colour, Said, Scene } from "./state";

export interface Option {
  key: string;
  title: string;
  values: string[];
  names: string[]; // what a menu calls the values
}

export interface Rule {
  id: string;
  sentence: string;
}

export interface Game {
  name: string;
  title: string;
  goal: string;
  about: string;
  seats: string[];
  colours: Colour[]; // of the seats
  options: Option[];
  rules?: Rule[]; // left out of the page
  scores: boolean;
  hidden: boolean;
  randomStart: boolean;
  data: string[]; // files that the engine wants before it thinks
}

export interface Level {
  name: string; // the same in every language
  id: string; // of the next, for a catalogue
  about: string;
}

export interface Games {
  levels: Level[]; // from 1, the weakest
  games: Game[];
}

// A reason (docs/review.md), with the numbers that its sentence names.
export interface Fact {
  id: string;
  grade: "rules" | "proven" | "estimated";
  seat: number;
  actions?: number;
  after?: number;
  average?: number;
  before?: number;
  chance?: number; // in thousandths
  left?: number;
  letting?: number;
  of?: number;
  others?: number;
  points?: number;
  replies?: number;
  tenths?: number;
  value?: number;
  other?: number;
  feature?: string;
  counter?: string;
  word?: string;
  action?: string;
  text: string;
  said: Said;
}

export interface Area {
  panel: string;
  row?: string;
  column?: string;
  near?: string;
  spots: string[];
}

export interface Hint {
  rung: number;
  seat: number;
  area?: Area; // of rung 1
  candidates?: string[]; // of rung 2
  best?: string; // of rungs 3 and 4
  words?: Record<string, Said>; // by action of candidates or best: what it is in words
  also?: Record<string, string[]>; // by action of candidates or best: others that lead to the same game
  reasons?: Fact[]; // of rung 4
  text: string;
}

// A session's hints, rung by rung.
export interface Hints {
  hints: Hint[];
}

// What another session needs to follow the same game (docs/session.md).
export interface Told {
  setup: string[];
  start: string;
  actions: string[];
}

export type Outcome = "win" | "draw" | "loss" | null;

export interface ReviewTurn {
  ply: number;
  settled: boolean;
  from: Outcome;
  to: Outcome;
}

export interface ReviewSummary {
  game: string;
  actions: number;
  nodes: number;
  status: string;
  names: string[];
  accuracy: (number | null)[];
  end: (number | null)[];
  mistakes: number[]; // plies, the largest loss first
  turns: ReviewTurn[];
}

export type ReviewWord = "forced" | "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "missed-win" | "lost-draw";

export interface ReviewPly {
  ply: number;
  seat: number;
  action: string;
  words: Said; // the action
  word: ReviewWord;
  loss: number;
  before: number; // chance of the seat that acts
  after: number;
  proven_before: Outcome;
  proven_after: Outcome;
  better: string | null;
  better_words?: Said; // its first action
  why?: Fact[];
  against?: Fact[];
}

export interface Edit {
  position: string;
  fault: Said | null; // why it is not a position yet
  done: boolean; // the touched spots were an edit
  targets: number[];
  scene: Scene;
}

export interface LessonStep {
  id: string;
  title: string;
  text: string;
  task: string;
  goal: string;
  hint: string;
  done: string;
  options: string[]; // "key=value"
  position: string;
  seat: number; // from 1
}

export interface LessonSteps {
  game: string;
  title: string;
  steps: LessonStep[];
}

// A part of what the tutor says (coach/tutor.h).
export interface Remark {
  id:
    "missed" | "so-far" | "go-on" | "beginning" | "other-rule" | "task" | "done" | "rule" | "answers" | "would-answer";
  rule?: string;
  seat?: number;
  action?: string;
  words?: Said; // the action
}

export interface Judgement {
  verdict: "done" | "again" | "more" | "refused";
  say: string;
  remarks: Remark[];
  actions: string[];
  position: string;
}

export interface Move {
  text: string;
  spots: number[];
}

export interface Moves {
  moves: Move[];
}
