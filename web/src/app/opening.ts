// SPDX-License-Identifier: MIT
// What the page opens with.
import type { Engine } from "../engine/engine";
import type { State } from "../engine/state";
import type PlayScreen from "../play/PlayScreen.svelte";
import type { Route } from "./route";

export interface Opening {
  route: Route;
  engine: () => Promise<Engine>; // loads the C when it is first wanted
  table?: Table; // a table to begin with, so that nothing has to be waited for
}

export interface Table {
  game: string;
  first: State;
  Screen: typeof PlayScreen;
}
