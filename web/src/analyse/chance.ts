// SPDX-License-Identifier: MIT
// What the engine says, turned to a seat and into words.
import type { Line } from "../engine/state";
import { t } from "./texts";

// The chance of `seat` when the line speaks for `toAct`; of two, one's chance is the other's rest.
export function chanceOf(line: Line, toAct: number, seat: number): number {
  return toAct === seat ? line.chance : 1 - line.chance;
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
