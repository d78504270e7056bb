// SPDX-License-Identifier: MIT
// Where the games of the opening explorer come from (docs/explorer.md).
import type { Explored } from "abax/engine/answers";
import { all } from "../savedgames/store";
import type { Analysis } from "./analysis.svelte";
import { actionsTo } from "./tree";

export type Source = Explored["source"];

const MOST_OWN = 300; // of your own games, the latest

const files = import.meta.glob<string>(["../../../../games/*/openings.txt", "!../../../../games/test*/*"], {
  query: "?url",
  import: "default",
});
const fetched = new Map<string, Promise<string>>();

async function fetchOpenings(game: string): Promise<string> {
  const file = files[`../../../../games/${game}/openings.txt`];
  if (!file) throw new Error("no openings");
  const answer = await fetch(await file());
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

// The file of a game. A fetch that failed is tried again.
export function openingsOf(game: string): Promise<string> {
  const found =
    fetched.get(game) ??
    fetchOpenings(game).catch((why: unknown) => {
      fetched.delete(game);
      throw why;
    });
  fetched.set(game, found);
  return found;
}

// Your finished games, as arguments of a call.
export async function ownGames(game: string): Promise<string[]> {
  const games = (await all()).flatMap((entry) =>
    entry.game === game && !("damaged" in entry) && entry.over ? [entry.record] : [],
  );
  return games.slice(0, MOST_OWN).map(encodeURIComponent);
}

export async function askServer(analysis: Analysis): Promise<Explored> {
  const asked = new URLSearchParams({
    game: analysis.game.name,
    options: Object.entries(analysis.options)
      .map(([key, value]) => `${key}=${value}`)
      .join(","),
    actions: actionsTo(analysis.at).join(" "),
  });
  const answer = await fetch(`api/explore?${asked.toString()}`);
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()) as Explored;
}
