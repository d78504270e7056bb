// SPDX-License-Identifier: MIT
// Texts. The page's own English comes from po/page.pot, that of the C and of a server with what they say; in other
// languages both come from one catalogue, by their ids (docs/translating.md).
import { english, type Key } from "../../../../build/words/english";
import { Catalogue } from "abax/words/catalogue";
import type { Later, Words } from "abax/board/words";
import type { Fact } from "abax/engine/answers";
import { chooseLanguage, type Language } from "abax/words/languages";
import { errorText as faultIn } from "abax/words/speaker";

export type { Key } from "../../../../build/words/english";
export { isLanguage, languages, matchLanguage, type Language } from "abax/words/languages";
export { fill, type Arguments, type Said } from "abax/words/catalogue";
import type { Arguments, Said } from "abax/words/catalogue";

const catalogues = import.meta.glob<string>("../../../../build/words/*.page", { query: "?raw", import: "default" });
const rulePages = import.meta.glob<string>(["../../../../games/*/rules*.md", "!../../../../games/test*/*"], {
  query: "?raw",
  import: "default",
});

let chosen = $state<Language>("en");
let words = $state.raw(new Catalogue());

export function language(): Language {
  return chosen;
}

export async function setLanguage(wanted: string): Promise<void> {
  const next = chooseLanguage(wanted);
  const file = catalogues[`../../../../build/words/${next}.page`];
  const read = new Catalogue(file && (await file()));
  chosen = next;
  words = read;
}

// The rules in the chosen language, or in English where there is no translation.
export async function rulesPage(game: string): Promise<{ text: string; lang: Language }> {
  const page = rulePages[`../../../../games/${game}/rules.${chosen}.md`];
  if (page) return { text: await page(), lang: chosen };
  return { text: (await rulePages[`../../../../games/${game}/rules.md`]?.()) ?? "", lang: "en" };
}

// A text of the page. The argument n chooses a plural form. Boards have English of their own for what they load later.
export const t: Words = (key, args, own = english[key as Key]) => words.say(`page.${key}`, own, args);

// The same for a part of the page that has texts of its own, which are loaded with it.
export function withTexts<Own extends string>(own: Record<Own, string>) {
  const all: Record<Own | Key, string> = { ...english, ...own };
  return (key: Own | Key | Later, args?: Arguments, own = all[key as Key]): string =>
    words.say(`page.${key}`, own, args);
}

// A text of a game without arguments by its id, or what the C says in English. All games share some.
export function word(game: string, id: string, fallback: string): string {
  return words.find(`${game}.${id}`) ?? words.find(`game.${id}`) ?? fallback;
}

// Who says or does something, and what; languages differ in what stands between.
export function by(name: string, text: string): string {
  return t("said", { name, text });
}

// What the C or a server says.
export function tell(said: Said): string {
  return words.tell(said);
}

// An action in words, with its text for those who type; only the text where a game has no words.
export function named(text: string, words?: Said, also = ""): string {
  return words?.id ? `${tell(words)} (${text}${also && `; ${also}`})` : text + (also && ` (${also})`);
}

// An error as a sentence of its own.
export const errorText = (said: Said): string => faultIn(tell, said);

// A reason of the engine; `name` is what its seat is called on the page. Some reasons name another seat, and that stays as it is.
export function factText({ said, seat }: Fact, name: string): string {
  const named = said.args?.["name"] as Said | undefined;
  return tell(name && named?.id?.endsWith(`.${seat + 1}`) ? { ...said, args: { ...said.args, name } } : said);
}
