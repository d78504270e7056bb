// SPDX-License-Identifier: MIT
// Tournaments: requests, what this browser stores of them, and your own player.
import { computerName, levelOf } from "../app/levels";
import { keep, kept } from "../app/keep";
import { account } from "./account.svelte";
import { ask } from "./api";
import type { MeetSettings, NewTournament, Pair, Standing, TakesPart, Tournament, Tournaments } from "./messages";
import { t } from "./tournamenttexts";
import { holdSeat, keepTournamentOf, newKey } from "./secrets";

export interface TournamentRequest {
  title: string;
  form: MeetSettings["form"];
  game: string;
  options: Record<string, string>;
  clock: string;
  rated: boolean;
  guests: boolean;
  bots: boolean;
  streaks: boolean;
  rounds: number;
  minutes: number;
}

const path = (id: string, what = "") => `tournaments/${encodeURIComponent(id)}${what && `/${what}`}`;

// A guest's secret opens all their games of the tournament. Joining again with it is idempotent.
interface Guest {
  id: string;
  token: string;
}

const KEY = "meets";
const MOST = 50; // the oldest are forgotten

function guests(): Guest[] {
  return kept<Guest[]>(KEY) ?? [];
}

export function guestToken(id: string): string | undefined {
  return guests().find((guest) => guest.id === id)?.token;
}

function guestKey(id: string): string {
  const token = guestToken(id) ?? newKey();
  keep(KEY, [{ id, token }, ...guests().filter((guest) => guest.id !== id)].slice(0, MOST));
  return token;
}

async function request(id: string, what: string, body: object = {}): Promise<Tournament> {
  const login = account()?.token;
  const token = login ? undefined : guestToken(id);
  return ask<Tournament>(path(id, what), login, token && what === "leave" ? { ...body, token } : body);
}

export const tournaments = {
  list: () => ask<Tournaments>("tournaments"),
  show: (id: string) => ask<Tournament>(path(id)),
  create: (tournament: TournamentRequest, token: string) =>
    ask<NewTournament>("tournaments", token, {
      ...tournament,
      ...(tournament.form === "ladder" ? {} : { key: newKey() }),
    }),
  join: (id: string, name: string) =>
    account()
      ? ask<TakesPart>(path(id, "join"), account()!.token, {})
      : ask<TakesPart>(path(id, "join"), undefined, { name, token: guestKey(id) }),
  leave: (id: string) => request(id, "leave"),
  begin: (id: string) => request(id, "begin"),
  cancel: (id: string) => request(id, "cancel"),
  remove: (id: string, player: number) => request(id, "remove", { player }),
  challenge: (id: string, player: number) => request(id, "challenge", { player }),
};

// Your player: by the account, or by what was stored when you joined as a guest.
const PLAYER = "meet-players";

export function keepPlayer(id: string, player: number): void {
  const known = kept<Record<string, number>>(PLAYER) ?? {};
  keep(PLAYER, { ...Object.fromEntries(Object.entries(known).slice(-MOST)), [id]: player });
}

export function myself(tournament: Tournament): Standing | undefined {
  const name = account()?.name;
  if (name) return tournament.standings.find((player) => player.account && player.name === name);
  const player = guestToken(tournament.id) ? kept<Record<string, number>>(PLAYER)?.[tournament.id] : undefined;
  return tournament.standings.find((other) => other.player === player && !other.account);
}

export function openPair(tournament: Tournament, player: number): Pair | undefined {
  return tournament.pairs.find((pair) => pair.result === "" && (pair.first === player || pair.second === player));
}

// Before opening your game: stores the way back, and puts a guest's secret where games look for it.
export function takeSeat(tournament: Tournament, pair: Pair, player: number): void {
  keepTournamentOf(pair.game, tournament.id);
  const token = account() ? undefined : guestToken(tournament.id);
  if (token) holdSeat(pair.game, token, pair.first === player ? 0 : 1);
}

export function playerName(player: Standing | undefined): string {
  if (!player) return t("tournament.gone.player");
  if (levelOf(player.kind) !== undefined) return computerName(player.kind);
  return player.name || t("tournament.gone.player");
}

export function waitText(seconds: number): string {
  if (seconds >= 86400) return t("tournament.days", { n: Math.round(seconds / 86400) });
  return seconds >= 3600
    ? t("tournament.hours", { n: Math.round(seconds / 3600) })
    : t("tournament.seconds", { n: seconds });
}
