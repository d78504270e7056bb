// SPDX-License-Identifier: MIT
// Ambient occlusion: a coarse, blurred volume of what is filled. Near much matter, less light of
// the sky arrives.
export interface Filled {
  x: number; // the low corner, and the size
  y: number;
  z: number;
  wide: number;
  tall: number;
  deep: number;
}

export interface Volume {
  size: [number, number, number]; // in points
  low: [number, number, number]; // the corner, in squares
  span: [number, number, number];
  points: Uint8Array;
}

const FINE = 4; // points a square
const MARGIN = 1.5;
const BLUR = 2;

// A running mean along one axis, from one list of points into another.
function blur(from: Float32Array, to: Float32Array, size: number[], axis: number): void {
  const step = [1, size[0]!, size[0]! * size[1]!][axis]!;
  const length = size[axis]!;
  for (let i = 0; i < from.length; i++) {
    const at = Math.floor(i / step) % length;
    let sum = 0;
    for (let k = -BLUR; k <= BLUR; k++) sum += from[i + (Math.max(0, Math.min(length - 1, at + k)) - at) * step]!;
    to[i] = sum / (2 * BLUR + 1);
  }
}

// Everything below zero is filled as well, as far as the ground reaches.
export function volume(all: Filled[], wide: number, deep: number, levels: number): Volume {
  const low: Volume["low"] = [-wide / 2 - MARGIN, -MARGIN / 2, -deep / 2 - MARGIN];
  const span: Volume["span"] = [wide + 2 * MARGIN, levels + MARGIN * 1.5, deep + 2 * MARGIN];
  const size = span.map((length) => Math.ceil(length * FINE)) as Volume["size"];
  const ground = {
    x: -wide / 2 - 0.6,
    y: low[1],
    z: -deep / 2 - 0.6,
    wide: wide + 1.2,
    tall: -low[1],
    deep: deep + 1.2,
  };
  let points = new Float32Array(size[0] * size[1] * size[2]);
  for (const box of [ground, ...all]) {
    const from = [box.x, box.y, box.z].map((at, i) => Math.max(0, Math.round((at - low[i]!) * FINE)));
    const to = [box.x + box.wide, box.y + box.tall, box.z + box.deep].map((at, i) =>
      Math.min(size[i]!, Math.round((at - low[i]!) * FINE)),
    );
    for (let k = from[2]!; k < to[2]!; k++)
      for (let j = from[1]!; j < to[1]!; j++) {
        const row = (k * size[1] + j) * size[0];
        points.fill(1, row + from[0]!, row + to[0]!);
      }
  }
  let spare = new Float32Array(points.length);
  for (const axis of [0, 1, 2, 0, 1, 2]) {
    blur(points, spare, size, axis);
    [points, spare] = [spare, points];
  }
  return { size, low, span, points: Uint8Array.from(points, (value) => Math.round(value * 255)) };
}
