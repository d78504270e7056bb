// SPDX-License-Identifier: MIT
// Games that are kept. The game at the table of each kind has a slot in local storage, written at once after every action,
// so that a page that is killed loses nothing. Whatever leaves a slot waits beside it until the shelf has it (shelf/store.ts).
// Nothing is ever written over another game.
import { forget, keep, kept, keptKeys, keptText } from "../app/keep";
import { whenIdle } from "../app/later";
import type { State } from "abax/engine/state";
import type { Setup } from "./setup";

// Who played and how it ended, so that a list needs no rules.
export type Brief = Pick<State, "game" | "seats" | "over" | "result" | "end"> & Partial<Pick<State, "toAct">>;

export function briefOf({ game, seats, over, result, end, toAct }: State): Brief {
  return { game, seats, over, result, end, toAct };
}

export interface Saved {
  id: string;
  version: number; // grows with every change, so that two tabs can tell which is newer
  game: string;
  setup: Setup; // what the next game is set up like
  record: string;
  line: string; // the actions; one game goes on from another when its line begins with the other's
  moves: number;
  begun: boolean;
  over: boolean;
  counted?: boolean; // for the level that follows the person's results
  started: number;
  when: number;
  brief?: Brief;
}

// What could not be read, as it was.
export interface Damaged {
  id: string;
  version: number;
  damaged: string;
  game: string;
  when: number;
}

export type Kept = Saved | Damaged;

export const WAITING = "out."; // begins the keys of games that the shelf has not taken yet

export function newId(): string {
  return `${Date.now().toString(36)}-${Math.floor(Math.random() * 2 ** 40).toString(36)}`;
}

export function goesOn(line: string, from: string): boolean {
  return from === "" || line === from || line.startsWith(`${from} `);
}

// A kept game of today or of earlier pages; undefined when it is none.
export function asSaved(game: string, value: unknown): Saved | undefined {
  const saved = value as Partial<Saved> | null;
  if (typeof saved !== "object" || !saved || typeof saved.record !== "string" || typeof saved.setup !== "object")
    return;
  const when = saved.when ?? 0;
  const old = { id: `old-${game}-${when}`, version: 0, game, line: "", moves: 0, begun: true, over: false };
  return { ...old, started: when, when, ...saved } as Saved;
}

// The same from a text; undefined when it is not of this page.
export function readSaved(game: string, text: string | null): Saved | undefined {
  try {
    return asSaved(game, JSON.parse(text ?? "null"));
  } catch {
    return undefined;
  }
}

// The actions that stand, as texts.
export function lineOf({ actions, length }: State): string {
  return actions
    .slice(0, length)
    .map((action) => action.text)
    .join(" ");
}

const slot = (game: string) => `game.${game}`;

export function savedGame(game: string): Saved | undefined {
  return asSaved(game, kept(slot(game)));
}

// What lies in the slot although it is no game.
export function damagedText(game: string): string | undefined {
  return savedGame(game) ? undefined : keptText(slot(game));
}

function wait(entry: Kept): boolean {
  return keep(WAITING + entry.id, entry);
}

// Damaged games that found no room: they stay in their slots, with the text that is there, and nothing takes their place.
const stuck = new Map<string, { damaged: string; text: string | undefined }>();

// Makes the slot empty; what was played stays, and so does what cannot be read. False when there is no room to put it.
export function putAway(game: string): boolean {
  const held = stuck.get(game);
  const damaged = damagedText(game) ?? (held && held.text === keptText(slot(game)) ? held.damaged : undefined);
  if (damaged !== undefined) return setAside(game, damaged);
  const old = savedGame(game);
  if (old && (old.moves > 0 || old.over) && !wait(old)) return false;
  forget(slot(game));
  return true;
}

// Makes room for a new game of this kind: what is there moves to the shelf, and a reload does not bring it back.
export function clearTable(game: string): void {
  if (!putAway(game)) return;
  try {
    sessionStorage.removeItem(own(game));
  } catch {
    // Then there was nothing to come back.
  }
  saveWaiting();
}

// A kept game that cannot be read is put where nothing writes over it. False when there is no room: then the shelf may still
// have some, and its slot stays as it is until it is there.
export function setAside(game: string, damaged: string): boolean {
  const text = keptText(slot(game));
  const entry = { id: `damaged-${game}-${markOf(damaged)}`, version: 1, damaged, game, when: Date.now() };
  const free = () => {
    stuck.delete(game);
    if (keptText(slot(game)) === text) forget(slot(game));
  };
  const room = wait(entry);
  if (room) free();
  else {
    stuck.set(game, { damaged, text });
    void import("../savedgames/store").then(async ({ put }) => (await put(entry)) && free()).catch(() => {});
  }
  saveWaiting();
  return room;
}

// The same text has the same mark, so that it is set aside once.
function markOf(text: string): string {
  let mark = 0;
  for (let i = 0; i < text.length; i++) mark = (Math.imul(mark, 31) + text.charCodeAt(i)) >>> 0;
  return `${text.length}-${mark.toString(36)}`;
}

const own = (game: string) => `abax.at.${game}`; // this tab's game, of several of a kind

// Puts a game into its slot; another one that is there moves to the shelf. False when it will not survive a reload.
export async function keepGame(saved: Saved): Promise<boolean> {
  const { game } = saved;
  try {
    sessionStorage.setItem(own(game), saved.id);
  } catch {
    // Then a reload shows the game that was touched last.
  }
  keep("latest", game);
  const room = savedGame(game)?.id === saved.id || putAway(game);
  if (room && keep(slot(game), saved)) {
    if (saved.moves > 0 || saved.over || keptKeys(WAITING).length) saveWaiting();
    return true;
  }
  return (await import("../savedgames/store")).put(saved);
}

let asked = false;

// Gives the shelf what waits, when there is nothing else to do.
export function saveWaiting(): void {
  if (asked) return;
  asked = true;
  whenIdle(() => {
    asked = false;
    void import("../savedgames/store").then(({ take }) => take()).catch(() => {}); // it waits on
  }, 2000);
}

// A tab that had another game of this kind than the slot has gets its own back.
export async function settle(game: string): Promise<void> {
  let id: string | null = null;
  try {
    id = sessionStorage.getItem(own(game));
  } catch {
    return;
  }
  if (!id || savedGame(game)?.id === id) return;
  const mine = await (await import("../savedgames/store")).find(id).catch(() => undefined);
  if (mine && !("damaged" in mine)) await keepGame(mine);
}
