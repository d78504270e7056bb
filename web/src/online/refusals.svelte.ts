// SPDX-License-Identifier: MIT
// What the server refuses, in the chosen language: its English sentences are the keys of server/words.LANGUAGE.tsv, with
// the C's signs for what is filled in (%s, %u, ...).
import { fill, parseWords, t, type Language } from "../i18n/index.svelte";
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

// Unknown sentences stay English, as whole sentences.
export function refusalText(sentence: string): string {
  for (const pattern of patterns) {
    const found = sentence.match(pattern.sentence);
    if (found) return fill(pattern.text, Object.fromEntries(found.map((part, i) => [String(i), part])));
  }
  return sentence.charAt(0).toUpperCase() + sentence.slice(1) + (/[.!?]$/.test(sentence) ? "" : ".");
}

export function faultText(fault: unknown): string {
  return fault instanceof ApiFault && fault.message ? refusalText(fault.message) : t("online.lost");
}
