// SPDX-License-Identifier: MIT
// A study as the words of commands and of calls to a session.
import type { Plain } from "../analyse/tree";
import { keep } from "../app/keep";
import { go } from "../app/route";
import type { Study } from "../analyse/analysis.svelte";
import type { Moves } from "abax/engine/answers";
import type { Engine } from "abax/engine/engine";
import { question } from "../engine/question";

export type Setup = Pick<Study, "game" | "options" | "start">;

export function studyWords({ game, options, start }: Setup): string[] {
  const chosen = Object.entries(options).flatMap(([key, value]) => ["-o", `${key}=${value}`]);
  return [game, ...chosen, ...(start ? ["-p", start] : [])];
}

export function emptyStudy(game: string, options: Record<string, string>, start: string): Study {
  return { game, options, start, names: [], tree: ["", -1, []], at: [] };
}

// At a moment of the main line, by its number of actions, or where the study is.
export function openAnalysis(study: Study, length?: number): void {
  const at = length === undefined ? study.at : Array<number>(length).fill(0);
  keep(`study.${study.game}`, { ...study, at });
  go({ screen: "analyse", game: study.game });
}

// The same for a session's call `new` or `follow`.
export function sessionWords({ game, options, start }: Setup): string[] {
  const chosen = Object.entries(options).map(([key, value]) => `o.${key}=${value}`);
  return [game, ...chosen, ...(start ? [`start=${start}`] : [])];
}

export function mainLine(study: Study): string[] {
  const actions: string[] = [];
  for (let at: Plain | undefined = study.tree[2][0]; at; at = at[2][0]) actions.push(at[0]);
  return actions;
}

// The legal actions at a moment, with the spots that each touches.
export function movesAt(engine: Engine, study: Setup, actions: string[]): Moves["moves"] {
  return question(engine, (session) => {
    session.call("new", ...sessionWords(study));
    session.call("set", ...actions);
    return session.ask<Moves>("moves").moves;
  });
}
