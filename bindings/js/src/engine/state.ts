// SPDX-License-Identifier: MIT
// What a session answers (docs/session.md), scenes, and the lines of an analysis.
// Written by tools/types from core/protocol/schema/session.json: change that.
import type { Fact } from "./answers.ts";

// Called `colour.COLOUR` in the shared translations.
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

// What form a piece has.
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

// What is drawn on a piece; `letter`: its glyph.
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

// What a mark means. `last`: the last turn changed or touched it; `recent`: came lately, and that
// matters; `barred`: must not be played on now; `outside`: can never be played on again; `free`:
// allows more than usual; `deciding`: decided the game; `chosen`: holds now, such as a pressed
// button.
export type Sign = "last" | "recent" | "barred" | "outside" | "free" | "deciding" | "chosen";

// The form of a panel's cells.
export type Form = "square" | "hexagon";

// How a panel looks where there is room to draw it.
export type Ground = "plain" | "inlaid" | "cut" | "wall" | "plan" | "table" | "mosaic" | "row";

// From where a picture shows what another panel shows from above.
export type Facing = "south" | "east" | "north" | "west";

// Of a square `s`, `e`, `n`, `w`, of a hexagon `e`, `w`, `sw`, `se`, `ne`, `nw`.
export type Side = "s" | "e" | "n" | "w" | "sw" | "se" | "ne" | "nw";

// A board, or a part of one.
export interface Panel {
  id: string;
  title: string; // translated as `panel.ID`
  // `flat`: one piece per spot; `piles`: show every piece; `tops`: show the top piece and the
  // height; `tray`: no board, things to touch
  style: "flat" | "piles" | "tops" | "tray";
  form: Form;
  ground: Ground;
  facing?: Facing; // of a picture only
}

// What can be touched, but for pictures.
export interface Spot {
  name: string; // unique in the scene: what `touch` takes
  label: string; // spoken; the caption of a button
  said?: Said; // the label as a sentence, if it has arguments
  panel: number; // its index in `panels`
  use: "place" | "hand" | "button" | "picture";
  x: number; // the centre, in tenths of a cell from the panel's lower left
  y: number; // grows upward
}

// What a column or row is called. A column's label is below its lower end, a row's left of its left
// end, also when the board is turned.
export interface Label {
  text: string;
  panel: number;
  axis: "row" | "column";
  x: number; // one end of the line that is named, at the outer side of the outer cell
  y: number;
  toX: number; // the other end
  toY: number;
}

// Sides of a spot that belong to a seat.
export interface Edge {
  spot: number;
  sides: Side[];
  owner: number; // a seat, or -1
  colour: Colour;
}

// How a piece looks.
export interface Look {
  name: string; // its text is `names["piece.NAME"]`
  shape: Shape;
  colour: Colour;
  emblem?: Emblem;
  glyph?: string; // its letter in plain text
  value: number; // pips or range; 0: none
}

// Pieces are sorted by panel, spot and level. All pieces in hand lie on their spot in a pile, so
// their number is how many are left.
export interface Piece {
  name: string; // its text is `names["piece.NAME"]`
  shape: Shape;
  colour: Colour;
  emblem?: Emblem;
  glyph?: string; // its letter in plain text
  value: number; // pips or range; 0: none
  owner: number; // a seat, or -1
  level: number; // the lowest level that it fills, from 1
  rise: number; // how many levels it fills
  spot: number;
  other: number; // the second spot of a piece that covers two, else `spot`
}

// A number that the game counts, such as pieces left.
export interface Counter {
  id: string;
  title: string; // translated as `counter.ID`
  owner: number; // a seat, or -1
  value: number;
  word: string | null; // shown instead of the value if not null; translated as `word.WORD`
  minor?: boolean; // left out where space is short
  panel?: number; // show it beside this panel
  spot?: number; // show it beside this spot
  look?: Look; // one of the pieces that are counted
}

// Marks with the sign `last` show the last turn: all actions that one seat made in a row.
export interface Mark {
  name: string; // its text is `names["mark.NAME"]`
  sign: Sign;
  spot: number;
  level: number; // 0: the whole spot
  step?: number; // of `last`: which action of the turn, from 1
  // of `last`: fewer pieces, more pieces or other pieces than before that action; missing if it was
  // only touched
  change?: "left" | "came" | "changed";
}

// Spots that belong together, to be drawn as one area.
export interface Outline {
  name: string; // its text is `names["mark.NAME"]`
  owner: number; // a seat, or -1
  colour: Colour;
  spots: number[];
}

// How a game ended.
export interface Result {
  outcomes: ("win" | "draw" | "loss")[]; // of each seat
  scores?: number[]; // of each seat, in games that count points
}

// Whose turn it is, and what to do.
export interface Status {
  over: boolean;
  seat: number; // the seat to act, or -1
  step: string; // what is asked, such as `move`; `over` at the end
  prompt: string; // translated as `step.STEP`
  // `carry`: the top piece of the spot touched first goes to the next one; `lay`: a new piece comes
  // to the spot; `lead`: a piece that everyone moves goes to the spot touched first, one in hand to
  // the next
  gesture?: "carry" | "lay" | "lead";
  leads?: number; // of `lead`: where that piece lies
  lays?: Look; // of `lay`: that piece
}

// Why a game that the rules ended was won or lost.
export interface Verdict {
  said: Said;
  step: boolean; // part of a count that can be played step by step
  spots: number[]; // what it is about
}

// A part of the last turn's path.
export interface Leg {
  way: "moved" | "laid" | "taken";
  step: number; // which action of the turn, from 1
  from: number;
  // of a piece that was laid: the second spot that it covers, or `from`; of one that was taken:
  // `from`
  to: number;
  level: number; // of the piece on top of `to` after the action; 0: none
}

// What a seat can have, by the rules and what the viewer may know. `no-suspect`: nobody can have
// it.
export type Clue = "possible" | "ruled-out" | "certain" | "no-suspect";

// Something that a seat may have.
export interface Thing {
  word: string; // translated as `word.WORD`
  look: Look;
  left: number; // on the board
  all: number; // of them in the game
}

// The clues about one seat.
export interface DeskRow {
  clues: Clue[]; // by thing
  taken: number[]; // by thing: how many the seat took since the start
}

// The clues, in games in which something has to be found out.
export interface Desk {
  seat: number; // the viewer, or -1
  things: Thing[];
  rows: DeskRow[]; // by seat
}

// What one seat sees of a position.
export interface Scene {
  panels: Panel[];
  spots: Spot[];
  labels: Label[];
  edges: Edge[];
  pieces: Piece[];
  counters: Counter[];
  marks: Mark[];
  outlines: Outline[];
  // English texts by `seat.N` (from 1), `piece.NAME` and `mark.NAME`, the keys of the game's
  // translations. `mark.last` and `mark.chosen` are shared by all games. A text may contain
  // `{value}`. A piece with an owner is named with its seat (`White's figure`), one without by its
  // name alone (`red cross`)
  names: Record<string, string>;
  colours: Colour[]; // of the seats
  status: Status;
  // what the last turn did to players that the board does not show. "You" is the one person who
  // plays computers; on a server the reader's seat. After the end they come before the verdicts
  events?: Said[];
  verdicts?: Verdict[]; // when the rules have ended the game
  legs: Leg[]; // the path of the last turn, in order
  desk?: Desk;
  result?: Result; // after the end
}

// A place at the board, and who plays there.
export interface Seat {
  name: string; // of the player
  title: string; // such as White
  colour: Colour;
  team: number; // seats of one team win and lose together
  who: "person" | "computer" | "remote";
  player?: string; // of a computer, such as `level:3`
  left?: number; // with a clock: milliseconds
}

// An action that was played.
export interface Played {
  text: string;
  words: Said; // the action as a sentence
  seat: number;
  spent?: number; // with a clock: milliseconds
  hints?: number; // a bit for each hint level used before it
}

// Why a game is over.
export interface End {
  how: "rules" | "resigned" | "agreed" | "time" | "aborted";
  repeated: boolean; // drawn by repetition
  scored: boolean; // the scores of the result mean something
  seat?: number; // who resigned, ran out of time or aborted the game
}

// What a touch did.
export interface Touch {
  // `staged`: more touches are needed; `ready`: they are the action, not played yet; `undone`: the
  // last spot was touched again, which undoes that touch; `refused`: no legal action
  answer: "staged" | "ready" | "undone" | "refused";
  action?: string; // of `ready`: its text
  words?: Said; // of `ready`: the action as a sentence
  putBack?: boolean; // something staged before gave way
  rule?: string; // of `refused`: the id of the rule
  sentence?: string; // of `refused`: why
}

// A sentence in English, with the id and arguments by which a catalogue says it in another language
// (docs/translating.md).
export interface Said {
  text: string;
  id?: string; // missing: it is the same in every language
  args?: Record<string, string | Said>;
}

// Several games between the same players. Fields marked ? are there when this game is over.
export interface Series {
  games: number; // how many the series has
  played: number; // with this one, when it is over
  byScore: boolean; // the sum of the scores decides
  begins: "alternate" | "loser" | "choice"; // who begins the next game; `choice`: the loser chooses
  repeated: boolean; // this game has the deal of the one before
  leader?: number; // the seat that leads or has won, or -1
  chooser?: number; // the seat that may say who begins the next game, or -1
  revenge?: boolean; // the deal may be played again
  players: { seat: number; points: number; score: number }[];
}

// How a match stands.
export interface State {
  game: string; // its name
  options: Record<string, string>; // the value of each option
  seats: Seat[];
  actions: Played[]; // all actions; those from `length` on are undone
  length: number; // how many actions are played
  toAct: number; // the seat to act, or -1 after the end
  eyes: number; // the seat that sees the scene, or -1: the public
  sentence: string; // how it stands, in English
  over: boolean;
  result?: Result; // after the end
  end?: End; // after the end
  drawOffer: number; // the seat that offers a draw, or -1
  clock: { rule: string; running: number };
  series: Series;
  lots: boolean; // who sits where was drawn by lot
  position: string; // its text, as the eyes may know it
  staged: number[]; // the spots touched so far
  targets: number[]; // the spots that can be touched next
  touch?: Touch; // the answer to `touch`
  scene: Scene; // what the eyes see
  puzzle?: Puzzle; // while a puzzle is solved
}

// Counts the events of a session, from 1.
export type EventNumber = number;

// A match: everything is new.
export interface Began {
  number: EventNumber;
  type: "began";
  state: State;
}

// An action was played; those that could be redone from there on are gone. `length` is one more
// than `at`.
export interface ActionPlayed {
  number: EventNumber;
  type: "played";
  at: number; // its index in `actions`
  action: Played;
}

// Actions were undone. Of `actions`, `count` are left.
export interface Undone {
  number: EventNumber;
  type: "undone";
  length: number; // how many actions are played
  count: number; // with those that can be redone
}

// Actions were played again.
export interface Redone {
  number: EventNumber;
  type: "redone";
  length: number; // how many actions are played
  count: number; // with those that can be redone
}

// What is different in another scene.
export interface SceneChange {
  // of the scene's lists, those that differ: one splice after the other
  lists: Record<string, Splice[]>;
  parts: Record<string, unknown>; // its other members that are new or differ
  gone: string[]; // members that it does not have
}

// The viewer sees something else.
export interface SceneChanged extends SceneChange {
  number: EventNumber;
  type: "scene";
}

// A change of a list, as JavaScript's `splice` makes it.
export interface Splice {
  at: number; // an index of the list after the splices before
  remove: number; // how many elements to remove there
  add: unknown[]; // elements to insert there
}

// Who is to act, or what the position is. Unless the game is over, `result` and `end` are gone.
export interface TurnChanged {
  number: EventNumber;
  type: "turn";
  toAct: number; // the seat to act, or -1 after the end
  eyes: number; // the seat that sees the scene, or -1: the public
  sentence: string; // how it stands, in English
  over: boolean;
  position: string; // its text, as the eyes may know it
}

// A draw was offered, or the offer is void.
export interface OfferChanged {
  number: EventNumber;
  type: "offer";
  drawOffer: number; // the seat that offers a draw, or -1
}

// The game is over.
export interface Ended {
  number: EventNumber;
  type: "ended";
  result: Result;
  end: End;
}

// How the series stands.
export interface SeriesChanged {
  number: EventNumber;
  type: "series";
  series: Series;
}

// What is touched, or what can be. Without `touch` nothing was touched just now.
export interface Touched {
  number: EventNumber;
  type: "touched";
  staged: number[]; // the spots touched so far
  targets: number[]; // the spots that can be touched next
  touch?: Touch; // the answer to `touch`
}

// How the puzzle stands.
export interface PuzzleChanged {
  number: EventNumber;
  type: "puzzle";
  puzzle: Puzzle;
}

// What the clocks show at the time of the call.
export interface ClockChanged {
  number: EventNumber;
  type: "clock";
  running: number; // the seat whose clock runs, or -1
  left?: number[]; // with a clock: milliseconds of each seat
}

// Something that has changed in the state of a match.
export type SessionEvent =
  | Began
  | ActionPlayed
  | Undone
  | Redone
  | SceneChanged
  | TurnChanged
  | OfferChanged
  | Ended
  | SeriesChanged
  | Touched
  | PuzzleChanged
  | ClockChanged;

// The answer of a call that changes the state: what has changed since the last one, in order.
export interface Update {
  events: SessionEvent[];
}

// Everything, for a caller that has missed events.
export interface Snapshot {
  number: number; // of the last event that it contains
  state: State;
}

// A position that is only looked at.
export interface Looked {
  scene: Scene;
}

// A position that is only looked at, after `events`: how its scene differs from that of the state.
export interface LookedChange {
  change: SceneChange;
}

// A line of an analysis.
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

// `win`; `draw`: not to lose; `lead`: to win by a number of points; `keep`: to lose nothing that is
// needed to stay in the game until the next turn (docs/puzzles.md).
export type Goal = "win" | "draw" | "lead" | "keep";

// A puzzle that is being solved.
export interface Puzzle {
  verdict: "asked" | "right" | "wrong" | "solved" | "shown"; // `asked` at first
  goal: Goal;
  said: Said; // the goal as a sentence
  solver: number; // a seat
  from: number; // how many actions come before the puzzle
  found: number; // how many of the solver's actions are found
  tried?: Played; // the wrong action
  refutation?: Played[]; // the actions after it
  proven?: boolean; // it was worked out here that the goal is lost
  lost?: Said; // what the wrong action loses
  reasons?: Fact[];
  // how many actions the solver has to find; this and the next are there when it is over
  of?: number;
  rating?: number; // 0: unknown
  themes?: string[];
  solution?: Played[];
  rest?: Said; // if the game goes on: what is proven from there
}

// A puzzle of a file.
export interface PuzzleRow {
  goal: Goal;
  own: number; // how many actions the solver has to find
  rating: number; // 0: unknown
  themes: string[];
}

// The puzzles of a file.
export interface PuzzleFile {
  game: string;
  puzzles: PuzzleRow[];
}

// A player after an attempt at a puzzle.
export interface PracticeRated {
  solver: string; // keep it, and pass it the next time
  rating: number;
  deviation: number;
}

// The next puzzle.
export interface PracticeChosen {
  number?: number; // from 0; missing when all are done
}

// A puzzle of the day.
export interface PracticePick {
  game: string;
  number: number; // from 0
}

// The puzzles of a day.
export interface PracticeDay {
  puzzle?: PracticePick; // of all games
  each: PracticePick[]; // of each game
}

// When a puzzle comes back.
export interface PracticeAgain {
  box: number;
  known: boolean; // it does not come back
  due?: string; // such as 2026-11-17
}
