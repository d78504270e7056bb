// SPDX-License-Identifier: MIT
// A login's token is replaced every two weeks, so a stolen one does not live long. The new token is
// stored before the request, so one of the two opens the account whatever happens to the answer.
import { kept } from "../app/keep";
import { keepLogin, type Login } from "./account.svelte";
import { api, ApiError } from "./api";
import { newKey } from "./secrets";

const EVERY = 14 * 24 * 3600 * 1000;

// The account of a token, or none; no answer is neither.
async function opens(token: string): Promise<boolean | undefined> {
  try {
    await api.me(token);
    return true;
  } catch (problem) {
    return problem instanceof ApiError && problem.status === 401 ? false : undefined;
  }
}

// Settles a renewal that got no answer.
async function settle(login: Login): Promise<Login> {
  const { next, ...rest } = login;
  const good = next ? await opens(next) : undefined;
  if (!next || good === undefined) return login;
  const settled = good ? { ...rest, token: next, since: Date.now() } : rest;
  keepLogin(settled);
  return settled;
}

async function renew(now: number): Promise<void> {
  const stored = kept<Login>("login"); // another tab may have been first
  if (!stored) return;
  const login = await settle(stored);
  if (login.next || now - (login.since ?? 0) < EVERY) return;
  const next = newKey();
  keepLogin({ ...login, next });
  try {
    await api.renew(login.token, next);
    keepLogin({ name: login.name, token: next, since: now });
  } catch (problem) {
    if (problem instanceof ApiError && problem.status >= 400 && problem.status < 500) keepLogin(login);
  }
}

// One tab at a time if the browser has locks; otherwise no renewal.
export async function renewLogin(now = Date.now()): Promise<void> {
  if ("locks" in navigator) await navigator.locks.request("abax.login", () => renew(now));
}
