// SPDX-License-Identifier: MIT
// What a hint names, in words.
import type { Hint } from "abax/engine/answers";
import { named, t } from "../i18n/index.svelte";

// "stone on c2 (c2)", or "stone on c2 (c2; also: d2, e2)": the others lead to the same game.
function worded(hint: Hint, action: string): string {
  const others = hint.also?.[action];
  return named(action, hint.words?.[action], others && t("hint.also", { others: others.join(", ") }));
}

export function bestOf(hint: Hint): string {
  return t("hint.best", { action: worded(hint, hint.best ?? "") });
}

export function candidatesOf(hint: Hint): string {
  const actions = (hint.candidates ?? []).map((action) => worded(hint, action));
  return t("hint.candidates", { n: actions.length, actions: actions.join("; ") });
}
