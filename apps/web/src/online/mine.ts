// SPDX-License-Identifier: MIT
// The games that one takes part in and that are not over: of the seats that this browser holds, and
// of the account.
import { account } from "./account.svelte";
import { api } from "./api";
import type { Row, Turn } from "./messages";
import { heldSeats } from "./secrets";
import { setWaiting } from "./server.svelte";

export interface Mine extends Row {
  yours: boolean; // it is your turn
  invited: boolean; // a seat is kept, and not taken yet
}

const MOST = 64; // the server accepts no more

function rank({ yours, invited }: Turn): number {
  return yours ? 0 : invited ? 1 : 2;
}

// Those that wait for one come first.
export async function myGames(): Promise<Mine[]> {
  const held = heldSeats().slice(0, MOST);
  const token = account()?.token;
  if (!held.length && !token) return [];
  const { games, waiting } = await api.turns(
    Object.fromEntries(held.map(({ id, token: secret }) => [id, secret])),
    token,
  );
  setWaiting(waiting);
  return [...games].sort((a, b) => rank(a) - rank(b)).map(({ row, yours, invited }) => ({ ...row, yours, invited }));
}

// Publishes how many games wait, now and whenever the user returns to the page.
export function watchTurns(): void {
  // no network: the number stays
  const look = () => void (document.hidden || myGames().catch(() => {}));
  document.addEventListener("visibilitychange", look);
  look();
}
