// SPDX-License-Identifier: MIT
// The count at the end of a game, step by step: the spots of one step on the board, and its
// sentence. All screens that show an end have it.
import { announce } from "../app/announce.svelte";
import { t } from "../i18n/index.svelte";
import type { Scene } from "abax/engine/state";

interface End {
  scene: Scene | undefined; // the last one, in the chosen language; none while the game goes on
  looking: boolean; // at an earlier moment
}

export class Count {
  private at = $state<number>();

  constructor(
    private readonly end: () => End,
    private readonly show: () => void, // the end itself
  ) {
    $effect(() => {
      if (!this.end().scene) this.at = undefined;
    });
  }

  readonly steps = $derived.by(() => this.end().scene?.verdicts?.filter(({ step }) => step) ?? []);

  readonly now = $derived.by(() => (this.at === undefined || this.end().looking ? undefined : this.steps[this.at]));

  readonly text = $derived.by(() =>
    this.now ? t("end.counting", { n: this.at! + 1, all: this.steps.length, step: this.now.said.text }) : "",
  );

  // The next step; after the last one the board is as it was.
  next(): void {
    const next = this.now ? this.at! + 1 : 0;
    this.show();
    this.at = next < this.steps.length ? next : undefined;
    if (this.now) announce(this.now.said.text);
  }
}
