// SPDX-License-Identifier: MIT
// A book: positions by folded key about which something is proven. In those of the first part the seat to act loses:
// whoever can lead into one of them wins. In those of the second part the seat that has just acted does not lose:
// whoever can lead into one has a draw at least. `abax solve --book` makes the first part from a proof, `abax check
// --book` adds the second from a certificate; the build embeds the file.
//
// The bytes of a part: "abaxbook" or "abaxsafe", how many keys (four bytes, the lowest first), then the highest 48 bits
// of each key, the highest byte first, in ascending order. The second part may be missing.
#ifndef ABAX_SEARCH_BOOK_H
#define ABAX_SEARCH_BOOK_H

#include "game/game.h"

enum { BOOK_HEAD = 12, BOOK_KEY = 6 };
enum book_part { BOOK_LOST, BOOK_SAFE };

// Whether a position is in the game's book, and so the seat to act has lost. The book is for the default options
// alone: do not ask with others.
bool book_has(const struct game *g, const struct game_position *p);

// An action that leads to a position of the game's book, and so wins; false when there is none.
bool book_find(const struct game *g, const struct game_position *p, game_action *action);

// Whether the book says that the seat which has just acted does not lose; an action into such a position. The same
// limits as above.
bool book_safe(const struct game *g, const struct game_position *p);
bool book_find_safe(const struct game *g, const struct game_position *p, game_action *action);

// How many bytes of a file the part at their beginning takes, head included; 0 when that is not whole or another one.
size_t book_part_bytes(const unsigned char *bytes, size_t count, enum book_part part);

// Writes the head or one key of a part; returns how many bytes.
unsigned book_head(unsigned char *bytes, enum book_part part, uint32_t count);
unsigned book_key(unsigned char *bytes, uint64_t key);

#endif
