// SPDX-License-Identifier: MIT
// Drawings on a board: arrows from spot to spot and rings, by the right mouse button, or by touch
// if that is switched on. Drawing the same again removes it; a click or the next move clears all.
import type { Arrow } from "./Arrows.svelte";

export class Drawing {
  arrows: Arrow[] = $state.raw([]);
  private from: number | undefined;
  private swallow = false;

  // If the caller stores drawings, they are reported and not kept here.
  constructor(private readonly tell?: (from: number, to: number) => boolean) {}

  // Whether this press begins a drawing.
  press(event: PointerEvent, spot: number | undefined, byTouch: boolean): boolean {
    this.swallow = false;
    if (spot === undefined || !event.isPrimary) return false;
    if (event.button !== 2 && !(byTouch && event.button === 0)) return false;
    this.from = spot;
    return true;
  }

  // Whether a drawing ended here.
  release(event: PointerEvent, spot: number | undefined): boolean {
    const from = this.from;
    this.from = undefined;
    if (from === undefined) return false;
    this.swallow = event.button === 0;
    if (spot === undefined || this.tell?.(from, spot)) return true;
    const rest = this.arrows.filter((arrow) => arrow.from !== from || arrow.to !== spot);
    this.arrows = rest.length < this.arrows.length ? rest : [...rest, { from, to: spot, kind: "own" }];
    return true;
  }

  clear(): void {
    this.from = undefined;
    if (this.arrows.length) this.arrows = [];
  }

  // The click that a browser sends after a drawing means nothing.
  swallowsClick(): boolean {
    const was = this.swallow;
    this.swallow = false;
    return was;
  }
}
