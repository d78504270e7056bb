// SPDX-License-Identifier: MIT
// What the tests of the library share: subjects by their public names.
#ifndef ABAX_TESTS_UNIT_OUTSIDER_H
#define ABAX_TESTS_UNIT_OUTSIDER_H

#include "bindings/c/abax.h"
#include "tests/unit/subjects.h"

enum { MOST_ACTIONS = 400 };

// The subject's game, or NULL: games that are not offered to people are not in the library.
const abax_game *game_of(const struct subject *s);

abax_position start_of(const struct subject *s, uint64_t seed);

// A random game of at most so many actions. To be freed.
abax_history *random_history(const struct subject *s, uint64_t seed, unsigned most);

#endif
