// SPDX-License-Identifier: MIT
// Kept games without a browser: nothing is written over, old saves are taken over, files of several
// records.
import { beforeEach, describe, expect, it } from "vitest";
import { keptKeys } from "../src/app/keep";
import { asSaved, damagedText, goesOn, keepGame, putAway, savedGame, setAside, type Saved } from "../src/play/saved";
import { joinRecords, splitRecords } from "../src/savedgames/records";
import { all, put } from "../src/savedgames/store";

let full = false;

class Storage {
  private items = new Map<string, string>();
  get length(): number {
    return this.items.size;
  }
  key(i: number): string | null {
    return [...this.items.keys()][i] ?? null;
  }
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, text: string): void {
    if (full) throw new Error("QuotaExceededError");
    this.items.set(key, text);
  }
  removeItem(key: string): void {
    this.items.delete(key);
  }
}

function game(id: string, line: string, more: Partial<Saved> = {}): Saved {
  const setup = { game: "tiku" } as Saved["setup"];
  const moves = line.split(" ").filter(Boolean).length;
  const base = { id, version: 1, game: "tiku", setup, record: `[Game "tiku"]\n\n${line} *\n`, line, moves };
  return { ...base, begun: true, over: false, started: 1, when: 1, ...more };
}

beforeEach(() => {
  full = false;
  Object.assign(globalThis, { localStorage: new Storage(), sessionStorage: new Storage(), window: globalThis });
});

describe("kept games", () => {
  it("moves a game out of the way of another one", async () => {
    expect(await keepGame(game("a", "a2a4"))).toBe(true);
    expect(await keepGame(game("b", ""))).toBe(true);
    expect(savedGame("tiku")?.id).toBe("b");
    expect((await all()).map(({ id }) => id)).toEqual(["a"]);
  });

  it("forgets what nothing was played in", async () => {
    await keepGame(game("a", ""));
    await keepGame(game("b", ""));
    expect(keptKeys("out.")).toEqual([]);
  });

  it("does not write over a game when there is no room for it elsewhere", async () => {
    await keepGame(game("a", "a2a4"));
    full = true;
    expect(await keepGame(game("b", "b2b4"))).toBe(false);
    full = false;
    expect(localStorage.getItem("abax.game.tiku")).toContain('"id":"a"');
    // held until the page is closed
    expect((await all()).map(({ id }) => id).sort()).toEqual(["a", "b"]);
    expect(putAway("tiku")).toBe(true);
  });

  it("takes over what earlier pages kept", () => {
    localStorage.setItem("abax.game.tiku", JSON.stringify({ setup: {}, record: "x", moves: 3, over: false, when: 7 }));
    expect(savedGame("tiku")).toMatchObject({ id: "old-tiku-7", version: 0, game: "tiku", moves: 3 });
    expect(damagedText("tiku")).toBeUndefined();
  });

  it("sets damaged ones aside as they are", async () => {
    localStorage.setItem("abax.game.tiku", '{"record');
    expect(savedGame("tiku")).toBeUndefined();
    const text = damagedText("tiku");
    expect(text).toBe('{"record');
    setAside("tiku", text!);
    expect(localStorage.getItem("abax.game.tiku")).toBeNull();
    expect((await all())[0]).toMatchObject({ damaged: '{"record', game: "tiku" });
    for (const bad of [null, 3, "x", {}, { record: 3, setup: {} }, { record: "x" }])
      expect(asSaved("tiku", bad)).toBeUndefined();
  });

  it("leaves damaged ones where they are while there is no room elsewhere", async () => {
    for (const bad of ['{"record', JSON.stringify(game("a", "", { record: "refused by the rules" }))]) {
      localStorage.setItem("abax.game.tiku", bad);
      full = true;
      setAside("tiku", bad);
      expect(putAway("tiku")).toBe(false);
      expect(await keepGame(game("b", "b2b4"))).toBe(false);
      expect(localStorage.getItem("abax.game.tiku")).toBe(bad);
      full = false;
      expect(await keepGame(game("b", "b2b4"))).toBe(true);
      expect(savedGame("tiku")?.id).toBe("b");
      expect((await all()).filter((entry) => "damaged" in entry && entry.damaged === bad)).toHaveLength(1);
    }
  });

  it("sets a damaged one aside before another game takes its place", async () => {
    localStorage.setItem("abax.game.tiku", '{"never looked at');
    expect(putAway("tiku")).toBe(true);
    expect((await all()).some((entry) => "damaged" in entry && entry.damaged === '{"never looked at')).toBe(true);
  });

  it("lists the newest of a game, the latest first", async () => {
    await put(game("a", "a2a4", { when: 1 }));
    await put(game("b", "b2b4", { when: 2 }));
    await keepGame(game("a", "a2a4 b5b3", { when: 3, version: 2 }));
    expect((await all()).map((entry) => ("line" in entry ? entry.line : ""))).toEqual(["a2a4 b5b3", "b2b4"]);
  });

  it("tells lines that go on from others", () => {
    expect(goesOn("a2a4 b5b3", "a2a4")).toBe(true);
    expect(goesOn("a2a4", "a2a4")).toBe(true);
    expect(goesOn("a2a4", "")).toBe(true);
    expect(goesOn("a2a4", "a2a4 b5b3")).toBe(false);
    expect(goesOn("a2a41", "a2a4")).toBe(false);
  });
});

describe("files of records", () => {
  it("comes back as it went", () => {
    const games = [game("a", "1. a2a4 {[ * ]}"), game("b", "1. b2b4")];
    expect(splitRecords(joinRecords(games))).toEqual(games.map(({ record }) => record));
  });

  it("takes line ends of any kind, JSON and links whole, and nothing from nothing", () => {
    expect(splitRecords('[Game "tiku"]\r\n\r\n1. a2a4 *\r\n[Game "tiku"]\r\n\r\n*')).toHaveLength(2);
    expect(splitRecords('{"tags": {}}')).toEqual(['{"tags": {}}']);
    expect(splitRecords(" \n")).toEqual([]);
  });
});
