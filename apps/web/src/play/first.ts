// SPDX-License-Identifier: MIT
// The first board without the engine: the build has put the start positions into the page, so that
// there is something to see at once.
import first from "virtual:abax/first";
import type { Game } from "../app/games";
import { kept } from "../app/keep";
import type { State } from "abax/engine/state";
import { savedGame } from "./saved";
import { defaultSetup, repairSetup, type Setup } from "./setup";

// The start of the next game, known before the engine is loaded; undefined if the user changed the
// setup or is in the middle of a game.
export async function firstState(game: Game): Promise<State | undefined> {
  const saved = savedGame(game.name);
  const setup = repairSetup(game, saved?.setup ?? kept<Setup>(`setup.${game.name}`));
  const drawn = { seed: 0, lot: 0 }; // random, so not part of the user's choice
  const plain = JSON.stringify({ ...setup, ...drawn }) === JSON.stringify({ ...defaultSetup(game), ...drawn });
  return plain && !saved?.moves && !saved?.over ? (await first[game.name]?.())?.default : undefined;
}
