// SPDX-License-Identifier: MIT
// Where boards are laid and how the keyboard walks on them: nothing overlaps, every spot can be
// reached.
import { describe, expect, it } from "vitest";
import { layOut, wallWindow, type Box, type Rect } from "abax/board/layout";
import { brackets, cellPath, corners, sideEnds } from "abax/board/cell";
import { styleOf } from "abax/board/looks";
import { neighbour, rowEnd, type Direction } from "abax/board/navigate";
import { outline } from "abax/board/outline";
import { topOf } from "abax/board/preview";
import { after, begin, rhombus, spotNamed, variants, wholeGame } from "./scenes";

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

  it("gives a wide wall all the width of a narrow window, with its rows named inside", () => {
    const room = { w: 320, h: 300 };
    for (const { scene } of wholeGame("kwinty")) {
      const { board, view, letters } = layOut(scene, { coordinates: true, room });
      const columns = board.w / 100;
      if (columns > 7) expect((320 / view.w) * 100).toBeGreaterThan(316 / columns);
      for (const { x } of letters) expect(x >= view.x && x <= view.x + view.w).toBe(true);
    }
  });
  it("shows seven columns and six rows of a wall at first, and never more than are within reach", () => {
    expect(wallWindow(begin("kwinty").scene)).toEqual({ first: 5, last: 11, top: 5 });
    for (const { scene } of wholeGame("kwinty")) {
      const { first, last, top } = wallWindow(scene);
      const highest = Math.max(0, ...scene.pieces.map((piece) => Math.floor(scene.spots[piece.other]!.y / 10)));
      expect(top).toBeGreaterThanOrEqual(Math.min(8, highest + 2));
      const used = scene.pieces.map((piece) => Math.floor(scene.spots[piece.spot]!.x / 10));
      expect(last - first + 1).toBeGreaterThanOrEqual(7);
      expect(last - first + 1).toBeLessThanOrEqual(11);
      for (const column of used) expect(column >= first && column <= last).toBe(true);
    }
  });

  it("takes ground, form and stacking from the first panel that is no tray", () => {
    expect(styleOf(begin("tokan", "setup=draft").scene)).toEqual({
      ground: "table",
      form: "square",
      stacking: "lifted",
    });
    expect(styleOf(begin("masker", "board=tower").scene).stacking).toBe("front");
    expect(styleOf(begin("turris").scene).stacking).toBe("tops");
    expect(styleOf(begin("null").scene)).toEqual({ ground: "plain", form: "square", stacking: "flat" });
    expect(layOut({ ...begin("null").scene, panels: [] }).boxes.every((box) => box === undefined)).toBe(true);
  });

  it("writes the names beside the outer squares of their own column or row", () => {
    const { scene } = begin("yoxii");
    const { letters, boxes } = layOut(scene, { coordinates: true });
    const seventh = letters.find(({ text }) => text === "7")!;
    const box = boxes[scene.spots.findIndex(({ name }) => name === "c7")]!;
    expect(seventh.y).toBeCloseTo(box.y);
    expect(box.x - seventh.x).toBeLessThan(80);
  });

  it("writes the names of columns below and of rows at the left, whichever way the board is turned", () => {
    for (const [game, ...options] of variants) {
      const { scene } = begin(game, ...options);
      for (const flipped of [false, true]) {
        const { letters, board } = layOut(scene, { flipped, coordinates: true });
        const told = scene.labels.filter(({ text }) => letters.some((letter) => letter.text === text));
        expect(letters.length).toBe(told.length);
        for (const letter of letters) {
          const { axis } = scene.labels.find(({ text }) => text === letter.text)!;
          if (axis === "column") expect(letter.y).toBeGreaterThan(board.y + board.h / 2);
          else expect(letter.x).toBeLessThan(board.x + board.w / 2);
        }
      }
    }
  });
});

describe("hexagons", () => {
  const { scene } = rhombus(7);
  const layout = layOut(scene, { coordinates: true });
  const box = (name: string) => layout.boxes[scene.spots.findIndex((spot) => spot.name === name)]!;

  it("are regular and touch along their sides", () => {
    const points = corners("hexagon", box("b2"));
    const sides = points.map((at, i) => {
      const next = points[(i + 1) % 6]!;
      return Math.hypot(at[0] - next[0], at[1] - next[1]);
    });
    for (const side of sides) expect(side).toBeCloseTo(100 / Math.sqrt(3));
    const near = (a: number[][], b: number[][]) =>
      a.every((p) => b.some((q) => Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!) < 0.01));
    const side = (name: string, which: Parameters<typeof sideEnds>[2]) =>
      sideEnds("hexagon", box(name), which, 0, false);
    expect(near(side("b2", "e"), side("c2", "w"))).toBe(true);
    expect(near(side("b2", "ne"), side("b3", "sw"))).toBe(true);
    expect(near(side("b2", "nw"), side("a3", "se"))).toBe(true);
  });

  it("have one outline around all, and sides that turn with the board", () => {
    expect(
      outline(
        layout.boxes.filter((each) => each !== undefined),
        0,
        "hexagon",
      ).match(/M/g),
    ).toHaveLength(1);
    const [plain, turned] = [false, true].map((way) => sideEnds("hexagon", box("b2"), "nw", 0, way));
    expect(plain![0]![0]).toBeLessThan(turned![0]![0]);
    expect(plain![0]![1]).toBeLessThan(turned![0]![1]);
  });

  it("leave room for edges that belong to somebody", () => {
    expect(layOut({ ...scene, edges: [] }).rim).toBeLessThan(layOut(scene).rim);
  });

  it("lie in view with their tips, and their columns are named along the slant", () => {
    for (const each of layout.boxes)
      for (const [x, y] of corners("hexagon", each!)) expect(inside({ x, y, w: 0, h: 0 }, layout.view)).toBe(true);
    const a = layout.letters.find(({ text }) => text === "a")!;
    expect(a.y).toBeGreaterThan(box("a1").y + 50);
    expect(a.x).toBeLessThan(box("a1").x);
  });

  it("are walked by arrow keys: up the column, down again, along the row", () => {
    const spots = scene.spots.map((_, i) => i);
    const go = (from: string, way: Direction) =>
      scene.spots[
        neighbour(
          layout.boxes,
          spots,
          scene.spots.findIndex(({ name }) => name === from),
          way,
          "hexagon",
        )
      ]!.name;
    expect([go("b1", "up"), go("b2", "down"), go("b2", "left"), go("b2", "right")]).toEqual(["b2", "b1", "a2", "c2"]);
    expect(go("a7", "up")).toBe("a7");
  });

  it("have six brackets and six sides", () => {
    expect(brackets("hexagon", box("b2"), 6, 17).match(/M/g)).toHaveLength(6);
    expect(cellPath("hexagon", box("b2"), 3).match(/L/g)).toHaveLength(5);
    expect(cellPath("square", box("b2"), 3).match(/L/g)).toHaveLength(3);
  });
});

describe("groups of a tower", () => {
  it("are marked on every face, as large as they count", () => {
    for (const { scene } of [...wholeGame("turris"), ...wholeGame("turris", "ground=free")]) {
      scene.panels.forEach((panel, index) => {
        for (const owner of [0, 1]) {
          const marked = scene.outlines.filter(
            (o) => o.owner === owner && scene.spots[o.spots[0]!]!.panel === index && panel.style !== "tray",
          );
          const counter = scene.counters.find((c) => c.panel === index && c.owner === owner);
          for (const { spots } of marked) expect(spots).toHaveLength(counter!.value);
          for (const spot of marked.flatMap(({ spots }) => spots)) expect(topOf(scene, spot)?.owner).toBe(owner);
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
        for (const way of ["left", "right", "up", "down"] as const)
          seen.add(neighbour(layout.boxes, all, spot, way, layout.form));
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
