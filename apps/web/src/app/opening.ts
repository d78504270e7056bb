// SPDX-License-Identifier: MIT
// What the page opens with.
import type { Engine } from "abax/engine/engine";
import type { State } from "abax/engine/state";
import type PlayScreen from "../play/PlayScreen.svelte";
import type { Route } from "./route";
import type StartScreen from "./StartScreen.svelte";

export interface Opening {
  route: Route;
  engine: () => Promise<Engine>; // loads the C when it is first wanted
  table?: Table | undefined; // a table to begin with, so that nothing has to be waited for
  start?: typeof StartScreen | undefined; // the same for the start page
}

export interface Table {
  game: string;
  first: State;
  Screen: typeof PlayScreen;
  deal?: Deal | undefined;
}

// What a dealt game begins with, for whoever comes before the C.
export interface Deal {
  seed: number;
  state: State;
}
