// SPDX-License-Identifier: MIT
// The board's words in French, by the keys of words.ts; a missing one does not compile.
import type { WordKey } from "./words";

export const french: Record<WordKey, string> = {
  "board.name": "Plateau",
  "board.help": "Les flèches déplacent, Entrée ou Espace touche, Échap annule.",
  "board.owned": "{kind} ({name})",
  "board.edge": "bord ({name})",
  "board.on": "{top} sur {below}",
  "board.height": "hauteur {count}",
  "board.empty": "vide",
  "board.target": "peut être choisi",
  "board.staged": "choisi",
  "board.hint": "indice",
  "tower.name": "Tour",
  "tower.show": "Tourner la tour",
  "tower.hide": "Ranger la tour",
  "tower.help": "Glissez ou utilisez les flèches pour tourner la tour, plus et moins pour approcher ou reculer.",
  "tower.text": "Niveaux : {levels}. Blocs : {blocks} ({owners}).",
  "tower.left": "Tourner à gauche",
  "tower.right": "Tourner à droite",
  "tower.up": "Regarder de plus haut",
  "tower.down": "Regarder de plus bas",
  "tower.closer": "Plus près",
  "tower.farther": "Plus loin",
};
