// SPDX-License-Identifier: MIT
// A rules page in plain text with its diagrams drawn: the board, the example in words, and the
// board after it.
#ifndef ABAX_RENDER_RULES_H
#define ABAX_RENDER_RULES_H

#include "base/catalogue.h"
#include "base/output.h"
#include "game/game.h"

// `page` is the game's rules page in the language of `messages` (NULL: English), `diagrams` what it
// quotes (game/diagram.h). What is quoted but not there stays as it is. Drawings, whose lines must
// stay as they are, go to `boards`, between what goes to `out`: it may be the same.
void render_rules(const struct game *g, const char *page, const char *diagrams,
                  const struct catalogue *messages, struct output *out, struct output *boards);

#endif
