// SPDX-License-Identifier: MIT
// Keys by which one walks through a tree of variations, alone or with others.
import type { Keys } from "../parts/keys";
import type { Analysis } from "./analysis.svelte";

type Walk = Pick<Analysis, "back" | "forward" | "branch" | "first" | "last" | "toggle">;

export function treeKeys(tree: Walk): Keys {
  return {
    ArrowLeft: () => tree.back(),
    ArrowRight: () => tree.forward(),
    ArrowUp: () => tree.branch(-1),
    ArrowDown: () => tree.branch(1),
    Home: () => tree.first(),
    End: () => tree.last(),
    e: () => tree.toggle(),
  };
}
