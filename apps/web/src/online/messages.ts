// SPDX-License-Identifier: MIT
// What the server says (docs/api.md). Seats count from 0, times are milliseconds by the server's
// clock.
// Written by tools/types from core/protocol/schema/online.json: change that.
import type { PuzzleAttempt } from "./puzzlemessages.ts";
import type { End, Result, Said, Scene, Series } from "abax/engine/state";

// Of a game: seats are open, it is played, it is over.
export type Phase = "open" | "playing" | "over";

// `open`: nobody sits there yet.
export type SeatKind = "open" | "person" | "bot" | "computer";

// The server.
export interface About {
  time: number; // the server's
  version: string;
  protocol: number; // of the WebSocket: what `hello` may say
  games: string[]; // names
  phrases: Record<string, string>; // the preset phrases: English text by name
  lagForgiven: number; // milliseconds of network delay per action that cost no time
  speeds: Record<string, string>; // of quick pairing: clock by name
}

// A seat of a game.
export interface RowSeat {
  kind: SeatKind;
  name: string; // of the player
  account: boolean; // the name is that of an account
  player?: string; // of a computer, such as `level:3`
  away?: number; // on vacation until this time
  rating?: number; // at this game, of an account or a level
  provisional?: boolean; // the rating's deviation is above 110
  ratedFrom?: number; // of a rated game that is over: the rating before it
  ratedTo?: number; // the rating after it
}

// A game in a list.
export interface Row {
  id: string;
  name: string; // of the game
  options: string; // `key=value,...` or `-`
  clock: string;
  rated: boolean;
  guests: boolean; // people without an account may sit down
  created: number;
  changed: number; // the time of its last entry
  number: number; // entries of its journal
  result?: string; // after the end: a letter per seat, `w` won, `l` lost, `d` drawn, `-` aborted
  phase: Phase;
  seats: RowSeat[];
}

// A seat of a game in memory.
export interface OnlineSeat extends RowSeat {
  title: string; // such as White
  team: number; // seats of one team win and lose together
  here: boolean; // the player is connected, to any process
}

// An entry of a game's journal.
export interface Entry {
  number: number; // from 1, without gaps
  kind: string; // see the table of entries
  seat: number;
  text: string; // the action, or what the kind needs
  at: number;
  leftThen?: number[]; // with a clock: milliseconds of each seat after it
}

// Every message about a game has these.
export interface Head {
  game: string;
  number: number; // entries of its journal so far
  ply: number; // actions that stand
}

// How a game stands now. `drawOffer`, `undoOffer`, `rematchOffer`, `revengeOffer` and `next` are
// there only while there is one.
export interface Now {
  toAct: number; // a seat, or -1 after the end
  sentence: string; // how it stands, in English
  over: boolean;
  result?: Result; // after the end
  end?: End; // after the end
  drawOffer?: number; // the seat that offers a draw
  undoOffer?: { seat: number; to: number; agreed: number[] };
  rematchOffer?: number[]; // seats that ask for the next game
  revengeOffer?: number[]; // seats that ask for the same deal again
  series?: Series; // in the state of a series, and after the end, this game counted then
  next?: string; // the next game
  time: number; // the server's
  // with a clock: milliseconds of each seat at `time`; to spectators who see the game late, as they
  // were then
  left?: number[];
  bank?: number[]; // of days with a bank: what of `left` was the bank when the seat's turn began
  running?: number; // with a clock: the seat whose clock runs, or -1
  paused?: boolean; // the server stopped the clocks
  position: string; // its text, as the receiver may know it; all of it after the end
  scene?: Scene; // if the client asked for it
  // if the client asked for them: the legal actions of the seat to act; in a game with secrets only
  // to that seat
  actions?: string[];
}

// A seat used a preset phrase. It is not stored.
export interface Saying {
  seat: number;
  text: string; // the name of the phrase
  at: number;
}

// Someone declined the invitation to an open game. Sent to seats only, and not stored.
export interface Declining {
  name: string; // empty: a guest without a name
  at: number;
}

// The shares of the server and the players in a deal (see Deals).
export interface Deal {
  promise: string; // of the server; keep it before you give anything
  promises: string[]; // of the seats; empty: none
  asked?: number[]; // seats that have to send `promise` now
  missing?: number[]; // when all have promised: seats that have to send `reveal` now
  // seats that did not answer in time, or whose client did not say `deals`: they have no part
  silent: number[];
  part?: string; // after the end: of the server
  parts?: string[]; // after the end: of the seats
}

// All about a game: its setup, the entries, and how it stands.
export interface StateMessage extends Head, Now {
  type: "state";
  you: number; // your seat, or -1
  name: string; // of the game
  options: Record<string, string>; // the value of each option
  clock: string;
  listed: boolean; // it is in the lobby
  rated: boolean;
  guests: boolean; // people without an account may sit down
  created: number;
  deal?: Deal; // in games with secrets
  lots?: "open" | "drawn"; // who sits where will be, or was, drawn by lot
  before?: string; // the game before it: this one is its rematch
  start: string; // a position text, as the receiver may know it
  seats: OnlineSeat[];
  phase: Phase;
  entries: Entry[]; // those after `since`
  said?: Saying[]; // the last twelve phrases
  declined?: Declining[]; // the last eight, to seats of an open game
  plans?: { ply: number; lines: string[] }; // your planned answers
}

// An entry was stored, and how the game stands now. The fields are as in `Entry`.
export interface EventMessage extends Head, Now {
  type: "event";
  kind: string;
  seat: number;
  text: string;
  at: number;
  leftThen?: number[];
}

// A seat used a preset phrase.
export interface SaidMessage extends Head, Saying {
  type: "said";
}

// Someone declined the invitation.
export interface DeclinedMessage extends Head, Declining {
  type: "declined";
}

// Someone sat down, came or left; or the end of a rated game changed the ratings.
export interface SeatsMessage extends Head {
  type: "seats";
  seats: OnlineSeat[];
  phase: Phase;
  deal?: Deal; // until a game with secrets is dealt
}

export type GameMessage = StateMessage | EventMessage | SaidMessage | DeclinedMessage | SeatsMessage;

// People who look for an opponent.
export interface Pool {
  name: string; // of the game
  clock: string;
  rated: boolean;
  count: number;
}

// Whether quick pairing found an opponent.
export interface Paired {
  waiting: boolean;
  game?: string; // when an opponent is found: the game; the key is the token of your seat
}

export interface Declined {
  told: boolean; // someone at a seat is connected, to any process
}

// A code to say aloud, as long as the game is open.
export interface Code {
  code: string;
  game: string;
}

// Listed games, newest first, 50 of each, and who looks for an opponent.
export interface Lobby {
  open: Row[];
  playing: Row[];
  waiting: Pool[];
}

// The lobby, after it changed.
export interface LobbyMessage extends Lobby {
  type: "lobby";
  ref?: number;
}

// A game, and the seat that the request took, if any.
export interface Seated {
  game: string;
  seat?: number;
  token?: string; // opens the seat
}

export interface Account {
  name: string;
  bot: boolean;
  created: number;
}

// An account.
export interface Person extends Account {
  token?: string; // of the login that was opened, or of a new bot
}

// A rating at a game.
export interface Rating {
  name: string;
  computer: boolean; // it is a level of the computer
  rating: number;
  deviation: number;
  games: number; // how many it counts
  changed: number;
}

// An account, its games and ratings.
export interface Profile extends Account {
  ratings: Record<string, Rating[]>; // by game, oldest first
  games: Row[];
}

// 50 games, newest first.
export interface Rows {
  games: Row[];
}

// A game that you play.
export interface Turn {
  seat: number;
  yours: boolean; // your seat has to act, or to give its promise or part of the deal
  invited: boolean; // the seat is kept for the account, and not taken
  row: Row;
}

// The games that are not over: those of the account, and those that the request names.
export interface Turns {
  time: number;
  games: Turn[];
  waiting: number; // how many are `yours` or `invited`
}

// A bot that waits for challenges.
export interface Bot {
  name: string;
  games: string[]; // names
}

// By name, at most 50.
export interface Bots {
  bots: Bot[];
}

// Accounts that cannot invite you or sit down at your games.
export interface Blocks {
  blocked: string[]; // names
}

// Days without clocks in correspondence games.
export interface Vacation {
  days: number; // per year
  left: number; // of them
  until: number; // 0: not on vacation
}

// `both`: an email only if no browser took the push.
export type ToldBy = "none" | "push" | "mail" | "both";

// How the server notifies an account when nobody is there.
export interface Told {
  key: string; // the server's key for `PushManager.subscribe`; empty: it sends no notifications
  mails: boolean; // the server sends email
  language: string; // of the notifications
  zone: string; // such as `Europe/Berlin`; empty: UTC
  quietFrom: number; // quiet hours, in minutes of the day; equal to `quietTo`: none
  quietTo: number;
  turns: ToldBy;
  challenges: ToldBy;
  rounds: ToldBy;
  // confirmed; or empty. Set it to be sent a link to confirm it, or to nothing to remove it
  address: string;
  wanted: string; // an address that waits to be confirmed, for a day; or empty
  // browsers that get pushes, at most the eight newest; one that its push service reports gone is
  // removed
  places: { host: string; at: number }[];
}

// What the server stores about an account besides its games.
export interface OwnData {
  name: string;
  bot: boolean;
  created: number;
  muted: boolean; // its phrases are not sent
  sessions: { began: number; used: number }[]; // logins
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

// A finished game.
export interface Found {
  row: Row;
  plies: number; // its actions
  ended: number;
  opening: string; // its first actions
  winners: number[]; // seats; none, or all, in a draw
}

// 50 finished games, newest first.
export interface FoundList {
  games: Found[];
  next: number; // the next `before`, or 0
}

// A new token; the old one opens nothing any more.
export interface NewToken {
  token: string;
}

// The best ratings, levels of the computer on the same list.
export interface Leaders {
  leaders: Rating[];
}

// 50 games, newest first.
export interface Export {
  next: number; // the next `before`, or 0
  records: string; // record texts, one after the other (docs/records.md)
}

// An error.
export interface Fault {
  error: string; // in English
  said: Said; // the same, with the id and arguments for other languages
}

// A tournament's settings.
export interface MeetSettings {
  id: string;
  title: string;
  host: string; // an account; empty: the server
  listed: boolean;
  created: number;
  phase: Phase;
  form: "swiss" | "robin" | "arena" | "ladder" | "league"; // `robin`: all against all
  name: string; // of the game
  options: string; // `key=value,...` or `-`
  clock: string;
  slow: boolean; // correspondence: days per turn
  rated: boolean;
  guests: boolean;
  bots: boolean;
  streaks: boolean; // arena: two wins in a row double the next results
  cycles: number; // all against all: once or twice
  minutes: number; // of an arena
  most: number; // players at most
  wait: number; // seconds until a player who has not begun has lost
  pause: number; // seconds between rounds
  begins: number; // it begins by itself at this time; 0: the host begins it
  month: string; // of a ladder or league, such as 2026-11; else empty
  rounds: number; // 0: not known
}

// A player of a tournament.
export interface Standing {
  player: number; // a number, which pairs name
  place: number;
  name: string;
  account: boolean;
  kind: string; // `person`, `bot` or a level
  rating: number;
  in: boolean; // has not withdrawn
  absent: boolean; // withdrawn for not acting
  points: number;
  // the points of all opponents; a round without one counts the player's own points
  buchholz: number;
  direct: number; // points among those who are equal so far, if all have met
  // Sonneborn-Berger: the points of beaten opponents and half of those of drawn ones
  berger: number;
  wins: number;
  draws: number;
  losses: number;
  byes: number;
  run: number; // wins in a row now
}

// A pair of a round.
export interface Pair {
  round: number;
  first: number; // a player's number
  second: number; // -1: a bye
  game: string;
  result: "" | "1-0" | "0-1" | "1/2" | "0-0" | "bye"; // empty: the game goes on
  forfeit: boolean; // won without a fight
  points?: number; // of a bye
}

// A tournament, its standings and pairs.
export interface Tournament extends MeetSettings {
  cancelled: boolean;
  number: number; // events so far
  round: number;
  begun: number;
  ends: number; // of an arena that has begun
  standings: Standing[];
  pairs: Pair[];
}

// Newest first, 50 of each.
export interface Tournaments {
  open?: MeetSettings[];
  playing?: MeetSettings[];
  over?: MeetSettings[];
}

export interface NewTournament {
  tournament: string; // its id
}

export interface TakesPart {
  tournament: string;
  player: number; // a number, which standings and pairs name
  token?: string; // of a guest: opens the seats in all games of the tournament
}

// A tournament that the client watches, with the pairs of the last round and those not finished.
export interface TournamentMessage {
  type: "tournament";
  tournament: Tournament;
}

// An action, and the node after which it was played. The start is node 0 and not listed; an id is
// never used twice.
export interface StudyNode {
  id: number;
  parent: number;
  action: string;
  seat: number;
}

// A remark at a node.
export interface StudyRemark {
  id: number;
  at: number; // a node
  text: string;
  by: string; // who wrote it last; or empty
  account: boolean;
  time: number;
}

// An arrow between two spots, or a ring where both are the same.
export interface StudyMark {
  at: number; // a node
  from: string; // a spot
  to: string; // a spot
}

// A study in a list.
export interface StudyRow {
  study: string;
  title: string;
  name: string; // of the game
  options: string;
  created: number;
  number: number; // changes so far
}

// Your studies, newest first, 50.
export interface StudyRows {
  studies: StudyRow[];
  next: number; // the next `before`, or 0
}

// What a study is about.
export interface StudyHead {
  study: string;
  number: number; // changes so far
  title: string;
  name: string; // of the game
  options: string;
  start: string; // a position text
  owner: string; // an account's name; or empty
  created: number;
}

// A study.
export interface WholeStudy extends StudyHead {
  // as in a record: a line, then what branches off; the first child of a node is the main line
  nodes: StudyNode[];
  remarks: StudyRemark[];
  marks: StudyMark[];
}

export interface NewStudy {
  study: string; // its id: everyone who has it can look
  key: string; // everyone who has it can edit; shown once
}

// A study that the client opened. `nodes`, `remarks` and `marks` are there only if `since` is not
// its `number`.
export interface StudyMessage extends StudyHead {
  type: "study";
  edits: boolean; // you may edit it
  me: number; // your id in `studying`
  here: number; // how many look, at all processes
  nodes?: StudyNode[];
  remarks?: StudyRemark[];
  marks?: StudyMark[];
}

// A change of a study was stored. Without any of the fields after `number`, the key is new.
export interface NotedMessage {
  type: "noted";
  study: string;
  number: number;
  nodes?: StudyNode[]; // added
  remark?: StudyRemark; // new or changed
  unsaid?: number; // the id of a remark that was deleted
  mark?: StudyMark; // added
  unmarked?: StudyMark; // removed
  dropped?: number; // a node that was deleted with everything below it
  leads?: number; // a node: the line to it is now the main line
  title?: string;
}

// Someone who looks at a study.
export interface StudyPerson {
  id: number;
  name: string;
  edits: boolean;
  at: number; // a node
}

// Who looks at a study.
export interface StudyingMessage {
  type: "studying";
  study: string;
  here: number; // how many, at all processes
  people: StudyPerson[]; // those at this process
}

// A study was deleted.
export interface GoneMessage {
  type: "gone";
  study: string;
}

// A request with a `ref` was carried out.
export interface DoneMessage {
  type: "done";
  ref: number;
  game?: string;
  number?: number;
  ply?: number;
  study?: string;
  at?: number; // of a study: the node that the change made
}

// A request was refused.
export interface RefusedMessage {
  type: "refused";
  ref?: number;
  sentence: string; // why, in English
  said: Said; // the same, with the id and arguments for other languages
  game?: string;
  number?: number;
  ply?: number;
}

// The answer to `ping`.
export interface PongMessage {
  type: "pong";
  ref?: number;
  time: number; // the server's
}

// A seat of this new game is kept for the bot that said `ready` here, or is its own in a
// tournament.
export interface InvitedMessage {
  type: "invited";
  row: Row;
}

// An opponent was found. Join with the key as `token`.
export interface PairedMessage {
  type: "paired";
  game: string;
}

// The search for an opponent ended: the account looks elsewhere now.
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
