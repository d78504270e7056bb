// SPDX-License-Identifier: MIT
// Plays moves by itself at a chosen speed.

export const SPEEDS = [0.5, 1, 2, 4] as const;
const PACE = 1200; // milliseconds a move at speed 1

export class Replay {
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly last: number,
    at = last,
  ) {
    this.at = at;
  }

  // Looking at a move stops the playback.
  look(at: number | undefined): void {
    this.stop();
    this.at = Math.min(this.last, Math.max(0, at ?? this.last));
  }

  // From the beginning, when it has ended.
  toggle(): void {
    if (this.playing) return this.stop();
    if (this.at === this.last) this.at = 0;
    this.playing = true;
    this.wait();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    if (this.playing) this.wait();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.playing = false;
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.at = Math.min(this.last, this.at + 1);
      if (this.at === this.last) this.stop();
      else this.wait();
    }, PACE / this.speed);
  }
}
