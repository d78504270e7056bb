// SPDX-License-Identifier: MIT
// The difference between two scenes as pieces that moved, appeared and left, with start times.
import type { Piece, Scene } from "../engine/state";
import { lastSteps } from "./labels";

export interface Seen {
  id: number; // stays with a piece while it can be followed
  piece: Piece;
}

export interface Step {
  id: number;
  delay: number; // milliseconds
  time: number;
}

export interface Travel extends Step {
  from: Piece; // in the scene before
  fromSpot: string;
}

export interface Motion {
  pieces: Seen[]; // of the scene after, in its order
  moved: Travel[];
  came: Step[];
  gone: (Seen & Step)[];
}

const MOVE = 240;
const FOLLOW = 180; // those that close up
const APPEAR = 180;
const LIMIT = 40; // more changes than this are another game, not a move

// A figure may get or lose its ring on the way.
function identity({ shape, emblem, colour, owner, value }: Piece): string {
  return [shape === "ringed" ? "figure" : shape, emblem, colour, owner, value].join(" ");
}

function location(scene: Scene, piece: Piece): string {
  return [scene.spots[piece.spot]?.name, scene.spots[piece.other]?.name, piece.level].join(" ");
}

function distance(before: Scene, a: Piece, after: Scene, b: Piece): number {
  const from = before.spots[a.spot]!;
  const to = after.spots[b.spot]!;
  return from.panel === to.panel
    ? Math.hypot(from.x - to.x, from.y - to.y) + Math.abs(a.level - b.level) / 10
    : Infinity;
}

export function firstSight(scene: Scene): Motion {
  return { pieces: scene.pieces.map((piece, id) => ({ id, piece })), moved: [], came: [], gone: [] };
}

// Whether nothing has happened to the pieces, as when only a touch was staged or a clock went on.
export function atRest(before: Scene, after: Scene): boolean {
  return (
    before.pieces.length === after.pieces.length &&
    before.pieces.every((piece, i) => {
      const other = after.pieces[i]!;
      return (
        identity(piece) === identity(other) &&
        piece.shape === other.shape &&
        piece.rise === other.rise &&
        piece.spot === other.spot &&
        location(before, piece) === location(after, other)
      );
    })
  );
}

interface Pairing {
  ids: (number | undefined)[]; // by piece of the scene after
  from: (Seen | undefined)[]; // set for those that moved
  left: Seen[]; // of the scene before, without a partner
}

function pairThoseAtRest(before: Scene, seen: Seen[], after: Scene): Pairing {
  const known = new Map<string, Seen[]>();
  for (const old of seen) {
    const at = identity(old.piece) + "@" + location(before, old.piece);
    known.set(at, [...(known.get(at) ?? []), old]);
  }
  const ids = after.pieces.map((piece) => known.get(identity(piece) + "@" + location(after, piece))?.shift()?.id);
  return { ids, from: ids.map(() => undefined), left: [...known.values()].flat() };
}

// Of the rest, what looks the same and lies nearest is taken for the same piece. Pictures do not
// move.
function pairThoseThatMoved(before: Scene, after: Scene, pairing: Pairing): void {
  const pairs: { index: number; old: Seen; far: number }[] = [];
  after.pieces.forEach((piece, index) => {
    if (pairing.ids[index] !== undefined || after.spots[piece.spot]?.use === "picture") return;
    for (const old of pairing.left) {
      const far = distance(before, old.piece, after, piece);
      if (identity(old.piece) === identity(piece) && far < Infinity) pairs.push({ index, old, far });
    }
  });
  pairs.sort((a, b) => a.far - b.far);
  const taken = new Set<Seen>();
  for (const { index, old } of pairs) {
    if (pairing.ids[index] !== undefined || taken.has(old)) continue;
    taken.add(old);
    pairing.ids[index] = old.id;
    pairing.from[index] = old;
  }
  pairing.left = pairing.left.filter((old) => !taken.has(old));
}

// How early a place was touched or changed by the last action; what was touched comes first.
function ranks(after: Scene): Map<string, number> {
  const step = lastSteps(after);
  const found = new Map<string, number>();
  for (const mark of after.marks) {
    const { name } = after.spots[mark.spot]!;
    if (mark.sign === "last" && mark.step === step && !found.has(name)) found.set(name, found.size);
  }
  return found;
}

// The piece that acted goes first: it left or reached the first touched spot. Others close up.
function travels(before: Scene, after: Scene, motion: Motion, pairing: Pairing): void {
  const order = ranks(after);
  const all = pairing.from.flatMap((old, index) => {
    if (!old) return [];
    const fromSpot = before.spots[old.piece.spot]!.name;
    const toSpot = after.spots[after.pieces[index]!.spot]!.name;
    const rank = Math.min(order.get(fromSpot) ?? Infinity, order.get(toSpot) ?? Infinity);
    return [{ rank, travel: { id: old.id, delay: 0, time: MOVE, from: old.piece, fromSpot } }];
  });
  const first = Math.min(...all.map(({ rank }) => rank));
  const acts = (rank: number) => rank === first && rank < Infinity;
  const actors = all.filter(({ rank }) => acts(rank)).map(({ travel }) => travel);
  const followers = all.filter(({ rank }) => !acts(rank)).map(({ travel }) => travel);
  for (const follower of followers) {
    follower.delay = actors.length ? MOVE * 0.75 : 0;
    follower.time = FOLLOW;
  }
  motion.moved = [...actors, ...followers];
}

// New pieces follow the path of the moved piece, or come at once if none moved.
function arrivals(before: Scene, after: Scene, motion: Motion, came: { id: number; piece: Piece }[]): void {
  const leader = motion.moved[0];
  const origin = leader ? before.spots[leader.from.spot] : undefined;
  const far = (piece: Piece) => {
    const spot = after.spots[piece.spot]!;
    return origin && origin.panel === spot.panel ? Math.hypot(spot.x - origin.x, spot.y - origin.y) : 0;
  };
  const most = Math.max(1, ...came.map(({ piece }) => far(piece)));
  motion.came = came.map(({ id, piece }) => ({
    id,
    delay: leader ? 60 + (MOVE * far(piece)) / most : 0,
    time: APPEAR,
  }));
}

export function follow(before: Scene, seen: Seen[], after: Scene): Motion {
  const pairing = pairThoseAtRest(before, seen, after);
  pairThoseThatMoved(before, after, pairing);
  let next = seen.reduce((most, { id }) => Math.max(most, id), -1) + 1;
  const came: { id: number; piece: Piece }[] = [];
  const pieces = after.pieces.map((piece, index) => {
    const known = pairing.ids[index];
    if (known !== undefined) return { id: known, piece };
    const newcomer = { id: next++, piece };
    came.push(newcomer);
    return newcomer;
  });
  const motion: Motion = { pieces, moved: [], came: [], gone: [] };
  if (came.length + pairing.left.length > LIMIT) return motion;
  travels(before, after, motion, pairing);
  arrivals(before, after, motion, came);
  const wait = motion.moved.length ? MOVE * 0.6 : 0;
  motion.gone = pairing.left.map((old) => ({ ...old, delay: wait, time: APPEAR }));
  return motion;
}
