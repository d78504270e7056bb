// SPDX-License-Identifier: MIT
// Requests to the server (docs/api.md). An error of the server has its own sentence.
import type { Said } from "abax/engine/state";
import type {
  Blocks,
  Bots,
  Code,
  Declined,
  Export,
  Fault,
  FoundList,
  Leaders,
  Lobby,
  NewStudy,
  OwnData,
  Person,
  Profile,
  Seated,
  StateMessage,
  StudyRows,
  Told,
  Turns,
  Vacation,
  WholeStudy,
} from "./messages";
import { keyFor, newKey } from "./secrets";

export class ApiError extends Error {
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
  games?: number;
  points?: boolean;
  begins?: string;
  lots?: boolean;
  promise?: string;
  name?: string;
}

export interface NewStudyRequest {
  game: string;
  options: Record<string, string>;
  start?: string;
  actions?: string;
  title?: string;
}

async function answerOf<T>(response: Response): Promise<T> {
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    throw new ApiError(response.status, { text: response.statusText });
  }
  if (response.ok) return body as T;
  const { error = response.statusText, said = { text: error } } = (body ?? {}) as Partial<Fault>;
  throw new ApiError(response.status, said);
}

export async function ask<T>(path: string, token?: string, body?: object): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  const init: RequestInit = { method: body ? "POST" : "GET", headers, cache: "no-store" };
  if (body) init.body = JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(`api/${path}`, init);
  } catch {
    throw new ApiError(0, { text: "" });
  }
  return answerOf<T>(response);
}

// The record as text (docs/records.md).
async function record(id: string): Promise<string> {
  const response = await fetch(`api/games/${encodeURIComponent(id)}/record`, { cache: "no-store" });
  if (!response.ok) throw new ApiError(response.status, { text: response.statusText });
  return response.text();
}

const part = encodeURIComponent;

// Filters of a search for finished games; empty ones do not apply.
export interface Search {
  person: string;
  game: string;
  result: "" | "won" | "lost" | "drawn"; // of the person, or else of the first seat
  opening: string;
}

function query(search: Search, before: number): string {
  const words = Object.entries({ ...search, before: before ? String(before) : "" });
  return words
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}=${part(value)}`)
    .join("&");
}

const TRIES = 4;
const PAUSE = 700; // milliseconds before the second try, then longer

// Requests a seat or a study with an idempotency key: without an answer the request is repeated
// with the same key and gets the same result.
async function keyed<T>(path: string, body: object, key: string, token?: string): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask<T>(path, token, { ...body, key });
    } catch (error) {
      const unheard = error instanceof ApiError && [0, 502, 503, 504].includes(error.status);
      if (!unheard || tries === TRIES) throw error;
    }
    await new Promise((resume) => setTimeout(resume, PAUSE * tries));
  }
}

export const api = {
  lobby: () => ask<Lobby>("games"),
  create: (game: NewGame, token?: string) => keyed<Seated>("games", game, newKey(), token),
  sit: (id: string, name: string, token?: string, promise?: string) =>
    keyed<Seated>(
      `games/${part(id)}/sit`,
      { ...(name && !token ? { name } : {}), ...(promise ? { promise } : {}) },
      keyFor(id),
      token,
    ),
  code: (id: string) => ask<Code>(`games/${part(id)}/code`, undefined, {}),
  gameOfCode: (code: string) => ask<Code>(`codes/${part(code)}`),
  decline: (id: string, name: string, token?: string) =>
    ask<Declined>(`games/${part(id)}/decline`, token, name && !token ? { name } : {}),
  refuse: (id: string, token: string) => ask<object>(`games/${part(id)}/refuse`, token, {}),
  blocks: (token: string) => ask<Blocks>("me/blocks", token),
  block: (token: string, name: string, blocked: boolean) => ask<Blocks>("me/blocks", token, { name, blocked }),
  report: (token: string, report: { name: string; reason: string; text?: string }) =>
    ask<object>("reports", token, report),
  data: (token: string) => ask<OwnData>("me/data", token),
  renew: (token: string, next: string) => ask<object>("sessions/renew", token, { token: next }),
  vacation: (token: string) => ask<Vacation>("me/vacation", token),
  setVacation: (token: string, days: number) => ask<Vacation>("me/vacation", token, { days }),
  notifications: (token: string) => ask<Told>("me/told", token),
  setNotifications: (token: string, request: Partial<Told>) => ask<Told>("me/told", token, request),
  addPushTarget: (token: string, place: { endpoint: string; p256dh: string; auth: string }) =>
    ask<Told>("me/told/places", token, place),
  dropPushTarget: (token: string, endpoint: string) => ask<Told>("me/told/places/end", token, { endpoint }),
  confirmEmail: (linkToken: string) => ask<object>("told/confirm", undefined, { pass: linkToken }),
  stopEmails: (linkToken: string) => ask<object>("told/stop", undefined, { pass: linkToken }),
  newStudy: (study: NewStudyRequest, token?: string) => keyed<NewStudy>("studies", study, newKey(), token),
  study: (id: string) => ask<WholeStudy>(`studies/${part(id)}`),
  studies: (token: string, before: number) =>
    ask<StudyRows>(before ? `me/studies?before=${before}` : "me/studies", token),
  dropStudy: (id: string, key: string, token?: string) =>
    ask<object>(`studies/${part(id)}/delete`, token, key ? { key } : {}),
  lockStudy: (id: string, key: string, token: string) => ask<NewStudy>(`studies/${part(id)}/key`, token, { key }),
  search: (search: Search, before: number, token?: string) => ask<FoundList>(`search?${query(search, before)}`, token),
  searchRecords: (search: Search, before: number, token?: string) =>
    ask<Export>(`search/records?${query(search, before)}`, token),
  game: (id: string) => ask<StateMessage>(`games/${part(id)}`),
  record,
  register: (name: string, password: string) => ask<Person>("accounts", undefined, { name, password }),
  login: (name: string, password: string) => ask<Person>("sessions", undefined, { name, password }),
  logout: (token: string) => ask<object>("sessions/end", token, {}),
  logoutAll: (token: string) => ask<object>("sessions/end-all", token, {}),
  me: (token: string) => ask<Profile>("me", token),
  change: (token: string, request: { old: string; name?: string; password?: string }) =>
    ask<Person>("me", token, request),
  remove: (token: string, password: string) => ask<object>("me/delete", token, { password }),
  turns: (seats: Record<string, string>, token?: string) => ask<Turns>("turns", token, { seats }),
  bots: () => ask<Bots>("bots"),
  export: (token: string, before: number) => ask<Export>(before ? `me/export?before=${before}` : "me/export", token),
  profile: (name: string) => ask<Profile>(`accounts/${part(name)}`),
  ratings: (game: string) => ask<Leaders>(`ratings/${part(game)}`),
};
