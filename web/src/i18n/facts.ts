// SPDX-License-Identifier: MIT
// Facts that the engine gives as reasons (docs/review.md), said in the chosen language; English comes with the fact.

export const factIds = [
  "forced",
  "wins-at-once",
  "loses-at-once",
  "draws-at-once",
  "allows-win-at-once",
  "only-stop",
  "stops-win-at-once",
  "threat",
  "choices",
  "counter",
  "win-in",
  "win",
  "draw",
  "book",
  "only-win",
  "only-move",
  "few-moves",
  "margin",
  "expected-margin",
  "chance",
  "gap",
  "belief",
  "wins-if",
] as const;

export type FactId = (typeof factIds)[number];
export type FactCatalogue = Record<FactId, string>;

export interface Fact {
  id: string;
  grade: "rules" | "proven" | "estimated";
  seat: number;
  text: string;
  counter?: string;
  word?: string;
  action?: string;
  [number: string]: string | number | undefined;
}

export function isFactId(id: string): id is FactId {
  return (factIds as readonly string[]).includes(id);
}
