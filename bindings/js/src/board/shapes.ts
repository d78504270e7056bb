// SPDX-License-Identifier: MIT
// Paths that several drawings share, around (0, 0).

function polygon(count: number, radius: number, turn: number): string {
  const points = Array.from({ length: count }, (_, i) => {
    const angle = ((i + turn) / count) * 2 * Math.PI;
    return `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

export function octagon(radius: number): string {
  return polygon(8, radius / Math.cos(Math.PI / 8), 0.5);
}

export function star(points: number, outer: number, inner: number): string {
  const at = (i: number) => {
    const radius = i % 2 ? inner : outer;
    const angle = (i / points) * Math.PI;
    return `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`;
  };
  return `M${Array.from({ length: 2 * points }, (_, i) => at(i)).join("L")}Z`;
}

// A plus: `reach` from the middle to the ends, arms twice `half` wide; `squash` presses it flat for
// a look from the front.
export function plus(reach: number, half: number, round: number, squash = 1): string {
  const corners: [number, number][] = [
    [half, -reach],
    [half, -half],
    [reach, -half],
    [reach, half],
    [half, half],
    [half, reach],
    [-half, reach],
    [-half, half],
    [-reach, half],
    [-reach, -half],
    [-half, -half],
    [-half, -reach],
  ];
  return rounded(corners, round, squash);
}

// A closed way through corners that are rounded off.
export function rounded(corners: [number, number][], radius: number, squash = 1): string {
  const count = corners.length;
  const toward = (from: [number, number], to: [number, number]) => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const part = Math.min(radius / length, 0.5);
    return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
  };
  const fixed = (p: number[]) => [Number(p[0]!.toFixed(1)), Number((p[1]! * squash).toFixed(1))] as const;
  const points = corners.map((corner, i) => {
    const entry = toward(corner, corners[(i + count - 1) % count]!);
    const exit = toward(corner, corners[(i + 1) % count]!);
    return [entry, corner, exit].map(fixed);
  });
  // Steps, so that the same shape elsewhere has the same text but for its beginning.
  let at = points[0]![0]!;
  const step = (to: readonly [number, number], from = at) => `${fine(to[0] - from[0])} ${fine(to[1] - from[1])}`;
  const parts = points.map(([entry, corner, exit], i) => {
    const line = i ? `l${step(entry!)}` : `M${entry!.join(" ")}`;
    at = exit!;
    return `${line}q${step(corner!, entry)} ${step(exit!, entry)}`;
  });
  return parts.join("") + "z";
}

// A square with its corners cut off.
export function chamfered(half: number, cut: number): string {
  const a = half - cut;
  return `M${-a} ${-half}H${a}L${half} ${-a}V${a}L${a} ${half}H${-a}L${-half} ${a}V${-a}Z`;
}

export function roundSquare(half: number, r: number): string {
  const a = half - r;
  return `M${-a} ${-half}H${a}Q${half} ${-half} ${half} ${-a}V${a}Q${half} ${half} ${a} ${half}H${-a}Q${-half} ${half} ${-half} ${a}V${-a}Q${-half} ${-half} ${-a} ${-half}Z`;
}

interface Place {
  x: number;
  y: number;
}

// A path that begins with its only M, again at every place: one element instead of many.
export function repeated(path: string, places: readonly Place[]): string {
  const [, x0 = "", y0 = "", rest = ""] = path.match(/^M(\S+) ([-\d.]+)(.*)$/) ?? [];
  return places.map(({ x, y }) => `M${fine(x + Number(x0))} ${fine(y + Number(y0))}${rest}`).join("");
}

const fine = (n: number) => Math.round(n * 10) / 10;

// Squares with round corners.
export function squares(places: readonly Place[], half: number, r = 0): string {
  const side = 2 * (half - r);
  const corner = (x: number, y: number) => (r ? `a${r} ${r} 0 0 1 ${x} ${y}` : "");
  return places
    .map(
      ({ x, y }) =>
        `M${x - half + r} ${y - half}h${side}${corner(r, r)}v${side}${corner(-r, r)}h${-side}${corner(-r, -r)}v${-side}${corner(r, -r)}z`,
    )
    .join("");
}

export function dots(places: readonly Place[], r: number): string {
  return places.map(({ x, y }) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`).join("");
}
