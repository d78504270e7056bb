// SPDX-License-Identifier: MIT
// Saved games. The current game of each kind has a slot in local storage, written after each
// action, so a killed page loses nothing. A game that leaves its slot waits beside it until
// IndexedDB has it (savedgames/store.ts). No game ever overwrites another.
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
  version: number; // grows with each change, so that tabs know which is newer
  game: string;
  setup: Setup; // setup of the next game
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

// A slot that could not be read, unchanged.
export interface Damaged {
  id: string;
  version: number;
  damaged: string;
  game: string;
  when: number;
}

export type Kept = Saved | Damaged;

export const WAITING = "out."; // prefix of keys whose games wait for IndexedDB

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

// The content of a slot that is not a game.
export function damagedText(game: string): string | undefined {
  return savedGame(game) ? undefined : keptText(slot(game));
}

function wait(entry: Kept): boolean {
  return keep(WAITING + entry.id, entry);
}

// Damaged games that found no room: they stay in their slots, with the text that is there, and
// nothing takes their place.
const stuck = new Map<string, { damaged: string; text: string | undefined }>();

// Empties the slot; its game is kept, even if it cannot be read. False if there is no room.
export function putAway(game: string): boolean {
  const held = stuck.get(game);
  const damaged = damagedText(game) ?? (held && held.text === keptText(slot(game)) ? held.damaged : undefined);
  if (damaged !== undefined) return setAside(game, damaged);
  const old = savedGame(game);
  if (old && (old.moves > 0 || old.over) && !wait(old)) return false;
  forget(slot(game));
  return true;
}

// Makes room for a new game: the old one moves to the saved games, and a reload does not bring it
// back.
export function clearTable(game: string): void {
  if (!putAway(game)) return;
  try {
    sessionStorage.removeItem(own(game));
  } catch {
    // Then there was nothing to come back.
  }
  saveWaiting();
}

// Sets a damaged game aside so that nothing overwrites it. False if there is no room: then it stays
// in its slot until IndexedDB has it.
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

// Puts a game into its slot; another game there moves to the saved games. False if it will not
// survive a reload.
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

// Writes waiting games to IndexedDB when the page is idle.
export function saveWaiting(): void {
  if (asked) return;
  asked = true;
  whenIdle(() => {
    asked = false;
    void import("../savedgames/store").then(({ take }) => take()).catch(() => {}); // it waits on
  }, 2000);
}

// Gives a tab back its game if the slot holds another game of this kind.
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
