// SPDX-License-Identifier: MIT
// A time on a clock as people read it.

const TENTH = 100;
const SECOND = 1000;
const HOUR = 3600 * SECOND;
export const TENTHS = 10 * SECOND; // below this a clock shows them
const DAYS = 48 * HOUR; // from here on it shows days and hours

// Whether little time is left; never without a clock.
export function isLow(milliseconds: number | undefined): boolean {
  return milliseconds !== undefined && milliseconds < 20 * SECOND;
}

export function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / SECOND);
  if (milliseconds < TENTHS) return (Math.floor(milliseconds / TENTH) / 10).toFixed(1);
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  if (milliseconds >= DAYS) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

// The text of a running clock. Its tenths are an animation (Clock.svelte), so this has none.
export function runningText(milliseconds: number): string {
  return milliseconds < TENTHS ? `0:0${Math.floor(milliseconds / SECOND)}` : clockText(milliseconds);
}

// Milliseconds until a running clock shows another text, one more than exactly so that it does
// then.
export function untilChange(milliseconds: number): number {
  return (milliseconds % (milliseconds < DAYS ? SECOND : HOUR)) + 1;
}
