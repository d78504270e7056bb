// SPDX-License-Identifier: MIT
// The games as in `abax games --json`, without the sentences of their rules.
import type { Game as EngineGame, Games as List } from "abax/engine/answers";
import type { Engine } from "abax/engine/engine";

// The build adds how many puzzles there are.
export type Game = EngineGame & { puzzles?: number | undefined };
export type Games = Omit<List, "games"> & { games: Game[] };

export function findGame(games: Games, name: string): Game | undefined {
  return games.games.find((game) => game.name === name);
}

const lessons = import.meta.glob<string>(["../../../../games/*/lesson.txt", "!../../../../games/test*/*"], {
  query: "?raw",
  import: "default",
});

// Fetches a lesson when it is needed; returns the engine that has it.
export async function withLesson(engine: Promise<Engine>, game: Game): Promise<Engine> {
  const [c, text] = await Promise.all([engine, lessons[`../../../../games/${game.name}/lesson.txt`]?.()]);
  if (text) c.setLesson(game.name, text);
  return c;
}
