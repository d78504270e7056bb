// SPDX-License-Identifier: MIT
// What a board says itself, in English; words.de.ts and words.fr.ts have the same keys. What things are called comes with
// the scene.

export const english = {
  "board.name": "Board",
  "board.help": "Arrow keys move, Enter or Space touches, Escape takes back.",
  "board.owned": "{name}'s {kind}",
  "board.edge": "{name}'s edge",
  "board.on": "{top} on {below}",
  "board.height": "height {count}",
  "board.empty": "empty",
  "board.target": "can be chosen",
  "board.staged": "chosen",
  "board.hint": "hint",
  "tower.name": "Tower",
  "tower.show": "Turn the tower",
  "tower.hide": "Put the tower away",
  "tower.help": "Drag or use the arrow keys to turn the tower, plus and minus to come closer.",
  "tower.text": "The tower has {levels} levels and {blocks} blocks: {owners}.",
  "tower.left": "Turn left",
  "tower.right": "Turn right",
  "tower.up": "Look from higher",
  "tower.down": "Look from lower",
  "tower.closer": "Closer",
  "tower.farther": "Farther",
};

export type WordKey = keyof typeof english;
export type Words = (key: WordKey, args?: Record<string, string | number>) => string;

// Fills the {names} of a text.
export function fill(text: string, args: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in args ? String(args[name]) : whole));
}

export function wordsFrom(catalogue: Record<WordKey, string>): Words {
  return (key, args) => fill(catalogue[key], args);
}

export const inEnglish = wordsFrom(english);
