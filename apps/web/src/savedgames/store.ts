// SPDX-License-Identifier: MIT
// Saved games: all games of this browser, in IndexedDB. Without it, or without room, games stay in
// local storage.
import { answer, database, ended } from "../app/database";
import { forget, keep, kept, keptKeys } from "../app/keep";
import { asSaved, WAITING, type Kept } from "../play/saved";

const NAME = "abax";
const GAMES = "games";
const SLOTS = "game.";

const open = database(NAME, (db) => db.createObjectStore(GAMES, { keyPath: "id" }));

// Writes entries that are newer than the stored ones, all or none.
async function write(entries: Kept[]): Promise<void> {
  const change = (await open()).transaction(GAMES, "readwrite");
  const games = change.objectStore(GAMES);
  const written = ended(change);
  for (const entry of entries) {
    const found = games.get(entry.id);
    found.onsuccess = () => {
      const old = found.result as Kept | undefined;
      try {
        if (!old || old.version < entry.version) games.put(entry);
      } catch {
        change.abort();
      }
    };
  }
  await written;
}

function slots(): Kept[] {
  return keptKeys(SLOTS).flatMap((key) => asSaved(key.slice(SLOTS.length), kept(key)) ?? []);
}

function waiting(): Kept[] {
  return keptKeys(WAITING).flatMap((key) => kept<Kept>(key) ?? []);
}

// Notifies other tabs of a change.
function changed(): void {
  keep("shelf", Date.now());
}

// Moves waiting games from local storage to IndexedDB.
export async function take(): Promise<void> {
  const out = waiting();
  const played = slots().filter((entry) => !("moves" in entry) || entry.moves > 0 || entry.over);
  await write([...out, ...played]);
  for (const { id, version } of out) if (kept<Kept>(WAITING + id)?.version === version) forget(WAITING + id);
  if (out.length) changed();
}

// Writes one game; false when there is no room for it anywhere.
export async function put(entry: Kept): Promise<boolean> {
  try {
    await write([entry]);
  } catch {
    return keep(WAITING + entry.id, entry);
  }
  changed();
  return true;
}

async function shelved(): Promise<Kept[]> {
  try {
    return (await answer((await open()).transaction(GAMES).objectStore(GAMES).getAll())) as Kept[];
  } catch {
    return [];
  }
}

// Whether the browser lets games be kept for good.
export async function usable(): Promise<boolean> {
  return open().then(
    () => true,
    () => false,
  );
}

// All games, latest first, in their newest version; without games that have no moves.
export async function all(): Promise<Kept[]> {
  const found = new Map<string, Kept>();
  for (const entry of [...(await shelved()), ...waiting(), ...slots()]) {
    const old = found.get(entry.id);
    if (!old || old.version < entry.version) found.set(entry.id, entry);
  }
  return [...found.values()]
    .filter((entry) => "damaged" in entry || entry.moves > 0 || entry.over)
    .sort((a, b) => b.when - a.when);
}

export async function find(id: string): Promise<Kept | undefined> {
  return (await all()).find((entry) => entry.id === id);
}

export async function remove(entry: Kept): Promise<void> {
  forget(WAITING + entry.id);
  const slot = SLOTS + entry.game;
  if (asSaved(entry.game, kept(slot))?.id === entry.id) forget(slot);
  try {
    await answer((await open()).transaction(GAMES, "readwrite").objectStore(GAMES).delete(entry.id));
  } finally {
    changed();
  }
}
