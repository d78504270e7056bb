// SPDX-License-Identifier: MIT
// The outline of cells that lie side by side, as an SVG path.
import type { Form } from "../engine/state";
import { corners, type Point } from "./cell";
import type { Box } from "./layout";

// Corners that several cells share have the same numbers.
const GRAIN: Record<Form, number> = { square: 1, hexagon: 10 };

function edgesOf(box: Box, form: Form): [Point, Point][] {
  const grain = GRAIN[form];
  const points = corners(form, box).map(([x, y]): Point => [
    Math.round(x * grain) / grain,
    Math.round(y * grain) / grain,
  ]);
  return points.map((point, i) => [point, points[(i + 1) % points.length]!]);
}

const key = (p: Point) => p.join(",");

// Edges that belong to one box only, by where they start. Shared edges run in both directions and
// cancel out.
function boundary(boxes: Box[], form: Form): Map<string, [Point, Point][]> {
  const all = new Map<string, [Point, Point]>();
  for (const box of boxes) {
    for (const edge of edgesOf(box, form)) {
      const back = key(edge[1]) + " " + key(edge[0]);
      if (!all.delete(back)) all.set(key(edge[0]) + " " + key(edge[1]), edge);
    }
  }
  const byStart = new Map<string, [Point, Point][]>();
  for (const edge of all.values()) byStart.set(key(edge[0]), [...(byStart.get(key(edge[0])) ?? []), edge]);
  return byStart;
}

function turn(a: Point, b: Point, c: Point): number {
  return Math.sign((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]));
}

// Where two corners meet, turning right keeps the outlines of touching groups apart.
function takeNext(edges: Map<string, [Point, Point][]>, edge: [Point, Point]): [Point, Point] | undefined {
  const list = edges.get(key(edge[1])) ?? [];
  list.sort((a, b) => turn(edge[0], edge[1], b[1]) - turn(edge[0], edge[1], a[1]));
  return list.shift();
}

function withoutStraights(points: Point[]): Point[] {
  const count = points.length;
  return points.filter((at, i) => turn(points[(i + count - 1) % count]!, at, points[(i + 1) % count]!) !== 0);
}

// Corners run clockwise, so the inside lies to the right of every edge.
function drawnIn(corners: Point[], by: number): Point[] {
  if (by === 0) return corners;
  return corners.map((at, i) => {
    const before = corners[(i + corners.length - 1) % corners.length]!;
    const after = corners[(i + 1) % corners.length]!;
    const [a, b] = [inward(before, at), inward(at, after)];
    const part = by / (1 + a[0] * b[0] + a[1] * b[1]);
    return [at[0] + (a[0] + b[0]) * part, at[1] + (a[1] + b[1]) * part];
  });
}

function inward(from: Point, to: Point): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  return [(from[1] - to[1]) / length, (to[0] - from[0]) / length];
}

const fine = (n: number) => Math.round(n * 100) / 100;

// The path; `inset` draws it that far inside the cells.
export function outline(boxes: Box[], inset = 0, form: Form = "square"): string {
  const edges = boundary(boxes, form);
  let path = "";
  for (const list of edges.values()) {
    while (list.length) {
      let edge = list.shift();
      const corners: Point[] = [];
      while (edge) {
        corners.push(edge[1]);
        edge = takeNext(edges, edge);
      }
      path +=
        "M" +
        drawnIn(withoutStraights(corners), inset)
          .map((p) => p.map(fine).join(" "))
          .join("L") +
        "Z";
    }
  }
  return path;
}
