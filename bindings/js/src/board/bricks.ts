// SPDX-License-Identifier: MIT
// The blocks of a plan as boxes in space: x to the east, y to the north, z up, in squares.
import type { Colour, Piece, Scene } from "../engine/state";

export interface Brick {
  key: string; // the same block in the next scene has the same key
  owner: number;
  colour: Colour;
  x: number;
  y: number;
  z: number;
  wide: number;
  deep: number;
  tall: number;
}

// A piece on places of the plan.
export function brickOf(scene: Scene, piece: Piece): Brick | undefined {
  const a = scene.spots[piece.spot];
  const b = scene.spots[piece.other];
  if (!a || !b || a.use !== "place") return undefined;
  const brick = {
    owner: piece.owner,
    colour: piece.colour,
    x: Math.floor(Math.min(a.x, b.x) / 10),
    y: Math.floor(Math.min(a.y, b.y) / 10),
    z: piece.level - 1,
    wide: Math.abs(a.x - b.x) / 10 + 1,
    deep: Math.abs(a.y - b.y) / 10 + 1,
    tall: piece.rise,
  };
  return { key: Object.values(brick).join(" "), ...brick };
}

export function bricks(scene: Scene): Brick[] {
  return scene.pieces.flatMap((piece) => brickOf(scene, piece) ?? []);
}

export interface TowerFacts {
  levels: number;
  blocks: number;
  owners: { seat: number; count: number }[];
}

export function towerFacts(all: Brick[]): TowerFacts {
  const seats = [...new Set(all.map(({ owner }) => owner))].sort();
  return {
    levels: Math.max(0, ...all.map((brick) => brick.z + brick.tall)),
    blocks: all.length,
    owners: seats.map((seat) => ({ seat, count: all.filter(({ owner }) => owner === seat).length })),
  };
}
