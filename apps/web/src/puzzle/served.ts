// SPDX-License-Identifier: MIT
// Attempts of an account, sent to its server (docs/api.md, "Puzzles"), which counts each of them
// once. Without a network they wait here; a guest's attempts stay on the device.
import { keep, kept } from "../app/keep";
import { account } from "../online/account.svelte";
import { ApiError, ask } from "../online/api";
import type { OwnPuzzles, PuzzleBegun, PuzzleOver } from "../online/puzzlemessages";
import { findServer, server } from "../online/server.svelte";
import { today } from "./practice";

const PATIENCE = 2000; // milliseconds for the server's choice; then the page chooses itself
const WAITING = "puzzle.out";

interface Ending {
  name: string; // of the account
  game: string;
  puzzle: number;
  actions: string; // your actions, from the beginning
  end: boolean; // given up
  day?: string | undefined; // the date, of the day's puzzle
}

// The account's token, where there is a server to send something to.
export async function loginToken(): Promise<string | undefined> {
  await findServer();
  return server() ? account()?.token : undefined;
}

// the last one: an attempt does not end before it has begun
let beginning: Promise<unknown> = Promise.resolve();

function beginAttempt(
  token: string,
  game: string,
  request: { puzzle: number } | { day: true } | object,
): Promise<PuzzleBegun> {
  const asked = ask<PuzzleBegun>(`puzzles/${game}`, token, request);
  beginning = asked.catch(() => {});
  return asked;
}

// The puzzle that is open on the server for this account, or its choice; undefined if the server
// does not answer in time or has none. A late answer stays open there and is sent the next time.
export async function chosen(game: string): Promise<PuzzleBegun | undefined> {
  const token = await loginToken();
  if (!token) return undefined;
  const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), PATIENCE));
  return Promise.race([beginAttempt(token, game, {}).catch(() => undefined), late]);
}

// Begins the attempt on the server too, which decides the day it counts for. A refused attempt does
// not count there.
export async function begun(game: string, puzzle: number, day: boolean): Promise<string | undefined> {
  const token = await loginToken();
  const answer = token
    ? await beginAttempt(token, game, day ? { day: true } : { puzzle }).catch(() => undefined)
    : undefined;
  return answer?.day;
}

async function sendEnding(token: string, { game, puzzle, actions, end, day }: Ending): Promise<PuzzleOver> {
  const body = { puzzle, ...(actions ? { actions } : {}), ...(end ? { end } : {}), ...(day ? { day } : {}) };
  return ask<PuzzleOver>(`puzzles/${game}/try`, token, body);
}

// No verdict: no answer, too many requests, or logged out.
const unheard = (error: unknown) =>
  error instanceof ApiError && (error.status >= 500 || [0, 401, 429].includes(error.status));

// Ends an attempt; nothing when the server was not there to hear it, or does not count it.
export async function ended(ending: Omit<Ending, "name">): Promise<PuzzleOver | undefined> {
  const name = account()?.name;
  if (!name) return undefined;
  const whole = { ...ending, name };
  const token = await loginToken();
  await beginning;
  try {
    if (token) return await sendEnding(token, whole);
  } catch (error) {
    if (!unheard(error)) return undefined;
  }
  keep(WAITING, [...(kept<Ending[]>(WAITING) ?? []), whole]);
  return undefined;
}

// Sends waiting attempts. One that never began on the server begins now, as the day's puzzle if its
// day is not over.
async function sendLateEnding(token: string, ending: Ending): Promise<void> {
  if (ending.day && ending.day !== today()) {
    const sent = await sendEnding(token, ending).catch((error: unknown) => {
      if (unheard(error)) throw error;
    });
    if (sent) return;
  }
  const now = ending.day === today();
  await beginAttempt(token, ending.game, now ? { day: true } : { puzzle: ending.puzzle }).catch((error: unknown) => {
    if (unheard(error)) throw error;
  });
  await sendEnding(token, now ? ending : { ...ending, day: undefined });
}

// Attempts that wait for a network.
export async function sendWaiting(): Promise<void> {
  const token = await loginToken();
  const own = account()?.name;
  for (const ending of token ? (kept<Ending[]>(WAITING) ?? []) : []) {
    if (ending.name !== own) continue;
    try {
      await sendLateEnding(token!, ending);
    } catch (error) {
      if (unheard(error)) return;
    }
    const same = ({ game, puzzle, name }: Ending) =>
      game === ending.game && puzzle === ending.puzzle && name === ending.name;
    keep(
      WAITING,
      (kept<Ending[]>(WAITING) ?? []).filter((other) => !same(other)),
    );
  }
}

// The account's standing; undefined for guests and without an answer.
export async function standing(): Promise<OwnPuzzles | undefined> {
  const token = await loginToken();
  return token ? ask<OwnPuzzles>("me/puzzles", token).catch(() => undefined) : undefined;
}
