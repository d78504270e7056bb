// SPDX-License-Identifier: MIT
// What the server refuses, in the chosen language: its English sentences are the keys of server/words.LANGUAGE.tsv, with
// the C's signs for what is filled in (%s, %u, ...).
import { faultText, fill, parseWords, t, type Language } from "../i18n/index.svelte";
import { ApiFault } from "./api";

const files = import.meta.glob<string>("../../../server/words.*.tsv", { query: "?raw", import: "default" });

interface Pattern {
  sentence: RegExp;
  text: string;
}

let patterns = $state.raw<Pattern[]>([]);

function patternOf([english, text]: [string, string]): Pattern {
  const parts = english.split(/%(?:\.\d+)?[a-z]+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { sentence: new RegExp(`^${parts.join("(.*)")}$`), text };
}

export async function readRefusals(language: Language): Promise<void> {
  const file = files[`../../../server/words.${language}.tsv`];
  patterns = file ? [...parseWords(await file())].map(patternOf) : [];
}

// What is not the server's own is a fault that the rules of a game found, and said by them.
export function refusalText(sentence: string, game = ""): string {
  for (const pattern of patterns) {
    const found = sentence.match(pattern.sentence);
    if (found) return fill(pattern.text, Object.fromEntries(found.map((part, i) => [String(i), part])));
  }
  return faultText(game, sentence);
}

export function problemText(problem: unknown): string {
  return problem instanceof ApiFault && problem.message ? refusalText(problem.message) : t("online.lost");
}
