// SPDX-License-Identifier: MIT
// Keys of a screen with a board. They work wherever the focus is, but not in a text field and not
// with modifiers. A board whose cursor is in use keeps the arrow keys for itself (Board.svelte).

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

const TEXT = "textarea, select, input:not([type=checkbox], [type=radio], [type=range], [type=file])";
const WALKS = "[role=tab], [type=radio], [type=range]"; // use arrow keys, Home and End themselves

// Whether a key is typed into a field.
export function isTyped({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.matches(TEXT);
}

export function onKey(event: KeyboardEvent, keys: Keys): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyped(event)) return;
  const act = keys[event.key];
  if (!act || (/^(Arrow|Home|End)/.test(event.key) && (event.target as Element).matches?.(WALKS))) return;
  event.preventDefault();
  act();
}
