// SPDX-License-Identifier: MIT
// The languages of the page, without their texts: the first picture needs them too.

export const languages = { en: "English", de: "Deutsch", fr: "Français" } as const;
export type Language = keyof typeof languages;

export function isLanguage(word: string): word is Language {
  return Object.hasOwn(languages, word);
}

// The first of these languages that there is a catalogue for.
export function matchLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split("-")[0] ?? "";
    if (isLanguage(base)) return base;
  }
  return "en";
}

// The chosen language, or the browser's.
export function chooseLanguage(wanted: string): Language {
  return isLanguage(wanted) ? wanted : matchLanguage(navigator.languages);
}
