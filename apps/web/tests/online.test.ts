// SPDX-License-Identifier: MIT
// Playing online without a server: the request for a new game, and the client after a broken
// connection.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Game } from "../src/app/games";
import { freshRequest, newGame, withSeat } from "../src/online/create";
import type { GameMessage } from "../src/online/messages";
import { isToken } from "../src/online/secrets";
import { Socket } from "./socket";

describe("a new game", () => {
  const game = {
    name: "g",
    seats: ["A", "B", "C"],
    options: [{ key: "k", title: "", values: ["x", "y"] }],
  } as unknown as Game;
  test("is first me and whoever comes", () =>
    expect(newGame(freshRequest(game), 2, "Anna")).toEqual({
      game: "g",
      options: { k: "x" },
      clock: "none",
      seats: ["me", "open"],
      listed: false,
      guests: true,
      rated: false,
      games: 1,
      lots: true,
      name: "Anna",
    }));
  test("I sit in one place only", () =>
    expect(withSeat(freshRequest(game), 2, { who: "me" }).seats.map(({ who }) => who)).toEqual(["open", "open", "me"]));
  test("seats are kept for accounts; rated games have no guests", () => {
    const request = withSeat({ ...freshRequest(game), rated: true }, 1, { who: "account", account: " bert " });
    expect(newGame(request, 2, "")).toMatchObject({ seats: ["me", "account:bert"], guests: false, rated: true });
  });
  test("a secret has 22 letters", () =>
    expect(["sit", "x".repeat(22), `${"x".repeat(21)}/`].map(isToken)).toEqual([false, true, false]));
});

describe("the client", () => {
  const last = () => Socket.all.at(-1)!;
  const network = { onLine: true };
  let page: EventTarget;
  let client: import("../src/online/client.svelte").Client;
  let number = 0;
  let heard: GameMessage[] = [];

  beforeEach(async () => {
    vi.useFakeTimers();
    vi.resetModules();
    Socket.all = [];
    number = 0;
    heard = [];
    network.onLine = true;
    page = new EventTarget();
    vi.stubGlobal("WebSocket", Socket);
    vi.stubGlobal("navigator", network);
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
    vi.stubGlobal(
      "document",
      Object.assign(new EventTarget(), { baseURI: "https://host/abax/#/online/x", hidden: false }),
    );
    client = (await import("../src/online/client.svelte")).client();
    client.follow("g", {
      token: () => "secret",
      since: () => number,
      hear: (message) => heard.push(message),
      refuse: () => {},
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test("joins with what it knows, and again after a break", () => {
    expect(last().url).toBe("wss://host/abax/ws?game=g");
    last().open();
    expect(last().sent).toMatchObject([
      { do: "hello", protocol: 2 },
      { do: "join", game: "g", since: 0, token: "secret" },
    ]);
    expect(client.state).toBe("connected");
    number = 7;
    last().lose();
    expect(client.state).toBe("reconnecting");
    vi.advanceTimersByTime(1000);
    expect(Socket.all.length).toBe(2);
    last().open();
    expect(last().sent).toMatchObject([{ do: "hello" }, { do: "join", since: 7 }]);
  });

  test("notes that the server does not understand this page", async () => {
    const { outdated } = await import("../src/app/outdated.svelte");
    last().open();
    last().hear({ type: "refused", ref: last().sent[0]!["ref"], sentence: "reload", said: { text: "reload" } });
    await vi.waitFor(() => expect(outdated.said).toEqual({ text: "reload" }));
    last().lose();
    vi.advanceTimersByTime(1000);
    last().open();
    last().hear({ type: "done", ref: last().sent[0]!["ref"] });
    await vi.waitFor(() => expect(outdated.said).toBe(undefined));
  });

  test("waits longer from break to break, and not for ever", () => {
    const pauses: number[] = [];
    for (let i = 0; i < 9; i++) {
      last().lose();
      let waited = 0;
      for (const count = Socket.all.length; Socket.all.length === count; waited += 50) vi.advanceTimersByTime(50);
      pauses.push(waited);
    }
    expect(pauses[0]).toBeLessThan(700);
    expect(pauses[8]).toBeGreaterThan(10000);
    expect(pauses[8]).toBeLessThan(20000);
  });

  test("never says anything twice", async () => {
    last().open();
    const said = client.say({ do: "act", game: "g", ply: 3, action: "a2a4" });
    last().lose();
    await expect(said).rejects.toThrow();
    vi.advanceTimersByTime(1000);
    last().open();
    expect(last().sent.map((request) => request["do"])).toEqual(["hello", "join"]);
  });

  test("says nothing while the line is down", async () => {
    await expect(client.say({ do: "resign", game: "g" })).rejects.toThrow();
    last().open();
    expect(last().sent.map((request) => request["do"])).toEqual(["hello", "join"]);
  });

  test("tells a refusal to whoever asked", async () => {
    last().open();
    const said = client.say({ do: "act", game: "g", ply: 3, action: "a2a4" });
    last().hear({ type: "refused", ref: last().sent[2]!["ref"], sentence: "it is not your turn" });
    await expect(said).rejects.toThrow("it is not your turn");
  });

  test("notices a line that is dead without saying so", () => {
    last().open();
    vi.advanceTimersByTime(10001);
    expect(last().sent.at(-1)).toMatchObject({ do: "ping" });
    last().hear({ type: "pong", time: 1 });
    vi.advanceTimersByTime(9000);
    expect(client.state).toBe("connected");
    vi.advanceTimersByTime(7000);
    expect(client.state).toBe("reconnecting");
  });

  test("knows that there is no network, and comes back with it", () => {
    last().open();
    network.onLine = false;
    page.dispatchEvent(new Event("offline"));
    expect(client.state).toBe("offline");
    vi.advanceTimersByTime(60000);
    expect(Socket.all.length).toBe(1);
    network.onLine = true;
    page.dispatchEvent(new Event("online"));
    last().open();
    expect(client.state).toBe("connected");
  });

  test("hears nothing more from a line that it gave up", () => {
    last().open();
    const old = last();
    page.dispatchEvent(new Event("offline"));
    old.hear({ type: "event", game: "g", number: 1, ply: 1 });
    expect(heard).toEqual([]);
  });
});
