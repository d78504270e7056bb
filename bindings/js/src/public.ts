// SPDX-License-Identifier: MIT
// The public API of the package.
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
// Two names mean something else in the files below; those are exported as PieceLook and
// JudgedAction.
export type { Judged, Look, Place, Position } from "./position.ts";
export type { Look as PieceLook } from "./engine/state.ts";
export type { Judged as JudgedAction } from "./engine/answers.ts";
export { Speech } from "./messages/speech.ts";
export type { Language } from "./messages/languages.ts";
export type * from "./engine/answers.ts";
export type * from "./engine/state.ts";
