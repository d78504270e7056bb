// SPDX-License-Identifier: MIT
// A tower seen from a corner, as flat faces: the top and the two sides that look at us, from the
// back to the front.
import type { Colour, Scene } from "../engine/state";
import { bricks, type Brick } from "./bricks";
import { mainPanel } from "./looks";

export interface Face {
  key: string; // the same face in the next scene has the same key
  side: "top" | "left" | "right";
  colour: Colour;
  brick: string;
  area: string; // a path
  edges: string; // where the block ends
}

export interface Solid {
  faces: Face[];
  ground: { top: string; left: string; right: string; cells: string };
  view: string;
}

const WIDE = 43.3; // of a square's half, seen from its corner
const DEEP = 25;
const HIGH = 42;
const SLAB = 0.28; // the board's thickness
const AIR = 12;

type Point = readonly [number, number, number];

const flat = ([x, y, z]: Point) => `${((x + y) * WIDE).toFixed(1)} ${((x - y) * DEEP - z * HIGH).toFixed(1)}`;
const path = (...points: Point[]) => `M${points.map(flat).join("L")}Z`;
const line = (a: Point, b: Point) => `M${flat(a)}L${flat(b)}`;

interface Cube {
  x: number;
  y: number;
  z: number;
  brick: Brick;
}

function cubesOf(all: Brick[]): Cube[] {
  return all.flatMap((brick) => {
    const cubes: Cube[] = [];
    for (let z = brick.z; z < brick.z + brick.tall; z++)
      for (let y = brick.y; y < brick.y + brick.deep; y++)
        for (let x = brick.x; x < brick.x + brick.wide; x++) cubes.push({ x, y, z, brick });
    return cubes;
  });
}

// The corners of a face in order, and beyond each edge the step to the cube that may go on there.
function facesOf({ x, y, z }: Cube) {
  const X = x + 1;
  const Y = y + 1;
  const Z = z + 1;
  return [
    {
      side: "top" as const,
      hidden: [0, 0, 1] as Point,
      corners: [
        [x, y, Z],
        [X, y, Z],
        [X, Y, Z],
        [x, Y, Z],
      ] as Point[],
      beyond: [
        [0, -1, 0],
        [1, 0, 0],
        [0, 1, 0],
        [-1, 0, 0],
      ] as Point[],
    },
    {
      side: "left" as const,
      hidden: [0, -1, 0] as Point,
      corners: [
        [x, y, z],
        [X, y, z],
        [X, y, Z],
        [x, y, Z],
      ] as Point[],
      beyond: [
        [0, 0, -1],
        [1, 0, 0],
        [0, 0, 1],
        [-1, 0, 0],
      ] as Point[],
    },
    {
      side: "right" as const,
      hidden: [1, 0, 0] as Point,
      corners: [
        [X, y, z],
        [X, Y, z],
        [X, Y, Z],
        [X, y, Z],
      ] as Point[],
      beyond: [
        [0, 0, -1],
        [0, 1, 0],
        [0, 0, 1],
        [0, -1, 0],
      ] as Point[],
    },
  ];
}

function groundOf(wide: number, deep: number): Solid["ground"] {
  const lines: string[] = [];
  for (let x = 1; x < wide; x++) lines.push(line([x, 0, 0], [x, deep, 0]));
  for (let y = 1; y < deep; y++) lines.push(line([0, y, 0], [wide, y, 0]));
  return {
    top: path([0, 0, 0], [wide, 0, 0], [wide, deep, 0], [0, deep, 0]),
    left: path([0, 0, -SLAB], [wide, 0, -SLAB], [wide, 0, 0], [0, 0, 0]),
    right: path([wide, 0, -SLAB], [wide, deep, -SLAB], [wide, deep, 0], [wide, 0, 0]),
    cells: lines.join(""),
  };
}

export function solidOf(scene: Scene, levels: number): Solid {
  const cubes = cubesOf(bricks(scene));
  const at = new Map(cubes.map((cube) => [[cube.x, cube.y, cube.z].join(), cube]));
  const near = ({ x, y, z }: Cube, [dx, dy, dz]: Point) => at.get([x + dx, y + dy, z + dz].join());
  const faces = [...cubes]
    .sort((a, b) => a.z - b.z || a.x - a.y - (b.x - b.y))
    .flatMap((cube) =>
      facesOf(cube).flatMap(({ side, hidden, corners, beyond }): Face[] => {
        if (near(cube, hidden)) return [];
        const edges = corners.map((corner, i) =>
          near(cube, beyond[i]!)?.brick === cube.brick ? "" : line(corner, corners[(i + 1) % corners.length]!),
        );
        const { brick } = cube;
        const key = `${brick.key} ${cube.x} ${cube.y} ${cube.z} ${side}`;
        return [{ key, side, colour: brick.colour, brick: brick.key, area: path(...corners), edges: edges.join("") }];
      }),
    );
  const places = scene.spots.filter((spot) => spot.panel === mainPanel(scene) && spot.use === "place");
  const wide = Math.max(0, ...places.map(({ x }) => Math.floor(x / 10))) + 1;
  const deep = Math.max(0, ...places.map(({ y }) => Math.floor(y / 10))) + 1;
  const top = -deep * DEEP - levels * HIGH - AIR;
  const bottom = wide * DEEP + SLAB * HIGH + AIR;
  return {
    faces,
    ground: groundOf(wide, deep),
    view: `${-AIR} ${top.toFixed(1)} ${(wide + deep) * WIDE + 2 * AIR} ${(bottom - top).toFixed(1)}`,
  };
}
