// SPDX-License-Identifier: MIT
// A tower seen from outside: the cube at each square of a side, and the marks on its faces.
import type { Facing, Mark, Scene } from "../engine/state";
import { bricks, type Brick } from "./bricks";
import { mainPanel } from "./looks";
import { heights } from "./placed";
import { topOf } from "./preview";

export type Face = Facing | "top";

export interface Cube {
  x: number;
  y: number;
  z: number;
}

// A square of a face with a mark upon it.
export interface FaceMark extends Cube {
  face: Face;
  kind: "group" | "dot" | "cross" | "fill" | "frame";
  tone: string; // a colour of the palette for groups, otherwise the kind of mark
  edges: number[]; // of groups: where no square of the group follows, to the right, up, left, down
  turns: number[]; // corners between them where only the diagonal neighbour is missing
}

// The squares of a column of sight, from the beholder inward.
const rays: Record<Facing, (column: number, depth: number, wide: number, deep: number) => { x: number; y: number }> = {
  south: (c, d) => ({ x: c, y: d }),
  east: (c, d, wide) => ({ x: wide - 1 - d, y: c }),
  north: (c, d, wide, deep) => ({ x: wide - 1 - c, y: deep - 1 - d }),
  west: (c, d, _, deep) => ({ x: d, y: deep - 1 - c }),
};

export interface Extent {
  wide: number;
  deep: number;
}

const squareOf = ({ x, y }: { x: number; y: number }) => ({ x: Math.floor(x / 10), y: Math.floor(y / 10) });

export function extentOf(scene: Scene): Extent {
  const main = mainPanel(scene);
  const squares = scene.spots.filter(({ panel }) => panel === main).map(squareOf);
  return { wide: 1 + Math.max(...squares.map(({ x }) => x)), deep: 1 + Math.max(...squares.map(({ y }) => y)) };
}

const holds = (brick: Brick, { x, y, z }: Cube) =>
  x >= brick.x &&
  x < brick.x + brick.wide &&
  y >= brick.y &&
  y < brick.y + brick.deep &&
  z >= brick.z &&
  z < brick.z + brick.tall;

// The cube that a square of a side shows, and its block.
export function seen(scene: Scene, all: Brick[], spot: number): { cube: Cube; brick: Brick } | undefined {
  const { panel, ...place } = scene.spots[spot]!;
  const facing = scene.panels[panel]!.facing;
  if (!facing) return undefined;
  const { wide, deep } = extentOf(scene);
  const { x: column, y: z } = squareOf(place);
  for (let depth = 0; depth < Math.max(wide, deep); depth++) {
    const cube = { ...rays[facing](column, depth, wide, deep), z };
    const brick = all.find((each) => holds(each, cube));
    if (brick) return { cube, brick };
  }
  return undefined;
}

const stays = ({ sign, change }: Mark) => sign === "last" && change !== "left";

// The blocks that the last turn has brought.
export function lastBricks(scene: Scene, all: Brick[]): Set<string> {
  const keys = scene.marks.filter(stays).flatMap(({ spot }) => {
    const top = topOf(scene, spot);
    const cube = top && { ...squareOf(scene.spots[spot]!), z: top.level - 1 };
    return cube ? (all.find((brick) => holds(brick, cube))?.key ?? []) : [];
  });
  return new Set(keys);
}

// The squares of the sides that show these blocks.
export function sidesOf(scene: Scene, keys: ReadonlySet<string>): number[] {
  const all = bricks(scene);
  return scene.spots.flatMap((_, spot) => {
    const found = seen(scene, all, spot);
    return found && keys.has(found.brick.key) ? [spot] : [];
  });
}

export interface Marked {
  targets: readonly number[];
  staged: readonly number[];
  hints: readonly number[];
}

const NO_EDGES = [0, 0, 0, 0];

// Everything that is marked on the faces of the tower and on the ground.
export function faceMarks(scene: Scene, all: Brick[], now: Marked): FaceMark[] {
  const tall = heights(scene);
  const main = mainPanel(scene);

  function face(spot: number, kind: FaceMark["kind"], tone: string, edges = NO_EDGES, turns = NO_EDGES): FaceMark[] {
    const { panel, ...place } = scene.spots[spot]!;
    const rest = { kind, tone, edges, turns };
    if (panel === main) return [{ ...squareOf(place), z: (tall.get(spot) ?? 0) - 1, face: "top", ...rest }];
    const found = seen(scene, all, spot);
    return found ? [{ ...found.cube, face: scene.panels[panel]!.facing!, ...rest }] : [];
  }

  function group(spots: number[], colour: string): FaceMark[] {
    const at = new Set(spots.map((spot) => Object.values(squareOf(scene.spots[spot]!)).join()));
    return spots.flatMap((spot) => {
      const { x, y } = squareOf(scene.spots[spot]!);
      const has = (dx: number, dy: number) => at.has(`${x + dx},${y + dy}`);
      const edges = [has(1, 0), has(0, 1), has(-1, 0), has(0, -1)].map((inside) => (inside ? 0 : 1));
      const turns = [
        [1, 1],
        [-1, 1],
        [-1, -1],
        [1, -1],
      ].map(([dx, dy]) => (has(dx!, 0) && has(0, dy!) && !has(dx!, dy!) ? 1 : 0));
      return face(spot, "group", colour, edges, turns);
    });
  }

  const signed = (sign: Mark["sign"]) => [
    ...new Set(scene.marks.filter((mark) => mark.sign === sign).map(({ spot }) => spot)),
  ];
  const left = scene.marks.filter(({ sign, change }) => sign === "last" && change === "left").map(({ spot }) => spot);
  return [
    ...left.flatMap((spot) => face(spot, "fill", "last")),
    ...now.hints.flatMap((spot) => face(spot, "fill", "hint")),
    ...scene.outlines.flatMap(({ spots, colour }) => group(spots, colour)),
    ...signed("deciding").flatMap((spot) => face(spot, "frame", "hint")),
    ...signed("barred").flatMap((spot) => face(spot, "cross", "bad")),
    ...now.targets.flatMap((spot) => face(spot, "dot", "accent")),
    ...now.staged.flatMap((spot) => face(spot, "frame", "accent")),
  ].filter(({ face: side, z }) => side === "top" || z >= 0);
}
