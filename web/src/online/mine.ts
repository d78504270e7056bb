// SPDX-License-Identifier: MIT
// The games that one takes part in: seats that this browser holds, and those of the account.
import { account } from "./account.svelte";
import { api, ApiFault } from "./api";
import type { Row, StateMessage } from "./messages";
import { dropSeat, heldSeats } from "./secrets";

export interface Mine extends Row {
  toAct: number;
  seat: number; // one's own, -1: not known
}

const MOST = 12;

function rowOf(id: string, state: StateMessage): Row {
  const { name, clock, rated, guests, created, number, phase, seats } = state;
  const options = Object.entries(state.options).map(([key, value]) => `${key}=${value}`).join(",");
  return { id, name, options, clock, rated, guests, created, changed: 0, number, phase, seats };
}

async function look(id: string, held?: number): Promise<Mine | undefined> {
  try {
    const state = await api.game(id);
    const name = account()?.name;
    const seat = held ?? state.seats.findIndex((other) => other.account && other.name === name);
    return { ...rowOf(id, state), toAct: state.toAct, seat };
  } catch (fault) {
    if (!(fault instanceof ApiFault)) throw fault;
    if (fault.status === 404) dropSeat(id);
    return undefined;
  }
}

export async function myGames(): Promise<Mine[]> {
  const held = heldSeats();
  const token = account()?.token;
  const rows = token ? (await api.myGames(token)).games : [];
  const ids = new Map(held.map(({ id, seat }) => [id, seat]));
  for (const row of rows) if (!ids.has(row.id)) ids.set(row.id, undefined);
  const found = await Promise.all([...ids].slice(0, MOST).map(([id, seat]) => look(id, seat)));
  const rank = (mine: Mine) => (mine.phase === "over" ? 2 : mine.toAct === mine.seat ? 0 : 1);
  return found.filter((mine) => mine !== undefined).sort((a, b) => rank(a) - rank(b));
}
