// SPDX-License-Identifier: MIT
// For the tests of records: random matches, and records with remarks and variations.
#ifndef ABAX_TESTS_UNIT_RECORDED_H
#define ABAX_TESTS_UNIT_RECORDED_H

#include "record/record.h"
#include "tests/unit/subjects.h"

enum { RECORDED_ROOM = 1 << 18 };

struct buffer {
    char at[RECORDED_ROOM];
    struct text text;
};

// An output that fills the buffer from its beginning.
struct output buffer_output(struct buffer *b);

// The text of a record, in the buffer.
const char *written(const struct record *r, struct buffer *b);

// Plays at random, to the end or `most` actions, and may then end the match in another way.
void random_match(const struct subject *s, uint64_t seed, unsigned most, struct match *m);

// A random legal action after a node, and whose it is; false when the game is over there.
bool legal_action(const struct record *r, unsigned node, struct random *random,
                  char action[GAME_ACTION_BYTES], int *seat);

// Adds comments, signs, a date and tags; variations of legal actions that leave the main line as it
// is.
void add_remarks(struct record *r, struct random *random);
void add_variations(struct record *r, struct random *random);

#endif
