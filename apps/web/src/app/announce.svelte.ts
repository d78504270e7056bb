// SPDX-License-Identifier: MIT
// Announces a sentence to screen readers. A space makes a repeated sentence new, so it is read
// again.

let spoken = $state("");
let last = "";

export function announce(text: string): void {
  last = last === text ? `${text}\u00a0` : text;
  spoken = last;
}

export function announced(): string {
  return spoken;
}
