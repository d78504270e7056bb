// SPDX-License-Identifier: MIT
// The movements between two states: what moves is what the rules moved.
import { describe, expect, it } from "vitest";
import { atRest, firstSight, follow } from "abax/board/motion";
import type { State } from "abax/engine/state";
import { after, begin, touch, variants, wholeGame } from "./scenes";

function between(before: State, later: State) {
  return follow(before.scene, firstSight(before.scene).pieces, later.scene);
}

const nameOf = (state: State, spot: number) => state.scene.spots[spot]!.name;

describe("what happened between two scenes", () => {
  it("a figure moves and lays its discs in order", () => {
    const before = begin("tiku");
    const later = after("tiku", ["a2a4"]);
    const motion = between(before, later);
    expect(motion.moved.map((m) => m.fromSpot)).toEqual(["a2"]);
    const disc = (name: string) => {
      const seen = motion.pieces.find(({ piece }) => piece.shape === "disc" && nameOf(later, piece.spot) === name)!;
      return motion.came.find(({ id }) => id === seen.id)!;
    };
    expect(motion.came).toHaveLength(2);
    expect(disc("a3").delay).toBeGreaterThan(disc("a2").delay);
    expect(motion.gone).toHaveLength(0);
  });

  it("a figure that has used its diagonal move is still the same figure", () => {
    const before = begin("tiku", "diagonal=on");
    const later = after("tiku", ["a2b3"], "diagonal=on");
    const motion = between(before, later);
    expect(motion.moved).toHaveLength(1);
    expect(motion.gone).toHaveLength(0);
  });

  it("the totem moves, and a piece comes from the hand", () => {
    const before = begin("yoxii");
    const later = wholeGame("yoxii")[1]!;
    const motion = between(before, later);
    expect(motion.moved).toHaveLength(1);
    expect(motion.moved[0]!.from.shape).toBe("totem");
    expect(motion.came.length).toBeGreaterThanOrEqual(1);
  });

  it("a captured cross goes when the colourless one has come", () => {
    const [before, later] = wholeGame("masker");
    const motion = between(before!, later!);
    expect(motion.moved).toHaveLength(1);
    expect(motion.gone).toHaveLength(1);
    expect(motion.gone[0]!.delay).toBeGreaterThan(0);
  });

  it("ranks close up after the jump", () => {
    const games = wholeGame("tokan");
    const motions = games.slice(1).map((later, i) => between(games[i]!, later));
    const closing = motions.filter((motion) => motion.moved.some((m) => m.delay > 0));
    expect(closing.length).toBeGreaterThan(0);
    for (const motion of closing) expect(motion.moved[0]!.delay).toBe(0);
    for (const motion of motions) expect(motion.came.length + motion.gone.length).toBe(0);
  });

  it.each(variants)("%s %s: pieces keep their number through a whole game", (game, ...options) => {
    const [first, ...rest] = wholeGame(game, ...options);
    let scene = first!.scene;
    let seen = firstSight(scene).pieces;
    for (const later of rest) {
      const motion = follow(scene, seen, later.scene);
      expect(motion.pieces.map(({ piece }) => piece)).toEqual(later.scene.pieces);
      expect(new Set(motion.pieces.map(({ id }) => id)).size).toBe(motion.pieces.length);
      const known = new Set(seen.map(({ id }) => id));
      for (const { id } of motion.came) expect(known.has(id)).toBe(false);
      for (const { id } of [...motion.moved, ...motion.gone]) expect(known.has(id)).toBe(true);
      ({ pieces: seen } = motion);
      ({ scene } = later);
    }
  });

  it("a staged touch moves nothing", () => {
    const before = begin("tiku");
    expect(atRest(before.scene, touch("a2").scene)).toBe(true);
    expect(atRest(before.scene, after("tiku", ["a2a4"]).scene)).toBe(false);
    expect(atRest(before.scene, begin("tiku", "diagonal=on").scene)).toBe(false);
  });

  it("another game is not a move", () => {
    const motion = between(begin("tiku"), begin("masker"));
    expect(motion.moved.length + motion.came.length + motion.gone.length).toBe(0);
  });
});
