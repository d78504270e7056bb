// SPDX-License-Identifier: MIT
// The first board without the engine: the build has put the start positions into the page, so that there is something to see at once.
import first from "virtual:abax/first";
import type { Game } from "../app/games";
import { kept } from "../app/keep";
import type { State } from "abax/engine/state";
import { savedGame } from "./saved";
import { defaultSetup, repairSetup, type Setup } from "./setup";

// How the game will begin, known without the C; nothing when the person has set it up otherwise or is in the middle of it.
export async function firstState(game: Game): Promise<State | undefined> {
  const saved = savedGame(game.name);
  const setup = repairSetup(game, saved?.setup ?? kept<Setup>(`setup.${game.name}`));
  const drawn = { seed: 0, lot: 0 }; // by chance: says nothing about what is wanted
  const plain = JSON.stringify({ ...setup, ...drawn }) === JSON.stringify({ ...defaultSetup(game), ...drawn });
  return plain && !saved?.moves && !saved?.over ? (await first[game.name]?.())?.default : undefined;
}
