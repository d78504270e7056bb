// SPDX-License-Identifier: MIT
// Renewing a session's token: whatever happens to the answer, the browser keeps one that opens the
// account.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { kept } from "../src/app/keep";
import { keepLogin, type Login } from "../src/online/account.svelte";
import { renewLogin } from "../src/online/renew";

const DAY = 24 * 3600 * 1000;
const OLD = "o".repeat(22);
let good: string; // the token that the server accepts
let answers: boolean; // or its answers are lost, when something was done

beforeEach(() => {
  good = OLD;
  answers = true;
  const store = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
  vi.stubGlobal("navigator", { locks: { request: (_: string, run: () => Promise<void>) => run() } });
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const bearer = new Headers(init.headers).get("Authorization")?.replace("Bearer ", "");
    if (bearer !== good)
      return new Response(JSON.stringify({ error: "over", said: { text: "over" } }), { status: 401 });
    if (path.endsWith("renew")) good = JSON.parse(init.body as string).token;
    if (!answers && path.endsWith("renew")) throw new TypeError("lost");
    return new Response("{}", { status: 200 });
  });
});

const login = () => kept<Login>("login")!;

describe("a token", () => {
  test("that is young stays", async () => {
    keepLogin({ name: "ann", token: OLD, since: 100 * DAY });
    await renewLogin(110 * DAY);
    expect(login().token).toBe(OLD);
  });
  test("that is old is replaced", async () => {
    keepLogin({ name: "ann", token: OLD, since: 100 * DAY });
    await renewLogin(120 * DAY);
    expect(login().token).not.toBe(OLD);
    expect(login()).toEqual({ name: "ann", token: good, since: 120 * DAY });
  });
  test("whose answer was lost is found again", async () => {
    answers = false;
    keepLogin({ name: "ann", token: OLD, since: 100 * DAY });
    await renewLogin(120 * DAY);
    expect([login().token, login().next]).toEqual([OLD, good]);
    await renewLogin(120 * DAY);
    expect(login().token).toBe(good);
    expect(login().next).toBeUndefined();
  });
  test("that never arrived is forgotten", async () => {
    keepLogin({ name: "ann", token: OLD, since: 119 * DAY, next: "n".repeat(22) });
    await renewLogin(120 * DAY);
    expect(login()).toEqual({ name: "ann", token: OLD, since: 119 * DAY });
  });
});
