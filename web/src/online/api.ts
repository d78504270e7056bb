// SPDX-License-Identifier: MIT
// The server's requests (docs/api.md). A fault of the server is its own sentence.
import type { Said } from "../engine/state";
import type {
  Blocks,
  Bots,
  Export,
  Fault,
  Leaders,
  Lobby,
  Person,
  Profile,
  Seated,
  StateMessage,
  Turns,
} from "./messages";

export class ApiFault extends Error {
  constructor(
    readonly status: number, // 0: no answer at all
    readonly said: Said,
  ) {
    super(said.text);
  }
}

export interface NewGame {
  game: string;
  options?: Record<string, string>;
  clock?: string;
  seats?: string[];
  listed?: boolean;
  guests?: boolean;
  rated?: boolean;
  name?: string;
}

async function answerOf<T>(response: Response): Promise<T> {
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    throw new ApiFault(response.status, { text: response.statusText });
  }
  if (response.ok) return body as T;
  const { error = response.statusText, said = { text: error } } = (body ?? {}) as Partial<Fault>;
  throw new ApiFault(response.status, said);
}

async function ask<T>(path: string, token?: string, body?: object): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  const init: RequestInit = { method: body ? "POST" : "GET", headers, cache: "no-store" };
  if (body) init.body = JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(`api/${path}`, init);
  } catch {
    throw new ApiFault(0, { text: "" });
  }
  return answerOf<T>(response);
}

// The record as text (docs/records.md).
async function record(id: string): Promise<string> {
  const response = await fetch(`api/games/${encodeURIComponent(id)}/record`, { cache: "no-store" });
  if (!response.ok) throw new ApiFault(response.status, { text: response.statusText });
  return response.text();
}

const part = encodeURIComponent;

export const api = {
  lobby: () => ask<Lobby>("games"),
  create: (game: NewGame, token?: string) => ask<Seated>("games", token, game),
  sit: (id: string, name: string, token?: string) =>
    ask<Seated>(`games/${part(id)}/sit`, token, name && !token ? { name } : {}),
  refuse: (id: string, token: string) => ask<object>(`games/${part(id)}/refuse`, token, {}),
  blocks: (token: string) => ask<Blocks>("me/blocks", token),
  block: (token: string, name: string, blocked: boolean) => ask<Blocks>("me/blocks", token, { name, blocked }),
  game: (id: string) => ask<StateMessage>(`games/${part(id)}`),
  record,
  register: (name: string, password: string) => ask<Person>("accounts", undefined, { name, password }),
  login: (name: string, password: string) => ask<Person>("sessions", undefined, { name, password }),
  logout: (token: string) => ask<object>("sessions/end", token, {}),
  logoutAll: (token: string) => ask<object>("sessions/end-all", token, {}),
  me: (token: string) => ask<Profile>("me", token),
  change: (token: string, wish: { old: string; name?: string; password?: string }) => ask<Person>("me", token, wish),
  remove: (token: string, password: string) => ask<object>("me/delete", token, { password }),
  turns: (seats: Record<string, string>, token?: string) => ask<Turns>("turns", token, { seats }),
  bots: () => ask<Bots>("bots"),
  export: (token: string, before: number) => ask<Export>(before ? `me/export?before=${before}` : "me/export", token),
  profile: (name: string) => ask<Profile>(`accounts/${part(name)}`),
  ratings: (game: string) => ask<Leaders>(`ratings/${part(game)}`),
};
