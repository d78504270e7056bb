// SPDX-License-Identifier: MIT
// Pieces are distinguishable from their ground, by their face or by their outline, in light and in
// dark.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = ["tokens", "board", "ground", "marks", "tower", "pieces"]
  .map((name) => readFileSync(new URL(`../../../../bindings/js/src/board/${name}.css`, import.meta.url), "utf8"))
  .join("\n");

// The value of a property of a rule in light and in dark.
function pair(rule: string, property: string): [string, string] {
  const start = css.indexOf(`\n${rule} {`);
  const body = css.slice(start, css.indexOf("}", start));
  const value = new RegExp(`${property}: ([^;]+);`).exec(body)?.[1] ?? "";
  const named = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  if (named) return pair(named.startsWith("--b-") ? ".abax-board" : ":root", named);
  const [light, dark] = value.match(/#[0-9a-f]{6}/g) ?? [];
  expect(light, `${rule} ${property}`).toBeDefined();
  return [light!, dark ?? light!];
}

function brightness(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low, high] = [brightness(a), brightness(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const grounds = {
  linen: pair(".abax-board .g-linen", "fill"),
  side: pair(".abax-board .g-side", "fill"),
  inlay: pair(".abax-board", "--b-inlay"),
  "dark inlay": pair(".abax-board", "--b-inlay-dark"),
};

describe.each(["light", "dark"])("blocks in %s", (theme) => {
  const at = theme === "light" ? 0 : 1;
  for (const [name, ground] of Object.entries(grounds))
    for (const colour of [".p-ivory", ".p-ebony"])
      it(`${colour} on ${name}`, () => {
        const best = Math.max(...["--face", "--rim"].map((tone) => contrast(pair(colour, tone)[at], ground[at])));
        expect(best).toBeGreaterThanOrEqual(3);
      });
});

const colours = [...css.matchAll(/^\.p-\w+/gm)].map(([rule]) => rule);
const inlaid = { wood: pair(":root", "--wood"), inlay: grounds.inlay, "dark inlay": grounds["dark inlay"] };
const sunken = { recess: pair(".abax-board", "--b-recess") };

describe.each(["light", "dark"])("pieces in %s", (theme) => {
  const at = theme === "light" ? 0 : 1;
  for (const [line, under] of [
    ["--edge", inlaid],
    ["--cut", sunken],
  ] as const)
    for (const [name, ground] of Object.entries(under))
      it.each(colours)(`%s on ${name}`, (colour) => {
        expect(contrast(pair(colour, line)[at], ground[at])).toBeGreaterThanOrEqual(3);
      });
});

// Targets and the last turn.
describe.each(["light", "dark"])("marks in %s", (theme) => {
  const at = theme === "light" ? 0 : 1;
  for (const [mark, property] of [
    ["m-dot", "fill"],
    ["m-corner.over", "stroke"],
    ["m-staged", "stroke"],
    ["m-path", "stroke"],
  ] as const)
    it.each(Object.entries({ ...grounds, ...inlaid }))(`${mark} on %s`, (_, ground) => {
      expect(contrast(pair(`.abax-board .${mark}`, property)[at], ground[at])).toBeGreaterThanOrEqual(3);
    });
  it("the last block is told from black ones on plans and walls alike", () => {
    const line = pair('.abax-board:is([data-ground="plan"], [data-ground="wall"]) .m-last-line', "stroke");
    expect(contrast(line[at], pair(".p-ebony", "--face")[at])).toBeGreaterThanOrEqual(3);
  });
});

describe.each(["light", "dark"])("pieces beside the board in %s", (theme) => {
  const at = theme === "light" ? 0 : 1;
  for (const tone of ["--ground", "--paper"])
    it.each(colours)(`%s on ${tone}`, (colour) => {
      const ground = pair(":root", tone)[at];
      const best = Math.max(...["--face", "--cut"].map((line) => contrast(pair(colour, line)[at], ground)));
      expect(best).toBeGreaterThanOrEqual(3);
    });
});

it("draws pieces off the wood with the line of a recess", () => {
  expect(css).toMatch(/\.abax-piece :is\(\.edge, \.cut\)[^{]*\{\s*stroke: var\(--cut\)/);
});

it("draws that line around everything that stands or lies on wood", () => {
  for (const [piece, line] of [
    ["Turned", '"edge"'],
    ["Tile", 'class="edge"'],
    ["Cross", 'class="cut"'],
  ])
    expect(
      readFileSync(new URL(`../../../../bindings/js/src/board/pieces/${piece}.svelte`, import.meta.url), "utf8"),
    ).toContain(line);
});

it("keeps the rim two pixels wide at every size", () => {
  expect(css).toMatch(/:is\(\.rim, \.edge, \.cut\) \{[^}]*stroke-width: 2px;\s*vector-effect: non-scaling-stroke;/);
});
