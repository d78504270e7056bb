// SPDX-License-Identifier: MIT
// The count at the end of a game, step by step: the spots of one step on the board, and its
// sentence. All screens that show an end have it.
import { announce } from "../app/announce.svelte";
import { t } from "../i18n/index.svelte";
import type { Scene } from "abax/engine/state";
import type { Table } from "./table.svelte";

export class Count {
  private at = $state<number>();

  // `end` is the last scene, in the chosen language; none while the game goes on.
  constructor(
    private readonly table: Table,
    private readonly end: () => Scene | undefined,
  ) {
    $effect(() => {
      if (!this.end()) this.at = undefined;
    });
  }

  readonly steps = $derived.by(() => this.end()?.verdicts?.filter(({ step }) => step) ?? []);

  readonly now = $derived.by(() =>
    this.at === undefined || this.table.looking !== undefined ? undefined : this.steps[this.at],
  );

  readonly text = $derived.by(() =>
    this.now ? t("end.counting", { n: this.at! + 1, all: this.steps.length, step: this.now.said.text }) : "",
  );

  // The next step; after the last one the board is as it was.
  next(): void {
    const next = this.now ? this.at! + 1 : 0;
    this.table.lookAt();
    this.at = next < this.steps.length ? next : undefined;
    if (this.now) announce(this.now.said.text);
  }
}
