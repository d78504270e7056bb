// SPDX-License-Identifier: MIT
// What a screen reader is told. The same sentence twice is told twice: a space makes it new.

let spoken = $state("");
let last = "";

export function announce(text: string): void {
  last = last === text ? `${text}\u00a0` : text;
  spoken = last;
}

export function announced(): string {
  return spoken;
}
