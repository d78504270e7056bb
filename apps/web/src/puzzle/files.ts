// SPDX-License-Identifier: MIT
// Puzzle files: one per game, fetched on demand and cached by the service worker with the page.
import type { Game, Games } from "../app/games";

const files = import.meta.glob<string>(["../../../../games/*/puzzles.txt", "!../../../../games/test*/*"], {
  query: "?url",
  import: "default",
});

const pathOf = (game: string) => `../../../../games/${game}/puzzles.txt`;

// The games that have puzzles, in the order of the list.
export function puzzled({ games }: Games): Game[] {
  return games.filter(({ puzzles }) => puzzles);
}

const fetched = new Map<string, Promise<string>>();

async function fetchPuzzles(game: string): Promise<string> {
  const address = await files[pathOf(game)]?.();
  if (!address) throw new Error("no puzzles");
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
}

// The file of a game, not yet validated by the engine. A fetch that failed is tried again.
export function fileOf(game: string): Promise<string> {
  let file = fetched.get(game);
  if (!file) {
    file = fetchPuzzles(game);
    file.catch(() => fetched.delete(game));
    fetched.set(game, file);
  }
  return file;
}

// Forgets a damaged file, so that the next caller fetches it again.
export function forgetFile(game: string): void {
  fetched.delete(game);
}
