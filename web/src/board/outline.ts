// SPDX-License-Identifier: MIT
// The outline of squares that lie side by side, as an SVG path.
import type { Box } from "./layout";

type Point = [number, number];

function edgesOf(box: Box): [Point, Point][] {
  const l = Math.round(box.x - box.w / 2);
  const r = Math.round(box.x + box.w / 2);
  const t = Math.round(box.y - box.h / 2);
  const b = Math.round(box.y + box.h / 2);
  return [
    [
      [l, t],
      [r, t],
    ],
    [
      [r, t],
      [r, b],
    ],
    [
      [r, b],
      [l, b],
    ],
    [
      [l, b],
      [l, t],
    ],
  ];
}

const key = (p: Point) => p.join(",");

// Edges that belong to one box only, by where they start. Shared edges run in both directions and cancel out.
function boundary(boxes: Box[]): Map<string, [Point, Point][]> {
  const all = new Map<string, [Point, Point]>();
  for (const box of boxes) {
    for (const edge of edgesOf(box)) {
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
    const into = [Math.sign(at[0] - before[0]), Math.sign(at[1] - before[1])] as const;
    const out = [Math.sign(after[0] - at[0]), Math.sign(after[1] - at[1])] as const;
    return [at[0] - by * (into[1] + out[1]), at[1] + by * (into[0] + out[0])];
  });
}

// The path; `inset` draws it that far inside the squares.
export function outline(boxes: Box[], inset = 0): string {
  const edges = boundary(boxes);
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
          .map((p) => p.join(" "))
          .join("L") +
        "Z";
    }
  }
  return path;
}
