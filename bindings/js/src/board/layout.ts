// SPDX-License-Identifier: MIT
// Where everything lies: every spot of a board gets a rectangle in one plane of 100 units a cell, y
// downward. That of a hexagon is as high as rows lie apart: its upper and lower corners stand out.
import type { Facing, Ground, Label, Scene, Spot } from "../engine/state";
import { ROW, type Point } from "./cell";
import type { Direction } from "./navigate";
import { mainPanel, styleOf, type Style } from "./looks";

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
  row?: boolean; // in a row with others, so it needs a name
}

export interface Layout extends Style {
  turned: boolean; // seen from the other side
  rim: number; // of wood around the cells
  boxes: (Box | undefined)[]; // by spot; undefined for trays and hidden spots
  board: Rect; // the cells of the main panel
  sides: Side[];
  view: Rect;
  letters: Letter[];
  pan?: Pan; // of a wall that is larger than the window
}

// The first column and row that are shown, and how many are beyond on every side.
export interface Pan extends Record<Direction, number> {
  column: number;
  row: number;
}

interface WallWindow {
  first: number; // columns
  last: number;
  top: number; // row
}

export interface Choice {
  flipped?: boolean;
  coordinates?: boolean;
  room?: { w: number; h: number } | undefined; // for all of it, in pixels
  // the first to show of a wall that is too large, or where the last action was; else all are shown
  pan?: { column?: number; row?: number };
}

const TIP = 1 / ROW / 2 - ROW / 2; // overhang of a hexagon over its rectangle, in widths

// How far cells lie apart.
function pitchOf({ ground, form, stacking }: Style): { x: number; y: number } {
  if (form === "hexagon") return { x: SQUARE, y: SQUARE * ROW };
  if (ground === "row") return { x: 132, y: 168 };
  if (stacking === "lifted") return { x: SQUARE, y: 106 };
  return ground === "mosaic" ? { x: 94, y: 94 } : { x: SQUARE, y: SQUARE };
}

// Rim of the wood around the squares, with room for overhangs.
const rims: Partial<Record<Ground, number>> = { wall: 0, table: 26, plan: 12 };
const FOLD_GAP = 14;
const RIM = 20;
const LETTER_RIM = 31;
const EDGE_RIM = 12; // of edges that belong to a seat
const APRON = 190; // depth of a folded-out side
const LITTLE = 640; // pixels of width or height that leave no room around a plan
const ROW_CELL = 52; // of sides in a row
const ROW_GAP = 24;
const ROW_LEVELS = 10;
const ASIDE = 60; // room in a plan above them for the corner
const ROW_WORDS = 92; // above and below them
const WALL_LETTERS = { below: 52, beside: 17 };
// left and right of a wide wall in a narrow window, where names of rows are after its first column
const WALL_THIN = 3;
const WALL_COLUMNS = 7; // shown at least
// pixels of a finger: in a narrow window, a wall with more columns than that has room for is shown
// in part
const WALL_SQUARE = 36;
const NARROW = 360; // pixels
const WALL_ROWS = 6;
const WALL_FEW = 4; // rows that are shown in any window
const WALL_FOOT = 80; // the table below it, with the names of columns
const WALL_AIR = 2; // squares shown beside and above the wall: a block has two

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

function columnOf(spot: { x: number }): number {
  return Math.floor(spot.x / 10);
}

// A wall of many columns in a narrow window has all of its width.
function isThin({ ground, board }: Layout, room: Choice["room"]): boolean {
  return ground === "wall" && board.w > WALL_COLUMNS * SQUARE && room !== undefined && room.w < NARROW;
}

// Of the lines from `first` to `last` as many as there is room for: from the wanted one on, or
// around the last action.
function partOf(first: number, last: number, most: number, acted: number[], wanted: number | undefined) {
  const shown = Math.min(most, last - first + 1);
  const middle = acted.length ? (Math.min(...acted) + Math.max(...acted)) / 2 : (first + last) / 2;
  const from = Math.min(last - shown + 1, Math.max(first, wanted ?? Math.round(middle - (shown - 1) / 2)));
  return { from, before: from - first, after: last - (from + shown - 1) };
}

// The part of a wall that is shown in a narrow window: columns and rows that a finger can hit.
function panOf(scene: Scene, { first, last, top }: WallWindow, { room, pan }: Choice): Pan | undefined {
  if (!pan || !room || room.w >= NARROW) return undefined;
  const columns = Math.max(WALL_COLUMNS, Math.floor(room.w / WALL_SQUARE));
  const rows = Math.max(WALL_FEW, Math.floor(room.h / WALL_SQUARE - WALL_FOOT / SQUARE));
  if (last - first < columns && top < rows) return undefined;
  const acted = scene.marks.flatMap(({ sign, spot }) => (sign === "last" ? [scene.spots[spot]!] : []));
  const across = partOf(first, last, columns, acted.map(columnOf), pan.column);
  const upward = partOf(0, top, rows, acted.map(rowOf), pan.row);
  return {
    column: across.from,
    left: across.before,
    right: across.after,
    row: upward.from,
    down: upward.before,
    up: upward.after,
  };
}

// Whether a spot's box is shown, not beyond the edge of the window.
export function inSight({ pan, board }: Layout, box: Box): boolean {
  return !pan || (box.x > board.x && box.x < board.x + board.w && box.y > board.y && box.y < board.y + board.h);
}

function rowOf(spot: { y: number }): number {
  return Math.floor(spot.y / 10);
}

// The visible part of a wall: the wall and some air, without what stays out of reach. It grows with
// the wall, so squares are as large as possible.
export function wallWindow(scene: Scene): WallWindow {
  const outside = new Set(scene.marks.filter((m) => m.sign === "outside").map((m) => columnOf(scene.spots[m.spot]!)));
  const places = scene.spots.filter((spot) => spot.use === "place");
  const all = places.length ? Math.max(...places.map(columnOf)) : 0;
  const built = scene.pieces.filter((p) => scene.spots[p.spot]!.use === "place");
  const used = built.flatMap((p) => [columnOf(scene.spots[p.spot]!), columnOf(scene.spots[p.other]!)]);
  const highest = Math.max(-1, ...built.flatMap((p) => [p.spot, p.other]).map((i) => rowOf(scene.spots[i]!)));
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
  return { first, last, top: Math.max(WALL_ROWS - 1, highest + WALL_AIR) };
}

function gridBox(spot: Spot, pitch: { x: number; y: number }): Box {
  return { x: (spot.x / 10) * pitch.x, y: (-spot.y / 10) * pitch.y, w: pitch.x, h: pitch.y };
}

function turnedPoint(x: number, y: number, around: Rect): Point {
  return [2 * around.x + around.w - x, 2 * around.y + around.h - y];
}

function turnAround(boxes: (Box | undefined)[], around: Rect): void {
  for (const box of boxes) if (box) [box.x, box.y] = turnedPoint(box.x, box.y, around);
}

// Folds a side out around the plan: its top level touches the edge of the roof, its ground is
// outermost.
const folds: Record<Facing, (column: number, out: number, depth: number, board: Rect) => Box> = {
  south: (c, out, d, b) => ({ x: b.x + c, y: b.y + b.h + out, w: SQUARE, h: d }),
  north: (c, out, d, b) => ({ x: b.x + b.w - c, y: b.y - out, w: SQUARE, h: d }),
  east: (c, out, d, b) => ({ x: b.x + b.w + out, y: b.y + b.h - c, w: d, h: SQUARE }),
  west: (c, out, d, b) => ({ x: b.x - out, y: b.y + c, w: d, h: SQUARE }),
};

const places: Record<Facing, Side["place"]> = { south: "below", east: "right", north: "above", west: "left" };
const opposite: Record<Side["place"], Side["place"]> = { below: "above", above: "below", left: "right", right: "left" };

function foldSides(scene: Scene, layout: Layout, gap: number): void {
  scene.panels.forEach((panel, index) => {
    const spots = spotsOfPanel(scene, index);
    if (!panel.facing || spots.length === 0) return;
    const fold = folds[panel.facing];
    const levels = Math.max(...spots.map((i) => scene.spots[i]!.y)) / 10 + 0.5;
    const depth = APRON / levels;
    for (const i of spots) {
      const spot = scene.spots[i]!;
      const out = gap + (levels - spot.y / 10) * depth;
      layout.boxes[i] = fold((spot.x / 10) * SQUARE, out, depth, layout.board);
    }
    const frame = boundsOf(spots.map((i) => layout.boxes[i]!));
    layout.sides.push({ panel: index, place: places[panel.facing], frame });
  });
}

// In small windows the sides are in a row of their own, in the order of a walk around the tower:
// below the plan or at its right. The row has the same height for every tower, so the plan does not
// move while the tower grows.
function lineUp(scene: Scene, layout: Layout, room: { w: number; h: number }): void {
  const { board, rim } = layout;
  const sides = scene.panels.flatMap((panel, i) => (panel.facing ? [i] : []));
  const widths = sides.map((i) => Math.max(...spotsOfPanel(scene, i).map((spot) => scene.spots[spot]!.x)) / 10 + 0.5);
  const width = widths.reduce((sum, each) => sum + each * ROW_CELL, 0) + (sides.length - 1) * ROW_GAP;
  const beside = room.w > room.h * 1.3;
  const plan = board.h + 2 * rim;
  const spare = ((width + 40) * room.h) / room.w - plan - ROW_WORDS;
  const high = beside ? ROW_CELL * ROW_LEVELS : Math.max(300, Math.min(ROW_CELL * ROW_LEVELS, spare));
  const bottom = beside ? board.y + board.h / 2 + high / 2 : board.y + board.h + rim + ROW_WORDS / 2 + 10 + high;
  let left = beside ? board.x + board.w + rim + 48 : board.x + (board.w - width) / 2 + ASIDE;
  sides.forEach((panel, n) => {
    const spots = spotsOfPanel(scene, panel);
    const levels = Math.max(...spots.map((i) => scene.spots[i]!.y)) / 10 + 0.5;
    const h = Math.min(ROW_CELL, high / levels);
    for (const i of spots) {
      const { x, y } = scene.spots[i]!;
      layout.boxes[i] = { x: left + (x / 10) * ROW_CELL, y: bottom - (y / 10) * h, w: ROW_CELL, h };
    }
    const w = widths[n]! * ROW_CELL;
    layout.sides.push({ panel, place: "below", frame: { x: left, y: bottom - high, w, h: high }, row: true });
    left += w + ROW_GAP;
  });
}

// The ends of a column or row: those of its outermost visible cells. Lines of hexagons are in
// tenths, so they miss the centres slightly.
function endsOf(
  layout: Layout,
  label: Label,
  cells: Box[],
  pitch: { x: number; y: number },
): [Point, Point] | undefined {
  const at = (x: number, y: number): Point => {
    const point: Point = [(x / 10) * pitch.x, (-y / 10) * pitch.y];
    return layout.turned ? turnedPoint(...point, layout.board) : point;
  };
  const [from, to] = [at(label.x, label.y), at(label.toX, label.toY)];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const along = cells.flatMap(({ x, y }) =>
    Math.abs((x - from[0]) * dy - (y - from[1]) * dx) < SQUARE / 5 ? [(x - from[0]) * dx + (y - from[1]) * dy] : [],
  );
  if (along.length === 0) return layout.ground === "wall" ? undefined : [from, to];
  const half = (layout.form === "square" && label.axis === "column" ? pitch.y : pitch.x) / 2;
  const end = (t: number): Point => [from[0] + dx * t, from[1] + dy * t];
  return [end(Math.min(...along) - half), end(Math.max(...along) + half)];
}

// Names of columns and rows, further along their lines: columns at the lower end, rows at the left
// one.
function lettersOf(scene: Scene, layout: Layout, pitch: { x: number; y: number }, thin: boolean): Letter[] {
  const panel = mainPanel(scene);
  const wall = layout.ground === "wall";
  const edge = scene.edges.length ? EDGE_RIM : 0;
  const cells = layout.boxes.flatMap((box, i) =>
    box && scene.spots[i]!.panel === panel && inSight(layout, box) ? [box] : [],
  );
  return scene.labels.flatMap((label) => {
    const ends = label.panel === panel ? endsOf(layout, label, cells, pitch) : undefined;
    if (!ends) return [];
    const row = label.axis === "row";
    const first = row ? ends[0][0] <= ends[1][0] : ends[0][1] >= ends[1][1];
    const [at, from] = first ? ends : [ends[1], ends[0]];
    const beyond = row ? WALL_LETTERS.beside * (thin ? -1 : 1) : WALL_LETTERS.below;
    const away = wall ? beyond : edge + (layout.rim - edge) * 0.52;
    const part = away / (Math.hypot(at[0] - from[0], at[1] - from[1]) || 1);
    return [{ text: label.text, x: at[0] + (at[0] - from[0]) * part, y: at[1] + (at[1] - from[1]) * part }];
  });
}

function grow(rect: Rect, by: number): Rect {
  return { x: rect.x - by, y: rect.y - by, w: rect.w + 2 * by, h: rect.h + 2 * by };
}

function union(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}

function rimOf(scene: Scene, ground: Ground, coordinates: boolean): number {
  if (ground === "wall") return 0;
  return (rims[ground] ?? RIM) + (coordinates ? LETTER_RIM - RIM : 0) + (scene.edges.length ? EDGE_RIM : 0);
}

function viewOf(layout: Layout, coordinates: boolean, thin: boolean): Rect {
  let view = layout.board;
  if (layout.ground === "wall") {
    const [left, right] = thin ? [WALL_THIN, WALL_THIN] : [coordinates ? 30 : 20, 20];
    const foot = coordinates ? WALL_FOOT : 58;
    // if its foot is out of sight, a part above is there
    const above = layout.pan?.down ? foot : 12;
    view = { x: view.x - left, y: view.y - above, w: view.w + left + right, h: view.h + foot };
  } else {
    view = grow(view, layout.rim + 3);
    view = { ...view, h: view.h + 14 }; // the board's edge and its shadow
  }
  for (const { frame, row } of layout.sides) {
    const words = { x: frame.x - 8, y: frame.y - ROW_WORDS / 2, w: frame.w + 16, h: frame.h + ROW_WORDS };
    view = union(view, row ? words : grow(frame, 40));
  }
  return view;
}

// The cells of the main panel; of a wall those that are worth showing.
function layBoard(scene: Scene, layout: Layout, panel: number, pitch: { x: number; y: number }, choice: Choice): void {
  const window = layout.ground === "wall" ? wallWindow(scene) : undefined;
  const spots = spotsOfPanel(scene, panel).filter((i) => {
    const column = columnOf(scene.spots[i]!);
    return !window || (column >= window.first && column <= window.last && rowOf(scene.spots[i]!) <= window.top);
  });
  for (const i of spots) layout.boxes[i] = gridBox(scene.spots[i]!, pitch);
  layout.board = boundsOf(spots.map((i) => layout.boxes[i]!));
  const pan = window && panOf(scene, window, choice);
  if (pan) {
    layout.pan = pan;
    layout.board.x += pan.left * pitch.x;
    layout.board.w -= (pan.left + pan.right) * pitch.x;
    layout.board.y += pan.up * pitch.y;
    layout.board.h -= (pan.up + pan.down) * pitch.y;
  }
  if (layout.form !== "hexagon") return;
  layout.board.y -= TIP * SQUARE;
  layout.board.h += 2 * TIP * SQUARE;
}

function turnOver(scene: Scene, layout: Layout): void {
  layout.turned = true;
  turnAround(layout.boxes, layout.board);
  for (const side of layout.sides) {
    side.place = opposite[side.place];
    side.frame = boundsOf(spotsOfPanel(scene, side.panel).map((i) => layout.boxes[i]!));
  }
}

export function layOut(scene: Scene, choice: Choice = {}): Layout {
  const style = styleOf(scene);
  const coordinates = choice.coordinates ?? false;
  const layout: Layout = {
    ...style,
    turned: false,
    rim: rimOf(scene, style.ground, coordinates),
    boxes: scene.spots.map(() => undefined),
    board: { x: 0, y: 0, w: 0, h: 0 },
    sides: [],
    view: { x: 0, y: 0, w: 1, h: 1 },
    letters: [],
  };
  const main = mainPanel(scene);
  if (main < 0) return layout;
  const pitch = pitchOf(style);
  layBoard(scene, layout, main, pitch, choice);
  const little = choice.room && Math.min(choice.room.w, choice.room.h) < LITTLE;
  if (!little) foldSides(scene, layout, layout.rim + FOLD_GAP);
  if (choice.flipped && style.ground !== "wall") turnOver(scene, layout);
  if (little) lineUp(scene, layout, choice.room!);
  const thin = isThin(layout, choice.room);
  if (coordinates) layout.letters = lettersOf(scene, layout, pitch, thin);
  layout.view = viewOf(layout, coordinates, thin);
  return layout;
}
