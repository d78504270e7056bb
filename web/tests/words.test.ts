// SPDX-License-Identifier: MIT
// Catalogues: the same placeholders everywhere, no key without a use, and no text in a component.
import { describe, expect, test } from "vitest";
import { english } from "../src/board/words";
import * as de from "../src/i18n/de";
import { en, type Key } from "../src/i18n/en";
import { factIds } from "../src/i18n/facts";
import * as fr from "../src/i18n/fr";
import { faultText, fill, matchLanguage, parseWords } from "../src/i18n/index.svelte";

const slots = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const keys = Object.keys(en) as Key[];

describe.each([["de", de] as const, ["fr", fr] as const])("%s", (_, catalogue) => {
  test.each(keys)("%s has the slots of English", (key) => {
    expect(new Set(slots(catalogue.page[key]))).toEqual(new Set(slots(en[key])));
    expect(catalogue.page[key].includes(" | ")).toBe(en[key].includes(" | "));
    expect(catalogue.page[key].trim()).not.toBe("");
  });
  test("boards speak it too", () => expect(Object.keys(catalogue.board).sort()).toEqual(Object.keys(english).sort()));
  test("reasons too", () => expect(Object.keys(catalogue.facts).sort()).toEqual([...factIds].sort()));
});

const sources = import.meta.glob<string>(["../src/**/*.svelte", "../src/**/*.ts", "!../src/i18n/{en,de,fr}.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

// Keys that are made of parts: t(`grade.${word}`).
const made = [/^level\.\d$/, /^grade\./, /^result\./, /^settings\.\w+(\.more)?$/, /^analyse\.proven\./, /^tutor\./];

test.each(keys)("%s is used", (key) => {
  const all = Object.values(sources).join("\n");
  expect(all.includes(`"${key}"`) || made.some((pattern) => pattern.test(key))).toBe(true);
});

const screens = Object.entries(sources).filter(([path]) => path.endsWith(".svelte") && !path.includes("/board/"));

test.each(screens)("%s has no words of its own", (_, source) => {
  const markup = source
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<style[\s\S]*?<\/style>/g, "")
    .replace(/<!--[\s\S]*?-->/g, "");
  let plain = markup;
  for (let before = ""; before !== plain;) {
    before = plain;
    plain = plain.replace(/\{[^{}]*\}/g, " ");
  }
  const words = plain.replace(/<[^>]*>/g, " ").match(/\p{L}{2,}/gu) ?? [];
  expect(words.filter((word) => word !== "Abax")).toEqual([]);
});

test("slots are filled, unknown ones stay", () => expect(fill("{a} and {b}", { a: 1 })).toBe("1 and {b}"));

test.each([
  [["de-CH", "en"], "de"],
  [["ja", "fr-CA"], "fr"],
  [["ja"], "en"],
  [[], "en"],
] as const)("%j means %s", (wanted, language) => expect(matchLanguage(wanted)).toBe(language));

test("words are lines with a tab", () =>
  expect([...parseWords("# no\na\tb\\nc\r\nrest\n\tx\n")]).toEqual([["a", "b\nc"]]));

test("faults of the C are sentences", () => {
  expect(faultText("tiku", "the board has 5 white figures, and there must be 6")).toBe(
    "The board has 5 white figures, and there must be 6.",
  );
  expect(faultText("tiku", "action 'a1a1' is not legal (stands-still): A figure has to move.")).toBe(
    "A figure has to move.",
  );
});
