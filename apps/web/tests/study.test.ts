// SPDX-License-Identifier: MIT
// A study without a server: the tree made of its messages, and changes when the connection breaks.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Engine } from "abax/engine/engine";
import type { Game } from "../src/app/games";
import type { Plain } from "../src/analyse/tree";
import { Socket } from "./socket";

const game = { name: "g", options: [{ key: "k", values: ["x", "y"] }] } as unknown as Game;
const state = { over: false, staged: [], toAct: 0, length: 0 };
const engine = {
  openSession: () => ({ call: () => state, ask: () => ({ moves: [] }), close() {} }),
  call: () => "p\n",
} as unknown as Engine;

const node = (id: number, parent: number, action: string) => ({ id, parent, action, seat: id % 2 });
const head = { study: "abcdefghijk", title: "T", name: "g", options: "k=y", start: "s", owner: "", created: 1 };
const whole = {
  ...head,
  number: 4,
  nodes: [node(1, 0, "a"), node(2, 1, "b"), node(3, 0, "c")],
  remarks: [],
  marks: [],
};

describe("a study", () => {
  const last = () => Socket.all.at(-1)!;
  const said = (what: string) => last().sent.filter((request) => request["do"] === what);
  let study: import("../src/study/shared.svelte").SharedStudy;

  const tree = () => {
    const walk = (at: typeof study.at): string =>
      at.children.map((child) => child.action + (child.children.length ? `(${walk(child)})` : "")).join(" ");
    let root = study.at;
    while (root.parent) root = root.parent;
    return walk(root);
  };
  const opens = (more: object = {}) => {
    last().open();
    last().hear({ type: "study", ...head, number: 4, edits: true, me: 7, here: 2, ...more });
  };
  const note = (number: number, change: object) => last().hear({ type: "noted", study: head.study, number, ...change });

  beforeEach(async () => {
    vi.useFakeTimers();
    vi.resetModules();
    Socket.all = [];
    const page = new EventTarget();
    vi.stubGlobal("WebSocket", Socket);
    vi.stubGlobal("navigator", { onLine: true });
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
    vi.stubGlobal("document", Object.assign(new EventTarget(), { baseURI: "https://host/#/study/x", hidden: false }));
    const { SharedStudy } = await import("../src/study/shared.svelte");
    study = new SharedStudy(engine, game, whole);
  });
  afterEach(() => {
    study.leave();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test("is what the server tells, note by note", () => {
    expect(tree()).toBe("a(b) c");
    expect(study.options).toEqual({ k: "y" });
    opens();
    expect(said("study")).toMatchObject([{ study: head.study, on: true, since: 4 }]);
    note(5, { nodes: [node(4, 3, "d"), node(5, 4, "e")] });
    note(6, { leads: 5 });
    note(7, { remark: { id: 6, at: 4, text: "hm", by: "", account: false, time: 1 } });
    note(8, { mark: { at: 4, from: "x", to: "y" } });
    expect(tree()).toBe("c(d(e)) a(b)");
    expect([study.remarks.length, study.marks.length]).toEqual([1, 1]);
    note(8, { nodes: [node(9, 0, "again")] }); // is known
    note(9, { dropped: 4 });
    expect(tree()).toBe("c a(b)");
    expect([study.remarks.length, study.marks.length]).toEqual([0, 0]);
    note(11, { nodes: [node(9, 0, "z")] }); // one was missed: everything is sent again
    expect(tree()).toBe("c a(b)");
    expect(said("study")).toHaveLength(2);
    expect(said("study")[1]).toMatchObject({ since: 9 });
  });

  test("stands as near as it can when its line is gone", () => {
    opens();
    expect(study.at.action).toBe("b");
    note(5, { dropped: 2 });
    expect(study.at.action).toBe("a");
    opens({ number: 9, nodes: [node(3, 0, "c")], remarks: [], marks: [] });
    expect(study.at.action).toBe("");
  });

  test("adds a move when it is stored, and not before", async () => {
    opens();
    study.play("d");
    expect(tree()).toBe("a(b) c");
    expect(study.sending).toBe("d");
    const [request] = said("add");
    expect(request).toMatchObject({ at: 2, actions: "d" });
    note(5, { nodes: [node(4, 2, "d")] });
    last().hear({ type: "done", ref: request!["ref"], study: head.study, number: 5, at: 4 });
    await vi.advanceTimersByTimeAsync(0);
    expect([study.at.action, study.sending, tree()]).toEqual(["d", "", "a(b(d)) c"]);
    study.goTo(study.at.parent!);
    study.play("d"); // is there: nothing is sent
    expect(said("add")).toHaveLength(1);
  });

  test("tells what was refused, and what a broken line did not take", async () => {
    opens();
    study.play("d");
    last().hear({ type: "refused", ref: said("add")[0]!["ref"], sentence: "no", said: { text: "no" } });
    await vi.advanceTimersByTimeAsync(0);
    expect(study.table.notice?.sentence.text).toBe("no");
    expect([study.sending, study.at.action, study.unsent]).toEqual(["", "b", []]);

    study.play("e");
    void study.say("lost words");
    void study.say("kept words");
    study.draw("x", "y");
    last().lose();
    await vi.advanceTimersByTimeAsync(0);
    expect(study.unsent.map(({ text }) => text)).toEqual(["e", "lost words", "kept words", "x–y"]);
    // The server had stored two of them.
    await vi.advanceTimersByTimeAsync(2000);
    const kept = { id: 5, at: 2, text: "kept words", by: "", account: false, time: 1 };
    opens({ number: 6, nodes: [...whole.nodes, node(4, 2, "e")], remarks: [kept], marks: [] });
    expect(study.unsent.map(({ text }) => text)).toEqual(["lost words", "x–y"]);
    study.again(study.unsent[0]!);
    expect(said("say").at(-1)).toMatchObject({ text: "lost words", at: 2 });
    study.giveUp(study.unsent[0]!);
    expect(study.unsent).toEqual([]);
  });

  test("changes nothing for who may only look", () => {
    opens({ edits: false });
    study.table.touch("x");
    expect(study.play("d")).toBe(false);
    study.draw("x", "y");
    expect(["add", "draw"].flatMap(said)).toEqual([]);
  });

  test("goes along with somebody until one goes elsewhere", () => {
    opens();
    const people = (at: number) =>
      last().hear({ type: "studying", study: head.study, here: 2, people: [{ id: 8, name: "B", edits: false, at }] });
    people(2);
    study.watch(8);
    people(3);
    expect(study.at.action).toBe("c");
    study.goTo(study.at.parent!);
    people(2);
    expect(study.at.action).toBe("");
  });
});

test("a tree is handed over as lines", async () => {
  const { linesOf } = await import("../src/study/held");
  const plain: Plain = ["", -1, [["a", 0, [["b", 1, []], ["c", 1, [["d", 0, []]]]]], ["e", 0, []]]]; // prettier-ignore
  expect(linesOf(plain)).toEqual([["a", "b"], ["a", "c", "d"], ["e"]]);
});
