// SPDX-License-Identifier: MIT
// A book: positions in which the seat to act is known to lose, by folded key. Whoever can lead into one of
// them wins. Made from a proof by `abax solve --book`, embedded by the build.
//
// The bytes: "abaxbook", how many keys (four bytes, the lowest first), then the highest 48 bits of each
// key, the highest byte first, in ascending order.
#ifndef ABAX_SEARCH_BOOK_H
#define ABAX_SEARCH_BOOK_H

#include "game/game.h"

enum { BOOK_HEAD = 12, BOOK_KEY = 6 };

// Whether a position is in the game's book, and so the seat to act has lost. The book is for the default options
// alone: do not ask with others.
bool book_has(const struct game *g, const struct game_position *p);

// An action that leads to a position of the game's book, and so wins; false when there is none.
bool book_find(const struct game *g, const struct game_position *p, game_action *action);

// Writes the head or one key of a book; returns how many bytes.
unsigned book_head(unsigned char *bytes, uint32_t count);
unsigned book_key(unsigned char *bytes, uint64_t key);

#endif
