// SPDX-License-Identifier: MIT
// Hints of the coach as sentences for the player and as marks on the board, by hint level.
import type { Hint } from "abax/engine/answers";
import type { Scene } from "abax/engine/state";
import { arrowsFor } from "../analyse/arrows";
import { factTexts, named, t } from "../i18n/index.svelte";
import type { Table } from "./table.svelte";

// "stone on c2 (c2)", or "stone on c2 (c2; also: d2, e2)": the others lead to the same game.
function worded(hint: Hint, action: string): string {
  const others = hint.also?.[action];
  return named(action, hint.words?.[action], others && t("hint.also", { others: others.join(", ") }));
}

// Every hint level first says if all moves lose or the chance is small.
function standing(hint: Hint): string {
  return hint.standing ? `${t(`hint.${hint.standing}`)} ` : "";
}

function offered(hint: Hint, actions: string[]): string {
  return standing(hint) + t(`hint.${hint.resists ?? "try"}`, { n: actions.length, actions: actions.join("; ") });
}

function bestOf(hint: Hint): string {
  const action = worded(hint, hint.best ?? "");
  return hint.standing ? offered(hint, [action]) : t("hint.best", { action });
}

function candidatesOf(hint: Hint): string {
  const actions = (hint.candidates ?? []).map((action) => worded(hint, action));
  if (hint.standing) return offered(hint, actions);
  return t("hint.candidates", { n: actions.length, actions: actions.join("; ") });
}

export function hintLines(hint: Hint, nameOf: (seat: number) => string): string[] {
  if (hint.rung === 1) return [standing(hint) + t("hint.area")];
  return hint.rung === 2 ? [candidatesOf(hint)] : [bestOf(hint), ...factTexts(hint.reasons, nameOf)];
}

// Spots for the first two levels; for the best action an arrow for a move, rings for a placement,
// and the path for a preview of the pieces.
export function hintMarks(hint: Hint, scene: Scene, table: Table) {
  if (hint.best) {
    const path = table.spotsOf(hint.best);
    // in the hand, or a button
    const beside = path.filter((spot) => scene.spots[spot]?.use !== "place");
    return { spots: beside, arrows: arrowsFor(scene, path, "best"), path };
  }
  const names = hint.area?.spots ?? [];
  const area = scene.spots.flatMap((spot, i) => (names.includes(spot.name) ? [i] : []));
  const good = (hint.candidates ?? []).flatMap((action) => table.spotsOf(action));
  return { spots: [...new Set([...area, ...good])], arrows: [], path: [] };
}
