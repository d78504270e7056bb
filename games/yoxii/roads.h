// SPDX-License-Identifier: MIT
// What the evaluation finds out about all squares at once: where rows of pieces can be jumped, how
// many destinations the totem would have, who has more around it. Only eval.c and inputs.c include
// this.
#ifndef ABAX_GAMES_YOXII_ROADS_H
#define ABAX_GAMES_YOXII_ROADS_H

#include "games/yoxii/yoxii.h"

// ---------------------------------------------------------------------------------------------
// Roads: what a seat could do with the totem, for all squares at once
// ---------------------------------------------------------------------------------------------

// A word for the seat to act, and one for the enemy: both go through all that follows together.
typedef uint64_t both __attribute__((vector_size(16)));

enum { MINE, ENEMY };

static inline both of_both(const uint64_t *sets, int me)
{
    return (both){sets[me], sets[me ^ 1]};
}

// Adds three bits: returns the sum, and the carry by pointer.
static inline both add(both a, both b, both c, both *carry)
{
    both half = a ^ b;

    *carry = (a & b) | (half & c);
    return half ^ c;
}

// The four directions toward higher squares; the others are their opposites.
static const int steps[4] = {1, 7, 8, 9};

// How many of eight sets a square is in: a word has one digit of all squares.
struct yoxii_counts {
    both one, two, four[2];
};

struct roads {
    both up_ends[4];           // squares at the upper end of a row of own pieces that can be jumped
    both down_ends[4];         // squares at the lower end of one
    struct yoxii_counts jumps; // how many such rows end at a square
};

// Open squares above an unbroken row of own pieces that has an open square below it. Between open
// squares a row has at most five pieces.
static inline both ends_above(both own, both open, int step)
{
    both row = open << step & own, pairs = own & own << step;

    row |= row << step & own;
    row |= row << 2 * step & pairs;
    row |= row << step & own;
    return row << step & open;
}

static inline both ends_below(both own, both open, int step)
{
    both row = open >> step & own, pairs = own & own >> step;

    row |= row >> step & own;
    row |= row >> 2 * step & pairs;
    row |= row >> step & own;
    return row >> step & open;
}

static inline struct yoxii_counts count_sets(const both *a, const both *b)
{
    both carry[4];
    both first = add(a[0], a[1], a[2], &carry[0]), second = add(b[0], b[1], b[2], &carry[1]);
    both third = add(first, second, a[3], &carry[2]);
    struct yoxii_counts c = {.one = third ^ b[3]};

    carry[3] = third & b[3];
    both twos = add(carry[0], carry[1], carry[2], &c.four[0]);
    c.two = twos ^ carry[3];
    c.four[1] = twos & carry[3];
    return c;
}

static inline void find_ends(struct roads *r, both own, both open, int i, int step)
{
    r->up_ends[i] = ends_above(own, open, step);
    r->down_ends[i] = ends_below(own, open, step);
}

static inline struct roads find_roads(const struct yoxii_position *y, int me)
{
    uint64_t set = yoxii_open(y);
    both own = of_both(y->pieces, me), open = {set, set};
    struct roads r;

    // No loop, so that every compiler knows how far it shifts.
    find_ends(&r, own, open, 0, steps[0]);
    find_ends(&r, own, open, 1, steps[1]);
    find_ends(&r, own, open, 2, steps[2]);
    find_ends(&r, own, open, 3, steps[3]);
    r.jumps = count_sets(r.up_ends, r.down_ends);
    return r;
}

// How many destinations the totem has from a square: those of jumps and steps.
static inline struct yoxii_counts count_exits(const struct roads *r, uint64_t open)
{
    both up[4], down[4];

    for (int i = 0; i < 4; i++) {
        up[i] = r->up_ends[i] | open << steps[i];
        down[i] = r->down_ends[i] | open >> steps[i];
    }
    return count_sets(up, down);
}

// How many jumps a seat has from the squares of a set together.
static inline int count_jumps(const struct yoxii_counts *c, int whose, uint64_t from)
{
    return bits_count(c->one[whose] & from) + 2 * bits_count(c->two[whose] & from) +
           4 * (bits_count(c->four[0][whose] & from) + bits_count(c->four[1][whose] & from));
}

// And from a single one.
static inline int count_jumps_from(const struct yoxii_counts *c, int whose, unsigned square)
{
    return (int)((c->one[whose] >> square & 1) + 2 * (c->two[whose] >> square & 1) +
                 4 * ((c->four[0][whose] >> square & 1) + (c->four[1][whose] >> square & 1)));
}

// ---------------------------------------------------------------------------------------------
// Sums: who would have more around the totem, for all squares at once
// ---------------------------------------------------------------------------------------------

// A number a square, with one bit of all of them in a word.
struct yoxii_numbers {
    both bit[5];
};

// Adds to each number those one step to either side. Five bits are enough, since the best pieces of
// a hand beside a square give 27.
static inline struct yoxii_numbers spread(const struct yoxii_numbers *n, int step)
{
    struct yoxii_numbers sum;
    both carry = {0}, more = {0}; // two carries into each bit

    for (int i = 0; i < 5; i++) {
        both next, next_more;
        both part = add(n->bit[i], n->bit[i] << step, n->bit[i] >> step, &next);
        sum.bit[i] = add(part, carry, more, &next_more);
        carry = next;
        more = next_more;
    }
    return sum;
}

// For every open square, the sum of a seat's pieces beside it.
static inline struct yoxii_numbers sums_beside(const struct yoxii_position *y, int me)
{
    uint64_t low = y->value_low, high = y->value_high;
    both own = of_both(y->pieces, me);
    struct yoxii_numbers values = {{own & ~low, own & (low ^ high), own & (low & high)}};
    struct yoxii_numbers of_rows = spread(&values, 1);

    return spread(&of_rows, 8);
}

// The squares where a seat's number is greater than the other's.
static inline both greater(const struct yoxii_numbers *n)
{
    both set = {0};

    for (int i = 0; i < 5; i++) {
        both own = n->bit[i], other = __builtin_shufflevector(own, own, 1, 0);
        set = (own & ~other) | (~(own ^ other) & set);
    }
    return set;
}

// ---------------------------------------------------------------------------------------------
// The view: all of this together
// ---------------------------------------------------------------------------------------------

// "Near" are the open squares beside the totem, "far" the other open squares but its own.
struct yoxii_view {
    const struct yoxii_position *y;
    int me; // the seat to act
    uint64_t open, near, far;
    struct roads roads;
    struct yoxii_counts exits;
    both leads;                // squares around which a seat has more
    both narrow, tight, stuck; // squares with at most three, two, one exits for a seat
};

static inline struct yoxii_view view_of(const struct yoxii_position *y)
{
    struct yoxii_view v = {.y = y, .me = (int)y->seat, .open = yoxii_open(y)};
    struct yoxii_numbers sums = sums_beside(y, v.me);

    v.near = v.open & yoxii_neighbours(y->totem);
    v.far = v.open & ~v.near & ~BIT(y->totem);
    v.roads = find_roads(y, v.me);
    v.exits = count_exits(&v.roads, v.open);
    v.leads = greater(&sums);
    v.narrow = ~(v.exits.four[0] | v.exits.four[1]);
    v.tight = v.narrow & ~(v.exits.two & v.exits.one);
    v.stuck = v.narrow & ~v.exits.two;
    return v;
}

#endif
