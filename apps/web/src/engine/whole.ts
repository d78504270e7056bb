// SPDX-License-Identifier: MIT
// The engine with lessons, puzzles, the explorer and statistics: a module of its own that players
// do not load.
import type { Engine } from "abax/engine/engine";
import { loadEngine } from "./home";
import url from "../../../../build/wasm/whole.wasm?url";

let loading: Promise<Engine> | undefined;

export function wholeEngine(): Promise<Engine> {
  loading ??= loadEngine(url);
  loading.catch(() => (loading = undefined)); // the next one tries again
  return loading;
}
