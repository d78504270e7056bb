// SPDX-License-Identifier: MIT
// What the files of this folder share: the position, the squares, the numbers of the rules.
#ifndef ABAX_GAMES_TESTROW_H
#define ABAX_GAMES_TESTROW_H

#include "game/scene.h"

enum {
    TESTROW_SIDE = 3,
    TESTROW_SQUARES = TESTROW_SIDE * TESTROW_SIDE, // numbered row by row from the lower left
    TESTROW_LINES = 8,
};

enum { TESTROW_WHITE, TESTROW_BLACK, TESTROW_EMPTY };

// The whole position, options included. Bytes only, so that there is no padding.
struct testrow_position {
    uint8_t at[TESTROW_SQUARES]; // the seat whose stone lies there, or TESTROW_EMPTY
    uint8_t seat;                // to act
};

static inline const struct testrow_position *testrow_of(const struct game_position *p)
{
    return (const struct testrow_position *)p->bytes;
}

// Rule numbers, from far from legal to nearly legal.
enum testrow_rule { TESTROW_RULE_NONE = GAME_RULE_NONE, TESTROW_RULE_OCCUPIED, TESTROW_RULES };

extern const struct game_rule testrow_rules[TESTROW_RULES];
extern const struct game_learning testrow_learning;
extern const uint8_t testrow_lines[TESTROW_LINES][TESTROW_SIDE];

// Whether this seat has filled this line.
bool testrow_has_line(const struct testrow_position *r, unsigned line, int seat);

// Whether this seat has filled any line.
bool testrow_has_row(const struct testrow_position *r, int seat);

bool testrow_read(const struct game_options *options, const char *text, struct game_position *p,
                  struct error *e);
void testrow_write(const struct game_position *p, struct text *t);
void testrow_action_text(const struct game_position *p, game_action action, struct text *t);
void testrow_say(const struct game_position *p, game_action action, struct message *message);
unsigned testrow_why(const struct game_position *p, const struct game_path *path);
int testrow_evaluate(const struct game_position *p, int seat);
void testrow_scene(const struct game_position *p, int seat, struct scene *s);

#endif
