// SPDX-License-Identifier: MIT
// What becomes of errors of the engine: a refusal has a sentence to be shown, anything else is a
// fault of the program.
import type { Task } from "abax/engine/engine";
import { Refusal } from "abax/engine/module";
import type { Said } from "abax/messages/catalogue";

// The sentence of a refusal. Any other error is thrown again.
export function refusalOf(error: unknown): Said {
  if (error instanceof Refusal) return error.said;
  throw error;
}

// The answer of a task; nothing if it was stopped or refused.
export async function answerOf<Answer>(task: Task): Promise<Answer | undefined> {
  try {
    return JSON.parse(await task.answer) as Answer;
  } catch (error) {
    refusalOf(error);
    return undefined;
  }
}
