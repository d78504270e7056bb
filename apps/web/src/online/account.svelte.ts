// SPDX-License-Identifier: MIT
// The account that this browser is logged in to, if any, and the name that a guest likes to be
// called.
import { forget, keep, kept } from "../app/keep";

export interface Login {
  name: string;
  token: string;
  since?: number; // when the token was given
  next?: string; // one that was asked for in its place, without an answer so far
}

let login = $state.raw(kept<Login>("login"));

export function account(): Login | undefined {
  return login;
}

export function logIn(name: string, token: string): void {
  keepLogin({ name, token, since: Date.now() });
}

export function keepLogin(changed: Login): void {
  login = changed;
  keep("login", login);
}

export function rename(name: string): void {
  if (login) keepLogin({ ...login, name });
}

export function logOut(): void {
  login = undefined;
  forget("login");
}

export function guestName(): string {
  return kept<string>("guest") ?? "";
}

export function keepGuestName(name: string): void {
  keep("guest", name);
}
