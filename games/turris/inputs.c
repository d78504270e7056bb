// SPDX-License-Identifier: MIT
// What the network sees of a tower: its tops, the upper rows of its four fronts, hands and turn.
// The first of everything is the seat's to act.
#include "games/turris/inputs.h"

static inline unsigned at_most(unsigned n, unsigned most)
{
    return n < most ? n : most;
}

// A number within -most and most, counted from 0.
static inline unsigned from_least(int n, int most)
{
    return (unsigned)(most + (n > most ? most : n < -most ? -most : n));
}

static inline void add_tops(struct net_inputs *o, const struct turris_position *t)
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
            net_add(o, TURRIS_INPUT_TOP +
                           ((cell * (TURRIS_SPREAD + 1) + open) * 2 + theirs) * TURRIS_TOP_KINDS +
                           kinds[top & TURRIS_KIND]);
    }
}

// The upper rows of a front. In a picture the highest of all rows is at bit 0.
static inline void add_rows(struct net_inputs *o, const struct turris_position *t,
                            const struct turris_view *v, unsigned side)
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
            net_add(o,
                    TURRIS_INPUT_ROW + (side * TURRIS_ROWS + row) * TURRIS_ROW_PATTERNS + pattern);
    }
}

static inline void add_turn(struct net_inputs *o, const struct turris_position *t,
                            const struct turris_view *v)
{
    unsigned own = t->left[t->side], theirs = t->left[!t->side];
    int sign = t->side ? -1 : 1; // of features, which are White's

    net_add(o, TURRIS_INPUT_HAND + own);
    net_add(o, TURRIS_INPUT_HAND + TURRIS_HANDS + theirs);
    net_add(o, TURRIS_INPUT_AHEAD + from_least((int)own - (int)theirs, TURRIS_MOST_AHEAD));
    net_add(o, TURRIS_INPUT_PLACES + (unsigned)(sign * v->f[F_MOBILITY]));
    net_add(o, TURRIS_INPUT_TARGETS +
                   at_most((unsigned)(sign * v->f[F_TARGETS]), TURRIS_MOST_TARGETS));
    net_add_set(o, TURRIS_INPUT_BARRED, t->barred);
    net_add(o, TURRIS_INPUT_FINISHED + t->finished);
    if (t->bonus)
        net_add(o, TURRIS_INPUT_BONUS);
    if (t->ground == TURRIS_GROUND_FREE)
        net_add(o, TURRIS_INPUT_FREE_GROUND);
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

void turris_inputs(const struct turris_position *t, const struct turris_view *v, int plain,
                   struct net_inputs *inputs)
{
    enum { RANGE = 60 };

    add_tops(inputs, t);
    for (unsigned side = 0; side < SIDES; side++)
        add_rows(inputs, t, v, side);
    add_turn(inputs, t, v);
    net_add(inputs, TURRIS_INPUT_PLAIN + from_least(plain / RANGE, TURRIS_PLAIN_RANGES / 2));
    inputs->stage =
        stage_of((unsigned)t->left[0] + t->left[1]) + (t->bonus ? TURRIS_STAGES / 2 : 0);
}
