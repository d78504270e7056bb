// SPDX-License-Identifier: MIT
// How a tower is shown where there is room for one view only, flat or in space. One choice for all
// boards, stored by itself: a visitor with settings would not get the painted first board.
import { keep, kept } from "./keep";

let solid = $state(kept<boolean>("solid") === true);

// For a board.
export function towerView() {
  return {
    solid,
    onsolid: (chosen: boolean) => {
      solid = chosen;
      keep("solid", chosen);
    },
  };
}
