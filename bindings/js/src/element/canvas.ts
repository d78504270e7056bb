// SPDX-License-Identifier: MIT
// A board in a document: drawn as text by the page's components, animated from scene to scene,
// touched by pointer and keyboard. It knows no rules: it gets the targets and reports each touch.
import { spotLabel, standing } from "../board/labels";
import { layOut, type Layout } from "../board/layout";
import { atRest, firstSight, follow, type Motion, type Seen } from "../board/motion";
import { neighbour, rowEnd, type Direction } from "../board/navigate";
import { perform, wantsMotion } from "../board/perform";
import { heights } from "../board/placed";
import ActionPreview from "../board/ActionPreview.svelte";
import Trays from "../board/Trays.svelte";
import type { Translate } from "../board/messages";
import type { Scene } from "../engine/state";
import StaticBoard from "./StaticBoard.svelte";
import { draw, escape, type Component } from "./totext";

export interface Shown {
  scene: Scene;
  targets: readonly number[];
  staged: readonly number[];
  hints: readonly number[];
  flipped: boolean;
  coordinates: boolean;
  words: Translate;
  name: string; // spoken
}

export interface Hands {
  touch(spot: string): void;
  cancel(): void;
}

const directions: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

const write = (component: unknown, props: object) => draw(component as Component<object>, props);

export class Canvas {
  private shown: Shown | undefined;
  private motion: Motion | undefined;
  private layout: Layout | undefined;
  private tall = new Map<number, number>();
  private focused: number | undefined; // the spot that the keyboard reached last
  private hover: number | undefined;
  private stop: (() => void) | undefined; // stops the animation

  constructor(
    private readonly root: HTMLElement,
    private readonly hands: Hands,
  ) {
    root.addEventListener("click", (event) => this.touched(event.target));
    root.addEventListener("keydown", (event) => this.pressed(event));
    root.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this.point(this.spotOf(event.target));
    });
    root.addEventListener("pointerleave", () => this.point(undefined));
    root.addEventListener("focusin", (event) => this.point((this.focused = this.spotOf(event.target) ?? this.focused)));
  }

  show(next: Shown): void {
    const before = this.shown;
    const from = this.layout;
    const { scene } = next;
    this.stop?.();
    this.shown = next;
    this.tall = heights(scene);
    this.layout = this.place(next);
    if (!before || !this.motion || before.scene.panels.length !== scene.panels.length) this.motion = firstSight(scene);
    else if (!atRest(before.scene, scene)) this.motion = follow(before.scene, this.motion.pieces, scene);
    else
      this.motion = {
        ...firstSight(scene),
        pieces: this.motion.pieces.map(({ id }, i) => ({ id, piece: scene.pieces[i]! })),
      };
    if (!wantsMotion()) this.motion = { ...this.motion, moved: [], came: [], gone: [] };
    this.render(this.motion.gone, from ?? this.layout);
    const svg = this.root.querySelector("svg")!;
    const stage = { before: from ?? this.layout, after: this.layout, heights: this.tall };
    this.stop = perform(svg, this.motion, stage, () =>
      svg.querySelectorAll("[data-gone]").forEach((gone) => gone.remove()),
    );
  }

  // The room has changed.
  resize(): void {
    if (!this.shown || this.layout?.ground !== "plan") return;
    this.layout = this.place(this.shown);
    this.render([], this.layout);
  }

  private place({ scene, flipped, coordinates }: Shown): Layout {
    const { clientWidth: w } = this.root;
    return layOut(scene, { flipped, coordinates, room: w ? { w, h: w } : undefined });
  }

  private render(leaving: Seen[], before: Layout): void {
    const { scene, targets, staged, hints, words, name } = this.shown!;
    const layout = this.layout!;
    const spoken = (spot: number) =>
      [spotLabel(scene, spot, words), ...standing(scene, spot, { targets, staged, hints }, words)].join(", ");
    const face = {
      scene,
      layout,
      before,
      heights: this.tall,
      pieces: this.motion!.pieces,
      leaving,
      targets,
      staged,
      hints,
      hover: this.hover,
      current: this.current(),
      spoken,
    };
    const { x, y, w, h } = layout.view;
    const had = this.spotOf((this.root.getRootNode() as ShadowRoot).activeElement);
    this.root.innerHTML =
      `<div class="b-stage"><svg class="b-svg" viewBox="${x} ${y} ${w} ${h}" role="application" aria-label="${escape(name)}" aria-describedby="help"` +
      `${layout.ground === "wall" ? ' preserveAspectRatio="xMidYMax"' : ""}>${write(StaticBoard, face)}</svg>` +
      write(Trays, { scene, targets, staged, hints, disabled: false, spoken, onpoint() {} }) +
      `</div><p class="b-hidden" id="help">${escape(words("board.help"))}</p>`;
    if (had !== undefined) this.element(had)?.focus();
  }

  private get touchable(): number[] {
    return this.shown!.scene.spots.flatMap((spot, i) => (this.layout!.boxes[i] && spot.use !== "picture" ? [i] : []));
  }

  private current(): number | undefined {
    const all = this.touchable;
    if (this.focused !== undefined && all.includes(this.focused)) return this.focused;
    return all.find((spot) => this.shown!.targets.includes(spot)) ?? all[0];
  }

  private element(spot: number): SVGElement | null {
    return this.root.querySelector(`[data-spot="${spot}"]`);
  }

  private spotOf(target: EventTarget | null): number | undefined {
    const spot = target instanceof Element ? target.closest("[data-spot]")?.getAttribute("data-spot") : undefined;
    return spot === undefined || spot === null ? undefined : Number(spot);
  }

  // The preview of a touch here.
  private point(spot: number | undefined): void {
    if (spot === this.hover || !this.shown) return;
    this.hover = spot;
    const { scene, targets, staged } = this.shown;
    const place = this.root.querySelector("svg > .b-flying");
    const now = { scene, layout: this.layout!, targets, staged, hover: spot, heights: this.tall };
    if (place) place.outerHTML = write(ActionPreview, now);
  }

  private touched(target: EventTarget | null): void {
    const spot = this.spotOf(target);
    this.hover = undefined;
    if (spot !== undefined) this.hands.touch(this.shown!.scene.spots[spot]!.name);
    else if (this.shown?.staged.length) this.hands.cancel();
  }

  private pressed(event: KeyboardEvent): void {
    const spot = this.spotOf(event.target);
    if (event.key === "Escape") return this.hands.cancel();
    if (spot === undefined || !(event.target instanceof SVGElement) || event.altKey || event.ctrlKey || event.metaKey)
      return;
    const { boxes, form } = this.layout!;
    const direction = directions[event.key];
    if (direction) this.goTo(neighbour(boxes, this.touchable, spot, direction, form));
    else if (event.key === "Home" || event.key === "End")
      this.goTo(rowEnd(boxes, this.touchable, spot, event.key === "End"));
    else if (event.key === "Enter" || event.key === " ") this.touched(event.target);
    else return;
    event.preventDefault();
  }

  private goTo(spot: number): void {
    if (this.focused !== undefined) this.element(this.focused)?.setAttribute("tabindex", "-1");
    const there = this.element((this.focused = spot));
    there?.setAttribute("tabindex", "0");
    there?.focus();
  }
}
