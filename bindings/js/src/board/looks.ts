// SPDX-License-Identifier: MIT
// How to draw a scene, by its closed lists. No renderer knows a game.
import type { Form, Ground, Look, Panel, Piece, Scene } from "../engine/state";

// How pieces that lie on one another are shown.
export type Stacking =
  | "flat" // only the topmost can be seen
  | "lifted" // from above, each a little higher than the one below
  | "front" // from the front, every piece in full
  | "tops"; // the topmost with its height

export interface Style {
  ground: Ground;
  form: Form;
  stacking: Stacking;
}

export function isTray(panel: Panel): boolean {
  return panel.style === "tray";
}

// The panel that is the board: the first that is no tray, or -1.
export function mainPanel(scene: Scene): number {
  return scene.panels.findIndex((panel) => !isTray(panel));
}

export function styleOf(scene: Scene): Style {
  const panel = scene.panels[mainPanel(scene)];
  if (!panel) return { ground: "plain", form: "square", stacking: "flat" };
  const { ground, form, style } = panel;
  const lifted = ground === "row" ? "front" : "lifted";
  return { ground, form, stacking: style === "piles" ? lifted : style === "tops" ? "tops" : "flat" };
}

// A piece that lies nowhere, to be shown by itself.
export function pieceOf(look: Look, owner: number): Piece {
  return { ...look, owner, level: 1, rise: 1, spot: -1, other: -1 };
}

export function sameLook(a: Look, b: Look): boolean {
  return (
    a.shape === b.shape && a.colour === b.colour && a.emblem === b.emblem && a.glyph === b.glyph && a.value === b.value
  );
}
