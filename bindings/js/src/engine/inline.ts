// SPDX-License-Identifier: MIT
// A worker that is none: it thinks in the thread that asks, which waits meanwhile. For programs
// that have nothing else to do, and for pages that may start no worker.
import type { Thinking } from "./engine.ts";
import { serve, type Reply } from "./serve.ts";

export function inThisThread(hear: (reply: Reply) => void): Thinking {
  let ended = false;
  const answer = serve((reply) => {
    if (!ended) hear(reply);
  });
  return {
    postMessage: answer,
    terminate: () => (ended = true),
  };
}
