// SPDX-License-Identifier: MIT
// The engine's classification of an action that is not played yet.
import type { Judged } from "abax/engine/answers";
import type { Task } from "abax/engine/engine";
import { Refusal } from "abax/engine/module";

// Nothing when it was stopped or cannot be judged.
export async function classified(task: Task): Promise<Judged | undefined> {
  try {
    return JSON.parse(await task.answer) as Judged;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return undefined;
  }
}
