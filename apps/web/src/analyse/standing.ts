// SPDX-License-Identifier: MIT
// The status of a move in a tree: a refusal, the end, or who is to do what.
import type { Scene, State } from "abax/engine/state";
import { by, errorText, word } from "../i18n/index.svelte";
import { endSentence, eventText, playerName, promptText, verdictText } from "../i18n/local";
import type { Analysis } from "./analysis.svelte";

export function standing({ game, notice }: Analysis, match: State, scene: Scene): string {
  if (notice) return word(game.name, `rule.${notice.rule}`, errorText(notice.sentence));
  if (match.over) return `${endSentence(match)}. ${verdictText(match.scene)}`.trim();
  return `${eventText(scene)} ${by(playerName(match, match.toAct), promptText(match, scene))}`.trim();
}
