// SPDX-License-Identifier: MIT
// What the network sees of a tower: its tops, the upper rows of its four fronts, hands and turn. The
// first of everything is the seat's to act.
#include "games/turris/inputs.h"

struct list {
    uint16_t *on;
    unsigned count;
};

static inline void add(struct list *l, unsigned input)
{
    l->on[l->count++] = (uint16_t)input;
}

static inline unsigned at_most(unsigned n, unsigned most)
{
    return n < most ? n : most;
}

// A number within -most and most, counted from 0.
static inline unsigned from_least(int n, int most)
{
    return (unsigned)(most + (n > most ? most : n < -most ? -most : n));
}

static inline void add_tops(struct list *o, const struct turris_position *t)
{
    static const uint8_t kinds[] = {[TURRIS_UPPER] = 0,
                                    [TURRIS_LEFT] = 1,
                                    [TURRIS_RIGHT] = 2,
                                    [TURRIS_NEAR] = 3,
                                    [TURRIS_FAR] = 4};

    for (unsigned cell = 0; cell < TURRIS_CELLS; cell++) {
        unsigned top = t->stack[cell] & 15,
                 open = (unsigned)bits_count(t->levels & turris_lanes(BIT(cell)));
        unsigned theirs = (top >> 3) ^ t->side;
        if (top != TURRIS_NO_CUBE)
            add(o, TURRIS_INPUT_TOP +
                       ((cell * (TURRIS_SPREAD + 1) + open) * 2 + theirs) * TURRIS_TOP_KINDS +
                       kinds[top & TURRIS_KIND]);
    }
}

// The upper rows of a front. In a picture the highest of all rows is at bit 0.
static inline void add_rows(struct list *o, const struct turris_position *t, const struct view *v,
                            unsigned side)
{
    // The digits of three squares to the base three.
    static const uint8_t ternary[8] = {0, 1, 3, 4, 9, 10, 12, 13};
    uint64_t own = v->pictures.of[FRONT][side][t->side],
             theirs = v->pictures.of[FRONT][side][!t->side];
    unsigned top = t->finished + TURRIS_SPREAD;

    for (unsigned row = 0; row < TURRIS_ROWS && row < top; row++) {
        unsigned level = top - row;
        if (level > v->rows)
            continue;
        unsigned shift = 4 * (v->rows - level);
        unsigned pattern = ternary[own >> shift & 7] + 2u * ternary[theirs >> shift & 7];
        if (pattern)
            add(o, TURRIS_INPUT_ROW + (side * TURRIS_ROWS + row) * TURRIS_ROW_PATTERNS + pattern);
    }
}

static inline void add_turn(struct list *o, const struct turris_position *t, const struct view *v)
{
    unsigned own = t->left[t->side], theirs = t->left[!t->side];
    int sign = t->side ? -1 : 1; // of features, which are White's

    add(o, TURRIS_INPUT_HAND + own);
    add(o, TURRIS_INPUT_HAND + TURRIS_HANDS + theirs);
    add(o, TURRIS_INPUT_AHEAD + from_least((int)own - (int)theirs, TURRIS_MOST_AHEAD));
    add(o, TURRIS_INPUT_PLACES + (unsigned)(sign * v->f[F_MOBILITY]));
    add(o, TURRIS_INPUT_TARGETS + at_most((unsigned)(sign * v->f[F_TARGETS]), TURRIS_MOST_TARGETS));
    for (uint64_t cells = t->barred; cells;)
        add(o, TURRIS_INPUT_BARRED + (unsigned)bits_pop(&cells));
    add(o, TURRIS_INPUT_FINISHED + t->finished);
    if (t->bonus)
        add(o, TURRIS_INPUT_BONUS);
    if (t->ground == TURRIS_GROUND_FREE)
        add(o, TURRIS_INPUT_FREE_GROUND);
}

// Finer towards the end.
static inline unsigned stage_of(unsigned left)
{
    static const uint8_t ends[] = {3, 5, 8, 11, 15, 20, 27};
    unsigned stage = 0;

    while (stage < sizeof ends && left >= ends[stage])
        stage++;
    return stage;
}

unsigned turris_inputs(const struct turris_position *t, const struct view *v, int plain,
                       uint16_t on[NET_MOST_ON], unsigned *stage)
{
    enum { RANGE = 60 };
    struct list list = {on, 0};

    add_tops(&list, t);
    for (unsigned side = 0; side < SIDES; side++)
        add_rows(&list, t, v, side);
    add_turn(&list, t, v);
    add(&list, TURRIS_INPUT_PLAIN + from_least(plain / RANGE, TURRIS_PLAIN_RANGES / 2));
    *stage = stage_of((unsigned)t->left[0] + t->left[1]) + (t->bonus ? TURRIS_STAGES / 2 : 0);
    return list.count;
}
