// SPDX-License-Identifier: MIT
// A book of proven positions by canonical key, in two parts. In positions of the first part the
// seat to act loses: an action that leads to one of them wins. In those of the second part the seat
// that has just acted does not lose: an action that leads to one of them draws at least. `abax
// solve --book` makes the first part from a proof, `abax check --book` adds the second from a
// certificate; the build embeds the file.
//
// The bytes of a part: "abaxbook" or "abaxsafe", the number of keys (four bytes, little-endian),
// then the highest 48 bits of each key (big-endian) in ascending order. The second part may be
// missing.
#ifndef ABAX_SEARCH_BOOK_H
#define ABAX_SEARCH_BOOK_H

#include "game/game.h"

enum { BOOK_HEAD = 12, BOOK_KEY = 6 };
enum book_part { BOOK_LOST, BOOK_SAFE };

// Whether a position is in the book's first part: the seat to act has lost. Only for the default
// options.
bool book_has(const struct game *g, const struct game_position *p);

// An action that leads to such a position, and so wins; false when there is none.
bool book_find(const struct game *g, const struct game_position *p, game_action *action);

// The same for the second part: the seat that has just acted does not lose.
bool book_safe(const struct game *g, const struct game_position *p);
bool book_find_safe(const struct game *g, const struct game_position *p, game_action *action);

// The size of the part at the beginning of `bytes`, with its head; 0 when it is incomplete or
// another part.
size_t book_part_bytes(const unsigned char *bytes, size_t count, enum book_part part);

// Writes the head or one key of a part; returns the number of bytes.
unsigned book_head(unsigned char *bytes, enum book_part part, uint32_t count);
unsigned book_key(unsigned char *bytes, uint64_t key);

#endif
