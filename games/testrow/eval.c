// SPDX-License-Identifier: MIT
// How good a position looks: the lines that only one player can still fill, with their stones.
// Unit: a line, 100 hundredths.
#include "games/testrow/testrow.h"

// 100 for an empty line or for one stone, more for two; nothing if the opponent has a stone in it.
static int chance_in(const struct testrow_position *r, unsigned line, int seat)
{
    static const int worth[TESTROW_SIDE + 1] = {100, 100, 300, 0};
    unsigned own = 0;

    for (unsigned i = 0; i < TESTROW_SIDE; i++) {
        int there = r->at[testrow_lines[line][i]];
        if (there == (seat ^ 1))
            return 0;
        own += there == seat;
    }
    return worth[own];
}

int testrow_evaluate(const struct game_position *p, int seat)
{
    const struct testrow_position *r = testrow_of(p);
    int sum = 0;

    for (unsigned line = 0; line < TESTROW_LINES; line++)
        sum += chance_in(r, line, seat) - chance_in(r, line, seat ^ 1);
    return sum;
}
