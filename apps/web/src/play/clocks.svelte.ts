// SPDX-License-Identifier: MIT
// The clocks on the screen. A state gives the times at one moment; from there they are counted down
// here, without the engine, and a text changes only when its digits do.
import { untrack } from "svelte";
import type { State } from "abax/engine/state";
import { clockText, isLow, runningText, TENTHS, untilChange } from "./clock";

type Timed = Pick<State, "seats" | "clock" | "over">;

// milliseconds between two looks: a device that slept shows the time soon after
const LONGEST = 60000;

export class Clocks {
  texts = $state<(string | undefined)[]>([]); // of each seat; undefined without a clock
  low = $state<boolean[]>([]); // little time is left
  zeros = $state<(number | undefined)[]>([]); // when the clock that runs is at zero, in its last ten seconds
  private left: (number | undefined)[] = []; // as the state says
  private shown: (string | undefined)[] = [];
  private since = 0; // when the state said it
  private running = -1;
  private stood: number | undefined; // the moment at which they were held
  private timer: ReturnType<typeof setTimeout> | undefined;

  // `onfallen` is called when the running clock reaches zero; it returns the state by the rules.
  constructor(private readonly onfallen?: () => Timed) {}

  // Takes over the clocks of a state.
  read({ seats, clock, over }: Timed, runs = true): void {
    this.left = seats.map((seat) => seat.left);
    this.since = performance.now();
    if (this.stood !== undefined) this.stood = this.since;
    this.running = runs && !over ? clock.running : -1;
    this.show();
  }

  // The remaining time is unknown: the display stands still until the clocks run again.
  hold(): void {
    this.stood ??= performance.now();
    this.show();
  }

  goOn(): void {
    this.stood = undefined;
    this.show();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private leftOf(seat: number): number | undefined {
    const left = this.left[seat];
    if (left === undefined || seat !== this.running) return left;
    return Math.max(0, left - ((this.stood ?? performance.now()) - this.since));
  }

  private runs(seat: number): boolean {
    return seat === this.running && this.stood === undefined;
  }

  private zeroOf(seat: number): number | undefined {
    const left = this.left[seat];
    if (left === undefined || !this.runs(seat) || this.leftOf(seat)! >= TENTHS) return undefined;
    return this.since + left;
  }

  private show(): void {
    this.stop();
    const texts = this.left.map((_, seat) => {
      const left = this.leftOf(seat);
      if (left === undefined) return undefined;
      return this.runs(seat) ? runningText(left) : clockText(left);
    });
    untrack(() => {
      if (texts.length !== this.shown.length) this.texts = texts;
      else texts.forEach((text, seat) => text !== this.shown[seat] && (this.texts[seat] = text));
      texts.forEach((_, seat) => {
        this.low[seat] = isLow(this.leftOf(seat));
        this.zeros[seat] = this.zeroOf(seat);
      });
    });
    this.shown = texts;
    this.wait();
  }

  private wait(): void {
    const left = this.stood === undefined ? this.leftOf(this.running) : undefined;
    if (left === undefined) return;
    if (left > 0) this.timer = setTimeout(() => this.show(), Math.min(LONGEST, untilChange(left)));
    else if (this.onfallen) this.read(this.onfallen());
  }
}
