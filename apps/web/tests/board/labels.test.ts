// SPDX-License-Identifier: MIT
// The spoken names of spots and positions, for every game.
import { describe, expect, it } from "vitest";
import { bricks, towerFacts } from "abax/board/bricks";
import { casts } from "abax/board/casts";
import { spotLabel, standing } from "abax/board/labels";
import { layOut } from "abax/board/layout";
import { styleOf } from "abax/board/looks";
import { heights } from "abax/board/placed";
import { editGhosts, ghosts } from "abax/board/preview";
import { edgeOf, liftOf } from "abax/board/stack";
import { trayItems } from "abax/board/trays";
import { inEnglish, type Translate } from "abax/board/messages";
import { Catalogue } from "abax/messages/catalogue";
import { english } from "../../../../build/words/english";
import german from "../../../../build/words/de.page?raw";
import french from "../../../../build/words/fr.page?raw";
import { after, begin, rhombus, spotNamed, touch, variants, wholeGame } from "./scenes";

function wordsFrom(part: string): Translate {
  const catalogue = new Catalogue(part);
  return (key, args) => catalogue.say(`page.${key}`, english[key], args);
}

describe("spoken names", () => {
  const say = (state: ReturnType<typeof begin>, name: string, words = inEnglish) =>
    spotLabel(state.scene, spotNamed(state, name), words);

  it("tell what lies there", () => {
    expect(say(begin("tiku"), "a2")).toBe("a2, White's figure");
    expect(say(begin("tiku"), "a3")).toBe("a3, empty");
    expect(say(begin("yoxii"), "d4")).toBe("d4, totem");
    expect(say(begin("yoxii"), "3")).toBe("value 3, 5 left");
    expect(say(after("turris", ["c1n", "b1v", "b2v"]), "b1")).toBe("b1, Black's block, height 2");
    expect(say(begin("tiku"), "pass")).toBe("Pass");
  });

  it("tell a pile from its top", () => {
    const piles = begin("masker", "board=tower");
    expect(say(piles, "a1")).toMatch(/^a1, (\w+) cross on \w+ cross, \w+ cross, \w+ cross, height 4$/);
  });

  it("speak other languages", () => {
    expect(say(begin("tiku"), "a2", wordsFrom(german))).toBe("a2, figure von White");
    expect(say(begin("tiku"), "a2", wordsFrom(french))).toBe("a2, figure (White)");
  });

  it("say what a touch would do", () => {
    const state = begin("tiku");
    const a2 = spotNamed(state, "a2");
    expect(standing(state.scene, a2, state, inEnglish)).toEqual(["can be chosen"]);
    expect(standing(state.scene, a2, { targets: [], staged: [a2] }, inEnglish)).toEqual(["chosen"]);
    const later = after("tiku", ["a2a4"]);
    expect(standing(later.scene, spotNamed(later, "a4"), { targets: [], staged: [] }, inEnglish)).toEqual([
      "last turn",
    ]);
  });

  it("call pieces, marks and seats as the scene says, whatever they are", () => {
    const { scene } = rhombus(2);
    const stone = { name: "stone", shape: "stone", colour: "pink", value: 0, owner: 1, level: 1, rise: 1 } as const;
    scene.pieces = [{ ...stone, spot: 1, other: 1 }];
    scene.marks = [{ name: "odd", sign: "barred", spot: 1, level: 0 }];
    scene.names = { ...scene.names, "mark.odd": "not now" };
    expect(spotLabel(scene, 1, inEnglish)).toBe("b1, Orange's stone");
    expect(standing(scene, 1, { targets: [], staged: [] }, inEnglish)).toEqual(["not now"]);
  });

  it("tell whose an edge is", () => {
    expect(standing(rhombus(2).scene, 0, { targets: [], staged: [] }, inEnglish)).toEqual([
      "Teal's edge",
      "Orange's edge",
    ]);
  });

  it("tell the actions of a turn in their order", () => {
    const { scene } = rhombus(2);
    scene.names["mark.last"] = "last turn";
    scene.marks = [1, 2].map((step) => ({ name: "last", sign: "last", spot: step, level: 0, step }));
    expect(standing(scene, 2, { targets: [], staged: [] }, inEnglish)).toEqual(["last turn 2"]);
  });

  it.each(variants)("%s %s: differ for every spot and leave no gap", (game, ...options) => {
    for (const state of wholeGame(game, ...options)) {
      const names = state.scene.spots.flatMap((spot, i) =>
        spot.use === "place" ? [spotLabel(state.scene, i, inEnglish)] : [],
      );
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).not.toMatch(/[{}]|undefined/);
    }
  });
});

describe("previews", () => {
  it("show a figure where it would go", () => {
    begin("tiku");
    const state = touch("a2");
    const shown = ghosts(state.scene, { ...state, hover: spotNamed(state, "a4") });
    expect(shown).toMatchObject([{ shape: "figure", owner: 0, spot: spotNamed(state, "a4") }]);
    expect(ghosts(state.scene, { ...state, hover: spotNamed(state, "b4") })).toEqual([]);
  });

  it("show the totem, then the piece from the hand", () => {
    begin("yoxii");
    const state = touch("d5", "d6");
    const shown = ghosts(state.scene, { ...state, hover: spotNamed(state, "2") });
    expect(shown).toMatchObject([
      { shape: "totem", spot: spotNamed(state, "d5") },
      { shape: "counter", value: 2, spot: spotNamed(state, "d6") },
    ]);
  });

  it("show a block over both of its squares", () => {
    begin("kwinty");
    const state = touch("i1");
    const hover = state.targets[0]!;
    expect(ghosts(state.scene, { ...state, hover })).toMatchObject([
      { shape: "block", spot: spotNamed(state, "i1"), other: hover },
    ]);
  });

  it("stand a block up where its cell is touched twice", () => {
    begin("turris");
    const state = touch("a1");
    const a1 = spotNamed(state, "a1");
    expect(ghosts(state.scene, { ...state, hover: a1 })).toMatchObject([{ rise: 2, spot: a1, other: a1 }]);
  });

  it("show what an editor has in hand, where it is not yet", () => {
    const state = begin("tiku");
    const [a2, a3] = [spotNamed(state, "a2"), spotNamed(state, "a3")];
    const hand = state.scene.pieces.find(({ spot }) => spot === a2)!;
    const now = { targets: [a2, a3], staged: [] };
    expect(editGhosts(state.scene, styleOf(state.scene), { ...now, hover: a3 }, hand)).toMatchObject([
      { shape: "figure", owner: 0, spot: a3 },
    ]);
    expect(editGhosts(state.scene, styleOf(state.scene), { ...now, hover: a2 }, hand)).toEqual([]);
    expect(editGhosts(state.scene, styleOf(state.scene), { ...now, staged: [a2], hover: a3 }, undefined)).toMatchObject(
      [{ shape: "figure", spot: a3 }],
    );
    expect(editGhosts(state.scene, styleOf(state.scene), { ...now, hover: a3 }, undefined)).toEqual([]);
  });

  // A counter of stones, or the only wooden one among many, must not suggest what a touch does.
  it("show what the scene says and nothing that could be guessed", () => {
    const { scene } = rhombus(2);
    const look = { name: "stone", shape: "stone", colour: "wood", value: 0 } as const;
    const stone = { ...look, owner: -1, level: 1, rise: 1, spot: 0, other: 0 };
    scene.counters = [{ id: "stones", title: "stones", owner: 0, value: 0, word: null, look }];
    scene.pieces = [stone];
    const now = { targets: [0, 1, 2, 3], staged: [], hover: 2 };
    expect(ghosts(scene, now)).toEqual([]);
    scene.status = { ...scene.status, gesture: "lay", lays: { ...look, colour: "teal" } };
    expect(ghosts(scene, now)).toMatchObject([{ shape: "stone", colour: "teal", owner: 0, spot: 2 }]);
    expect(ghosts(scene, { ...now, targets: [0, 1] })).toEqual([]);
    scene.status = { ...scene.status, gesture: "lead", leads: 0 };
    expect(ghosts(scene, now)).toMatchObject([{ colour: "wood", spot: 2 }]);
    scene.status = { ...scene.status, gesture: "carry" };
    expect(ghosts(scene, now)).toEqual([]);
    expect(ghosts(scene, { ...now, staged: [0] })).toMatchObject([{ colour: "wood", spot: 2 }]);
  });
});

describe("heights and trays", () => {
  it("a tall stack never hides the one behind", () => {
    for (const height of [2, 8, 30]) expect(liftOf("lifted", height, height)).toBeLessThanOrEqual(44);
    expect(edgeOf(3)).toBeGreaterThan(edgeOf(30));
    expect(liftOf("flat", 3, 3)).toBe(0);
  });

  it("counts what is in a hand", () => {
    const { scene } = begin("yoxii");
    const hand = scene.panels.findIndex((panel) => panel.id === "hand");
    expect(trayItems(scene, hand).map(({ count }) => count)).toEqual([5, 5, 5, 3]);
    const draft = begin("tokan", "setup=draft").scene;
    const red = draft.panels.findIndex((panel) => panel.id === "red-hand");
    const left = trayItems(draft, red).map(({ count }) => count);
    expect(left).toEqual(draft.counters.filter((c) => c.owner === 0).map((c) => c.value));
  });

  it("builds the same tower in space", () => {
    const { scene } = after("turris", ["c1n", "b1v", "b2v"]);
    const all = bricks(scene);
    expect(all).toContainEqual({
      key: expect.any(String),
      owner: 0,
      colour: "ivory",
      x: 2,
      y: 0,
      z: 0,
      wide: 1,
      deep: 2,
      tall: 1,
    });
    expect(all).toContainEqual({
      key: expect.any(String),
      owner: 1,
      colour: "ebony",
      x: 1,
      y: 0,
      z: 0,
      wide: 1,
      deep: 1,
      tall: 2,
    });
    expect(towerFacts(all)).toEqual({
      levels: 2,
      blocks: 3,
      owners: [
        { seat: 0, count: 2 },
        { seat: 1, count: 1 },
      ],
    });
  });

  it("throws shadows to the right and below only", () => {
    const { scene } = after("turris", ["c1n", "b1v", "b2v"]);
    const layout = layOut(scene);
    const path = casts(layout, heights(scene));
    // b1 and b2 on c1 and c2; nothing is above or left of the rest
    expect(path.match(/M/g)).toHaveLength(2);
  });
});
