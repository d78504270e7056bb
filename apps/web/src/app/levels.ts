// SPDX-License-Identifier: MIT
// The computer's ten levels, with their names and what is said of each (core/play/levels.c).
import games from "virtual:abax/games";
import { t, tell } from "../i18n/index.svelte";

// All levels, from 1.
export const levels: number[] = games.levels.map((_, i) => i + 1);

export function levelName(level: number): string {
  return games.levels[level - 1]?.name ?? "";
}

// One sentence about how it plays.
export function levelAbout(level: number): string {
  const { about: text = "", id = "" } = games.levels[level - 1] ?? {};
  return tell({ text, id });
}

// Whether a player follows the results of the person it plays.
export function isAdaptive(player: string | undefined): boolean {
  return /^like:/.test(player ?? "");
}

export function levelOf(player: string | undefined): number | undefined {
  const level = player?.match(/^(?:level|like):(\d+)$/)?.[1];
  return level === undefined ? undefined : Number(level);
}

// Name of a level in lists of people and computers; other players keep their text.
export function computerName(player: string): string {
  const level = levelOf(player);
  if (level === undefined) return player;
  return t(isAdaptive(player) ? "player.like" : "player.level", { level, name: levelName(level) });
}
