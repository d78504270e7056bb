// SPDX-License-Identifier: MIT
// Where boards are laid and how the keyboard walks on them: nothing overlaps, every spot can be reached.
import { describe, expect, it } from "vitest";
import { layOut, wallWindow, type Box, type Rect } from "../../src/board/layout";
import { lookOf } from "../../src/board/looks";
import { neighbour, rowEnd, type Direction } from "../../src/board/navigate";
import { outline } from "../../src/board/outline";
import { topOf } from "../../src/board/preview";
import { after, begin, spotNamed, variants, wholeGame } from "./scenes";

function inside(box: Box, view: Rect): boolean {
  return (
    box.x - box.w / 2 >= view.x &&
    box.x + box.w / 2 <= view.x + view.w &&
    box.y - box.h / 2 >= view.y &&
    box.y + box.h / 2 <= view.y + view.h
  );
}

function overlap(a: Box, b: Box): boolean {
  return Math.abs(a.x - b.x) < (a.w + b.w) / 2 - 0.01 && Math.abs(a.y - b.y) < (a.h + b.h) / 2 - 0.01;
}

describe("layout", () => {
  it.each(variants)("%s %s: all that can be touched lies in view, and nothing on another", (game, ...options) => {
    for (const flipped of [false, true]) {
      for (const { scene, targets } of wholeGame(game, ...options)) {
        const { boxes, view } = layOut(scene, { flipped, coordinates: true });
        const shown = boxes.filter((box) => box !== undefined);
        for (const box of shown) expect(inside(box, view)).toBe(true);
        shown.forEach((box, i) => expect(shown.slice(i + 1).some((other) => overlap(box, other))).toBe(false));
        for (const spot of targets) {
          if (scene.spots[spot]!.use === "place") expect(boxes[spot]).toBeDefined();
        }
      }
    }
  });

  it("turns a board around", () => {
    const { scene } = begin("tiku");
    const plain = layOut(scene).boxes;
    const turned = layOut(scene, { flipped: true }).boxes;
    expect(turned[0]).toEqual(plain[35]);
    expect(turned[35]).toEqual(plain[0]);
  });

  it("writes letters beside the squares of a cut board", () => {
    const { letters } = layOut(begin("yoxii").scene, { coordinates: true });
    expect(
      letters
        .map((letter) => letter.text)
        .sort()
        .join(""),
    ).toBe("1234567abcdefg");
  });

  it("folds the sides of a tower so that their tops touch the roof", () => {
    const state = after("turris", ["c1n", "b1v", "b2v"]);
    const layout = layOut(state.scene);
    const box = (name: string) => layout.boxes[spotNamed(state, name)]!;
    expect(box("s1.1").x).toBe(box("a1").x);
    expect(box("e1.1").y).toBe(box("c1").y);
    expect(box("n1.1").x).toBe(box("c3").x);
    expect(box("w1.1").y).toBe(box("a3").y);
    expect(box("s1.3").y).toBeLessThan(box("s1.1").y);
    expect(box("n1.3").y).toBeGreaterThan(box("n1.1").y);
  });

  it("shows nine columns of a wall at first, and never more than are within reach", () => {
    expect(wallWindow(begin("kwinty").scene)).toEqual({ first: 4, last: 12 });
    for (const { scene } of wholeGame("kwinty")) {
      const { first, last } = wallWindow(scene);
      const used = scene.pieces.map((piece) => Math.floor(scene.spots[piece.spot]!.x / 10));
      expect(last - first + 1).toBeGreaterThanOrEqual(9);
      expect(last - first + 1).toBeLessThanOrEqual(13);
      for (const column of used) expect(column >= first && column <= last).toBe(true);
    }
  });

  it("knows a look for every game and stays plain for others", () => {
    const looks = variants.map(([game, ...options]) => lookOf(begin(game, ...options).scene));
    expect(new Set(looks)).toEqual(new Set(["inlay", "cut", "wall", "plan", "tiles", "crosses", "piles"]));
    expect(lookOf(begin("null").scene)).toBe("plain");
  });
});

describe("groups of a tower", () => {
  it("are marked on every face, as large as they count", () => {
    const faces: Record<string, string> = { plan: "roof" };
    for (const { scene } of [...wholeGame("turris"), ...wholeGame("turris", "ground=free")]) {
      scene.panels.forEach((panel, index) => {
        const marked = scene.marks.filter((m) => m.kind === "group" && scene.spots[m.spot]!.panel === index);
        for (const owner of [0, 1]) {
          const counter = scene.counters.find((c) => c.id === (faces[panel.id] ?? panel.id) && c.owner === owner);
          if (counter) expect(marked.filter((m) => topOf(scene, m.spot)?.owner === owner)).toHaveLength(counter.value);
        }
      });
    }
  });
});

describe("arrow keys", () => {
  const state = begin("yoxii");
  const { boxes } = layOut(state.scene);
  const spots = boxes.flatMap((box, i) => (box ? [i] : []));
  const go = (from: string, way: Direction) =>
    state.scene.spots[neighbour(boxes, spots, spotNamed(state, from), way)]!.name;

  it("go to the square beside", () => {
    expect(go("d4", "right")).toBe("e4");
    expect(go("d4", "left")).toBe("c4");
    expect(go("d4", "up")).toBe("d5");
    expect(go("d4", "down")).toBe("d3");
  });

  it("find a way around a cut corner, and stay at the edge", () => {
    expect(go("a5", "up")).toBe("b6");
    expect(go("d7", "up")).toBe("d7");
    expect(go("g4", "right")).toBe("g4");
  });

  it("reach every square of every board", () => {
    for (const [game, ...options] of variants) {
      const { scene } = begin(game, ...options);
      const layout = layOut(scene);
      const all = layout.boxes.flatMap((box, i) => (box && scene.spots[i]!.use !== "picture" ? [i] : []));
      const seen = new Set([all[0]!]);
      for (const spot of seen) {
        for (const way of ["left", "right", "up", "down"] as const) seen.add(neighbour(layout.boxes, all, spot, way));
      }
      expect(seen.size).toBe(all.length);
    }
  });

  it("go to the ends of a row", () => {
    expect(state.scene.spots[rowEnd(boxes, spots, spotNamed(state, "d6"), false)]!.name).toBe("b6");
    expect(state.scene.spots[rowEnd(boxes, spots, spotNamed(state, "d6"), true)]!.name).toBe("f6");
  });
});

describe("outline", () => {
  const square = (x: number, y: number): Box => ({ x, y, w: 10, h: 10 });

  it("goes once around squares that touch", () => {
    expect(outline([square(5, 5), square(15, 5)])).toBe("M20 0L20 10L0 10L0 0Z");
  });

  it("keeps apart what meets at a corner only", () => {
    expect(outline([square(5, 5), square(15, 15)]).match(/M/g)).toHaveLength(2);
  });

  it("goes around holes as well", () => {
    const ring = [5, 15, 25]
      .flatMap((x) => [5, 15, 25].map((y) => square(x, y)))
      .filter(({ x, y }) => x !== 15 || y !== 15);
    expect(outline(ring).match(/M/g)).toHaveLength(2);
  });

  it("can be drawn inside", () => {
    expect(outline([square(5, 5)], 2)).toBe("M8 2L8 8L2 8L2 2Z");
  });
});
