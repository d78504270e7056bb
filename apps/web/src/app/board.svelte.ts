// SPDX-License-Identifier: MIT
// What all boards of the page have in common: the settings, texts, and how a tower is shown where
// there is room for one view only, flat or in space. That is one choice for all boards, stored by
// itself: a visitor with settings would not get the painted first board.
import { t } from "../i18n/index.svelte";
import { keep, kept } from "./keep";
import { moves, settings } from "./settings.svelte";

let solid = $state(kept<boolean>("solid") === true);

// Properties of a board of a game with this title.
export function boardProps(game: string) {
  return {
    solid,
    onsolid: (chosen: boolean) => {
      solid = chosen;
      keep("solid", chosen);
    },
    coordinates: settings.coordinates,
    animate: moves(),
    words: t,
    name: t("board.label", { game }),
  };
}
