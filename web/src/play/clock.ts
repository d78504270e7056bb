// SPDX-License-Identifier: MIT
// A time on a clock as people read it.

export function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (milliseconds < 10000) return (Math.floor(milliseconds / 100) / 10).toFixed(1);
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}
