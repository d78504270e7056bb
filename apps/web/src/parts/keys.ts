// SPDX-License-Identifier: MIT
// Keys of a screen with a board. They are ignored while typing and with modifiers. On the board
// itself, arrow keys walk over its squares.

export type Keys = Record<string, () => void>;

// Earlier and later positions.
export function lookingKeys(at: number, lookAt: (length: number | undefined) => void): Keys {
  return {
    ArrowLeft: () => lookAt(at - 1),
    ArrowRight: () => lookAt(at + 1),
    Home: () => lookAt(0),
    End: () => lookAt(undefined),
  };
}

export function onBoardKey(event: KeyboardEvent, always: Keys, besideBoard: Keys): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
  if (target.getAttribute("role") === "tab") return; // arrows walk over the tabs
  const act = always[event.key] ?? (target.closest(".abax-board") ? undefined : besideBoard[event.key]);
  if (!act) return;
  event.preventDefault();
  act();
}
