// SPDX-License-Identifier: MIT
// What the page starts with.
import type { Engine } from "abax/engine/engine";
import type { State } from "abax/engine/state";
import type PlayScreen from "../play/PlayScreen.svelte";
import type { Route } from "./route";
import type StartScreen from "./StartScreen.svelte";

export interface Opening {
  route: Route;
  engine: () => Promise<Engine>; // loads the engine on first use
  table?: Table | undefined; // a table to begin with, so that nothing has to be waited for
  start?: typeof StartScreen | undefined; // the same for the start page
}

export interface Table {
  game: string;
  first: State;
  Screen: typeof PlayScreen;
  deal?: Deal | undefined;
}

// The first deal of a game, used until the engine is loaded.
export interface Deal {
  seed: number;
  state: State;
}
