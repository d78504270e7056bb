// SPDX-License-Identifier: MIT
// A web worker with several ways to start it: if one fails before it has answered anything, the
// next one gets all messages.
import type { Thinking } from "./engine.ts";
import type { Reply, Request, Start } from "./serve.ts";

export type Starter = () => Worker | Promise<Worker>;

// `failed` is called at most once, and not after terminate().
export function startWorker(starters: readonly Starter[], hear: (reply: Reply) => void, failed: () => void): Thinking {
  const sent: (Start | Request)[] = [];
  let worker: Worker | undefined;
  let answered = false;
  let ended = false;

  const end = () => {
    ended = true;
    worker?.terminate();
  };
  const start = async (i: number): Promise<void> => {
    const next = () => {
      if (ended) return;
      worker?.terminate();
      worker = undefined;
      if (!answered && i + 1 < starters.length) return void start(i + 1);
      end();
      failed();
    };
    try {
      const made = await starters[i]!();
      if (ended) return made.terminate();
      made.addEventListener("message", (event: MessageEvent<Reply>) => {
        answered = true;
        sent.length = 0;
        hear(event.data);
      });
      made.addEventListener("error", next, { once: true });
      for (const message of sent) made.postMessage(message);
      worker = made;
    } catch {
      next();
    }
  };
  void start(0);
  return {
    postMessage(message) {
      if (!answered) sent.push(message);
      worker?.postMessage(message);
    },
    terminate: end,
  };
}
