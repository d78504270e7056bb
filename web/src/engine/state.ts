// SPDX-License-Identifier: MIT
// What a session answers (docs/session.md) and what a scene holds (protocol/scenejson.h), as types.

// Closed lists: every painter knows all of them.
export type Form = "square" | "hexagon";
export type Ground = "plain" | "inlaid" | "cut" | "wall" | "plan" | "table" | "mosaic" | "row";
export type Facing = "south" | "east" | "north" | "west";
export type SideName = "s" | "e" | "n" | "w" | "sw" | "se" | "ne" | "nw";
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
export type Sign = "last" | "recent" | "barred" | "outside" | "free" | "winning" | "chosen";

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
  panel: number;
  use: "place" | "hand" | "button" | "picture";
  x: number; // tenths of a cell from the panel's lower left
  y: number; // grows upward
}

// What a column or a row is called; the line goes from one end of the board to the other.
export interface Label {
  text: string;
  panel: number;
  axis: "column" | "row";
  x: number;
  y: number;
  toX: number;
  toY: number;
}

// Sides of a spot that belong to a seat.
export interface Edge {
  spot: number;
  sides: SideName[];
  owner: number;
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

export interface Piece extends Look {
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

// Spots that are drawn as one area.
export interface Outline {
  name: string;
  owner: number;
  colour: Colour;
  spots: number[];
}

export interface Result {
  words: ("win" | "draw" | "loss")[];
  scores?: number[];
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
  status: { over: boolean; seat: number; step: string; prompt: string };
  result?: Result;
}

export interface Seat {
  name: string;
  title: string;
  team: number;
  who: "person" | "computer" | "remote";
  player?: string;
  left?: number;
}

export interface Played {
  text: string;
  seat: number;
  spent?: number;
  hints?: number;
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
  end?: { how: "rules" | "resigned" | "agreed" | "time" | "aborted"; repeated: boolean; seat?: number };
  drawOffer: number;
  clock: { rule: string; running: number };
  series: {
    games: number;
    played: number;
    byScore: boolean;
    players: { seat: number; points: number; score: number }[];
  };
  position: string;
  staged: number[];
  targets: number[];
  touch?: { answer: "staged" | "ready" | "undone" | "refused"; action?: string; rule?: string; sentence?: string };
  scene: Scene;
}
