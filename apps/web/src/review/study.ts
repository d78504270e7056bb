// SPDX-License-Identifier: MIT
// A study as the words of commands.
import type { Plain } from "../analyse/tree";
import type { Study } from "../analyse/analysis.svelte";
import type { Moves } from "abax/engine/answers";
import type { Engine } from "abax/engine/engine";
import { question } from "../engine/question";

export function studyWords(study: Study): string[] {
  const options = Object.entries(study.options).flatMap(([key, value]) => ["-o", `${key}=${value}`]);
  return [study.game, ...options, ...(study.start ? ["-p", study.start] : [])];
}

export function mainLine(study: Study): string[] {
  const actions: string[] = [];
  for (let at: Plain | undefined = study.tree[2][0]; at; at = at[2][0]) actions.push(at[0]);
  return actions;
}

// A straight line of play as a study.
export function straight(actions: { text: string; seat: number }[]): Plain {
  let plain: Plain[] = [];
  for (const action of [...actions].reverse()) plain = [[action.text, action.seat, plain]];
  return ["", -1, plain];
}

// The legal actions at a moment, with the spots that each touches.
export function movesAt(engine: Engine, words: string[], actions: string[]): Moves["moves"] {
  const [game = "", ...rest] = words;
  const setup = ["new", game];
  for (let i = 0; i < rest.length; i += 2) setup.push(rest[i] === "-o" ? `o.${rest[i + 1]}` : `start=${rest[i + 1]}`);
  return question(engine, (session) => {
    session.call(...setup);
    session.call("set", ...actions);
    return session.ask<Moves>("moves").moves;
  });
}
