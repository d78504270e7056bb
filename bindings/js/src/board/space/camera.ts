// SPDX-License-Identifier: MIT
// The camera of a tower: its position, the visible part, and the spot under a finger.
import { add, cross, look, perspective, seenAt, sub, times, unit, type Matrix, type Vec } from "./matrix";

export interface Sight {
  yaw: number; // 0: from the south; grows to the east
  pitch: number;
  distance: number; // 1: all of it fits
  levels: number; // height of the visible part
}

const ANGLE = 0.36;
const TAN = Math.tan(ANGLE / 2);

export interface Camera {
  eye: Vec;
  view: Matrix;
  ray: (x: number, y: number) => Vec; // through a point, -1 to 1 to the right and up
  seen: (at: Vec) => { x: number; y: number };
}

function away({ yaw, pitch }: Sight): Vec {
  const flat = Math.cos(pitch);
  return [Math.sin(yaw) * flat, Math.sin(pitch), Math.cos(yaw) * flat];
}

// How far off and how high one must look, so that a drum of this radius and height is in sight from
// all around.
function fit(sight: Sight, radius: number, aspect: number): { far: number; middle: number } {
  const { pitch, levels } = sight;
  const [sin, cos] = [Math.sin(pitch), Math.cos(pitch)];
  const middle = levels / 2 - 0.12;
  let far = radius / (TAN * aspect);
  for (const y of [-0.3 - middle, levels + 0.25 - middle]) {
    for (const z of [-radius, 0, radius]) {
      const wide = Math.sqrt(radius * radius - z * z);
      const toward = y * sin + z * cos;
      far = Math.max(far, Math.abs(y * cos - z * sin) / TAN + toward, wide / (TAN * aspect) + toward);
    }
  }
  return { far, middle };
}

export function camera(sight: Sight, radius: number, aspect: number): Camera {
  const { far, middle } = fit(sight, radius, aspect);
  const at: Vec = [0, middle, 0];
  const eye = add(at, away(sight), far * sight.distance);
  const view = times(perspective(ANGLE, aspect, far * 0.3, far * 2.5), look(eye, at));
  const forward = unit(sub(at, eye));
  const right = unit(cross(forward, [0, 1, 0]));
  const up = cross(right, forward);
  return {
    eye,
    view,
    ray: (x, y) => unit(add(add(forward, right, x * TAN * aspect), up, y * TAN)),
    seen: (point) => seenAt(view, point),
  };
}

// Where a ray enters a box, as a distance; undefined when it passes by.
export function enters(eye: Vec, ray: Vec, low: Vec, high: Vec): number | undefined {
  let from = 0;
  let to = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const a = (low[axis]! - eye[axis]!) / ray[axis]!;
    const b = (high[axis]! - eye[axis]!) / ray[axis]!;
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  }
  return from <= to ? from : undefined;
}
