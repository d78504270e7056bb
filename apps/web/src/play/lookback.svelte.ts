// SPDX-License-Identifier: MIT
// Looking back at a game on a screen with a board: keys, wheel and swipes step through it, and a
// touch on the board reminds the player to return first.
import type { Scene, State } from "abax/engine/state";
import { announce } from "../app/announce.svelte";
import { t } from "../i18n/index.svelte";
import { lookingText } from "../i18n/local";
import { lookingKeys, onKey, type Keys } from "../parts/keys";
import { replay } from "./replay";

interface Table {
  looking?: number | undefined; // length of the earlier position that is shown
  turned: boolean;
  canAct: boolean;
  cancel(): void;
  lookAt(length: number | undefined): void;
}

interface Played {
  actions: readonly { seat: number }[];
  length: number;
}

export class LookBack {
  reminded = $state(false);

  constructor(
    private readonly table: Table,
    private readonly played: () => Played,
  ) {
    $effect(() => {
      if (this.table.looking === undefined) this.reminded = false;
    });
  }

  // Length of the position that is shown.
  readonly at = $derived.by(() => this.table.looking ?? this.played().length);

  // The status while an earlier position is shown.
  text(match: State, looking: number, scene: Scene): string {
    return (this.reminded ? `${t("status.back-first")} ` : "") + lookingText(match, looking, scene);
  }

  // The board was touched where a touch plays nothing.
  idle(): void {
    if (this.table.looking === undefined) return;
    this.reminded = true;
    announce(t("status.back-first"));
  }

  // A swipe steps only where a touch plays nothing.
  step(by: -1 | 1, swiped = false): void {
    if (swiped && this.table.canAct) return;
    if (this.played().length > 0) this.table.lookAt(this.at + by);
  }

  showLast(): Promise<void> {
    return replay(this.table, this.played);
  }

  key(event: KeyboardEvent, more: Keys = {}): void {
    onKey(event, {
      Escape: () => this.table.cancel(),
      f: () => (this.table.turned = !this.table.turned),
      l: () => void this.showLast(),
      ...lookingKeys(this.at, (length) => this.table.lookAt(length)),
      ...more,
    });
  }
}
