// SPDX-License-Identifier: MIT
// The engine's values as seen by a seat, in words.
import type { Line, Scene } from "abax/engine/state";
import { t } from "./texts";

// The chance of `seat`, given a line that speaks for `toAct`. With two seats, one chance is the
// complement of the other.
export function chanceOf(line: Line, toAct: number, seat: number): number {
  return toAct === seat ? line.chance : 1 - line.chance;
}

function certain(line: Line): number {
  return line.proven === undefined ? line.chance : { win: 1, draw: 0.5, loss: 0 }[line.proven];
}

// The win chance that a seat loses by passing: `now` is its own line, `passed` the one of the seat
// that acts then.
export function passingCosts(now: Line, passed: Line): number {
  return certain(now) - (1 - certain(passed));
}

// A seat without pieces on the board threatens nothing: passing would only give the first move
// away. Pieces without an owner belong to all seats.
export function mayThreaten({ pieces, spots }: Scene, seat: number): boolean {
  const placed = pieces.filter(({ spot }) => spots[spot]?.use === "place");
  const owned = placed.filter(({ owner }) => owner >= 0);
  return owned.length > 0 ? owned.some(({ owner }) => owner === seat) : placed.length > 0;
}

export function percent(chance: number): string {
  return String(Math.round(chance * 100));
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value).replace("-", "−");
}

// "proven win for White, margin +3" or "White 71 %, margin +1.5".
export function verdict(line: Line, name: string): string {
  const margin = line.margin ?? line.expected_margin;
  const tail = margin === undefined ? "" : `, ${t("analyse.margin", { margin: signed(margin) })}`;
  if (line.proven) return t(`analyse.proven.${line.proven}`, { name }) + tail;
  return t("analyse.chance", { name, percent: percent(line.chance) }) + tail;
}
