// SPDX-License-Identifier: MIT
// Hints of the coach as sentences for the player, by hint level.
import type { Hint } from "abax/engine/answers";
import { named, t } from "../i18n/index.svelte";

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

export function areaOf(hint: Hint): string {
  return standing(hint) + t("hint.area");
}

export function bestOf(hint: Hint): string {
  const action = worded(hint, hint.best ?? "");
  return hint.standing ? offered(hint, [action]) : t("hint.best", { action });
}

export function candidatesOf(hint: Hint): string {
  const actions = (hint.candidates ?? []).map((action) => worded(hint, action));
  if (hint.standing) return offered(hint, actions);
  return t("hint.candidates", { n: actions.length, actions: actions.join("; ") });
}
