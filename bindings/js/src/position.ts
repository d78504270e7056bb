// SPDX-License-Identifier: MIT
// A position of a game as a plain value: a start and the actions since.
import type { Result, Scene } from "./engine/state.ts";

/** A position of a game as a plain value: a start and the actions since. Compare, copy and store it freely. */
export interface Position {
  /** Name of the game. */
  game: string;
  /** Options that differ from the default. */
  options?: Readonly<Record<string, string>>;
  /** Text of the start position. Default: the game's own start. */
  position?: string;
  /** Seed of what is dealt. Default: 0. */
  seed?: number | bigint | string;
  /** Actions played since the start. */
  actions?: readonly string[];
}

/** @deprecated Use {@link Position}. This name stays until 3.0. */
export type Place = Position;

/** What can be seen of a position, in whole or from a viewpoint. */
export interface Look {
  /** Position text. From a viewpoint, what its seat may not know is unknown. */
  position: string;
  /** Seat to act, from 0; -1 after the end. */
  toAct: number;
  /** Whether the game has ended. */
  over: boolean;
  /** The result, after the end. */
  result: Result | undefined;
  /** What a renderer draws (docs/session.md). */
  scene: Scene;
}

/** Verdict on an attempt. `rule` is the id of the rule that forbids it. */
export type Judged =
  { answer: "legal" | "incomplete"; sentence: string } | { answer: "refused"; rule: string; sentence: string };

const KINDS = { string: "a string", number: "a number", object: "an object" };

// JavaScript does not check types: a TypeError names the argument that is wrong.
export function need(what: string, value: unknown, kind: keyof typeof KINDS): void {
  const found = value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;
  if (found !== kind) throw new TypeError(`${what} must be ${KINDS[kind]}, not ${found}`);
}

function needPosition(at: Position): void {
  need("position", at, "object");
  need("position.game", at.game, "string");
  if (at.options !== undefined) need("position.options", at.options, "object");
  if (at.position !== undefined) need("position.position", at.position, "string");
  const { actions = [] } = at;
  if (!Array.isArray(actions)) throw new TypeError(`position.actions must be an array, not ${typeof actions}`);
  for (const action of actions as readonly unknown[]) need("an action", action, "string");
}

// Arguments of a command for a viewpoint. Without one, everything is shown.
export function viewpointWords(viewpoint: unknown): string[] {
  if (viewpoint === undefined) return [];
  if (viewpoint !== "public" && (!Number.isInteger(viewpoint) || (viewpoint as number) < 0))
    throw new TypeError(`viewpoint must be a seat from 0 or "public", not ${JSON.stringify(viewpoint)}`);
  return ["--seat", String(viewpoint === "public" ? 0 : (viewpoint as number) + 1)];
}

// Actions go after `--`, so they cannot be parsed as options.
export function actionWords(at: Position): string[] {
  return ["--", ...(at.actions ?? [])];
}

// Arguments of a command for the game and its start.
export function startWords(at: Position): string[] {
  needPosition(at);
  const { game, options = {}, position, seed } = at;
  const words = [game];
  for (const [key, value] of Object.entries(options)) words.push("-o", `${key}=${value}`);
  if (position !== undefined) words.push("-p", position);
  if (seed !== undefined) words.push("--seed", String(seed));
  return words;
}

export function positionWords(at: Position): string[] {
  return [...startWords(at), ...actionWords(at)];
}

// The same for a session.
export function setupWords(at: Position): string[] {
  needPosition(at);
  const { game, options = {}, position, seed } = at;
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
