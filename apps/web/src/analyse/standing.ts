// SPDX-License-Identifier: MIT
// The status of a move in a tree: a refusal, the end, or who is to do what.
import type { Scene, State } from "abax/engine/state";
import { by } from "../i18n/index.svelte";
import { endSentence, eventText, playerName, promptText, verdictText } from "../i18n/local";
import type { Table } from "../play/table.svelte";

export function standing(table: Table, match: State, scene: Scene): string {
  const aside = table.aside(match, scene);
  if (aside !== undefined) return aside;
  if (match.over) return `${endSentence(match)}. ${verdictText(match.scene)}`.trim();
  return `${eventText(scene)} ${by(playerName(match, match.toAct), promptText(match, scene))}`.trim();
}
