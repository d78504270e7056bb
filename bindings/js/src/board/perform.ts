// SPDX-License-Identifier: MIT
// Plays a motion on the elements of a board: pieces lift, travel and land; newcomers and leavers
// fade.
import type { Layout } from "./layout";
import type { Motion, Travel } from "./motion";
import { placed } from "./placed";

export interface Stage {
  before: Layout;
  after: Layout;
  heights: Map<number, number>;
}

export function wantsMotion(): boolean {
  return typeof matchMedia === "function" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function travel(element: Element, step: Travel, motion: Motion, stage: Stage): Animation | undefined {
  const piece = motion.pieces.find(({ id }) => id === step.id)?.piece;
  const from = placed(stage.before, step.from, step.from.level);
  const to = piece && placed(stage.after, piece, stage.heights.get(piece.spot) ?? 1);
  if (!from || !to) return undefined;
  const dx = from.x - to.x;
  const dy = from.y - to.y;
  return element.animate(
    [
      { transform: `translate(${dx}px, ${dy}px)` },
      { transform: `translate(${dx * 0.4}px, ${dy * 0.4 - 9}px) scale(1.09)`, offset: 0.45 },
      { transform: "none" },
    ],
    { duration: step.time, delay: step.delay, easing: "ease-out", fill: "backwards" },
  );
}

// Starts all animations and calls `done` after the last; the answer ends them at once.
export function perform(svg: SVGSVGElement, motion: Motion, stage: Stage, done: () => void): (() => void) | undefined {
  const running: Animation[] = [];
  for (const step of motion.moved) {
    const element = svg.querySelector(`[data-id="${step.id}"]`);
    const animation = element && travel(element, step, motion, stage);
    if (animation) running.push(animation);
  }
  for (const { id, time, delay } of motion.came) {
    const appear = [
      { opacity: 0, transform: "translate(0, -14px) scale(1.08)" },
      { opacity: 1, transform: "none" },
    ];
    const animation = svg
      .querySelector(`[data-id="${id}"]`)
      ?.animate(appear, { duration: time, delay, easing: "ease-out", fill: "backwards" });
    if (animation) running.push(animation);
  }
  for (const { id, time, delay } of motion.gone) {
    const animation = svg
      .querySelector(`[data-gone="${id}"]`)
      ?.animate([{ opacity: 1 }, { opacity: 0 }], { duration: time, delay, easing: "ease-in", fill: "both" });
    if (animation) running.push(animation);
  }
  if (running.length === 0) {
    if (motion.moved.length + motion.gone.length > 0) done();
    return undefined;
  }
  void Promise.allSettled(running.map((animation) => animation.finished)).then((ends) => {
    if (ends.every(({ status }) => status === "fulfilled")) done();
  });
  return () => running.forEach((animation) => animation.cancel());
}
