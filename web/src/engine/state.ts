// SPDX-License-Identifier: MIT
// What a session answers (docs/session.md) and what a scene holds (protocol/scenejson.h), as types.

import type { Said } from "../i18n/catalogue";

export interface Panel {
  id: string;
  title: string;
  style: "flat" | "piles" | "tops" | "tray";
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

export interface Piece {
  kind: string;
  glyph: string;
  owner: number; // a seat, or -1
  value: number;
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
}

export interface Mark {
  kind: string;
  spot: number;
  level: number; // 0: the whole spot
}

export interface Result {
  words: ("win" | "draw" | "loss")[];
  scores?: number[];
}

export interface Scene {
  panels: Panel[];
  spots: Spot[];
  pieces: Piece[];
  counters: Counter[];
  marks: Mark[];
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
