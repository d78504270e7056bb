// SPDX-License-Identifier: MIT
// A box with rounded edges: six faces, twelve strips and eight corners. A vertex is its corner and
// the vector along which it stands off, so one mesh serves boxes of all sizes.
import { cross, dot, sub, type Vec } from "./matrix";

type Triple = [number, number, number];

// The three vertices in the winding order for outside.
function outward(a: number[], b: number[], c: number[]): number[] {
  const at = (v: number[]): Vec => [v[0]! * 0.9 + v[3]! * 0.1, v[1]! * 0.9 + v[4]! * 0.1, v[2]! * 0.9 + v[5]! * 0.1];
  const outward: Vec = [a[3]! + b[3]! + c[3]!, a[4]! + b[4]! + c[4]!, a[5]! + b[5]! + c[5]!];
  const faces = dot(cross(sub(at(b), at(a)), sub(at(c), at(a))), outward) > 0;
  return faces ? [...a, ...b, ...c] : [...a, ...c, ...b];
}

// Corner and outward vector of each vertex, six numbers; three vertices a triangle.
export function roundedBox(): Float32Array {
  const out: number[] = [];
  const vertex = (corner: Triple, axis: number) => {
    const outward: Triple = [0, 0, 0];
    outward[axis] = corner[axis]!;
    return [...corner, ...outward];
  };
  const quad = (a: number[], b: number[], c: number[], d: number[]) => {
    out.push(...outward(a, b, c), ...outward(a, c, d));
  };
  const at = (axis: number, value: number, other: number, value2: number, third: number, value3: number): Triple => {
    const corner: Triple = [0, 0, 0];
    corner[axis] = value;
    corner[other] = value2;
    corner[third] = value3;
    return corner;
  };
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const s of [-1, 1]) {
      const face = (p: number, q: number) => vertex(at(axis, s, u, p, v, q), axis);
      quad(face(-1, -1), face(s, -s), face(1, 1), face(-s, s));
      for (const e of [-1, 1]) {
        // Between this face and the next one around the third axis.
        const edge = (q: number, outward: number) => vertex(at(axis, s, u, e, v, q), outward);
        quad(edge(-1, axis), edge(1, axis), edge(1, u), edge(-1, u));
      }
    }
  }
  for (const x of [-1, 1])
    for (const y of [-1, 1])
      for (const z of [-1, 1]) {
        const [a, b, c] = [0, 1, 2].map((axis) => vertex([x, y, z], axis));
        out.push(...outward(a!, b!, c!));
      }
  return new Float32Array(out);
}
