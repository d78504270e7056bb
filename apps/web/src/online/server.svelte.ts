// SPDX-License-Identifier: MIT
// Whether this page came from a server that people can play on. On a host of plain files there is none, and nothing
// of all this is shown.
import type { About } from "./messages";

let about = $state.raw<About>();
let waiting = $state(0);
let asked: Promise<void> | undefined;

async function ask(): Promise<void> {
  try {
    const answer = await fetch("api/about", { cache: "no-store" });
    const found = answer.ok ? ((await answer.json()) as Partial<About>) : {};
    if (found.games?.length) about = found as About;
  } catch {
    asked = undefined; // no network: asked again when somebody wants to know
  }
}

export function findServer(): Promise<void> {
  if (!navigator.onLine) return Promise.resolve();
  asked ??= ask();
  return asked;
}

export function server(): About | undefined {
  return about;
}

// In how many games on the server it is one's turn, as far as it was heard.
export function waitingTurns(): number {
  return waiting;
}

export function setWaiting(games: number): void {
  waiting = games;
}
