// SPDX-License-Identifier: MIT
// This client's share in the commit-reveal shuffle (core/play/deal.h, docs/online.md): drawn here,
// committed when sitting down or on request, revealed when all have committed, and checked after
// the end.
import { keep, kept } from "../app/keep";
import type { Told } from "abax/engine/answers";
import type { Engine } from "abax/engine/engine";
import { question } from "../engine/question";
import { Broken, client, Refused } from "./client.svelte";
import type { Deal, StateMessage } from "./messages";

interface Own {
  part: string;
  server?: string; // the server's promise, as it was first heard
  promised?: boolean; // the server confirmed the commitment
  given?: boolean; // and the part
}

async function sha(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function newShare(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The share for a game and its commitment. Idempotent. Undefined if the browser cannot hash.
export async function commitment(id?: string): Promise<{ part: string; promise: string } | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const part = (id && shareOf(id)) || newShare();
  if (id) keepShare(id, part);
  return { part, promise: await sha(part) };
}

export function keepShare(id: string, part: string): void {
  if (!shareOf(id)) keep(`deal.${id}`, { part });
}

export function shareOf(id: string): string | undefined {
  return kept<Own>(`deal.${id}`)?.part;
}

function storeShare(id: string, more: Partial<Own>): void {
  const own = kept<Own>(`deal.${id}`);
  if (own) keep(`deal.${id}`, { ...more, ...own });
}

const saying = new Set<string>(); // requests in progress, which are not sent twice

// Sends a request once; if it is refused or lost, the next state of the game shows what is needed.
async function sendOnce(id: string, what: "promise" | "reveal", request: () => Promise<object>): Promise<boolean> {
  const key = `${id} ${what}`;
  if (saying.has(key)) return false;
  saying.add(key);
  try {
    await client().say({ do: what, game: id, ...(await request()) });
    return true;
  } catch (error) {
    if (error instanceof Refused || error instanceof Broken) return false;
    throw error;
  } finally {
    saying.delete(key);
  }
}

// Sends what the deal needs from this seat: the commitment or, after all have committed, the share.
// A browser that cannot hash says so, so nobody waits for it. The server's own commitment is stored
// before anything is sent.
export async function answer(id: string, deal: Deal, you: number): Promise<void> {
  storeShare(id, { server: deal.promise });
  if (deal.asked?.includes(you)) {
    const said = await sendOnce(id, "promise", async () => {
      const own = await commitment(id);
      storeShare(id, { server: deal.promise });
      return { promise: own?.promise ?? "" };
    });
    if (said) storeShare(id, { promised: true });
  }
  const part = shareOf(id);
  if (part && deal.missing?.includes(you) && (await sendOnce(id, "reveal", () => Promise.resolve({ part }))))
    storeShare(id, { given: true });
}

// Does so for a game that is not on the screen yet, until it has begun.
export function shareInDeal(id: string, token: () => string | undefined): void {
  if (client().follows(id)) return;
  let you = -1;
  const leave = client().follow(id, {
    token,
    since: () => 0,
    hear: (message) => {
      if (message.type === "said" || message.type === "declined") return;
      if (message.type === "state") ({ you } = message);
      if (message.type === "event" || message.phase !== "open") leave();
      else if (message.deal) void answer(id, message.deal, you);
    },
    refuse: () => leave(),
  });
}

async function follows(engine: Engine, state: StateMessage): Promise<boolean> {
  const { part = "", parts = [] } = state.deal!;
  const lines = [...parts.filter((each) => each !== "")].sort().map((each) => `${each}\n`);
  const key = await sha(`abax deal 1\n${state.game}\n${part}\n${lines.join("")}`);
  const seed = async (what: string): Promise<string> => {
    return String(BigInt(`0x${(await sha(`${key} ${what}`)).slice(0, 16)}`));
  };
  const options = Object.entries(state.options).map(([name, value]) => `o.${name}=${value}`);
  const seeds = [`seed=${await seed("board")}`, `secrets=${await seed("secrets")}`];
  return question(engine, (session) => {
    session.call("new", state.name, ...options, ...seeds);
    return session.ask<Told>("setup").start === state.start;
  });
}

// Whether this client's share is in the deal. The server may have left out a late share, but not
// one that it confirmed.
function hasOwn(deal: Deal, you: number, own: Own): boolean {
  if (!deal.silent.includes(you)) return deal.parts?.[you] === own.part;
  return !own.given && !(own.promised && deal.promises[you] === "");
}

// Verdict on the deal of a finished game.
export async function proof(engine: Engine, state: StateMessage): Promise<"proven" | "word" | "false"> {
  const { deal } = state;
  if (!deal?.part || !crypto.subtle) return "word";
  const own = kept<Own>(`deal.${state.game}`);
  if (!deal.parts?.some((part) => part !== "")) return own?.given ? "false" : "word";
  const honoured = await Promise.all(
    deal.promises.map(async (promise, seat) => {
      return promise === "" || deal.silent.includes(seat) || promise === (await sha(deal.parts?.[seat] ?? ""));
    }),
  );
  const honest =
    (await sha(deal.part)) === deal.promise &&
    honoured.every(Boolean) &&
    (!own?.server || own.server === deal.promise) &&
    (!own || state.you < 0 || hasOwn(deal, state.you, own));
  return honest && (await follows(engine, state)) ? "proven" : "false";
}
