// SPDX-License-Identifier: MIT
// Reasons of the engine (docs/review.md): facts with their numbers, and how they are said.
import type { Said } from "./catalogue";

export interface Fact {
  id: string;
  grade: "rules" | "proven" | "estimated";
  seat: number;
  text: string;
  said: Said;
  counter?: string;
  word?: string;
  action?: string;
}
