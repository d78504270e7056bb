// SPDX-License-Identifier: MIT
// What this browser remembers of puzzles: attempts, a rating per game, and when a failed puzzle
// comes back. One transaction writes all changes of an attempt, so two tabs count a puzzle once.
// Without a database the data lives until the page is closed.
import { answer, database, ended } from "../app/database";
import { keep } from "../app/keep";

export type Mode = "run" | "theme" | "streak" | "storm" | "day" | "again" | "single";

export interface Rating {
  solver: string; // the engine's text of the rating
  rating: number;
  deviation: number;
  when: number; // of the last attempt that counted
}

export interface Attempt {
  puzzle: string; // GAME/NUMBER
  game: string;
  when: number; // milliseconds
  mode: Mode;
  right: boolean; // at the first try
  rated: boolean; // it changed the rating
  rating?: number; // afterwards, where it changed
}

// When a failed puzzle comes back. `box` is the engine's.
export interface Card {
  puzzle: string;
  game: string;
  box: number;
  due: string; // a date such as 2026-11-16
}

// Best results of the modes that have some.
export interface Best {
  id: string; // MODE/GAME
  score: number;
  when: number;
}

interface Solver extends Rating {
  game: string;
}

const NAME = "abax-puzzles";
const STORES = { attempts: "attempts", cards: "cards", solvers: "solvers", bests: "bests" } as const;

function build(db: IDBDatabase): void {
  const attempts = db.createObjectStore(STORES.attempts, { autoIncrement: true });
  attempts.createIndex("puzzle", "puzzle");
  db.createObjectStore(STORES.cards, { keyPath: "puzzle" });
  db.createObjectStore(STORES.solvers, { keyPath: "game" });
  db.createObjectStore(STORES.bests, { keyPath: "id" });
}

const open = database(NAME, build);

// Where there is no database.
const held = {
  attempts: [] as Attempt[],
  cards: new Map<string, Card>(),
  solvers: new Map<string, Solver>(),
  bests: new Map<string, Best>(),
};

export async function usable(): Promise<boolean> {
  return open().then(
    () => true,
    () => false,
  );
}

// Notifies other tabs.
function changed(): void {
  keep("puzzles", Date.now());
}

// What an attempt does to the rating and the repetition, as the engine says.
export interface Scoring {
  rate: ((old: Rating | undefined) => Rating) | undefined; // nothing where the mode is not rated
  repeat: (old: Card | undefined) => Card | undefined; // nothing: it need not come back
}

export interface Noted {
  attempt: Attempt;
  before: Rating | undefined;
  after: Rating | undefined;
}

export type Try = Pick<Attempt, "puzzle" | "game" | "when" | "mode" | "right">;

// A puzzle counts once: later attempts in any mode are not rated.
function scored(tried: Try, seen: boolean, solver: Solver | undefined, scoring: Scoring): Noted {
  const before: Rating | undefined = solver;
  const after = seen ? undefined : scoring.rate?.(before);
  const attempt = { ...tried, rated: after !== undefined, ...(after ? { rating: after.rating } : {}) };
  return { attempt, before, after };
}

function noteHeld(tried: Try, scoring: Scoring): Noted {
  const seen = held.attempts.some(({ puzzle }) => puzzle === tried.puzzle);
  const noted = scored(tried, seen, held.solvers.get(tried.game), scoring);
  held.attempts.push(noted.attempt);
  if (noted.after) held.solvers.set(tried.game, { ...noted.after, game: tried.game });
  const card = scoring.repeat(held.cards.get(tried.puzzle));
  if (card) held.cards.set(tried.puzzle, card);
  else held.cards.delete(tried.puzzle);
  return noted;
}

// Writes an attempt with all that follows from it, whole or not at all.
export async function note(tried: Try, scoring: Scoring): Promise<Noted> {
  let db: IDBDatabase;
  try {
    db = await open();
  } catch {
    return noteHeld(tried, scoring);
  }
  const change = db.transaction([STORES.attempts, STORES.cards, STORES.solvers], "readwrite");
  const done = ended(change);
  done.catch(() => {}); // reported below
  const attempts = change.objectStore(STORES.attempts);
  const cards = change.objectStore(STORES.cards);
  const solvers = change.objectStore(STORES.solvers);
  const [seen, solver, card] = await Promise.all([
    answer(attempts.index("puzzle").count(tried.puzzle)),
    answer(solvers.get(tried.game) as IDBRequest<Solver | undefined>),
    answer(cards.get(tried.puzzle) as IDBRequest<Card | undefined>),
  ]);
  const noted = scored(tried, seen > 0, solver, scoring);
  attempts.add(noted.attempt);
  if (noted.after) solvers.put({ ...noted.after, game: tried.game });
  const next = scoring.repeat(card);
  if (next) cards.put(next);
  else if (card) cards.delete(tried.puzzle);
  try {
    await done;
  } catch {
    return noteHeld(tried, scoring); // no room: it counts until the page is closed
  }
  changed();
  return noted;
}

async function all<T>(store: string, instead: T[]): Promise<T[]> {
  try {
    const found = (await answer((await open()).transaction(store).objectStore(store).getAll())) as T[];
    return instead.length ? [...found, ...instead] : found;
  } catch {
    return instead;
  }
}

// In order of creation.
export const attempts = (): Promise<Attempt[]> => all(STORES.attempts, held.attempts);
export const cards = (): Promise<Card[]> => all(STORES.cards, [...held.cards.values()]);
export const solvers = (): Promise<Solver[]> => all(STORES.solvers, [...held.solvers.values()]);
export const bests = (): Promise<Best[]> => all(STORES.bests, [...held.bests.values()]);

// Keeps a result if it is the best so far; answers the best.
export async function noteBest(id: string, score: number, when: number): Promise<number> {
  const better = (old: Best | undefined) => !old || old.score < score;
  try {
    const change = (await open()).transaction(STORES.bests, "readwrite");
    const done = ended(change);
    done.catch(() => {});
    const store = change.objectStore(STORES.bests);
    const old = await answer(store.get(id) as IDBRequest<Best | undefined>);
    if (better(old)) store.put({ id, score, when });
    await done;
    changed();
    return Math.max(score, old?.score ?? 0);
  } catch {
    const old = held.bests.get(id);
    if (better(old)) held.bests.set(id, { id, score, when });
    return Math.max(score, old?.score ?? 0);
  }
}
