// SPDX-License-Identifier: MIT
// What the engine says, turned to a seat and into words.
import type { Line, Scene } from "abax/engine/state";
import { t } from "./texts";

// The chance of `seat` when the line speaks for `toAct`; of two, one's chance is the other's rest.
export function chanceOf(line: Line, toAct: number, seat: number): number {
  return toAct === seat ? line.chance : 1 - line.chance;
}

function certain(line: Line): number {
  return line.proven === undefined ? line.chance : { win: 1, draw: 0.5, loss: 0 }[line.proven];
}

// What a seat loses in win chance by passing: `now` speaks for it, `passed` for whoever acts then.
export function passingCosts(now: Line, passed: Line): number {
  return certain(now) - (1 - certain(passed));
}

// Who has nothing on the board threatens nothing: there, passing only gives the first move away. Pieces without an owner are
// everybody's.
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
