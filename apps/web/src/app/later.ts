// SPDX-License-Identifier: MIT
// Work in small pieces, so that a slow phone answers and paints between them.

// In a task of its own, after those that are waiting.
export function nextTask(): Promise<void> {
  return new Promise((done) => setTimeout(done, 0));
}

// When nothing else is to be done; answers how to call it off.
export function whenIdle(work: () => void, patience: number): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, 0);
    return () => clearTimeout(timer);
  }
  const ticket = requestIdleCallback(work, { timeout: patience });
  return () => cancelIdleCallback(ticket);
}

const PATIENCE = 2000; // milliseconds

// When the first screen has all that it needs: whatever else is fetched would take the line and the
// time from it.
export function whenQuiet(): Promise<void> {
  return new Promise<void>((done) => {
    const wait = () => void whenIdle(done, PATIENCE);
    if (document.readyState === "complete") wait();
    else addEventListener("load", wait, { once: true });
  });
}
