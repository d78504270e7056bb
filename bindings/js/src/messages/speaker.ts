// SPDX-License-Identifier: MIT
// Translates what the engine says: texts of a game by their ids, and whole scenes.
import type { Scene } from "../engine/state.ts";
import type { Said } from "./catalogue.ts";

export interface Speaker {
  // a text of a game, or the engine's English
  word(game: string, id: string, fallback: string): string;
  tell(said: Said): string;
}

// The scene with translated titles, labels and texts. Names stay: they are touched and typed.
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

// An error as a sentence. For an illegal action the rule alone gives the reason.
export function errorText(tell: Speaker["tell"], said: Said): string {
  const reason = said.id === "action.illegal" ? said.args?.["reason"] : undefined;
  const text = typeof reason === "object" ? tell(reason) : tell(said);
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}
