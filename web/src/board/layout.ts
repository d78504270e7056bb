// SPDX-License-Identifier: MIT
// Where everything lies: every spot of a board gets a rectangle in one plane of 100 units a square, y downward.
import type { Scene, Spot } from "../engine/state";
import { isTray, lookOf, type Look } from "./looks";

export const SQUARE = 100;

export interface Box {
  x: number; // centre
  y: number;
  w: number;
  h: number;
}

export interface Rect {
  x: number; // upper left corner
  y: number;
  w: number;
  h: number;
}

export interface Letter {
  text: string;
  x: number;
  y: number;
}

export interface Side {
  panel: number;
  place: "below" | "right" | "above" | "left";
  frame: Rect;
}

export interface Layout {
  look: Look;
  boxes: (Box | undefined)[]; // by spot; undefined for trays and what is not shown
  board: Rect; // the squares of the main panel
  sides: Side[];
  view: Rect;
  letters: Letter[];
}

export interface Choice {
  flipped?: boolean;
  coordinates?: boolean;
}

const pitches: Partial<Record<Look, { x: number; y: number }>> = {
  tiles: { x: 100, y: 106 },
  crosses: { x: 94, y: 94 },
  piles: { x: 132, y: 168 },
};

// Rim of the wood around the squares, and room for what stands over it.
const rims: Partial<Record<Look, number>> = { wall: 0, tiles: 26, plan: 12 };
const FOLD_GAP = 14;
const RIM = 20;
const LETTER_RIM = 38;
const APRON = 190; // depth of a folded-out side
const WALL_LETTERS = { below: 58, beside: 32 };
const WALL_COLUMNS = 9; // shown at least
const WALL_AIR = 2; // columns shown beside the wall

function spotsOfPanel(scene: Scene, panel: number): number[] {
  return scene.spots.flatMap((spot, i) => (spot.panel === panel ? [i] : []));
}

function boundsOf(boxes: Box[]): Rect {
  const left = Math.min(...boxes.map((b) => b.x - b.w / 2));
  const top = Math.min(...boxes.map((b) => b.y - b.h / 2));
  return {
    x: left,
    y: top,
    w: Math.max(...boxes.map((b) => b.x + b.w / 2)) - left,
    h: Math.max(...boxes.map((b) => b.y + b.h / 2)) - top,
  };
}

function columnOf(spot: Spot): number {
  return Math.floor(spot.x / 10);
}

// The columns of a wall that are worth showing: the wall and some air, never what is out of reach for good.
export function wallWindow(scene: Scene): { first: number; last: number } {
  const outside = new Set(scene.marks.filter((m) => m.kind === "outside").map((m) => columnOf(scene.spots[m.spot]!)));
  const places = scene.spots.filter((spot) => spot.use === "place");
  const all = places.length ? Math.max(...places.map(columnOf)) : 0;
  const built = scene.pieces.filter((p) => scene.spots[p.spot]!.use === "place");
  const used = built.flatMap((p) => [columnOf(scene.spots[p.spot]!), columnOf(scene.spots[p.other]!)]);
  const middle = all / 2;
  let first = Math.floor(used.length ? Math.min(...used) - WALL_AIR : middle);
  let last = Math.ceil(used.length ? Math.max(...used) + WALL_AIR : middle);
  const open = (column: number) => column >= 0 && column <= all && !outside.has(column);
  while (!open(first) && first < last) first++;
  while (!open(last) && last > first) last--;
  while (last - first + 1 < WALL_COLUMNS && (open(first - 1) || open(last + 1))) {
    const leftFirst = middle - first <= last - middle;
    if (open(first - 1) && (leftFirst || !open(last + 1))) first--;
    else last++;
  }
  return { first, last };
}

function gridBox(spot: Spot, pitch: { x: number; y: number }): Box {
  return { x: (spot.x / 10) * pitch.x, y: (-spot.y / 10) * pitch.y, w: pitch.x, h: pitch.y };
}

function turnAround(boxes: (Box | undefined)[], around: Rect): void {
  for (const box of boxes) {
    if (!box) continue;
    box.x = 2 * around.x + around.w - box.x;
    box.y = 2 * around.y + around.h - box.y;
  }
}

// Folds a side out around the plan: its top level touches the edge of the roof, its ground is outermost.
const folds: Record<string, (column: number, out: number, depth: number, board: Rect) => Box> = {
  south: (c, out, d, b) => ({ x: b.x + c, y: b.y + b.h + out, w: SQUARE, h: d }),
  north: (c, out, d, b) => ({ x: b.x + b.w - c, y: b.y - out, w: SQUARE, h: d }),
  east: (c, out, d, b) => ({ x: b.x + b.w + out, y: b.y + b.h - c, w: d, h: SQUARE }),
  west: (c, out, d, b) => ({ x: b.x - out, y: b.y + c, w: d, h: SQUARE }),
};

const places: Record<string, Side["place"]> = { south: "below", east: "right", north: "above", west: "left" };
const opposite: Record<Side["place"], Side["place"]> = { below: "above", above: "below", left: "right", right: "left" };

function foldSides(scene: Scene, layout: Layout, gap: number): void {
  scene.panels.forEach((panel, index) => {
    const fold = folds[panel.id];
    const spots = spotsOfPanel(scene, index);
    if (!fold || spots.length === 0) return;
    const levels = Math.max(...spots.map((i) => scene.spots[i]!.y)) / 10 + 0.5;
    const depth = APRON / levels;
    for (const i of spots) {
      const spot = scene.spots[i]!;
      const out = gap + (levels - spot.y / 10) * depth;
      layout.boxes[i] = fold((spot.x / 10) * SQUARE, out, depth, layout.board);
    }
    const frame = boundsOf(spots.map((i) => layout.boxes[i]!));
    layout.sides.push({ panel: index, place: places[panel.id]!, frame });
  });
}

// Column letters below and row numbers at the left, read from names such as d5.
function lettersOf(scene: Scene, layout: Layout, spots: number[], away: { below: number; beside: number }): Letter[] {
  const columns = new Map<string, Letter>();
  const rows = new Map<string, Letter>();
  for (const i of spots) {
    const match = /^([a-z])(\d+)$/.exec(scene.spots[i]!.name);
    const box = layout.boxes[i];
    if (!match || !box || scene.spots[i]!.use !== "place") continue;
    const below = box.y + box.h / 2 + away.below;
    const beside = box.x - box.w / 2 - away.beside;
    const column = columns.get(match[1]!);
    const row = rows.get(match[2]!);
    columns.set(match[1]!, { text: match[1]!, x: box.x, y: Math.max(column?.y ?? below, below) });
    rows.set(match[2]!, { text: match[2]!, x: Math.min(row?.x ?? beside, beside), y: box.y });
  }
  return [...columns.values(), ...rows.values()];
}

function grow(rect: Rect, by: number): Rect {
  return { x: rect.x - by, y: rect.y - by, w: rect.w + 2 * by, h: rect.h + 2 * by };
}

function union(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}

export function rimOf(look: Look, coordinates: boolean): number {
  return (rims[look] ?? RIM) + (coordinates && look !== "wall" ? LETTER_RIM - RIM : 0);
}

function viewOf(layout: Layout, rim: number, coordinates: boolean): Rect {
  let view = layout.board;
  if (layout.look === "wall") {
    const left = coordinates ? 52 : 30;
    view = { x: view.x - left, y: view.y - 24, w: view.w + left + 34, h: view.h + (coordinates ? 104 : 76) };
  } else {
    view = grow(view, rim + 3);
    view = { ...view, h: view.h + 14 }; // the board's edge and its shadow
  }
  for (const side of layout.sides) view = union(view, grow(side.frame, 40));
  return view;
}

export function layOut(scene: Scene, choice: Choice = {}): Layout {
  const look = lookOf(scene);
  const layout: Layout = {
    look,
    boxes: scene.spots.map(() => undefined),
    board: { x: 0, y: 0, w: 0, h: 0 },
    sides: [],
    view: { x: 0, y: 0, w: 1, h: 1 },
    letters: [],
  };
  const main = scene.panels.findIndex((panel) => !isTray(panel));
  if (main < 0) return layout;
  const coordinates = choice.coordinates ?? false;
  const rim = rimOf(look, coordinates);
  const window = look === "wall" ? wallWindow(scene) : undefined;
  const pitch = pitches[look] ?? { x: SQUARE, y: SQUARE };
  const spots = spotsOfPanel(scene, main).filter((i) => {
    const column = columnOf(scene.spots[i]!);
    return !window || (column >= window.first && column <= window.last);
  });
  for (const i of spots) layout.boxes[i] = gridBox(scene.spots[i]!, pitch);
  layout.board = boundsOf(spots.map((i) => layout.boxes[i]!));
  foldSides(scene, layout, rim + FOLD_GAP);
  if (choice.flipped && look !== "wall") {
    turnAround(layout.boxes, layout.board);
    for (const side of layout.sides) {
      side.place = opposite[side.place];
      side.frame = boundsOf(spotsOfPanel(scene, side.panel).map((i) => layout.boxes[i]!));
    }
  }
  if (coordinates)
    layout.letters = lettersOf(
      scene,
      layout,
      spots,
      look === "wall" ? WALL_LETTERS : { below: rim * 0.52, beside: rim * 0.52 },
    );
  layout.view = viewOf(layout, rim, coordinates);
  return layout;
}
