// SPDX-License-Identifier: MIT
// Opens a stack while the pointer or the focus rests on it, or by a long touch.

const REST = 380;
const HOLD = 450;

export class Opener {
  spot: number | undefined = $state();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private held = false;

  constructor(private readonly canOpen: (spot: number) => boolean) {}

  open(spot: number): void {
    clearTimeout(this.timer);
    this.spot = this.canOpen(spot) ? spot : undefined;
  }

  approach(spot: number): void {
    this.later(spot, REST);
  }

  press(spot: number | undefined, pointer: string): void {
    this.held = false;
    if (pointer === "mouse" || spot === undefined) this.close();
    else this.later(spot, HOLD, () => (this.held = this.spot !== undefined));
  }

  release(): void {
    clearTimeout(this.timer);
    if (this.held) this.spot = undefined;
  }

  leave(): void {
    if (!this.held) this.close();
  }

  close(): void {
    clearTimeout(this.timer);
    this.spot = undefined;
  }

  // Holding a stack to look into it does not touch it.
  swallowsClick(): boolean {
    const was = this.held;
    this.held = false;
    return was;
  }

  private later(spot: number, time: number, then?: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.open(spot);
      then?.();
    }, time);
  }
}
