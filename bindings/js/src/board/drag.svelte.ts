// SPDX-License-Identifier: MIT
// Dragging a piece: a touch where it starts and one where it is dropped. Dropped elsewhere, the
// first touch is taken back.

interface Hooks {
  spotAt: (x: number, y: number) => number | undefined;
  spotOf: (target: EventTarget | null) => number | undefined;
  movable: (spot: number) => boolean;
  isStaged: (spot: number) => boolean;
  isTarget: (spot: number) => boolean;
  touch: (spot: number) => void;
  cancel: () => void;
  point: (x: number, y: number) => { x: number; y: number }; // on the board's plane
}

const THRESHOLD = 6; // pixels before a press becomes a drag

export class Drag {
  from: number | undefined = $state();
  at: { x: number; y: number } | undefined = $state.raw();
  over: number | undefined = $state();
  private start: { x: number; y: number; spot: number } | undefined;
  private swallow = false;
  private touched = false; // touched by this drag; touches from before it stay if it leads nowhere

  constructor(private readonly hooks: Hooks) {}

  can(spot: number): boolean {
    return this.hooks.movable(spot);
  }

  press(event: PointerEvent): void {
    this.swallow = false;
    const spot = this.hooks.spotOf(event.target);
    if (event.button !== 0 || !event.isPrimary || spot === undefined || !this.hooks.movable(spot)) return;
    this.start = { x: event.clientX, y: event.clientY, spot };
  }

  // Whether a drag is on.
  move(event: PointerEvent): boolean {
    if (!this.start) return false;
    if (this.from === undefined) {
      if (Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) < THRESHOLD) return false;
      this.from = this.start.spot;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      this.touched = this.hooks.isTarget(this.from) && !this.hooks.isStaged(this.from);
      if (this.touched) this.hooks.touch(this.from);
    }
    this.at = this.hooks.point(event.clientX, event.clientY);
    this.over = this.hooks.spotAt(event.clientX, event.clientY);
    return true;
  }

  release(event: PointerEvent): void {
    const from = this.from;
    if (!this.end() || from === undefined) return;
    this.swallow = true;
    // a browser that sends no click must not lose the next one
    setTimeout(() => (this.swallow = false));
    const to = this.hooks.spotAt(event.clientX, event.clientY);
    if (to === from) return; // picked up and put back: it stays chosen
    if (to !== undefined) this.hooks.touch(to);
    else if (this.touched) this.hooks.touch(from);
    else this.hooks.cancel();
  }

  // Lets go; whether a drag was on.
  end(): boolean {
    const was = this.from !== undefined;
    this.start = this.from = this.at = this.over = undefined;
    return was;
  }

  // The click that a browser sends after a drag means nothing.
  swallowsClick(): boolean {
    const was = this.swallow;
    this.swallow = false;
    return was;
  }
}
