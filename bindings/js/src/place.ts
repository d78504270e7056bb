// SPDX-License-Identifier: MIT
// Where a game stands, as a value: a start and the actions since. Everything about it can be asked again and again.
import type { Result, Scene } from "./engine/state.ts";

export interface Place {
  game: string;
  options?: Readonly<Record<string, string>>; // those that are not the usual ones
  position?: string; // the start; without it the usual one
  seed?: number | bigint | string; // of what is dealt; 0 if not given
  actions?: readonly string[];
}

export interface Look {
  position: string; // as the eyes may know it
  toAct: number; // a seat from 0, or -1 after the end
  over: boolean;
  result: Result | undefined;
  scene: Scene;
}

// How an attempt is judged: `rule` names the rule that forbids it.
export type Judged =
  { answer: "legal" | "incomplete"; sentence: string } | { answer: "refused"; rule: string; sentence: string };

const KINDS = { string: "a string", number: "a number", object: "an object" };

// JavaScript holds nobody to the types: what cannot be meant is named here, before it is taken apart.
export function need(what: string, value: unknown, kind: keyof typeof KINDS): void {
  const found = value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;
  if (found !== kind) throw new TypeError(`${what} must be ${KINDS[kind]}, not ${found}`);
}

function needPlace(place: Place): void {
  need("place", place, "object");
  need("place.game", place.game, "string");
  if (place.options !== undefined) need("place.options", place.options, "object");
  if (place.position !== undefined) need("place.position", place.position, "string");
  const { actions = [] } = place;
  if (!Array.isArray(actions)) throw new TypeError(`place.actions must be an array, not ${typeof actions}`);
  for (const action of actions as readonly unknown[]) need("an action", action, "string");
}

// Whose eyes: the number that commands take, or no word for everybody's.
export function eyesWords(eyes: unknown): string[] {
  if (eyes === undefined) return [];
  if (eyes !== "public" && (!Number.isInteger(eyes) || (eyes as number) < 0))
    throw new TypeError(`eyes must be a seat from 0 or "public", not ${JSON.stringify(eyes)}`);
  return ["--seat", String(eyes === "public" ? 0 : (eyes as number) + 1)];
}

// Actions come from anywhere: behind the dashes none of them is taken for an option.
export function actionWords(place: Place): string[] {
  return ["--", ...(place.actions ?? [])];
}

// The words of a command that say where: the game and its start, and the actions.
export function startWords(place: Place): string[] {
  needPlace(place);
  const { game, options = {}, position, seed } = place;
  const words = [game];
  for (const [key, value] of Object.entries(options)) words.push("-o", `${key}=${value}`);
  if (position !== undefined) words.push("-p", position);
  if (seed !== undefined) words.push("--seed", String(seed));
  return words;
}

export function placeWords(place: Place): string[] {
  return [...startWords(place), ...actionWords(place)];
}

// The same for a session.
export function setupWords(place: Place): string[] {
  needPlace(place);
  const { game, options = {}, position, seed } = place;
  const words = [game];
  for (const [key, value] of Object.entries(options)) words.push(`o.${key}=${value}`);
  if (position !== undefined) words.push(`start=${position}`);
  if (seed !== undefined) words.push(`seed=${seed}`);
  return words;
}

// "refused RULE: SENTENCE", "incomplete: SENTENCE" or "legal".
export function readJudged(text: string): Judged {
  const [, answer = "", rule = "", sentence = ""] = /^(\w+) ?([\w-]*):? ?(.*)/s.exec(text.trim()) ?? [];
  if (answer === "refused") return { answer, rule, sentence };
  return { answer: answer === "legal" ? "legal" : "incomplete", sentence };
}
