// SPDX-License-Identifier: MIT
// Gestures on an object that turns: a still finger touches, a moving one turns, two pinch.
interface Handlers {
  turn: (x: number, y: number) => void; // by pixels
  pinch: (factor: number) => void;
  tap: (at: PointerEvent) => void;
}

const STILL = 7; // pixels that a finger may move and still only touch

export class Hold {
  private readonly down = new Map<number, { x: number; y: number }>();
  private start: { x: number; y: number } | undefined; // while it may still be a touch

  constructor(private readonly handlers: Handlers) {}

  press(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.start = this.down.size ? undefined : { x: event.clientX, y: event.clientY };
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  }

  // Whether something is held.
  move(event: PointerEvent): boolean {
    const last = this.down.get(event.pointerId);
    if (!last) return false;
    const to = { x: event.clientX, y: event.clientY };
    if (this.start && Math.hypot(to.x - this.start.x, to.y - this.start.y) < STILL) return true;
    this.start = undefined;
    const other = [...this.down].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const [was, is] = [last, to].map(({ x, y }) => Math.hypot(x - other.x, y - other.y));
      if (was && is) this.handlers.pinch(was / is);
    } else this.handlers.turn(to.x - last.x, to.y - last.y);
    this.down.set(event.pointerId, to);
    return true;
  }

  release(event: PointerEvent, counts = true): void {
    const touched = this.down.delete(event.pointerId) && this.start !== undefined && counts;
    this.start = undefined;
    if (touched) this.handlers.tap(event);
  }
}
