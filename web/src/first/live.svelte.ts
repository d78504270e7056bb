// SPDX-License-Identifier: MIT
// The boards of the start page play on from their pictures: a kept game each, move by move, in turn, so that one thing moves
// at a time. Nothing moves out of sight. Loaded when the page has nothing else to do.
import { mount, unmount } from "svelte";
import loops from "virtual:abax/loops";
import Picture from "abax/board/Picture.svelte";
import type { Engine } from "abax/engine/engine";
import type { Scene } from "abax/engine/state";

// A game as the words of commands, its actions, and how many of them the picture shows.
export interface Loop {
  words: string[];
  actions: string[];
  from: number;
}

const BEAT = 900; // milliseconds from one move of any board to the next
const REST = 3; // turns that a board waits before it begins again

class Live {
  scene = $state.raw<Scene>()!;
  moves = $state(true); // going back to the beginning is no move
  private at: number;
  private rest = 0;
  private readonly view: Record<string, unknown>;

  constructor(
    private readonly engine: Engine,
    private readonly loop: Loop,
    place: HTMLElement,
  ) {
    this.at = loop.from;
    this.scene = this.read();
    const scene = () => this.scene;
    const moves = () => this.moves;
    place.replaceChildren();
    this.view = mount(Picture, {
      target: place,
      props: {
        get scene() {
          return scene();
        },
        get animate() {
          return moves();
        },
      },
    });
  }

  private read(): Scene {
    const { words, actions } = this.loop;
    return JSON.parse(this.engine.call("scene", ...words, ...actions.slice(0, this.at))) as Scene;
  }

  step(): void {
    if (this.at === this.loop.actions.length && this.rest++ < REST) return;
    this.moves = this.at < this.loop.actions.length;
    this.at = this.moves ? this.at + 1 : this.loop.from;
    this.rest = 0;
    this.scene = this.read();
  }

  end(): void {
    void unmount(this.view);
  }
}

// Lets the boards within `root` play; the answer ends it.
export function play(engine: Engine, root: HTMLElement): () => void {
  const places = [...root.querySelectorAll<HTMLElement>("[data-picture]")];
  const seen = new Set<Element>();
  const boards = new Map<HTMLElement, Live>();
  const watcher = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target);
  });
  places.forEach((place) => watcher.observe(place));
  let turn = 0;
  const beat = () => {
    if (document.hidden) return;
    for (let tried = 0; tried < places.length; tried++) {
      const place = places[turn++ % places.length]!;
      const loop = loops[place.dataset["picture"] ?? ""];
      if (!loop || !seen.has(place)) continue;
      const board = boards.get(place);
      if (board) board.step();
      else boards.set(place, new Live(engine, loop, place));
      return;
    }
  };
  const timer = setInterval(beat, BEAT);
  return () => {
    clearInterval(timer);
    watcher.disconnect();
    for (const board of boards.values()) board.end();
  };
}
