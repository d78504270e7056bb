// SPDX-License-Identifier: MIT
// What a session answers (docs/session.md), scenes, and the lines of an analysis.
// Written by tools/types from core/protocol/schema/session.json: change that.
import type { Fact } from "./answers.ts";

export type Colour =
  | "bare"
  | "wood"
  | "ivory"
  | "ebony"
  | "white"
  | "grey"
  | "brown"
  | "red"
  | "orange"
  | "yellow"
  | "green"
  | "teal"
  | "blue"
  | "purple"
  | "pink";

export type Shape =
  | "stone"
  | "disc"
  | "counter"
  | "ring"
  | "pawn"
  | "figure"
  | "ringed"
  | "totem"
  | "tile"
  | "card"
  | "die"
  | "cube"
  | "block"
  | "cross";

export type Emblem =
  | "letter"
  | "mouse"
  | "jackal"
  | "lion"
  | "dot"
  | "circle"
  | "hoop"
  | "triangle"
  | "box"
  | "diamond"
  | "star"
  | "crown";

export type Sign = "last" | "recent" | "barred" | "outside" | "free" | "deciding" | "chosen";

export type Form = "square" | "hexagon";

export type Ground = "plain" | "inlaid" | "cut" | "wall" | "plan" | "table" | "mosaic" | "row";

export type Facing = "south" | "east" | "north" | "west";

export type Side = "s" | "e" | "n" | "w" | "sw" | "se" | "ne" | "nw";

export interface Panel {
  id: string;
  title: string;
  style: "flat" | "piles" | "tops" | "tray";
  form: Form;
  ground: Ground;
  facing?: Facing; // a picture of what another panel shows from above
}

export interface Spot {
  name: string;
  label: string;
  said?: Said; // the label, when it has arguments
  panel: number;
  use: "place" | "hand" | "button" | "picture";
  x: number; // tenths of a square from the panel's lower left
  y: number; // grows upward
}

export interface Label {
  text: string;
  panel: number;
  axis: "row" | "column";
  x: number;
  y: number;
  toX: number;
  toY: number;
}

export interface Edge {
  spot: number;
  sides: Side[];
  owner: number; // a seat, or -1
  colour: Colour;
}

export interface Look {
  name: string; // names["piece." + name]
  shape: Shape;
  colour: Colour;
  emblem?: Emblem;
  glyph?: string;
  value: number;
}

export interface Piece {
  name: string; // names["piece." + name]
  shape: Shape;
  colour: Colour;
  emblem?: Emblem;
  glyph?: string;
  value: number;
  owner: number; // a seat, or -1
  level: number;
  rise: number;
  spot: number;
  other: number; // the second spot of a piece that covers two, else `spot`
}

export interface Counter {
  id: string;
  title: string;
  owner: number;
  value: number;
  word: string | null;
  minor?: boolean; // left out where room is short
  panel?: number; // what it tells about
  spot?: number;
  look?: Look; // a piece of those that are counted
}

export interface Mark {
  name: string; // names["mark." + name]
  sign: Sign;
  spot: number;
  level: number; // 0: the whole spot
  step?: number; // of the last turn: which action, from 1
  change?: "left" | "came" | "changed";
}

export interface Outline {
  name: string;
  owner: number;
  colour: Colour;
  spots: number[];
}

export interface Result {
  outcomes: ("win" | "draw" | "loss")[];
  scores?: number[];
}

export interface Status {
  over: boolean;
  seat: number;
  step: string;
  prompt: string;
  gesture?: "carry" | "lay" | "lead"; // what touches do to pieces
  leads?: number; // of lead: the spot of the piece that everybody moves
  lays?: Look; // of lay: the piece that comes to the place
}

export interface Verdict {
  said: Said;
  step: boolean; // of a count that can be played step by step
  spots: number[]; // what it is about
}

// A part of the last turn's way, in order.
export interface Leg {
  way: "moved" | "laid" | "taken";
  step: number; // which action of the turn, from 1
  from: number;
  to: number; // of what was laid, the second spot that it covers; else the same
  level: number; // of the piece on top of `to` afterwards, or 0
}

export type Clue = "possible" | "ruled-out" | "certain" | "no-suspect";

export interface Thing {
  word: string;
  look: Look;
  left: number; // on the board
  all: number;
}

export interface DeskRow {
  clues: Clue[]; // by thing
  taken: number[]; // by thing
}

// What can be found out about the seats: by the rules and what whoever looks may know.
export interface Desk {
  seat: number; // who looks, or -1
  things: Thing[];
  rows: DeskRow[]; // by seat
}

export interface Scene {
  panels: Panel[];
  spots: Spot[];
  labels: Label[];
  edges: Edge[];
  pieces: Piece[];
  counters: Counter[];
  marks: Mark[];
  outlines: Outline[];
  names: Record<string, string>; // of seats, pieces and marks
  colours: Colour[]; // of the seats
  status: Status;
  events?: Said[]; // what the last turn did to players; before the verdicts of a game that is over
  verdicts?: Verdict[]; // why a game that is over by the rules ended as it did
  legs: Leg[]; // the last turn
  desk?: Desk;
  result?: Result;
}

export interface Seat {
  name: string;
  title: string;
  colour: Colour;
  team: number;
  who: "person" | "computer" | "remote";
  player?: string;
  left?: number;
}

export interface Played {
  text: string;
  words: Said;
  seat: number;
  spent?: number;
  hints?: number;
}

export interface End {
  how: "rules" | "resigned" | "agreed" | "time" | "aborted";
  repeated: boolean;
  scored: boolean; // the scores of the result say something
  seat?: number;
}

export interface Touch {
  answer: "staged" | "ready" | "undone" | "refused";
  action?: string;
  words?: Said; // the action
  putBack?: boolean; // something staged is not staged any more
  rule?: string;
  sentence?: string;
}

// A sentence: in English, and the id and arguments by which a catalogue says it in another
// language.
export interface Said {
  text: string;
  id?: string;
  args?: Record<string, string | Said>;
}

export interface Series {
  games: number;
  played: number;
  byScore: boolean;
  begins: "alternate" | "loser" | "choice";
  repeated: boolean; // this game repeats the deal of the one before
  leader?: number; // when this game is over: the seat that leads or has won, or -1
  chooser?: number; // then: the seat that may say who begins the next game, or -1
  revenge?: boolean; // then: the deal may be played again
  players: { seat: number; points: number; score: number }[];
}

export interface State {
  game: string;
  options: Record<string, string>;
  seats: Seat[];
  actions: Played[];
  length: number;
  toAct: number;
  eyes: number;
  sentence: string;
  over: boolean;
  result?: Result;
  end?: End;
  drawOffer: number;
  clock: { rule: string; running: number };
  series: Series;
  lots: boolean; // who sits where was drawn by lot
  position: string;
  staged: number[];
  targets: number[];
  touch?: Touch;
  scene: Scene;
  puzzle?: Puzzle;
}

export interface Looked {
  scene: Scene;
}

export interface Line {
  depth: number;
  line: number;
  value: number;
  chance: number;
  proven?: "win" | "draw" | "loss";
  margin?: number;
  expected_margin?: number;
  nodes: number;
  ms: number;
  actions: string;
  words: Said[]; // the actions, one by one
  also?: string[]; // other first actions that lead to the same game
}

export type Goal = "win" | "draw" | "lead" | "keep";

// A puzzle that is being solved (docs/session.md).
export interface Puzzle {
  verdict: "asked" | "right" | "wrong" | "solved" | "shown";
  goal: Goal;
  said: Said; // the goal as a sentence
  solver: number;
  from: number; // actions before the puzzle
  found: number; // own actions so far
  tried?: Played; // the wrong action
  refutation?: Played[]; // behind it
  proven?: boolean; // worked out here that the goal is lost
  lost?: Said;
  reasons?: Fact[];
  of?: number; // own actions in all; this and what follows when it is over
  rating?: number; // 0: not known
  themes?: string[];
  solution?: Played[];
  rest?: Said; // where the game goes on: what is proven from there
}

export interface PuzzleRow {
  goal: Goal;
  own: number; // actions to find
  rating: number; // 0: not known
  themes: string[];
}

// What a file of puzzles holds.
export interface PuzzleFile {
  game: string;
  puzzles: PuzzleRow[];
}

export interface PracticeRated {
  solver: string; // to be kept and said the next time
  rating: number;
  deviation: number;
}

export interface PracticeChosen {
  number?: number; // from 0; nothing when all are done
}

export interface PracticePick {
  game: string;
  number: number; // from 0
}

export interface PracticeDay {
  puzzle?: PracticePick; // of all games
  each: PracticePick[];
}

export interface PracticeAgain {
  box: number;
  known: boolean; // it does not come back
  due?: string; // such as 2026-11-17
}
