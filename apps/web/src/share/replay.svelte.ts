// SPDX-License-Identifier: MIT
// A game to look at, which can play itself at a chosen speed.
import type { Session } from "abax/engine/engine";
import type { Scene, State } from "abax/engine/state";
import { Table, type Source } from "../play/table.svelte";

export const SPEEDS = [0.5, 1, 2, 4] as const;
const PACE = 1200; // milliseconds a move at speed 1

export class Replay implements Source {
  readonly table: Table = new Table(this);
  readonly mayAct = false;
  playing = $state(false);
  speed = $state(1);
  readonly scene: Scene | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly session: Session,
    state: State | undefined,
    readonly length: number,
    readonly sceneAt: (length: number) => Scene | undefined,
  ) {
    this.table.state = state;
    this.scene = sceneAt(length);
  }

  play(): boolean {
    return false;
  }

  // Looking at a move stops the playback.
  looked(): void {
    this.stop();
  }

  // From the beginning, when it has ended.
  toggle(): void {
    if (this.playing) return this.stop();
    if (this.table.looking === undefined) this.table.lookAt(0);
    this.goOn();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    if (this.playing) this.goOn();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.playing = false;
  }

  private goOn(): void {
    clearTimeout(this.timer);
    this.playing = true;
    this.timer = setTimeout(() => {
      this.table.go("next");
      if (this.table.looking !== undefined) this.goOn();
    }, PACE / this.speed);
  }
}
