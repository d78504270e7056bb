// SPDX-License-Identifier: MIT
// What a board says itself, in English; words.de.ts and words.fr.ts have the same keys. Titles of panels come from the
// rules.

export const english = {
  "board.name": "Board",
  "board.help": "Arrow keys move, Enter or Space touches, Escape takes back.",
  "board.owned": "{colour} {kind}",
  "board.coloured": "{colour} {kind}",
  "board.on": "{top} on {below}",
  "board.height": "height {count}",
  "board.empty": "empty",
  "board.target": "can be chosen",
  "board.staged": "chosen",
  "board.last": "last action",
  "board.hint": "hint",
  "board.left": "{count} left",
  "board.sum": "around the totem: {scores}",
  "mark.taboo": "may not be covered",
  "mark.barred": "barred",
  "mark.free": "free capture",
  "mark.five": "part of the winning line",
  "mark.last-block": "placed last",
  "colour.ivory": "white",
  "colour.ebony": "black",
  "colour.red": "red",
  "colour.m-red": "red",
  "colour.m-yellow": "yellow",
  "colour.m-green": "green",
  "colour.m-blue": "blue",
  "colour.m-purple": "purple",
  "colour.m-white": "white",
  "colour.wood": "",
  "colour.bare": "",
  "kind.figure": "figure",
  "kind.ringed": "figure with a diagonal move left",
  "kind.disc": "disc",
  "kind.piece": "piece worth {value}",
  "kind.totem": "totem",
  "kind.block": "block",
  "kind.cube": "block",
  "kind.mouse": "mouse",
  "kind.jackal": "jackal",
  "kind.lion": "lion",
  "kind.cross": "cross",
  "kind.colourless": "colourless cross",
  "kind.stone": "stone",
  "button.pass": "Pass",
  "button.stop": "Stop",
  "button.done": "Done",
  "button.remove": "Remove a block",
  "button.take": "Take crosses",
  "button.+0": "Carry none",
  "button.+1": "Carry one",
  "button.+2": "Carry two",
  "button.take-split": "Take {first} from the next player, {second} from the other",
  "tower.name": "Tower",
  "tower.show": "Turn the tower",
  "tower.hide": "Put the tower away",
  "tower.help": "Drag or use the arrow keys to turn the tower, plus and minus to come closer.",
  "tower.text": "The tower has {levels} levels and {blocks} blocks, {white} white and {black} black.",
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

export function isWord(key: string): key is WordKey {
  return key in english;
}
