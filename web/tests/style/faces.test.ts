// SPDX-License-Identifier: MIT
// The cut faces have the letters of all our texts: nobody fetches a whole face for them.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../../", import.meta.url);
const css = readFileSync(new URL("web/src/style/base.css", root), "utf8");

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

function texts(): string {
  const catalogues = readdirSync(new URL("po/", root))
    .filter((name) => /^(page|play|coach|game|protocol|record|base)\..*\.po$/.test(name))
    .map((name) => new URL(`po/${name}`, root));
  const ofGames = readdirSync(new URL("games/", root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      readdirSync(new URL(`games/${name}/`, root))
        .filter((file) => /\.(po|md)$/.test(file))
        .map((file) => new URL(`games/${name}/${file}`, root)),
    );
  return [...catalogues, ...ofGames].map((file) => readFileSync(file, "utf8")).join("");
}

it("asks the whole faces for no letter of ours", () => {
  const [cut, whole, ...others] = ranges();
  expect(others).toEqual([cut, whole]); // the display face has the same two
  const found = [...new Set(texts())];
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter((letter) => whole!.has(letter.codePointAt(0)!))).toEqual([]);
  expect([..."äöüßéèàçœ’«»„“…"].filter((letter) => !cut!.has(letter.codePointAt(0)!))).toEqual([]);
  expect([...cut!].filter((code) => whole!.has(code))).toEqual([]);
});
