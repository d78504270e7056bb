// SPDX-License-Identifier: MIT
// Shows the last turn once more: the moment before it, then action by action up to now.

interface Table {
  looking?: number | undefined;
  lookAt(length: number | undefined): void;
}

const STEP = 1100; // milliseconds: long enough to read what happened

// Length before the last turn: the last run of actions of one seat.
export function turnStart(actions: readonly { seat: number }[], length: number): number {
  let start = length;
  while (start > 0 && actions[start - 1]!.seat === actions[length - 1]!.seat) start--;
  return start;
}

// Ends when the user looks elsewhere or plays.
export async function replay(
  table: Table,
  now: () => { actions: readonly { seat: number }[]; length: number },
  step = STEP,
): Promise<void> {
  const { actions, length } = now();
  if (length === 0) return;
  for (let at = turnStart(actions, length); at < length; at++) {
    table.lookAt(at);
    await new Promise((done) => setTimeout(done, step));
    if (table.looking !== at || now().length !== length) return;
  }
  table.lookAt(undefined);
}
