// SPDX-License-Identifier: MIT
// The board's words in German, by the keys of words.ts; a missing one does not compile.
import type { WordKey } from "./words";

export const german: Record<WordKey, string> = {
  "board.name": "Brett",
  "board.help": "Pfeiltasten bewegen, Eingabe oder Leertaste berührt, Escape nimmt zurück.",
  "board.owned": "{kind} von {name}",
  "board.edge": "Rand von {name}",
  "board.on": "{top} auf {below}",
  "board.height": "Höhe {count}",
  "board.empty": "leer",
  "board.target": "kann gewählt werden",
  "board.staged": "gewählt",
  "board.hint": "Hinweis",
  "tower.name": "Turm",
  "tower.show": "Turm drehen",
  "tower.hide": "Turm weglegen",
  "tower.help": "Ziehen oder Pfeiltasten drehen den Turm, Plus und Minus gehen näher und weiter weg.",
  "tower.text": "Ebenen: {levels}. Steine: {blocks} ({owners}).",
  "tower.left": "Nach links drehen",
  "tower.right": "Nach rechts drehen",
  "tower.up": "Von höher schauen",
  "tower.down": "Von tiefer schauen",
  "tower.closer": "Näher",
  "tower.farther": "Weiter weg",
};
