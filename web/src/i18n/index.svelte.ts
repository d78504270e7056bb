// SPDX-License-Identifier: MIT
// Texts. The page's own come from catalogues; those of the games come from the C in English, with ids by which
// games/NAME/words.LANGUAGE.tsv may translate them.
import { english, type WordKey, type Words } from "../board/words";
import { en, type Catalogue, type Key } from "./en";
import { isFactId, type Fact, type FactCatalogue } from "./facts";
import { chooseLanguage, type Language } from "./languages";

export type { Key } from "./en";
export { isLanguage, languages, matchLanguage, type Language } from "./languages";
export type Arguments = Record<string, string | number>;

export type BoardCatalogue = Record<WordKey, string>;

interface Texts {
  page: Catalogue;
  board: BoardCatalogue;
  facts?: FactCatalogue; // English comes from the C
}

const catalogues: Record<Language, () => Promise<Texts>> = {
  en: async () => ({ page: en, board: english }),
  de: () => import("./de"),
  fr: () => import("./fr"),
};

const wordFiles = import.meta.glob<string>(["../../../games/words.*.tsv", "../../../games/*/words.*.tsv"], {
  query: "?raw",
  import: "default",
});
const rulePages = import.meta.glob<string>("../../../games/*/rules*.md", { query: "?raw", import: "default" });

let chosen = $state<Language>("en");
let catalogue = $state.raw<Texts>({ page: en, board: english });
let words = $state.raw(new Map<string, Map<string, string>>());

export function language(): Language {
  return chosen;
}

// `games` are those whose words are wanted at once.
export async function setLanguage(wanted: string, games: string[]): Promise<void> {
  const next = chooseLanguage(wanted);
  const [texts, found] = await Promise.all([
    catalogues[next](),
    Promise.all(games.map(async (game) => [game, await readWords(game, next)] as const)),
  ]);
  chosen = next;
  catalogue = texts;
  words = new Map(found);
}

// Lines of "key TAB text", \\n standing for a line end; anything else is passed over.
export function parseWords(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const tab = line.indexOf("\t");
    if (tab > 0) found.set(line.slice(0, tab), line.slice(tab + 1).replaceAll("\\n", "\n"));
  }
  return found;
}

// What all games share, and then the game's own.
async function readWords(game: string, wanted: Language): Promise<Map<string, string>> {
  const files = [`../../../games/words.${wanted}.tsv`, `../../../games/${game}/words.${wanted}.tsv`];
  const texts = await Promise.all(files.map((file) => wordFiles[file]?.() ?? ""));
  return new Map(texts.flatMap((text) => [...parseWords(text)]));
}

// The rules in the chosen language, or in English where there is no translation.
export async function rulesPage(game: string): Promise<{ text: string; lang: Language }> {
  const page = rulePages[`../../../games/${game}/rules.${chosen}.md`];
  if (page) return { text: await page(), lang: chosen };
  return { text: (await rulePages[`../../../games/${game}/rules.md`]?.()) ?? "", lang: "en" };
}

export function fill(text: string, args?: Arguments): string {
  if (!args) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));
}

// A text of the page. With `n` in the arguments, "one | many" chooses by number.
export function t(key: Key, args?: Arguments): string {
  let text: string = catalogue.page[key];
  if (args && "n" in args && text.includes(" | ")) {
    const form = new Intl.PluralRules(chosen).select(Number(args["n"]));
    const [one = "", many = ""] = text.split(" | ");
    text = form === "one" ? one : many;
  }
  return fill(text, args);
}

// What a board says itself.
export const boardWords: Words = (key, args) => fill(catalogue.board[key], args);

// A reason of the engine; `name` is that of its seat.
export function factText(game: string, fact: Fact, name: string): string {
  const text = isFactId(fact.id) ? catalogue.facts?.[fact.id] : undefined;
  if (!text) return fact.text;
  const args: Arguments = { name };
  for (const [key, value] of Object.entries(fact)) if (value !== undefined) args[key] = value;
  if (typeof fact["chance"] === "number") args["chance"] = Math.round(fact["chance"] / 10);
  if (typeof fact["tenths"] === "number") args["tenths"] = fact["tenths"] / 10;
  if (fact.counter) args["word"] = word(game, `counter.${fact.counter}`, fact.word ?? "");
  else if (fact.word) args["word"] = word(game, `word.${fact.word}`, fact.word);
  return fill(text, args);
}

// A text of a game by its id, or what the C says.
export function word(game: string, id: string, fallback: string): string {
  return words.get(game)?.get(id) ?? fallback;
}

// A fault that the C tells about a position, an edit or an action, translated by its pattern: what is quoted, squares
// and numbers are {1}, {2} and so on.
export function faultText(game: string, sentence: string): string {
  const legal = /^action '.*' is not legal \(([\w-]+)\): (.*)$/s.exec(sentence);
  if (legal) return word(game, `rule.${legal[1]}`, legal[2]!);
  const parts: string[] = [];
  const pattern = sentence.replace(/'[^']*'|\b[a-q]\d\b|\d+/g, (part) => `{${parts.push(part)}}`);
  const text = words.get(game)?.get(`fault.${pattern}`);
  const told =
    text === undefined ? sentence : fill(text, Object.fromEntries(parts.map((part, i) => [String(i + 1), part])));
  return told.charAt(0).toUpperCase() + told.slice(1) + (/[.!?]$/.test(told) ? "" : ".");
}

// A spot's label, translated by its pattern: numbers are {1}, {2} and so on, the own name in front is {name}.
export function labelText(game: string, name: string, label: string): string {
  const numbers: string[] = [];
  const named = label.startsWith(`${name},`);
  const rest = (named ? label.slice(name.length) : label).replace(/\d+/g, (number) => `{${numbers.push(number)}}`);
  const text = words.get(game)?.get(`label.${named ? "{name}" : ""}${rest}`);
  if (text === undefined) return label;
  return fill(text, { name, ...Object.fromEntries(numbers.map((number, i) => [String(i + 1), number])) });
}
