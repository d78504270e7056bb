// SPDX-License-Identifier: MIT
// What a screen reader is told. The same sentence twice is told twice: a space makes it new.

let spoken = $state("");

export function announce(text: string): void {
  spoken = spoken === text ? `${text}\u00a0` : text;
}

export function announced(): string {
  return spoken;
}
