// SPDX-License-Identifier: MIT
// What the server says (docs/api.md). Seats count from 0, times are milliseconds by the server's clock.
// Written by tools/types from protocol/schema/online.json: change that.
import type { End, Result, Said, Scene } from "../engine/state";

export type Phase = "open" | "playing" | "over";

export type SeatKind = "open" | "person" | "bot" | "computer";

export interface About {
  time: number;
  version: string;
  games: string[];
  phrases: Record<string, string>;
  lagForgiven: number; // milliseconds of an action's way that cost nobody time
}

export interface RowSeat {
  kind: SeatKind;
  name: string;
  account: boolean;
  player?: string;
}

export interface Row {
  id: string;
  name: string;
  options: string; // "key=value,..." or "-"
  clock: string;
  rated: boolean;
  guests: boolean;
  created: number;
  changed: number;
  number: number;
  phase: Phase;
  seats: RowSeat[];
}

export interface OnlineSeat extends RowSeat {
  title: string;
  team: number;
  here: boolean;
}

export interface Entry {
  number: number;
  kind: string;
  seat: number;
  text: string;
  at: number;
  leftThen?: number[];
}

export interface Head {
  game: string;
  number: number;
  ply: number;
}

// How a game stands now.
export interface Now {
  toAct: number;
  sentence: string;
  over: boolean;
  result?: Result;
  end?: End;
  drawOffer?: number;
  undoOffer?: { seat: number; to: number; agreed: number[] };
  rematchOffer?: number[];
  next?: string;
  time: number;
  left?: number[];
  running?: number;
  paused?: boolean;
  position: string;
  scene?: Scene;
}

// One of the preset phrases, said by a seat. It is not stored.
export interface Saying {
  seat: number;
  text: string;
  at: number;
}

export interface StateMessage extends Head, Now {
  type: "state";
  you: number;
  name: string;
  options: Record<string, string>;
  clock: string;
  listed: boolean;
  rated: boolean;
  guests: boolean;
  created: number;
  before?: string;
  start: string;
  seats: OnlineSeat[];
  phase: Phase;
  entries: Entry[];
  said?: Saying[];
}

export interface EventMessage extends Head, Now {
  type: "event";
  kind: string;
  seat: number;
  text: string;
  at: number;
  leftThen?: number[];
}

export interface SaidMessage extends Head, Saying {
  type: "said";
}

export interface SeatsMessage extends Head {
  type: "seats";
  seats: OnlineSeat[];
  phase: Phase;
}

export type GameMessage = StateMessage | EventMessage | SaidMessage | SeatsMessage;

export interface Lobby {
  open: Row[];
  playing: Row[];
}

export interface LobbyMessage extends Lobby {
  type: "lobby";
  ref?: number;
}

export interface Seated {
  game: string;
  seat?: number;
  token?: string;
}

export interface Account {
  name: string;
  bot: boolean;
  created: number;
}

export interface Person extends Account {
  token?: string; // of the session that was opened
}

export interface Rating {
  name: string;
  computer: boolean;
  rating: number;
  deviation: number;
  games: number;
  changed: number;
}

export interface Profile extends Account {
  ratings: Record<string, Rating[]>;
  games: Row[];
}

export interface Rows {
  games: Row[];
}

export interface Turn {
  seat: number;
  yours: boolean;
  invited: boolean;
  row: Row;
}

export interface Turns {
  time: number;
  games: Turn[];
  waiting: number;
}

export interface Bot {
  name: string;
  games: string[];
}

export interface Bots {
  bots: Bot[];
}

// Names of people whom one does not want to meet.
export interface Blocks {
  blocked: string[];
}

export interface Leaders {
  leaders: Rating[];
}

export interface Export {
  next: number; // what to ask for next, or 0
  records: string; // one after the other, as docs/records.md says
}

export interface Fault {
  error: string;
  said: Said;
}

export interface DoneMessage {
  type: "done";
  ref: number;
  game?: string;
  number?: number;
  ply?: number;
}

export interface RefusedMessage {
  type: "refused";
  ref?: number;
  sentence: string;
  said: Said;
  game?: string;
  number?: number;
  ply?: number;
}

export interface PongMessage {
  type: "pong";
  ref?: number;
  time: number;
}

export interface InvitedMessage {
  type: "invited";
  row: Row;
}

export type Message = GameMessage | LobbyMessage | DoneMessage | RefusedMessage | PongMessage | InvitedMessage;
