// SPDX-License-Identifier: MIT
// What the C says, in a language: the words of a game by their ids, and scenes with all of them.
import type { Scene } from "../engine/state.ts";
import type { Said } from "./catalogue.ts";

export interface Speaker {
  word(game: string, id: string, fallback: string): string; // a text of a game, or what the C says in English
  tell(said: Said): string;
}

// The same scene with translated titles, labels and words. Names stay: they are what is touched and typed.
export function localScene({ word, tell }: Speaker, game: string, scene: Scene): Scene {
  return {
    ...scene,
    panels: scene.panels.map((panel) => ({ ...panel, title: word(game, `panel.${panel.id}`, panel.title) })),
    spots: scene.spots.map((spot) => ({
      ...spot,
      label: spot.said ? tell(spot.said) : word(game, `spot.${spot.name}`, spot.label),
    })),
    counters: scene.counters.map((counter) => ({
      ...counter,
      title: word(game, `counter.${counter.id}`, counter.title),
      word: counter.word === null ? null : word(game, `word.${counter.word}`, counter.word),
    })),
    names: Object.fromEntries(Object.entries(scene.names).map(([id, name]) => [id, word(game, id, name)])),
    ...(scene.desk && {
      desk: {
        ...scene.desk,
        things: scene.desk.things.map((thing) => ({ ...thing, word: word(game, `word.${thing.word}`, thing.word) })),
      },
    }),
    ...(scene.events && { events: scene.events.map((event) => ({ text: tell(event) })) }),
    ...(scene.verdicts && {
      verdicts: scene.verdicts.map((verdict) => ({ ...verdict, said: { text: tell(verdict.said) } })),
    }),
    status: { ...scene.status, prompt: word(game, `step.${scene.status.step}`, scene.status.prompt) },
  };
}

// An error as a sentence of its own. Why an action is not legal is told by the rule alone.
export function errorText(tell: Speaker["tell"], said: Said): string {
  const reason = said.id === "action.illegal" ? said.args?.["reason"] : undefined;
  const text = typeof reason === "object" ? tell(reason) : tell(said);
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}
