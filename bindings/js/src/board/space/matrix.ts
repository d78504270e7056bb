// SPDX-License-Identifier: MIT
// As much of linear algebra as a camera needs. Matrices are columns, as WebGL wants them.
export type Vec = readonly [number, number, number];
export type Matrix = Float32Array;

export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const add = (a: Vec, b: Vec, times = 1): Vec => [a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export function unit(a: Vec): Vec {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
}

export function times(a: Matrix, b: Matrix): Matrix {
  const product = new Float32Array(16);
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++)
      for (let k = 0; k < 4; k++) product[column * 4 + row]! += a[k * 4 + row]! * b[column * 4 + k]!;
  return product;
}

export function perspective(angle: number, aspect: number, near: number, far: number): Matrix {
  const f = 1 / Math.tan(angle / 2);
  const depth = 1 / (near - far);
  return new Float32Array([
    f / aspect,
    0,
    0,
    0,
    0,
    f,
    0,
    0,
    0,
    0,
    (far + near) * depth,
    -1,
    0,
    0,
    2 * far * near * depth,
    0,
  ]);
}

export function orthographic(reach: number, near: number, far: number): Matrix {
  const depth = 1 / (near - far);
  return new Float32Array([1 / reach, 0, 0, 0, 0, 1 / reach, 0, 0, 0, 0, 2 * depth, 0, 0, 0, (far + near) * depth, 1]);
}

// The view matrix from `eye` to `at`; up is the y axis.
export function look(eye: Vec, at: Vec): Matrix {
  const back = unit(sub(eye, at));
  const right = unit(cross([0, 1, 0], back));
  const up = cross(back, right);
  return new Float32Array([
    ...[right[0], up[0], back[0], 0],
    ...[right[1], up[1], back[1], 0],
    ...[right[2], up[2], back[2], 0],
    ...[-dot(right, eye), -dot(up, eye), -dot(back, eye), 1],
  ]);
}

// Where a point is seen: -1 to 1 to the right and up.
export function seenAt(view: Matrix, [x, y, z]: Vec): { x: number; y: number } {
  const row = (i: number) => view[i]! * x + view[4 + i]! * y + view[8 + i]! * z + view[12 + i]!;
  return { x: row(0) / row(3), y: row(1) / row(3) };
}
