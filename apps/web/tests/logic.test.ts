// SPDX-License-Identifier: MIT
// The page's own logic, without a browser: what its modules compute.
import { describe, expect, test, vi } from "vitest";
import adaptiveExamples from "../../../tests/data/adaptive.tsv?raw";
import { readRoute, writeRoute, type Route } from "../src/app/route";
import { mayThreaten, passingCosts } from "../src/analyse/chance";
import * as tree from "../src/analyse/tree";
import type { Line, Scene, State } from "abax/engine/state";
import { readDiagrams } from "../src/learn/diagrams";
import { inline, markdown } from "../src/learn/markdown";
import { clockText } from "../src/play/clock";
import {
  countResult,
  withAdaptiveLevel,
  levelAt,
  levelAfter,
  adaptiveLevel,
  type AdaptiveLevel,
} from "../src/play/adaptive";
import { defaultSetup, modeOf, repairSetup, setupWords, withMode, type Setup } from "../src/play/setup";
import { roundsOf, turnsOf } from "../src/play/turns";
import { curve, heightAt, readReview } from "../src/review/review";
import { straight } from "../src/play/studied";
import { mainLine, studyWords } from "../src/review/study";
import { jsonToStudy, playersIn, recordsIn, treeToJson } from "../src/share/record";

describe("like me", () => {
  test("counts as the C does", () => {
    const rows = adaptiveExamples.split("\n").filter((line) => line && !line.startsWith("#"));
    let like: AdaptiveLevel = { place: 300, games: 0 };
    for (const row of rows) {
      const [sign, place, level] = row.split("\t");
      like = levelAfter(like, sign === "W" ? "win" : sign === "L" ? "loss" : "draw");
      expect([like.place, levelAt(like)]).toEqual([Number(place), Number(level)]);
    }
    expect(rows.length).toBeGreaterThan(20);
  });
  test("a finished game against it counts, others do not", () => {
    const store = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => store.set(key, value),
    });
    const seat = { who: "person", player: undefined };
    const won = { game: "some", seats: [seat, { who: "computer", player: "like:3" }], end: { how: "rules" } };
    const state = { ...won, result: { outcomes: ["win", "loss"] } } as unknown as State;
    const before = adaptiveLevel("some");
    countResult({ ...state, seats: [seat, seat] } as unknown as State);
    countResult({ ...state, end: { how: "aborted" } } as unknown as State);
    expect(adaptiveLevel("some")).toBe(before);
    countResult(state);
    expect(adaptiveLevel("some")).toBe(before + 2);
    const setup = { game: "some", seats: [{ who: "like:3" }, { who: "level:3" }] } as Setup;
    expect(withAdaptiveLevel(setup).seats.map(({ who }) => who)).toEqual([`like:${before + 2}`, "level:3"]);
    vi.unstubAllGlobals();
  });
});

describe("routes", () => {
  const routes: Route[] = [
    { screen: "start" },
    { screen: "play", game: "tiku" },
    { screen: "learn", game: "masker" },
    { screen: "rules", game: "tokan" },
    { screen: "analyse" },
    { screen: "analyse", game: "yoxii" },
    { screen: "review" },
    { screen: "settings" },
    { screen: "shared", link: "AbC-_9" },
    { screen: "online" },
    { screen: "online", id: "abc23" },
    { screen: "online", id: "abc23", secret: "sit" },
    { screen: "learn", game: "tiku" },
    { screen: "learn", game: "tiku", invitation: "abc23" },
    { screen: "account" },
    { screen: "people", name: "a b/ü" },
    { screen: "ratings" },
    { screen: "ratings", game: "tiku" },
  ];
  test.each(routes)("$screen is written and read", (route) => expect(readRoute(writeRoute(route))).toEqual(route));
  test.each(["", "#", "#/", "#//"])("%j is the start page", (hash) =>
    expect(readRoute(hash)).toEqual({ screen: "start" }),
  );
  test.each(["#/play/tiku/", "#/puzzles/tiku/run/", "#/shelf/"])("%j is the same without the last stroke", (hash) =>
    expect(readRoute(hash)).toEqual(readRoute(hash.slice(0, -1))),
  );
  // The stop link of an email stops emails only on its own route.
  const wrong = [
    "#/play/tiku/more",
    "#/settings/more",
    "#/puzzles/tiku/run/more",
    "#/ratings/tiku/more",
    "#/told/more/pass",
  ];
  test.each(["#/nothing", "#/play", "#/play/", ...wrong])("%j is unknown", (hash) =>
    expect(readRoute(hash)).toEqual({ screen: "start", unknown: true }),
  );
});

describe("a tree of variations", () => {
  function grow() {
    const root = tree.newTree();
    const a = tree.follow(root, "a", 0);
    const b = tree.follow(a, "b", 1);
    const c = tree.follow(a, "c", 1);
    const d = tree.follow(c, "d", 0);
    return { root, a, b, c, d };
  }
  test("an action that is there is followed, not added", () => {
    const { a, b } = grow();
    expect(tree.follow(a, "b", 1)).toBe(b);
    expect(a.children).toHaveLength(2);
  });
  test("paths, ends and branches", () => {
    const { root, a, b, c, d } = grow();
    expect(tree.actionsTo(d)).toEqual(["a", "c", "d"]);
    expect(tree.rootOf(d)).toBe(root);
    expect(tree.endOf(a)).toBe(b);
    expect(tree.branch(b, 1)).toBe(c);
    expect(tree.branch(d, -1)).toBe(b);
    expect(tree.branch(b, -1)).toBe(b);
    expect(tree.branch(a, 1)).toBe(a);
  });
  test("promoting makes a main line", () => {
    const { root, d } = grow();
    tree.promote(d);
    expect(tree.endOf(root)).toBe(d);
  });
  test("cutting leaves one at the moment before", () => {
    const { a, c } = grow();
    expect(tree.cut(c)).toBe(a);
    expect(a.children.map((child) => child.action)).toEqual(["b"]);
  });
  test("plain data and back", () => {
    const { root } = grow();
    const plain = tree.toPlain(root);
    expect(tree.toPlain(tree.fromPlain(plain))).toEqual(plain);
    expect(JSON.parse(JSON.stringify(plain))).toEqual(plain);
  });
  test("runs have their variations", () => {
    const { root } = grow();
    const runs = tree.runsOf(root);
    expect(runs[0]!.moments.map((moment) => moment.action)).toEqual(["a", "b"]);
    expect(runs[0]!.variations[0]![0]!.moments.map((moment) => moment.action)).toEqual(["c", "d"]);
  });
  test("a variation may fork in its first moment", () => {
    const { root, c } = grow();
    tree.follow(c, "e", 0);
    const [variation] = tree.runsOf(root)[0]!.variations;
    expect(variation![0]!.moments.map((moment) => moment.action)).toEqual(["c", "d"]);
    expect(variation![0]!.variations[0]![0]!.moments.map((moment) => moment.action)).toEqual(["e"]);
  });
});

describe("rules pages", () => {
  test("words in a line", () =>
    expect(inline("a **b** `c`")).toEqual([
      { kind: "text", text: "a " },
      { kind: "strong", text: "b" },
      { kind: "text", text: " " },
      { kind: "code", text: "c" },
    ]));
  test("blocks", () => {
    const blocks = markdown(
      "# Title\n\nOne\nline.\n\n- first\n  goes on\n- second\n\n1. one\n\n2. two\n\n    code\n      more\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n",
    );
    expect(blocks.map((block) => block.kind)).toEqual(["heading", "paragraph", "list", "list", "code", "table"]);
    expect(blocks[2]).toMatchObject({ ordered: false, items: [[{ text: "first goes on" }], [{ text: "second" }]] });
    expect(blocks[3]).toMatchObject({ ordered: true, items: [[{ text: "one" }], [{ text: "two" }]] });
    expect(blocks[4]).toMatchObject({ text: "code\n  more" });
    expect(blocks[5]).toMatchObject({
      head: [[{ text: "a" }], [{ text: "b" }]],
      rows: [[[{ text: "1" }], [{ text: "2" }]]],
    });
  });
  test("a quotation with a name is a diagram", () =>
    expect(markdown("Text.\n\n> one-two: A `b`\n> three: four.\n\nMore.")[1]).toEqual({
      kind: "diagram",
      id: "one-two",
      text: [
        { kind: "text", text: "A " },
        { kind: "code", text: "b" },
        { kind: "text", text: " three: four." },
      ],
    }));
  test("diagrams are read without what is claimed of them", () => {
    const text = "# c\n\ndiagram a\noptions x=1 y=2\nposition p w\nplay q\nexpect moves 3\nrefused rule a1,b2\n";
    expect([...readDiagrams(text).values()]).toEqual([
      {
        id: "a",
        options: ["x=1", "y=2"],
        position: "p w",
        lines: [
          { kind: "play", words: "q" },
          { kind: "refused", words: "a1,b2" },
        ],
      },
    ]);
  });
  test("markup is never more than text", () =>
    expect(markdown("<script>x</script>")).toEqual([
      { kind: "paragraph", text: [{ kind: "text", text: "<script>x</script>" }] },
    ]));
  const pages = import.meta.glob<string>("../../../games/*/rules*.md", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  test.each(Object.entries(pages))("%s has no markup left over", (_, page) => {
    const shown = JSON.stringify(markdown(page));
    expect(shown).not.toMatch(/\*\*|"text":"[^"]*`/);
  });
});

describe("setups", () => {
  const game = {
    name: "g",
    title: "G",
    about: "",
    seats: ["A", "B", "C"],
    options: [{ key: "k", title: "K", values: ["x", "y"] }],
    rules: [],
    scores: true,
    hidden: false,
    randomStart: false,
    data: [],
  };
  test("words for a session", () => {
    const setup = { ...defaultSetup(game), seed: 5, start: "- w" };
    expect(setupWords(setup)).toEqual([
      "new",
      "g",
      "seed=5",
      "clock=none",
      "games=1",
      "by=games",
      "o.k=x",
      "seat1=person",
      "seat2=level:3",
      "seat3=level:3",
      "start=- w",
    ]);
  });
  test("modes seat everybody", () => {
    const setup = defaultSetup(game);
    for (const mode of ["people", "watch", "computer"] as const) expect(modeOf(withMode(setup, mode), 3)).toBe(mode);
  });
  test("an old setup is made to fit", () => {
    const old = { game: "other", options: { k: "z", gone: "1" }, seats: [{ who: "level:7", name: "" }], clock: "300" };
    const setup = repairSetup(game, old);
    expect(setup).toMatchObject({ game: "g", options: { k: "x" }, clock: "300" });
    expect(setup.seats.map((seat) => seat.who)).toEqual(["level:7", "level:3", "level:3"]);
  });
});

describe("turns", () => {
  const played = (seats: number[]) => seats.map((seat, i) => ({ text: `m${i}`, seat }));
  test("several actions of one seat are one turn", () => {
    const turns = turnsOf(played([0, 0, 1, 0, 1, 1]));
    expect(turns.map((turn) => [turn.number, turn.seat, turn.first, turn.actions.length])).toEqual([
      [1, 0, 0, 2],
      [1, 1, 2, 1],
      [2, 0, 3, 1],
      [2, 1, 4, 2],
    ]);
    expect(roundsOf(turns)).toHaveLength(2);
  });
  test("a seat that is skipped leaves a gap, not a new round", () =>
    expect(turnsOf(played([0, 2, 0])).map((turn) => turn.number)).toEqual([1, 1, 2]));
});

test.each([
  [0, "0.0"],
  [9990, "9.9"],
  [10000, "0:10"],
  [305000, "5:05"],
  [3723000, "1:02:03"],
  [2 * 86400000 + 3 * 3600000, "2 d 3 h"],
])("%d milliseconds are %s", (ms, text) => expect(clockText(ms)).toBe(text));

describe("studies and records", () => {
  const study = {
    game: "tiku",
    options: { diagonal: "on" },
    start: "p w",
    names: ["Ada", ""],
    tree: [
      "",
      -1,
      [
        [
          "a",
          0,
          [
            ["b", 1, []],
            ["c", 1, [["d", 0, []]]],
          ],
        ],
      ],
    ] as tree.Plain,
    at: [],
  };
  test("main line and words", () => {
    expect(mainLine(study)).toEqual(["a", "b"]);
    expect(studyWords(study)).toEqual(["tiku", "-o", "diagonal=on", "-p", "p w"]);
    expect(
      straight([
        { text: "a", seat: 0 },
        { text: "b", seat: 1 },
      ]),
    ).toEqual(["", -1, [["a", 0, [["b", 1, []]]]]]);
  });
  test("a record in JSON", () =>
    expect(JSON.parse(treeToJson(study, tree.fromPlain(study.tree)))).toEqual({
      tags: { Game: "tiku", Options: "diagonal=on", Start: "p w", Seat1: "Ada" },
      actions: [{ action: "a" }, { action: "b", variations: [[{ action: "c" }, { action: "d" }]] }],
    }));
  test("and back", () => {
    const json = JSON.stringify({
      tags: { Game: "tiku", Options: "diagonal=on", Seat1: "Ada" },
      actions: [
        { action: "a", seat: 1 },
        {
          action: "b",
          seat: 2,
          variations: [
            [
              { action: "c", seat: 2 },
              { action: "d", seat: 1 },
            ],
          ],
        },
      ],
    });
    expect(jsonToStudy(json, "p w")).toEqual({ ...study, names: ["Ada", "", "", ""] });
  });

  test("of a file of several are found one by one", () => {
    const text = '[Game "null"]\n[Seat1 "a \\" ] * { b"]\n\n{ * \\} } 1. 2 (1. 1 2. 2) 2. 1 *';
    const json = '{"tags": {"Game": "null", "Seat1": "} \\" {"}, "actions": [{"action": "1"}]}';
    expect(recordsIn(`\n${text}\n${json}${text}\n\n${json}\n`)).toEqual([text, json, text, json]);
    expect(recordsIn(text)).toEqual([text]);
    expect(recordsIn("link:AQ")).toEqual(["link:AQ"]);
    expect(recordsIn("")).toEqual([""]);
    expect(playersIn(text)).toBe('a " ] * { b');
    expect(playersIn(json)).toBe('} " {');
  });
});

describe("reviews", () => {
  const text = [
    { game: "tiku", names: ["W", "B"], accuracy: [1, 0.5], end: [0.2, 0.8], mistakes: [2], turns: [] },
    {
      ply: 1,
      seat: 0,
      action: "a",
      word: "best",
      loss: 0,
      before: 0.6,
      after: 0.6,
      proven_before: null,
      proven_after: null,
      better: "a",
    },
    {
      ply: 2,
      seat: 1,
      action: "b",
      word: "blunder",
      loss: 0.3,
      before: 0.4,
      after: 0.1,
      proven_before: "win",
      proven_after: null,
      better: "c",
    },
  ]
    .map((line) => JSON.stringify(line))
    .join("\n");
  test("are read", () => expect(readReview(`${text}\n`).plies.map((ply) => ply.action)).toEqual(["a", "b"]));
  test("have a curve for each of two", () => {
    expect(curve(readReview(text), 0, 2).map((point) => point.chance)).toEqual([0.6, 0.6, 0.2]);
    expect(curve(readReview(text), 1, 2).map((point) => point.chance)).toEqual([0.4, 0.4, 0.8]);
  });
});

describe("threats", () => {
  const line = (chance: number, proven?: "win" | "draw" | "loss"): Line => ({
    ...{ depth: 1, line: 1, value: 0, chance, nodes: 1, ms: 1, actions: "a1" },
    ...(proven ? { proven } : {}),
  });
  test("are what passing costs", () => {
    expect(passingCosts(line(0.5), line(0.5))).toBeCloseTo(0);
    expect(passingCosts(line(0.5), line(0.8))).toBeCloseTo(0.3);
    expect(passingCosts(line(0.4), line(0.9, "win"))).toBeCloseTo(0.4);
    expect(passingCosts(line(0.1, "loss"), line(0.9, "win"))).toBeCloseTo(0);
    expect(passingCosts(line(0.9, "win"), line(0.5, "draw"))).toBeCloseTo(0.5);
  });
  test("come from pieces on the board", () => {
    const scene = (...pieces: object[]) => ({ pieces, spots: [{ use: "place" }, { use: "hand" }] }) as unknown as Scene;
    expect(mayThreaten(scene(), 1)).toBe(false);
    expect(mayThreaten(scene({ owner: 1, spot: 1 }, { owner: 0, spot: 0 }), 1)).toBe(false);
    expect(mayThreaten(scene({ owner: 1, spot: 0 }), 1)).toBe(true);
  });
});

describe("a graph", () => {
  test("marks lie on its line", () => {
    const points = [
      { x: 0, chance: 0.5 },
      { x: 2, chance: 0.7 },
      { x: 3, chance: 0.1 },
    ];
    expect(heightAt(points, 2)).toBe(0.7);
    expect(heightAt(points, 1)).toBeCloseTo(0.6);
    expect(heightAt(points, 9)).toBe(0.1);
    expect(heightAt([], 1)).toBe(0.5);
  });
});
