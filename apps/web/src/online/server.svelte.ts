// SPDX-License-Identifier: MIT
// Whether this page came from a server that people can play on. On a host of plain files there is
// none, and nothing of all this is shown.
import type { About } from "./messages";

let about = $state.raw<About>();
let waiting = $state(0);
let asked: Promise<void> | undefined;

async function probeServer(): Promise<void> {
  try {
    const answer = await fetch("api/about", { cache: "no-store" });
    const found = answer.ok ? ((await answer.json()) as Partial<About>) : {};
    if (found.games?.length) about = found as About;
  } catch {
    asked = undefined; // no network: the next caller asks again
  }
}

export function findServer(): Promise<void> {
  if (!navigator.onLine) return Promise.resolve();
  asked ??= probeServer();
  return asked;
}

export function server(): About | undefined {
  return about;
}

// The last known number of games on the server in which it is your turn.
export function waitingTurns(): number {
  return waiting;
}

export function setWaiting(games: number): void {
  waiting = games;
}
