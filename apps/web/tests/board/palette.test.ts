// SPDX-License-Identifier: MIT
// Each colour of the closed list has a palette, and signs on pieces are readable in both themes.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allColours } from "../../src/gallery/Shapes.svelte";

const sheets = ["tokens", "pieces"].map((name) =>
  readFileSync(new URL(`../../../../bindings/js/src/board/${name}.css`, import.meta.url), "utf8"),
);
const css = sheets.join("\n");
const LEAST = 3; // WCAG 2.2 for large bold text and for pictures

// The value of a property, for the light or the dark theme.
function value(block: string, name: string, dark: boolean): string {
  const found = new RegExp(`--${name}: ([^;]+);`).exec(block)?.[1] ?? "";
  const other = /^var\(--(\w+)\)$/.exec(found)?.[1];
  if (other) return value(css, other, dark);
  const both = /^light-dark\((.+), (.+)\)$/.exec(found);
  return both ? both[dark ? 2 : 1]! : found;
}

function luminance(hex: string): number {
  const long = hex.length === 4 ? hex.replace(/[^#]/g, "$&$&") : hex;
  const [r, g, b] = [1, 3, 5].map((i) => {
    const part = parseInt(long.slice(i, i + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

describe.each(allColours)("%s", (colour) => {
  const block = new RegExp(`^\\.p-${colour} \\{([^}]*)\\}`, "m").exec(css)?.[1] ?? "";

  it.each([false, true])("has four tones and a sign that stands out (dark: %s)", (dark) => {
    for (const tone of ["lit", "face", "side", "deep", "sign"])
      expect(value(block, tone, dark)).toMatch(/^#[0-9a-f]+$/);
    expect(contrast(value(block, "face", dark), value(block, "sign", dark))).toBeGreaterThan(LEAST);
  });

  // Where the face is like the ground, the edge of the piece is not, and it throws a shadow.
  it.each([false, true])("can be seen on wood (dark: %s)", (dark) => {
    const wood = value(css, "wood", dark);
    const tones = ["face", "lit", "side", "deep"].map((tone) => contrast(value(block, tone, dark), wood));
    expect(Math.max(...tones)).toBeGreaterThan(1.8);
  });
});
