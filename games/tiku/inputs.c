// SPDX-License-Identifier: MIT
#include "games/tiku/inputs.h"

enum { DISCS_A_STAGE = 3 };

struct list {
    uint16_t *on;
    unsigned count;
};

static inline void add(struct list *l, unsigned input)
{
    l->on[l->count++] = (uint16_t)input;
}

// What is on a square.
enum { NOTHING, DISC, FIGURE, RINGED, ENEMY_DISC, ENEMY_FIGURE, ENEMY_RINGED };

// Every square with what is on it and how many figures of each seat can slide over it. Empty squares that none
// reaches are left out.
static inline void add_squares(struct list *l, const struct tiku_position *t, const struct outlook *o)
{
    unsigned me = tiku_seat(t);
    uint64_t set = TIKU_BOARD, ringed = t->ringed;
    uint64_t own = t->figures[me], enemy = t->figures[me ^ 1];
    uint64_t contents[3] = {
        o[MOVER].own | (own & ringed) | (enemy & ~ringed),
        own | (enemy & ringed),
        o[WAITER].own | enemy,
    };
    // DISC 1, FIGURE 2, RINGED 3, ENEMY_DISC 4, ENEMY_FIGURE 5, ENEMY_RINGED 6: the digits of these.

    while (set) {
        unsigned square = (unsigned)bits_pop(&set);
        unsigned content = (contents[0] >> square & 1) | (contents[1] >> square & 1) << 1 | (contents[2] >> square & 1) << 2;
        unsigned cover = (o[MOVER].cover >> square & 1) + (o[MOVER].cover_twice >> square & 1) +
                         3 * ((o[WAITER].cover >> square & 1) + (o[WAITER].cover_twice >> square & 1));
        add(l, TIKU_INPUT_SQUARES + (cover * TIKU_CONTENTS + content) * TIKU_SQUARES + tiku_spot_of_square(square));
    }
}

static inline void add_outlook(struct list *l, const struct tiku_position *t, const struct outlook *o, unsigned i)
{
    enum { SWINGS = TIKU_MOST_SWING + 1 };
    unsigned discs = (unsigned)(TIKU_DISCS - o->missing);

    add(l, TIKU_INPUT_BEST + (i * TIKU_DISCS + discs) * 8 + (unsigned)(o->best < 0 ? 0 : o->best > 7 ? 7 : o->best));
    add(l, TIKU_INPUT_SWING + i * SWINGS + (unsigned)o->swing);
    add(l, TIKU_INPUT_SECOND + i * SWINGS + (unsigned)o->second);
    for (unsigned f = 0; f < TIKU_FIGURES; f++)
        add(l, TIKU_INPUT_FIGURE + (i * (TIKU_MOST_MOVES + 1) + o->moves[f]) * SWINGS + o->swings[f]);
    add(l, TIKU_INPUT_THREATS + i * 4 + (unsigned)(o->threats > 3 ? 3 : o->threats));
    add(l, TIKU_INPUT_RINGS + i * (TIKU_FIGURES + 1) + (unsigned)bits_count(t->ringed & t->figures[tiku_seat(t) ^ i]));
}

unsigned tiku_inputs(const struct tiku_position *t, const struct outlook o[2], uint16_t on[NET_MOST_ON], unsigned *stage)
{
    struct list l = {on, 0};
    unsigned own = (unsigned)(TIKU_DISCS - o[MOVER].missing), enemy = (unsigned)(TIKU_DISCS - o[WAITER].missing);

    add_squares(&l, t, o);
    add_outlook(&l, t, &o[MOVER], 0);
    add_outlook(&l, t, &o[WAITER], 1);
    add(&l, TIKU_INPUT_RACE + own * TIKU_DISCS + enemy);
    if (t->turn & TIKU_TURN_DIAGONAL)
        add(&l, TIKU_INPUT_OPTION);
    unsigned s = (own + enemy) / DISCS_A_STAGE;
    *stage = s < TIKU_STAGES ? s : TIKU_STAGES - 1;
    return l.count;
}
