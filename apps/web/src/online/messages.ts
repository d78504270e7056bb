// SPDX-License-Identifier: MIT
// What the server says (docs/api.md). Seats count from 0, times are milliseconds by the server's
// clock.
// Written by tools/types from core/protocol/schema/online.json: change that.
import type { PuzzleAttempt } from "./puzzlemessages.ts";
import type { End, Result, Said, Scene, Series } from "abax/engine/state";

export type Phase = "open" | "playing" | "over";

export type SeatKind = "open" | "person" | "bot" | "computer";

export interface About {
  time: number;
  version: string;
  games: string[];
  phrases: Record<string, string>;
  lagForgiven: number; // milliseconds of an action's way that cost nobody time
  speeds: Record<string, string>; // of quick pairing, with their clocks
}

export interface RowSeat {
  kind: SeatKind;
  name: string;
  account: boolean;
  player?: string;
  away?: number; // on vacation until then
  rating?: number; // at this game, of an account or a level
  provisional?: boolean; // little is known of its strength yet
  ratedFrom?: number; // before this game, when it has changed it
  ratedTo?: number;
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
  result?: string; // of a game that is over: a letter a seat, w won, l lost, d drawn, - broken off
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
  revengeOffer?: number[]; // who wants the same deal again
  series?: Series; // in a state of a series, and when a game is over
  next?: string;
  time: number;
  left?: number[];
  bank?: number[]; // of 'left', when the seat's turn began
  running?: number;
  paused?: boolean;
  position: string;
  scene?: Scene;
  actions?: string[]; // legal ones, when they were asked for
}

// One of the preset phrases, said by a seat. It is not stored.
export interface Saying {
  seat: number;
  text: string;
  at: number;
}

// Somebody declined the invitation to this game. It is not stored.
export interface Declining {
  name: string; // empty: a guest without one
  at: number;
}

// what was promised of the deal; after the end also the parts
export interface Deal {
  promise: string; // of the server
  promises: string[]; // of the seats, or empty
  asked?: number[]; // seats that have to promise a part now
  missing?: number[]; // seats that have to give their part now
  silent: number[]; // seats that did not in time, and have no part
  part?: string;
  parts?: string[];
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
  deal?: Deal;
  lots?: "open" | "drawn"; // who sits where will be, or was, drawn by lot
  before?: string;
  start: string;
  seats: OnlineSeat[];
  phase: Phase;
  entries: Entry[];
  said?: Saying[];
  declined?: Declining[]; // of an open game, to its seats
  // one's own conditional lines, which begin after so many actions
  plans?: { ply: number; lines: string[] };
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

export interface DeclinedMessage extends Head, Declining {
  type: "declined";
}

export interface SeatsMessage extends Head {
  type: "seats";
  seats: OnlineSeat[];
  phase: Phase;
  deal?: Deal;
}

export type GameMessage = StateMessage | EventMessage | SaidMessage | DeclinedMessage | SeatsMessage;

// People who look for an opponent.
export interface Pool {
  name: string; // of the game
  clock: string;
  rated: boolean;
  count: number;
}

export interface Paired {
  waiting: boolean;
  game?: string; // once there is an opponent; the key opens the seat
}

export interface Declined {
  told: boolean; // somebody at a seat is connected
}

export interface Code {
  code: string;
  game: string;
}

export interface Lobby {
  open: Row[];
  playing: Row[];
  waiting: Pool[];
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

export interface Vacation {
  days: number; // of a year
  left: number; // of them
  until: number; // 0: not on vacation
}

export type ToldBy = "none" | "push" | "mail" | "both";

// How an account is told when it is away.
export interface Told {
  key: string; // the server's public key for push; empty: it tells nobody
  mails: boolean; // it sends e-mail
  language: string;
  zone: string;
  quietFrom: number; // minutes of the day
  quietTo: number;
  turns: ToldBy;
  challenges: ToldBy;
  rounds: ToldBy;
  address: string; // of e-mail, confirmed; or empty
  wanted: string; // one that waits to be confirmed; or empty
  places: { host: string; at: number }[];
}

// What is stored about an account beside its games.
export interface OwnData {
  name: string;
  bot: boolean;
  created: number;
  muted: boolean;
  sessions: { began: number; used: number }[];
  bots: string[];
  blocked: string[];
  studies: StudyRow[]; // the newest
  attempts: PuzzleAttempt[]; // the newest
  reports: { name: string; game: string; reason: string; text: string; at: number; closed: number }[];
  told?: { language: string; address: string; unconfirmed: string; zone: string; quietFrom: number; quietTo: number };
  places: { endpoint: string; at: number }[];
  vacation?: { since: number; until: number; used: number };
  ratings: { game: string; rating: number; deviation: number; games: number; changed: number }[];
  tournaments: MeetSettings[]; // the newest
}

// A finished game: seats that won; none, or all, in a draw.
export interface Found {
  row: Row;
  plies: number;
  ended: number;
  opening: string;
  winners: number[];
}

export interface FoundList {
  games: Found[];
  next: number;
}

export interface NewToken {
  token: string;
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

export interface MeetSettings {
  id: string;
  title: string;
  host: string; // an account, or empty: the server's own
  listed: boolean;
  created: number;
  phase: Phase;
  form: "swiss" | "robin" | "arena" | "ladder" | "league";
  name: string; // of the game
  options: string;
  clock: string;
  slow: boolean; // correspondence: days for a turn
  rated: boolean;
  guests: boolean;
  bots: boolean;
  streaks: boolean;
  cycles: number;
  minutes: number;
  most: number;
  wait: number; // seconds until a player who has not begun has lost
  pause: number; // seconds between rounds
  begins: number; // by itself at this time, or 0
  month: string; // of a ladder or league, or empty
  rounds: number; // in all; 0: not known
}

export interface Standing {
  player: number;
  place: number;
  name: string;
  account: boolean;
  kind: string; // person, bot or a level
  rating: number;
  in: boolean; // has not withdrawn
  absent: boolean;
  points: number;
  buchholz: number;
  direct: number;
  berger: number;
  wins: number;
  draws: number;
  losses: number;
  byes: number;
  run: number; // wins in a row just now
}

export interface Pair {
  round: number;
  first: number;
  second: number; // -1: no opponent
  game: string;
  result: "" | "1-0" | "0-1" | "1/2" | "0-0" | "bye";
  forfeit: boolean;
  points?: number; // of a bye
}

export interface Tournament extends MeetSettings {
  cancelled: boolean;
  number: number; // notes so far
  round: number;
  begun: number;
  ends: number; // of an arena that has begun
  standings: Standing[];
  pairs: Pair[];
}

export interface Tournaments {
  open?: MeetSettings[];
  playing?: MeetSettings[];
  over?: MeetSettings[];
}

export interface NewTournament {
  tournament: string;
}

export interface TakesPart {
  tournament: string;
  player: number;
  token?: string; // of a guest
}

export interface TournamentMessage {
  type: "tournament";
  tournament: Tournament;
}

export interface StudyNode {
  id: number; // the start is 0
  parent: number;
  action: string;
  seat: number;
}

export interface StudyRemark {
  id: number;
  at: number; // a node
  text: string;
  by: string; // who wrote it last, or empty
  account: boolean;
  time: number;
}

export interface StudyMark {
  at: number; // a node
  from: string; // a spot
  to: string; // the same spot: a ring
}

export interface StudyRow {
  study: string;
  title: string;
  name: string; // of the game
  options: string;
  created: number;
  number: number; // notes so far
}

export interface StudyRows {
  studies: StudyRow[];
  next: number; // the next `before`, or 0
}

export interface StudyHead {
  study: string;
  number: number; // notes so far
  title: string;
  name: string; // of the game
  options: string;
  start: string; // a position text
  owner: string; // an account's name, or empty
  created: number;
}

export interface WholeStudy extends StudyHead {
  nodes: StudyNode[]; // a line, then what branches off
  remarks: StudyRemark[];
  marks: StudyMark[];
}

export interface NewStudy {
  study: string;
  key: string; // told once
}

export interface StudyMessage extends StudyHead {
  type: "study";
  edits: boolean; // one may change something
  me: number; // among the people
  here: number;
  nodes?: StudyNode[]; // these three only where something behind `since` was missed
  remarks?: StudyRemark[];
  marks?: StudyMark[];
}

export interface NotedMessage {
  type: "noted";
  study: string;
  number: number;
  nodes?: StudyNode[];
  remark?: StudyRemark;
  unsaid?: number; // a remark is gone
  mark?: StudyMark;
  unmarked?: StudyMark;
  dropped?: number; // a node and all below it
  leads?: number; // the line to this node comes first
  title?: string;
}

export interface StudyPerson {
  id: number;
  name: string;
  edits: boolean;
  at: number; // the node where one stands
}

export interface StudyingMessage {
  type: "studying";
  study: string;
  here: number;
  people: StudyPerson[];
}

export interface GoneMessage {
  type: "gone";
  study: string;
}

export interface DoneMessage {
  type: "done";
  ref: number;
  game?: string;
  number?: number;
  ply?: number;
  study?: string;
  at?: number; // of a study: the node that came of it
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

export interface PairedMessage {
  type: "paired";
  game: string;
}

export interface UnpairedMessage {
  type: "unpaired";
}

export type Message =
  | GameMessage
  | LobbyMessage
  | DoneMessage
  | RefusedMessage
  | PongMessage
  | InvitedMessage
  | TournamentMessage
  | PairedMessage
  | UnpairedMessage
  | StudyMessage
  | NotedMessage
  | StudyingMessage
  | GoneMessage;
