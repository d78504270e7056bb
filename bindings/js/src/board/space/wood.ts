// SPDX-License-Identifier: MIT
// Wood, computed: red is the long side with lines that run along it, green the end with its rings.
export const WOOD_SIZE = 256;

function hash(x: number, y: number): number {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

function noise(x: number, y: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const smooth = (t: number) => t * t * (3 - 2 * t);
  const [u, v] = [smooth(x - i), smooth(y - j)];
  const low = hash(i, j) * (1 - u) + hash(i + 1, j) * u;
  const high = hash(i, j + 1) * (1 - u) + hash(i + 1, j + 1) * u;
  return low * (1 - v) + high * v;
}

// Rings as they grow: slowly darker, then suddenly light again.
function ring(distance: number): number {
  const part = distance - Math.floor(distance);
  return part < 0.82 ? part / 0.82 : 1 - (part - 0.82) / 0.18;
}

function long(u: number, v: number): number {
  const sway = noise(u * 1.6, v * 2.4) * 1.5 + noise(u * 4, v * 5) * 0.35;
  const fibre = noise(u * 7, v * 120);
  const pore = noise(u * 14 + 40, v * 90) > 0.86 ? 0.3 : 0;
  return 0.34 + 0.3 * ring(v * 6.5 + sway) + 0.3 * fibre - pore;
}

function endGrain(u: number, v: number): number {
  const [x, y] = [u - 0.5, v + 0.55]; // the heart of the tree is beside the block
  const distance = Math.hypot(x, y) * 13 + noise(u * 4, v * 4) * 0.9;
  return 0.26 + 0.42 * ring(distance) + 0.26 * noise(u * 70, v * 70);
}

export function wood(): Uint8Array {
  const pixels = new Uint8Array(WOOD_SIZE * WOOD_SIZE * 4);
  for (let j = 0; j < WOOD_SIZE; j++) {
    for (let i = 0; i < WOOD_SIZE; i++) {
      const [u, v] = [i / WOOD_SIZE, j / WOOD_SIZE];
      const level = (value: number) => Math.round(255 * Math.max(0, Math.min(1, value)));
      pixels.set([level(long(u, v)), level(endGrain(u, v)), 0, 255], (j * WOOD_SIZE + i) * 4);
    }
  }
  return pixels;
}
