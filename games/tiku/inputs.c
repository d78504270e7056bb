// SPDX-License-Identifier: MIT
// What the network sees of a board: every square with what is on it and who can slide over it, the
// race of the discs, and what the slides promise, as in the plain value. About 59 inputs are on.
#include "games/tiku/inputs.h"

enum { DISCS_A_STAGE = 3 };

// One digit of all squares in a word; contents are 1 for an own disc, 2 for an own figure, 3 for
// one with a ring, and 4, 5, 6 for the enemy's.
struct digits {
    uint64_t one, two, four;
};

static inline struct digits contents_of(const struct tiku_position *t)
{
    unsigned me = tiku_seat(t);
    uint64_t own = t->figures[me], enemy = t->figures[me ^ 1], ringed = t->ringed;

    return (struct digits){
        .one = t->discs[me] | (own & ringed) | (enemy & ~ringed),
        .two = own | (enemy & ringed),
        .four = enemy | t->discs[me ^ 1],
    };
}

static inline unsigned bit(uint64_t set, unsigned square)
{
    return set >> square & 1;
}

// How many figures of the seat can slide over a square: 0, 1, or 2 for more.
static inline unsigned covers(const struct swings *o, unsigned square)
{
    return bit(o->cover, square) + bit(o->cover_twice, square);
}

static inline void add_squares(struct net_inputs *l, const struct tiku_position *t,
                               const struct swings o[2])
{
    struct digits contents = contents_of(t);

    for (unsigned spot = 0; spot < TIKU_SQUARES; spot++) {
        unsigned square = tiku_square_of_spot(spot);
        unsigned content = bit(contents.one, square) + 2 * bit(contents.two, square) +
                           4 * bit(contents.four, square);
        unsigned cover = covers(&o[MOVER], square) + 3 * covers(&o[WAITER], square);
        net_add(l, TIKU_INPUT_SQUARES + (cover * TIKU_CONTENTS + content) * TIKU_SQUARES + spot);
    }
}

static inline unsigned at_most(int n, unsigned most)
{
    return (unsigned)n < most ? (unsigned)n : most;
}

static inline void add_swings(struct net_inputs *l, const struct swings *o, unsigned role)
{
    unsigned discs = (unsigned)(TIKU_DISCS - o->missing);

    net_add(l, TIKU_INPUT_BEST + (role * TIKU_DISCS + discs) * TIKU_ADDED +
                   at_most(o->best, TIKU_ADDED - 1));
    net_add(l, TIKU_INPUT_SWING + role * TIKU_SWINGS + (unsigned)o->swing);
    net_add(l, TIKU_INPUT_SECOND + role * TIKU_SWINGS + (unsigned)o->second);
    net_add(l, TIKU_INPUT_THREATS + role * TIKU_THREATS + at_most(o->threats, TIKU_THREATS - 1));
    for (unsigned i = 0; i < TIKU_FIGURES; i++)
        net_add(l,
                TIKU_INPUT_FIGURE + (role * TIKU_MOVES + o->moves[i]) * TIKU_SWINGS + o->swings[i]);
}

void tiku_inputs(const struct tiku_position *t, const struct swings o[2], struct net_inputs *inputs)
{
    unsigned own = (unsigned)(TIKU_DISCS - o[MOVER].missing);
    unsigned enemy = (unsigned)(TIKU_DISCS - o[WAITER].missing);

    add_squares(inputs, t, o);
    net_add(inputs, TIKU_INPUT_RACE + own * TIKU_DISCS + enemy);
    for (unsigned role = 0; role < 2; role++) {
        uint64_t ringed = t->ringed & t->figures[tiku_seat(t) ^ role];
        add_swings(inputs, &o[role], role);
        net_add(inputs, TIKU_INPUT_RINGS + role * TIKU_RINGS + (unsigned)bits_count(ringed));
    }
    if (t->turn & TIKU_TURN_DIAGONAL)
        net_add(inputs, TIKU_INPUT_DIAGONAL);
    inputs->stage = at_most((int)(own + enemy) / DISCS_A_STAGE, TIKU_STAGES - 1);
}
