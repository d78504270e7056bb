// SPDX-License-Identifier: MIT
// Texts: no key without a use, no text in a component, and translations by the catalogue.
import { describe, expect, test } from "vitest";
import { english, type Key } from "../../../build/words/english";
import { Catalogue, fill, plural } from "abax/messages/catalogue";
import { factTexts, errorText, matchLanguage, setLanguage } from "../src/i18n/index.svelte";

const keys = Object.keys(english) as Key[];

const sources = import.meta.glob<string>(["../src/**/*.{svelte,ts}", "../../../bindings/js/src/**/*.{svelte,ts}"], {
  query: "?raw",
  import: "default",
  eager: true,
});

// Keys that are made of parts: t(`grade.${word}`).
const made = [
  /^grade\./,
  /^result\./,
  /^settings\.\w+(\.more)?$/,
  /^analyse\.proven\./,
  /^(phrase|news|link|offer)\./,
  /^lobby\.(join|watch|look)$/,
  /^keep\.(full|damaged|split)$/,
  /^notes\./,
  /^deal\.(proven|word|false)$/,
  /^hint\.(lost|losing|longest|points|try)$/,
  /^report\.(abuse|cheating|name|other)$/,
  /^find\.(first\.)?(won|lost)$/,
];

test.each(keys)("%s is used", (key) => {
  const all = Object.values(sources).join("\n");
  expect(all.includes(`"${key}"`) || made.some((pattern) => pattern.test(key))).toBe(true);
});

// Names that are the same in every language.
const names = ["Abax", "CSV", "JSON"];

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
  expect(words.filter((word) => !names.includes(word))).toEqual([]);
});

test("slots are filled, unknown ones stay", () => expect(fill("{a} and {b}", { a: 1 })).toBe("1 and {b}"));

test.each([
  [["de-CH", "en"], "de"],
  [["ja", "fr-CA"], "fr"],
  [["ja"], "en"],
  [[], "en"],
] as const)("%j means %s", (wanted, language) => expect(matchLanguage(wanted)).toBe(language));

describe("a catalogue", () => {
  const words = new Catalogue(
    "n1,=!\0\x02file.lines\0{file} hat {n} Zeile\x01{file} hat {n} Zeilen\0\x02outer\0Zeile {line}: {error}\0",
  );
  const lines = (n: number) => ({ text: `f has ${n} lines`, id: "file.lines", args: { file: "f", n: String(n) } });

  test("chooses plural forms", () => {
    expect(words.tell(lines(1))).toBe("f hat 1 Zeile");
    expect(words.tell(lines(0))).toBe("f hat 0 Zeilen");
    expect(words.say("file.lines", "", { file: "g", n: 2 })).toBe("g hat 2 Zeilen");
  });
  test("says sentences in sentences", () => {
    expect(words.tell({ text: "", id: "outer", args: { line: "3", error: lines(2) } })).toBe("Zeile 3: f hat 2 Zeilen");
    const unknown = { text: "not known", id: "unknown" };
    expect(words.tell({ text: "", id: "outer", args: { line: "3", error: unknown } })).toBe("Zeile 3: not known");
  });
  test("leaves English where it has nothing", () => {
    expect(words.tell({ text: "as it was", id: "unknown", args: {} })).toBe("as it was");
    expect(words.tell({ text: "as it was" })).toBe("as it was");
    expect(words.say("unknown", "{n} line\x01{n} lines", { n: 1 })).toBe("1 line");
    expect(new Catalogue().say("unknown", "{n} line\x01{n} lines", { n: 5 })).toBe("5 lines");
  });
});

// The same table as in tests/unit/words.c, for the C.
const table = Object.values(
  import.meta.glob<string>("../../../tests/unit/words.c", { query: "?raw", import: "default", eager: true }),
)[0]!;
const rules = [...table.matchAll(/^RULE\((\w+), (.*)\)$/gm)].map(([, name, rule]) => {
  const small = new RegExp(`\\{${name}, "([^"]*)"\\}`).exec(table)?.[1] ?? "";
  return [name!, rule!, small] as const;
});

test("all plural rules are there", () => expect(rules.length).toBe(7));

test.each(rules)("plurals of %s", (_, rule, small) => {
  const whole = new Function("n", `return Number(${rule})`) as (n: number) => number;
  for (let n = 0; n <= 1000; n++) expect(plural(small, n)).toBe(whole(n));
});

test("errors of the C are sentences", () => {
  expect(errorText({ text: "the board has 5 white figures, and there must be 6" })).toBe(
    "The board has 5 white figures, and there must be 6.",
  );
  const reason = { text: "A figure has to move.", id: "tiku.rule.stands-still" };
  expect(errorText({ text: "action …", id: "action.illegal", args: { reason } })).toBe("A figure has to move.");
});

// A reason may name the seat it speaks of, which has a name on the page, or the other one.
test("a reason names whom it means, in every language", async () => {
  const fact = (seat: number, name: string, of: number) => ({
    ...{ id: "feature", grade: "rules" as const, seat },
    text: "",
    said: { text: "", id: "tokan.feature.covers", args: { name: { text: name, id: `tokan.seat.${of}` } } },
  });
  await setLanguage("de");
  const told = (of: ReturnType<typeof fact>, name: string) => factTexts([of], () => name)[0];
  expect(told(fact(0, "Black", 2), "Anna")).toContain("Schwarz");
  expect(told(fact(0, "Red", 1), "Anna")).toContain("Anna");
  expect(told(fact(0, "Red", 1), "")).toContain("Rot");
  await setLanguage("en");
});
