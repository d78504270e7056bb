// SPDX-License-Identifier: MIT
// The cut faces contain the letters of all our texts: no language needs a whole face, and English
// not the letters of other languages.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../../../", import.meta.url);
const css = readFileSync(new URL("apps/web/src/style/base.css", root), "utf8");

// Per face of a family, the letters it is asked for.
function ranges(): Set<number>[] {
  return [...css.matchAll(/unicode-range:([^;]*);/g)].map(
    ([, list]) =>
      new Set(
        list!.split(",").flatMap((range) => {
          const [from, to = from] = range.trim().slice(2).split("-");
          const first = parseInt(from!, 16);
          return Array.from({ length: parseInt(to!, 16) - first + 1 }, (_, i) => first + i);
        }),
      ),
  );
}

function catalogues(): string[] {
  const shared = readdirSync(new URL("po/", root))
    .filter((name) => /^(page|play|coach|game|protocol|record|base)\..*\.po$/.test(name))
    .map((name) => `po/${name}`);
  return [...shared, ...ofGames("po")];
}

function ofGames(kind: "po" | "md"): string[] {
  return readdirSync(new URL("games/", root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(new URL(`games/${name}/`, root)).map((file) => `games/${name}/${file}`))
    .filter((file) => file.endsWith(`.${kind}`));
}

const read = (files: string[]) => files.map((file) => readFileSync(new URL(file, root), "utf8")).join("\n");
const codes = (text: string) => [...new Set(text)].map((letter) => letter.codePointAt(0)!);
const shown = (letters: number[]) => letters.map((code) => String.fromCodePoint(code));

const [english, more, whole, ...others] = ranges();

it("has the same ranges for both families, and no letter in two of them", () => {
  expect(others).toEqual([english, more, whole]);
  const all = [english!, more!, whole!].flatMap((letters) => [...letters]);
  expect(all.filter((code, i) => all.indexOf(code) !== i)).toEqual([]);
});

it("asks the whole faces for no letter of ours", () => {
  const found = codes(read([...catalogues(), ...ofGames("md")]));
  expect(found.length).toBeGreaterThan(100);
  expect(shown(found.filter((code) => whole!.has(code)))).toEqual([]);
  expect(shown(codes("äöüßéèàçœ«»„").filter((code) => !more!.has(code)))).toEqual([]);
});

// The rules are let off: they name people, and are read by those who open them.
it("asks no other face for the letters of English sentences", () => {
  const sentences = [...read(catalogues()).matchAll(/^msgid(?:_plural)? ((?:"[^\n]*"\n)+)/gm)].map(([, text]) => text);
  expect(sentences.length).toBeGreaterThan(1000);
  const found = codes(sentences.join(""));
  expect(shown(found.filter((code) => more!.has(code) || whole!.has(code)))).toEqual([]);
  expect(shown(codes("azAZ09’“”…–→").filter((code) => !english!.has(code)))).toEqual([]);
});
