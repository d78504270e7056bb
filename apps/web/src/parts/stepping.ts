// SPDX-License-Identifier: MIT
// One move back or forward by the wheel, or by a swipe.

export type StepTo = "first" | "previous" | "next" | "last";

const NOTCH = 60; // of the wheel, in pixels; a touchpad sends many small ones
const SWIPE = 48; // pixels
const TIME = 700; // milliseconds that a swipe may take

// An element's attachment: `step` gets -1 or 1. The wheel steps only while `wheel` returns true,
// otherwise it scrolls.
export function stepping(step: (by: -1 | 1, swiped: boolean) => unknown, wheel: () => boolean = () => true) {
  return (element: HTMLElement) => {
    let turned = 0;
    const onwheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.defaultPrevented || !wheel()) return; // zooming
      event.preventDefault();
      turned += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 20 : event.deltaY;
      if (Math.abs(turned) < NOTCH) return;
      step(turned > 0 ? 1 : -1, false);
      turned = 0;
    };
    let from: { x: number; y: number; when: number } | undefined;
    const ondown = (event: TouchEvent) => {
      const [touch] = event.touches;
      const alone = event.touches.length === 1 && touch;
      from = alone ? { x: touch.clientX, y: touch.clientY, when: event.timeStamp } : undefined;
    };
    const onup = (event: TouchEvent) => {
      const touch = event.changedTouches[0];
      if (!from || !touch || event.timeStamp - from.when > TIME) return;
      const dx = touch.clientX - from.x;
      if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(touch.clientY - from.y)) step(dx < 0 ? 1 : -1, true);
      from = undefined;
    };
    element.addEventListener("wheel", onwheel, { passive: false });
    element.addEventListener("touchstart", ondown, { passive: true });
    element.addEventListener("touchend", onup);
    return () => {
      element.removeEventListener("wheel", onwheel);
      element.removeEventListener("touchstart", ondown);
      element.removeEventListener("touchend", onup);
    };
  };
}

// Whether the wheel steps: if the page cannot scroll, and always while looking back.
export function wheelSteps(looking: number | undefined): boolean {
  const { scrollHeight, clientHeight } = document.documentElement;
  return looking !== undefined || scrollHeight <= clientHeight;
}
