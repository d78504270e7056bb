// SPDX-License-Identifier: MIT
// A text as a QR code (ISO/IEC 18004): bytes, error correction level L, the smallest version that
// holds it. A screen is neither torn nor dirty, so the lowest level of correction does, and squares
// stay large.

// By version: check words a block, and blocks.
const CHECK = [
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30,
  30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
];
const BLOCKS = [
  1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19,
  20, 21, 22, 24, 25,
];
const LEVEL = 0b01; // L
const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

// Squares that are left for data and check words.
function room(version: number): number {
  let squares = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2;
    squares -= (25 * marks - 10) * marks - 55;
    if (version >= 7) squares -= 36;
  }
  return squares;
}

function dataWords(version: number): number {
  return Math.floor(room(version) / 8) - CHECK[version - 1]! * BLOCKS[version - 1]!;
}

const lengthBits = (version: number) => (version < 10 ? 8 : 16);

// -------------------------------------------------------------------------------------------
// Words
// -------------------------------------------------------------------------------------------

function packed(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  const most = dataWords(version) * 8;
  put(0b0100, 4); // bytes
  put(bytes.length, lengthBits(version));
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, most - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < most; pad ^= 0xec ^ 0x11) put(pad, 8);
  return Array.from({ length: most / 8 }, (_, i) =>
    bits.slice(8 * i, 8 * i + 8).reduce((all, bit) => 2 * all + bit, 0),
  );
}

// Multiplies in the field of 256 elements modulo x^8 + x^4 + x^3 + x^2 + 1.
function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((b >> i) & 1) product ^= a;
  }
  return product;
}

// The polynomial whose roots are the first powers of two, without its leading one.
function divisor(degree: number): number[] {
  let factors = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let i = 0; i < degree; i++) {
    factors = factors.map((factor, j) => times(factor, root) ^ (factors[j + 1] ?? 0));
    root = times(root, 2);
  }
  return factors;
}

function remainder(data: number[], by: number[]): number[] {
  let rest: number[] = by.map(() => 0);
  for (const word of data) {
    const factor = word ^ rest[0]!;
    rest = [...rest.slice(1), 0].map((value, i) => value ^ times(by[i]!, factor));
  }
  return rest;
}

// Data and check words of all blocks, one of each in turn.
function interleaved(data: number[], version: number): number[] {
  const count = BLOCKS[version - 1]!;
  const degree = CHECK[version - 1]!;
  const short = Math.floor(data.length / count);
  const shorter = count - (data.length % count);
  const by = divisor(degree);
  let from = 0;
  const blocks = Array.from({ length: count }, (_, i) => {
    const block = data.slice(from, (from += short + (i < shorter ? 0 : 1)));
    return { block, check: remainder(block, by) };
  });
  const words: number[] = [];
  for (let i = 0; i <= short; i++) for (const { block } of blocks) if (i < block.length) words.push(block[i]!);
  for (let i = 0; i < degree; i++) for (const { check } of blocks) words.push(check[i]!);
  return words;
}

// -------------------------------------------------------------------------------------------
// Squares
// -------------------------------------------------------------------------------------------

class Squares {
  readonly dark: boolean[][];
  private readonly fixed: boolean[][];

  constructor(
    readonly size: number,
    private readonly version: number,
  ) {
    this.dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
    this.fixed = this.dark.map((row) => [...row]);
    this.drawMarks();
    this.drawFormat(0);
    this.drawVersion();
  }

  private fix(x: number, y: number, dark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y]![x] = dark;
    this.fixed[y]![x] = true;
  }

  private drawMarks(): void {
    const last = this.size - 7;
    for (let i = 0; i < this.size; i++) {
      this.fix(6, i, i % 2 === 0);
      this.fix(i, 6, i % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [last + 3, 3],
      [3, last + 3],
    ] as const)
      this.drawRings(x, y, 4, [2, 4]);
    const places = this.alignments();
    const end = places.at(-1);
    for (const y of places)
      for (const x of places) {
        const corner = (x === 6 && (y === 6 || y === end)) || (x === end && y === 6);
        if (!corner) this.drawRings(x, y, 2, [1]);
      }
  }

  // Rings around a middle, of which these are light.
  private drawRings(x: number, y: number, reach: number, light: number[]): void {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        this.fix(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }

  private alignments(): number[] {
    if (this.version === 1) return [];
    const count = Math.floor(this.version / 7) + 2;
    const step = this.version === 32 ? 26 : Math.ceil((this.version * 4 + 4) / (count * 2 - 2)) * 2;
    const last = this.size - 7;
    return [6, ...Array.from({ length: count - 1 }, (_, i) => last - step * (count - 2 - i))];
  }

  drawFormat(mask: number): void {
    const data = (LEVEL << 3) | mask;
    let rest = data;
    for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((data << 10) | rest) ^ 0x5412;
    const bit = (i: number) => ((bits >> i) & 1) === 1;
    for (let i = 0; i < 6; i++) this.fix(8, i, bit(i));
    this.fix(8, 7, bit(6));
    this.fix(8, 8, bit(7));
    this.fix(7, 8, bit(8));
    for (let i = 9; i < 15; i++) this.fix(14 - i, 8, bit(i));
    for (let i = 0; i < 8; i++) this.fix(this.size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; i++) this.fix(8, this.size - 15 + i, bit(i));
    this.fix(8, this.size - 8, true);
  }

  private drawVersion(): void {
    if (this.version < 7) return;
    let rest = this.version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (this.version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const [far, near] = [this.size - 11 + (i % 3), Math.floor(i / 3)];
      this.fix(far, near, ((bits >> i) & 1) === 1);
      this.fix(near, far, ((bits >> i) & 1) === 1);
    }
  }

  // Words go up and down in columns two squares wide, from the right.
  drawWords(words: number[]): void {
    let i = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      const up = ((right + 1) & 2) === 0;
      for (let step = 0; step < this.size; step++)
        for (const x of [right, right - 1]) {
          const y = up ? this.size - 1 - step : step;
          if (this.fixed[y]![x] || i >= words.length * 8) continue;
          this.dark[y]![x] = ((words[i >> 3]! >> (7 - (i & 7))) & 1) === 1;
          i++;
        }
    }
  }

  // Twice is as if nothing had been done.
  mask(mask: number): void {
    for (let y = 0; y < this.size; y++)
      for (let x = 0; x < this.size; x++)
        if (!this.fixed[y]![x] && MASKS[mask]!(x, y)) this.dark[y]![x] = !this.dark[y]![x];
  }

  // The penalty of a mask: runs, blocks of four, patterns like a corner's, and an imbalance of dark
  // and light.
  penalty(): number {
    const columns = this.dark.map((_, x) => this.dark.map((row) => row[x]!));
    const lines = [...this.dark, ...columns].map((row) => row.map((dark) => (dark ? "1" : "0")).join(""));
    let sum = 0;
    for (const text of lines) {
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
      sum += 40 * [...text.matchAll(/(?=00001011101|10111010000)/g)].length;
    }
    let all = 0;
    this.dark.forEach((row, y) =>
      row.forEach((dark, x) => {
        if (dark) all++;
        const next = this.dark[y + 1];
        if (next && x + 1 < this.size && row[x + 1] === dark && next[x] === dark && next[x + 1] === dark) sum += 3;
      }),
    );
    return sum + 10 * Math.floor(Math.abs((20 * all) / this.size ** 2 - 10));
  }
}

// The squares of a text's code, row by row, true where it is dark; undefined when no code holds so
// much.
export function qrCode(text: string): boolean[][] | undefined {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  while (version <= 40 && 4 + lengthBits(version) + bytes.length * 8 > dataWords(version) * 8) version++;
  if (version > 40) return undefined;
  const squares = new Squares(17 + 4 * version, version);
  squares.drawWords(interleaved(packed(bytes, version), version));
  const penalties = MASKS.map((_, mask) => {
    squares.mask(mask);
    squares.drawFormat(mask);
    const penalty = squares.penalty();
    squares.mask(mask);
    return penalty;
  });
  const best = penalties.indexOf(Math.min(...penalties));
  squares.mask(best);
  squares.drawFormat(best);
  return squares.dark;
}

// One path over all dark squares, in units of a square.
export function qrPath(code: boolean[][]): string {
  return code.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
}
