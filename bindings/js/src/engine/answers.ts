// SPDX-License-Identifier: MIT
// What commands answer with --json: games, hints, reviews, edits, lessons; and what a session tells
// beside its state.
// Written by tools/types from core/protocol/schema/command.json: change that.
import type { Colour, Result, Said, Scene } from "./state.ts";

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
  points: boolean; // scores of several games can be added up
  next: "rotate" | "loser" | "revenge"; // the custom of a match of several games
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
  // lost: every action loses, proven; losing: probably lost, by estimate
  standing?: "losing" | "lost";
  // beside standing: what is best about the actions; try: by estimate
  resists?: "try" | "longest" | "points";
  area?: Area; // of level 1
  candidates?: string[]; // of level 2
  best?: string; // of levels 3 and 4
  words?: Record<string, Said>; // by action of candidates or best: what it is in words
  // by action of candidates or best: others that lead to the same game
  also?: Record<string, string[]>;
  reasons?: Fact[]; // of level 4
  text: string;
}

// A session's hints, level by level.
export interface Hints {
  hints: Hint[]; // by level
}

// The words with which another session follows this game, with its secrets.
export interface Told {
  setup: string[]; // the words of `follow` before `actions`
  start: string; // the position it began with
  actions: string[];
}

// What a computer has played.
export interface Chosen {
  action: string;
  index: number; // its index among the legal actions
  length: number; // how many actions were played before it
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

export interface StatsTally {
  games: number;
  won: number;
  drawn: number;
  lost: number;
}

export interface StatsSeat {
  seat: number;
  games: number;
  won: number;
  drawn: number;
  lost: number;
}

export interface StatsLevel {
  level: number;
  games: number;
  won: number;
  drawn: number;
  lost: number;
}

export interface StatsOpening {
  actions: string; // the first two, or where the start is dealt the first
  games: number;
  won: number;
  drawn: number;
  lost: number;
}

// The level for an even game (core/play/even.h).
export interface StatsEven {
  games: number; // against levels
  level: number;
  score: number; // expected there
  low: number; // levels between which the person stands with 90 %
  high: number;
  sure: number; // how likely the person scores 35 to 65 % there
}

export interface StatsGame {
  game: string;
  games: number;
  won: number;
  drawn: number;
  lost: number;
  seats: StatsSeat[];
  levels: StatsLevel[];
  openings: StatsOpening[];
  even: StatsEven;
}

// Games of one person against computers (a session's call stats, abax stats --json).
export interface Stats {
  games: StatsGame[];
  left_out: number;
}

// What an action that is not played would cost compared with the best one, as a review judges it
// (docs/review.md).
export interface Judged {
  action: string;
  words: Said; // the action as a sentence
  warned: boolean; // it costs enough for the strength of warnings
  said: Said; // the warning, without reasons
  reason: Fact[]; // one of `against`, to be shown first; or none
  word: ReviewWord;
  loss: number; // winning chance that it costs, 0 to 1
  before: number; // winning chance of the seat that acts, with the best action
  after: number; // with this action
  proven_before: Outcome;
  proven_after: Outcome;
  better: string; // the best line
  better_words: Said; // its first action as a sentence
  why: Fact[]; // reasons for the best line
  against: Fact[]; // reasons against the action
}

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
  then?: Said[]; // of a mistake: the rest of that line
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

// A part of what the tutor says (core/coach/tutor.h).
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

// A legal action.
export interface Move {
  text: string;
  spots: number[]; // the spots to touch, in order
}

// The legal actions.
export interface Moves {
  moves: Move[];
}

// An action, and the games that reached the position after it.
export interface ExploredAction {
  text: string;
  words: Said; // the action as a sentence
  also: string[]; // other actions that lead to the same game
  games: number;
  results: number[]; // won by the first seat, drawn, won by the second
  chance?: number; // winning chance of the seat to act, by the search
  proven?: "win" | "draw" | "loss"; // for the seat to act
}

// How games went on from a position (docs/explorer.md).
export interface Explored {
  source: "openings" | "games" | "server";
  total: number; // games of the source
  nodes: number; // per action of the searches that played the games; 0 if no search did
  // the games that reached this position
  here: { games: number; results: number[]; chance?: number; proven?: "win" | "draw" | "loss" };
  actions: ExploredAction[]; // those of which something is known, most games first
  making?: boolean; // a server is still counting
}

export interface MovesAnswer {
  moves: { text: string; words: Said }[];
}

export interface PositionAnswer {
  position: string;
  length: number; // actions played
  toAct: number; // a seat from 0; -1 after the end
  over: boolean;
  result?: Result;
}

export interface ShowAnswer {
  lines: string[];
}

export interface WhyAnswer {
  verdict: "legal" | "incomplete" | "refused";
  matches?: number; // of an incomplete one: legal actions that begin so
  rule?: string;
  sentence?: string; // in the language of --lang
}

export interface PerftAnswer {
  depth: number;
  count: number;
}

export interface PlayoutsAnswer {
  games: number;
  actions: number;
}

export interface LevelAnswer {
  level: number;
  name: string;
  about: string;
}

export interface RulesAnswer {
  game: string;
  title: string;
  language: string;
  rules: Rule[]; // what a refusal can name
  lines: string[]; // the page of the rules, with its drawings
}

export interface SolveAnswer {
  proven: boolean;
  winner?: number; // a seat from 0, -1: a draw; only when proven
  denied?: number; // instead, when --seat asked for one: it cannot force a win
  margin?: number; // points, where the search finds them
  line: string[]; // best play as far as it is known
  book: boolean; // known from the book of solved positions
  nodes: number;
}

export interface BestLine {
  depth: number;
  line: number; // from 1, the best first
  value: number;
  chance: number;
  proven?: "win" | "draw" | "loss";
  margin?: number;
  expected_margin?: number;
  nodes: number;
  actions: string;
  words: Said[]; // the actions, one by one
  also?: string[]; // other first actions that lead to the same game
}

export interface BestBelief {
  seat: number; // whose secret is guessed at
  belief: { secret: string; chance: number }[];
}

export interface RandomAnswer {
  actions: string[];
  position: string; // where it ended, as toAct, over and result
  length: number;
  toAct: number;
  over: boolean;
  result?: Result;
}

export interface BenchAnswer {
  game: string;
  options: string;
  playouts: number; // random games a second of processor time, as the next two
  actions: number;
  perft: number; // positions of perft
  depth: number; // of perft; the same on every machine
  cpu: number; // seconds of the processor that the playouts took
  wall: number; // seconds that passed meanwhile
}

export interface BenchSearchAnswer {
  game?: string; // missing in the last line, which has the sum: the signature
  nodes: number;
  speed: number; // nodes a second of processor time
  machine?: string; // in the last line: for which processors the code was chosen
}

export interface CheckAnswer {
  game: string;
  options: string;
  position: string;
  seat: number; // from 0, of which it is claimed
  claim: "wins" | "does not lose";
  keys: number; // in the certificate
  positions: number; // that were walked through, each once
  games: number; // that came to their end
}

export interface ExploitAnswer {
  nodes: number;
  deals: number;
  rounds: number;
  wins: number[]; // of each seat when both play the solution, in percent
  against: { player: string | null; gains: number[] }[];
}

export interface PuzzleAnswerRow {
  number: number; // in the file, from 1
  position: string;
  goal: "win" | "draw" | "lead" | "keep";
  lead?: number; // points, of that goal
  within?: number; // actions of the solver's, if that is asked for
  options: string;
  line: string[];
  rating: number; // 0: not rated
  themes: string[];
}
