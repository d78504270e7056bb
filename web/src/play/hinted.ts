// SPDX-License-Identifier: MIT
// What a hint names, in words.
import type { Hint } from "../engine/answers";
import { t } from "../i18n/index.svelte";

// "c2", or "c2 (also: d2, e2)": the others lead to the same game.
function named(hint: Hint, action: string): string {
  const others = hint.also?.[action];
  return others ? t("hint.also", { action, others: others.join(", ") }) : action;
}

export function bestOf(hint: Hint): string {
  return t("hint.best", { action: named(hint, hint.best ?? "") });
}

export function candidatesOf(hint: Hint): string {
  const actions = (hint.candidates ?? []).map((action) => named(hint, action));
  return t("hint.candidates", { n: actions.length, actions: actions.join(", ") });
}
