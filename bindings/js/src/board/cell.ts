// SPDX-License-Identifier: MIT
// The shape of a cell: a rectangle, or a hexagon on its corner. Corners go clockwise from the top
// (left).
import type { Form, Side } from "../engine/state";
import type { Box } from "./layout";
import { rounded } from "./shapes";

export type Point = [number, number];

export const ROW = Math.sqrt(3) / 2; // how far rows of hexagons lie apart, in widths

const order: Record<Form, Side[]> = {
  square: ["n", "e", "s", "w"],
  hexagon: ["ne", "e", "se", "sw", "w", "nw"],
};

export function corners(form: Form, { x, y, w, h }: Box, inset = 0): Point[] {
  const a = w / 2 - inset;
  if (form === "square") {
    const b = h / 2 - inset;
    return [
      [x - a, y - b],
      [x + a, y - b],
      [x + a, y + b],
      [x - a, y + b],
    ];
  }
  const r = a / ROW;
  return [
    [x, y - r],
    [x + a, y - r / 2],
    [x + a, y + r / 2],
    [x, y + r],
    [x - a, y + r / 2],
    [x - a, y - r / 2],
  ];
}

const fine = (n: number) => Math.round(n * 10) / 10;

export function lineOf(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${fine(x)} ${fine(y)}`).join("L")}`;
}

export function cellPath(form: Form, box: Box, inset: number, round = 0): string {
  const points = corners(form, box, inset);
  return round ? rounded(points, round) : `${lineOf(points)}Z`;
}

// The two ends of a side; on a turned board north is below.
export function sideEnds(form: Form, box: Box, side: Side, inset: number, turned: boolean): Point[] {
  const points = corners(form, box, inset);
  const count = points.length;
  const first = order[form].indexOf(side) + (turned ? count / 2 : 0);
  return [points[first % count]!, points[(first + 1) % count]!];
}

// The shaded sides of a cell cut into wood: left and top. The rest is lit.
export function cutLines(form: Form, box: Box, inset: number): { shaded: string; lighted: string } {
  const all = corners(form, box, inset);
  const pick = (...places: number[]) => lineOf(places.map((i) => all[i]!));
  return form === "square"
    ? { shaded: pick(3, 0, 1), lighted: pick(3, 2, 1) }
    : { shaded: pick(4, 5, 0, 1), lighted: pick(4, 3, 2, 1) };
}

// Short angles at all corners.
export function brackets(form: Form, box: Box, inset: number, longest: number): string {
  const all = corners(form, box, inset);
  const l = Math.min(longest, (Math.min(box.w, box.h) / 2 - inset) / 2);
  return all
    .map((at, i) => {
      const toward = (to: Point): Point => {
        const part = l / Math.hypot(to[0] - at[0], to[1] - at[1]);
        return [at[0] + (to[0] - at[0]) * part, at[1] + (to[1] - at[1]) * part];
      };
      return lineOf([toward(all[(i + all.length - 1) % all.length]!), at, toward(all[(i + 1) % all.length]!)]);
    })
    .join("");
}
