// SPDX-License-Identifier: MIT
// How a tower is looked at where there is room for one way only, flat or in space: chosen once for all boards, and kept. It is no
// setting: whoever has settings gets no painted first board.
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
