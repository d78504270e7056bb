// SPDX-License-Identifier: MIT
// Texts. The page's English comes from po/page.pot; the engine and a server send English with their
// messages. In other languages both come from one catalogue, by their ids (docs/translating.md).
import { english, type Key } from "../../../../build/words/english";
import { Catalogue } from "abax/messages/catalogue";
import type { Later, Translate } from "abax/board/messages";
import type { Fact } from "abax/engine/answers";
import { chooseLanguage, type Language } from "abax/messages/languages";
import { errorText as errorTextIn } from "abax/messages/speaker";

export type { Key } from "../../../../build/words/english";
export { isLanguage, languages, matchLanguage, type Language } from "abax/messages/languages";
export { fill, type Arguments, type Said } from "abax/messages/catalogue";
import type { Arguments, Said } from "abax/messages/catalogue";

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

// A text of the page. The argument n selects a plural form. Boards bring English for texts that are
// loaded later.
export const t: Translate = (key, args, own = english[key as Key]) => words.say(`page.${key}`, own, args);

// The same for a part of the page whose texts are loaded with it.
export function withTexts<Own extends string>(own: Record<Own, string>) {
  const all: Record<Own | Key, string> = { ...english, ...own };
  return (key: Own | Key | Later, args?: Arguments, own = all[key as Key]): string =>
    words.say(`page.${key}`, own, args);
}

// A text of a game by its id, without arguments; the engine's English if it is not translated.
// Games share some texts.
export function word(game: string, id: string, fallback: string): string {
  return words.find(`${game}.${id}`) ?? words.find(`game.${id}`) ?? fallback;
}

// A name and what it says or does; languages differ in what stands between them.
export function by(name: string, text: string): string {
  return t("said", { name, text });
}

// A message of the engine or of a server.
export function tell(said: Said): string {
  return words.tell(said);
}

// An action in words, with its text for those who type; only the text where a game has no words.
export function named(text: string, words?: Said, also = ""): string {
  return words?.id ? `${tell(words)} (${text}${also && `; ${also}`})` : text + (also && ` (${also})`);
}

// An error as a sentence.
export const errorText = (said: Said): string => errorTextIn(tell, said);

// A reason of the engine. `name` is the page's name for its seat; other seats in the reason keep
// the engine's name.
export function factTexts(facts: Fact[] = [], nameOf: (seat: number) => string): string[] {
  return facts.map(({ said, seat }) => {
    const name = nameOf(seat);
    const named = said.args?.["name"] as Said | undefined;
    return tell(name && named?.id?.endsWith(`.${seat + 1}`) ? { ...said, args: { ...said.args, name } } : said);
  });
}
