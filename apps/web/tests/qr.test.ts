// SPDX-License-Identifier: MIT
// Codes for cameras: read back here by a decoder that shares nothing with the encoder but the
// standard, and by zbarimg where it is installed.
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { qrCode, qrPath } from "../src/share/qr";

const texts = [
  "a",
  "https://abax.example/#g=AYXm0QR0aWt1AAAAAQI",
  "https://abax.example/#/online/4fj3k2/sit",
  `https://abax.example/#g=${"Aq7-_x9Z".repeat(30)}`,
  `https://abax.example/#g=${"Aq7-_x9Z".repeat(120)}`,
];

// Format bits: level and mask, checked with the standard's own example first.
function formatOf(code: boolean[][]): number {
  const bit = (x: number, y: number) => (code[y]![x] ? 1 : 0);
  const cells: [number, number][] = [
    ...[0, 1, 2, 3, 4, 5, 7, 8].map((x): [number, number] => [x, 8]),
    ...[7, 5, 4, 3, 2, 1, 0].map((y): [number, number] => [8, y]),
  ];
  return cells.reduce((all, [x, y]) => all * 2 + bit(x, y), 0) ^ 0b101010000010010;
}

function versionAt(size: number): number {
  return (size - 17) / 4;
}

// Small codes of one block only: reads the bits in the standard's order, removes the mask and
// returns the text.
function decodeSmall(code: boolean[][]): string {
  const size = code.length;
  const version = versionAt(size);
  const mask = (formatOf(code) >> 10) & 7;
  const masks = [
    (i: number, j: number) => (i + j) % 2,
    (i: number) => i % 2,
    (_: number, j: number) => j % 3,
    (i: number, j: number) => (i + j) % 3,
    (i: number, j: number) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
    (i: number, j: number) => ((i * j) % 2) + ((i * j) % 3),
    (i: number, j: number) => (((i * j) % 2) + ((i * j) % 3)) % 2,
    (i: number, j: number) => (((i * j) % 3) + ((i + j) % 2)) % 2,
  ];
  const corner = size - 7; // of the one alignment mark of versions 2 to 6
  const taken = (i: number, j: number) =>
    (i < 9 && j < 9) ||
    (i < 9 && j >= size - 8) ||
    (i >= size - 8 && j < 9) ||
    i === 6 ||
    j === 6 ||
    (version > 1 && Math.abs(i - corner) <= 2 && Math.abs(j - corner) <= 2);
  const bits: number[] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let n = 0; n < size; n++)
      for (const j of [right, right - 1]) {
        const i = up ? size - 1 - n : n;
        if (!taken(i, j)) bits.push((code[i]![j] ? 1 : 0) ^ (masks[mask]!(i, j) === 0 ? 1 : 0));
      }
  }
  const number = (from: number, count: number) => parseInt(bits.slice(from, from + count).join(""), 2);
  expect(number(0, 4)).toBe(0b0100);
  const bytes = Array.from({ length: number(4, 8) }, (_, i) => number(12 + 8 * i, 8));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

function zbar(code: boolean[][]): string | undefined {
  const scale = 4;
  const size = (code.length + 8) * scale;
  const rows = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => (code[Math.floor(y / scale) - 4]?.[Math.floor(x / scale) - 4] ? 0 : 255)),
  );
  const file = join(mkdtempSync(join(tmpdir(), "qr-")), "code.pgm");
  writeFileSync(file, Buffer.concat([Buffer.from(`P5 ${size} ${size} 255\n`), Buffer.from(rows.flat())]));
  try {
    return execFileSync("zbarimg", ["--quiet", "--raw", file], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined; // not installed
    throw error;
  }
}

describe("codes for cameras", () => {
  test("the standard's example of format bits is what the decoder expects", () => {
    // level M, mask 5, before it is masked
    expect((0b00101 << 10) | 0b0011011100).toBe(0b001010011011100);
  });
  test("small ones are read back", () => {
    for (const text of texts.slice(0, 3)) {
      const code = qrCode(text)!;
      expect(versionAt(code.length)).toBeLessThanOrEqual(5);
      expect(formatOf(code) >> 13).toBe(0b01); // level L
      expect(decodeSmall(code)).toBe(text);
    }
  });
  test("any size is read by another program", () => {
    for (const text of texts) {
      const read = zbar(qrCode(text)!);
      if (read !== undefined) expect(read).toBe(`${text}\n`);
    }
  });
  test("too much is told, and the path has a square for each dark one", () => {
    expect(qrCode("x".repeat(2953))).toBeDefined();
    expect(qrCode("x".repeat(2954))).toBeUndefined();
    const code = qrCode("a")!;
    expect(qrPath(code).match(/M/g)).toHaveLength(code.flat().filter(Boolean).length);
  });
});
