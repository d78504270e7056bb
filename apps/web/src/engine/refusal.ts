// SPDX-License-Identifier: MIT
// What the engine refused.
import { Refusal } from "abax/engine/module";
import type { Said } from "abax/messages/catalogue";

// The sentence of a refusal. Any other error is thrown again.
export function refusalOf(error: unknown): Said {
  if (error instanceof Refusal) return error.said;
  throw error;
}
