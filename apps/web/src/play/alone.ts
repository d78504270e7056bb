// SPDX-License-Identifier: MIT
// Of two tabs with the same game one thinks, and the other waits for its answer.
export async function alone(game: string, stop: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return work();
  try {
    await navigator.locks.request(`abax.${game}`, { signal: stop }, work);
  } catch (error) {
    if (!stop.aborted) throw error;
  }
}
