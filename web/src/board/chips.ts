// SPDX-License-Identifier: MIT
// Counters of pieces that are better drawn than told: a small picture of the piece stands for the words.
import type { Counter, Piece } from "../engine/state";

type Drawn = Pick<Piece, "kind" | "glyph" | "value">;

function cross(glyph: string): Drawn {
  return { kind: "cross", glyph, value: 0 };
}

const drawn: Record<string, Drawn> = {
  ones: { kind: "piece", glyph: "", value: 1 },
  twos: { kind: "piece", glyph: "", value: 2 },
  threes: { kind: "piece", glyph: "", value: 3 },
  fours: { kind: "piece", glyph: "", value: 4 },
  mice: { kind: "mouse", glyph: "", value: 1 },
  jackals: { kind: "jackal", glyph: "", value: 2 },
  lions: { kind: "lion", glyph: "", value: 3 },
  "left-red": cross("r"),
  "left-yellow": cross("y"),
  "left-green": cross("g"),
  "left-blue": cross("b"),
  "left-purple": cross("p"),
  "left-white": cross("w"),
};

// The piece that a counter counts, where there is a drawing of it.
export function chipOf({ id, owner }: Counter): Piece | undefined {
  const piece = drawn[id];
  return (
    piece && { name: piece.kind, shape: "stone", colour: "own", ...piece, owner, level: 1, rise: 1, spot: 0, other: 0 }
  );
}
