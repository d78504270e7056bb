// SPDX-License-Identifier: MIT
// Subjects: every registered game, the TEST_GAMES of games.def included, with every set of its
// options; with GAME=NAME in the environment, of that game alone. A test of a subject is a function
// of the subject; subjects_run makes one cmocka test of each.
#ifndef ABAX_TESTS_UNIT_SUBJECTS_H
#define ABAX_TESTS_UNIT_SUBJECTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game/game.h"

struct subject {
    const struct game *game;
    struct game_options options;
    char name[80];
};

// Whether the game is to be tested: with GAME in the environment, only the one with that name.
bool subject_wanted(const struct game *g);

// Runs `test` once for every subject; the state it gets is the subject. Returns how many failed.
int subjects_run(const char *group, void (*test)(void **state));

// Plays random games from seeds `first`, `first` + 1, ... and calls `look` with every position of
// each, finished ones included, until `positions` were looked at.
void subject_walk(const struct subject *s, uint64_t first, unsigned positions,
                  void (*look)(const struct subject *s, const struct game_position *p, void *to),
                  void *to);

// The position text, in storage of the caller.
const char *subject_text(const struct subject *s, const struct game_position *p,
                         char storage[GAME_TEXT_BYTES]);

// Plain minimax: 1 when the seat wins within so many actions whatever happens, 0 when not, -1 when
// that is too much work to tell. Two seats only; repetition is not asked.
int subject_forced(const struct game *g, const struct game_position *p, int seat, int actions);

// Opens a file of the tree; a missing one fails the test.
FILE *subject_open(const char *path);

// Runs `test` once for every game that has a file tests/data/FOLDER/NAME.tsv; the state it gets is
// the game, whose file subject_data opens. Returns how many failed.
int subjects_run_data(const char *group, const char *folder, void (*test)(void **state));
FILE *subject_data(const char *folder, const struct game *g);

#endif
