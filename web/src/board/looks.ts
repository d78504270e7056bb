// SPDX-License-Identifier: MIT
// Which drawing suits a scene. A painter knows kinds of pieces and panels, never the name of a game; what it does
// not know is drawn plainly.
import type { Panel, Piece, Scene } from "../engine/state";

export type Look =
  | "inlay" // flat pieces on inlaid squares
  | "cut" // one cut piece of wood
  | "wall" // seen from the front, standing on a table
  | "plan" // a tower from above, its sides folded out
  | "tiles" // stacks of tiles
  | "crosses" // crosses side by side
  | "piles" // crosses in piles, seen from the front
  | "plain";

const lookOfKind: Record<string, Look> = {
  figure: "inlay",
  ringed: "inlay",
  totem: "cut",
  mouse: "tiles",
  jackal: "tiles",
  lion: "tiles",
  cross: "crosses",
  colourless: "crosses",
};

export function isTray(panel: Panel): boolean {
  return panel.style === "tray";
}

export function lookOf(scene: Scene): Look {
  if (scene.panels.some((panel) => panel.id === "wall")) return "wall";
  if (scene.panels.some((panel) => panel.style === "tops")) return "plan";
  for (const piece of scene.pieces) {
    const look = lookOfKind[piece.kind];
    if (look === "crosses" && scene.panels.some((panel) => panel.style === "piles")) return "piles";
    if (look) return look;
  }
  return "plain";
}

export type Palette =
  "ivory" | "ebony" | "red" | "wood" | "m-red" | "m-yellow" | "m-green" | "m-blue" | "m-purple" | "m-white" | "bare";

const crosses: Record<string, Palette> = {
  r: "m-red",
  y: "m-yellow",
  g: "m-green",
  b: "m-blue",
  p: "m-purple",
  w: "m-white",
};

const seatPalettes: Record<string, Palette[]> = {
  piece: ["ivory", "red"],
  mouse: ["red", "ebony"],
  jackal: ["red", "ebony"],
  lion: ["red", "ebony"],
};

export function paletteOf(piece: Pick<Piece, "kind" | "glyph" | "owner">): Palette {
  if (piece.kind === "colourless") return "bare";
  if (piece.kind === "cross") return crosses[(piece.glyph ?? "").toLowerCase()] ?? "wood";
  if (piece.owner < 0) return "wood";
  return (seatPalettes[piece.kind] ?? ["ivory", "ebony"])[piece.owner] ?? "wood";
}
