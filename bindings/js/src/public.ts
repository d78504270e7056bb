// SPDX-License-Identifier: MIT
// What everybody who uses the package may name.
export {
  Abax,
  type Limits,
  type Progress,
  type Review,
  type Solved,
  type RecordAction,
  type RecordJson,
} from "./abax.ts";
export { Match, type Setup } from "./match.ts";
export { Refusal } from "./engine/module.ts";
// Two names that the files below use for other things: those are PieceLook and JudgedAction.
export type { Judged, Look, Place } from "./place.ts";
export type { Look as PieceLook } from "./engine/state.ts";
export type { Judged as JudgedAction } from "./engine/answers.ts";
export { Speech } from "./words/speech.ts";
export type { Language } from "./words/languages.ts";
export type * from "./engine/answers.ts";
export type * from "./engine/state.ts";
