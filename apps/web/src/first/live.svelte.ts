// SPDX-License-Identifier: MIT
// The boards of the start page play on from their pictures: a kept game each, move by move, in
// turn, so that one thing moves at a time. Nothing moves out of sight. Loaded when the page has
// nothing else to do.
import { mount, unmount } from "svelte";
import loops from "virtual:abax/loops";
import Picture from "abax/board/Picture.svelte";
import type { Engine } from "abax/engine/engine";
import type { Scene } from "abax/engine/state";
import { nextTask } from "../app/later";

// A game as the words of commands, its actions, and how many of them the picture shows.
export interface Loop {
  words: string[];
  actions: string[];
  from: number;
}

const BEAT = 900; // milliseconds from one move of any board to the next
const REST = 3; // turns that a board waits before it begins again

function sceneAt(engine: Engine, { words, actions }: Loop, at: number): Scene {
  return JSON.parse(engine.call("scene", ...words, ...actions.slice(0, at))) as Scene;
}

class Live {
  scene = $state.raw<Scene>()!;
  moves = $state(false); // going back to the beginning is no move
  private at: number;
  private rest = 0;
  private readonly paper = document.createElement("span");
  private readonly view: Record<string, unknown>;

  constructor(
    private readonly engine: Engine,
    private readonly loop: Loop,
    bare: Scene,
  ) {
    this.at = loop.from;
    this.scene = bare;
    const scene = () => this.scene;
    const moves = () => this.moves;
    this.view = mount(Picture, {
      target: this.paper,
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

  // The board that was drawn aside replaces the still picture.
  show(place: HTMLElement): void {
    place.replaceChildren(...this.paper.childNodes);
  }

  step(): void {
    if (this.at === this.loop.actions.length && this.rest++ < REST) return;
    this.moves = this.at < this.loop.actions.length;
    this.at = this.moves ? this.at + 1 : this.loop.from;
    this.rest = 0;
    this.scene = sceneAt(this.engine, this.loop, this.at);
  }

  end(): void {
    void unmount(this.view);
  }
}

// Lets the boards within `root` play; the answer ends it.
export function play(engine: Engine, root: HTMLElement): () => void {
  const places = [...root.querySelectorAll<HTMLElement>("[data-picture]")];
  const seen = new Set<Element>();
  const begun = new Set<Element>();
  const boards = new Map<HTMLElement, Live>();
  const watcher = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target);
  });
  places.forEach((place) => watcher.observe(place));
  let turn = 0;
  let ended = false;
  // In small steps, so that a slow phone answers between them: read, the ground, the pieces, and
  // then it is seen.
  const begin = async (place: HTMLElement, loop: Loop) => {
    begun.add(place);
    const first = sceneAt(engine, loop, loop.from);
    await nextTask();
    const board = new Live(engine, loop, { ...first, pieces: [] });
    await nextTask();
    board.scene = first;
    await nextTask();
    if (ended) return board.end();
    board.show(place);
    boards.set(place, board);
  };
  const beat = () => {
    if (document.hidden) return;
    for (let tried = 0; tried < places.length; tried++) {
      const place = places[turn++ % places.length]!;
      const loop = loops[place.dataset["picture"] ?? ""];
      if (!loop || !seen.has(place)) continue;
      const board = boards.get(place);
      if (board) board.step();
      else if (!begun.has(place)) void begin(place, loop);
      return;
    }
  };
  const timer = setInterval(beat, BEAT);
  return () => {
    ended = true;
    clearInterval(timer);
    watcher.disconnect();
    for (const board of boards.values()) board.end();
  };
}
