// SPDX-License-Identifier: MIT
// The swings of a seat's longest slides: the discs that one move adds or takes, for the evaluation
// and its network. Only eval.c and inputs.c include this.
#ifndef ABAX_GAMES_TIKU_SWINGS_H
#define ABAX_GAMES_TIKU_SWINGS_H

#include "games/tiku/lines.h"

enum { MOVER, WAITER };

struct swings {
    uint64_t own, enemy;          // discs
    uint64_t cover;               // squares that some slide reaches
    uint64_t cover_twice;         // and those that slides of two figures do
    int missing;                  // discs still to be placed
    int best;                     // most discs that one move adds
    int swing;                    // most discs that one move adds or takes
    int second;                   // the same with another figure
    int sum;                      // of each figure's best swing
    int threats;                  // slides that would win
    uint8_t moves[TIKU_FIGURES];  // of each figure
    uint8_t swings[TIKU_FIGURES]; // the best of each
};

// Adds one slide to `o` and returns its swing.
static inline int measure_trail(struct swings *o, uint64_t trail, unsigned to)
{
    int added = bits_count(trail & ~o->own) - (int)(o->own >> to & 1);
    int taken = bits_count((trail | BIT(to)) & o->enemy);

    o->best = added > o->best ? added : o->best;
    o->threats += added >= o->missing;
    o->cover |= trail | BIT(to);
    return added + taken;
}

// The better swing of the two ways along a line: `up` squares are free towards higher numbers,
// `down` towards lower ones. A figure that is stopped at once has an empty trail.
static inline int best_swing_along(struct swings *o, enum direction d, unsigned from, unsigned step,
                                   unsigned up, unsigned down)
{
    unsigned lowest = from - down * step;
    int one = measure_trail(o, trails[SHAPE(d, up)] << from, from + up * step);
    int other = measure_trail(o, trails[SHAPE(d, down)] << ((lowest + step) & 63), lowest);

    return one > other ? one : other;
}

static inline int best_diagonal_swing(struct swings *o, uint64_t figures, unsigned from,
                                      unsigned *moves)
{
    unsigned row = tiku_row(from), column = tiku_column(from);
    unsigned up = reach[column][diagonal_line(figures, &rising[column + TIKU_SIDE - 1 - row])];
    unsigned down = reach[column][diagonal_line(figures, &falling[column + row])];
    int one = best_swing_along(o, NORTHEAST, from, STEP_NORTHEAST, up >> 3, (up & 7) - (up >> 3));
    int other =
        best_swing_along(o, SOUTHEAST, from, -STEP_SOUTHEAST, (down & 7) - (down >> 3), down >> 3);

    *moves += (up & 7) + (down & 7);
    return one > other ? one : other;
}

// The best swing of one figure; counts its moves.
static inline int best_swing(struct swings *o, const struct tiku_position *t, unsigned from,
                             unsigned *moves)
{
    uint64_t figures = t->figures[0] | t->figures[1];
    unsigned row = tiku_row(from), column = tiku_column(from);
    unsigned east = reach[column][row_line(figures, row)];
    unsigned north = reach[row][column_line(figures, column)];
    int swing = best_swing_along(o, EAST, from, STEP_EAST, east >> 3, (east & 7) - (east >> 3));
    int other =
        best_swing_along(o, NORTH, from, STEP_NORTH, north >> 3, (north & 7) - (north >> 3));

    *moves = (east & 7) + (north & 7);
    swing = other > swing ? other : swing;
    if (t->ringed >> from & 1) {
        other = best_diagonal_swing(o, figures, from, moves);
        swing = other > swing ? other : swing;
    }
    return swing;
}

static inline struct swings find_swings(const struct tiku_position *t, unsigned seat)
{
    uint64_t movers = t->figures[seat];
    struct swings o = {.own = t->discs[seat], .enemy = t->discs[seat ^ 1]};

    o.missing = TIKU_DISCS - bits_count(o.own);
    for (unsigned i = 0; i < TIKU_FIGURES; i++) {
        unsigned moves;
        uint64_t before = o.cover;
        o.cover = 0;
        int swing = best_swing(&o, t, (unsigned)bits_pop(&movers), &moves);
        o.cover_twice |= o.cover & before;
        o.cover |= before;
        int lower = swing < o.swing ? swing : o.swing;
        o.swing = swing > o.swing ? swing : o.swing;
        o.second = lower > o.second ? lower : o.second;
        o.sum += swing;
        o.moves[i] = (uint8_t)moves;
        o.swings[i] = (uint8_t)swing;
    }
    return o;
}

#endif
