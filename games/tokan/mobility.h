// SPDX-License-Identifier: MIT
// The mobility of both sides on a board of Tokan, as sets of squares, for the evaluation, the
// network's inputs and move ordering. Used in this folder only.
//
// A board has thirty squares, so one word holds a set for each side: the low half for the side to
// act, the high half for the other. Every step then serves both.
#ifndef ABAX_GAMES_TOKAN_MOBILITY_H
#define ABAX_GAMES_TOKAN_MOBILITY_H

#include "base/bits.h"
#include "games/tokan/tokan.h"

enum { HALF = 32 };

#define BOTH(set) ((set) | (set) << HALF)
#define COLUMN_A  BOTH(BIT(0) | BIT(6) | BIT(12) | BIT(18) | BIT(24))
#define COLUMN_F  (COLUMN_A << 5)
#define ROW_1     BOTH((uint64_t)0x3f)
#define ROW_5     (ROW_1 << 24)

// How an own stack stands: out of the enemy's reach for ever, for now, or about to be covered.
enum { SAFE, FREE, HIT, STANDINGS };

// The board, and what each side can do as if it were to act. Moves are pairs of a stack and a
// direction.
struct mobility {
    uint64_t stacks;                      // of either side, in both halves; and so the next two
    uint64_t tall;                        // of more than one tile
    uint64_t top[TOKAN_ANIMALS];          // by the animal on top
    uint64_t own;                         // a side's stacks,
    uint64_t enemy;                       // and the other's
    uint64_t reached;                     // squares connected with enemies: see find_reached
    uint64_t covers;                      // squares that a side can move to,
    uint64_t covers_by[TOKAN_ANIMALS];    // with this animal
    uint64_t hit;                         // squares that the enemy can move to
    uint64_t movable;                     // stacks that can move,
    uint64_t from[TOKAN_DIRECTIONS];      // in this direction,
    uint64_t hits_from[TOKAN_DIRECTIONS]; // and onto an enemy
    uint64_t from_by[TOKAN_DIRECTIONS][TOKAN_ANIMALS]; // and with this animal
};

static inline uint64_t other_halves(uint64_t sets)
{
    return sets << HALF | sets >> HALF;
}

// The number of the side to act less the other's.
static inline int difference(uint64_t sets)
{
    return bits_count(sets ^ UINT64_MAX << HALF) - HALF;
}

// A set as seen from the squares one step back in a direction: whoever is in it has one of them one
// step ahead.
static inline uint64_t ahead(uint64_t set, enum tokan_direction direction)
{
    switch (direction) {
    case TOKAN_UP:
        return (set & ~ROW_1) >> TOKAN_COLUMNS;
    case TOKAN_DOWN:
        return (set & ~ROW_5) << TOKAN_COLUMNS;
    case TOKAN_RIGHT:
        return (set & ~COLUMN_A) >> 1;
    default:
        return (set & ~COLUMN_F) << 1;
    }
}

// The moves in one direction, as if every stack could climb onto every other.
static inline void add_moves_along(struct mobility *l, uint64_t targets, enum tokan_direction d)
{
    uint64_t one = ahead(l->stacks, d), two = ahead(one, d);
    uint64_t on_one = ahead(targets, d), on_two = ahead(ahead(targets, d), d);

    l->from_by[d][0] = l->own & l->top[0] & on_one;
    l->from_by[d][1] = l->own & l->top[1] & one & on_two;
    l->from_by[d][2] = l->own & l->top[2] & one & two & ahead(on_two, d);
}

// Takes back the moves of a stack higher than the range of its top onto stacks that are too low for
// it.
static inline void climb(const struct tokan_play *play, struct mobility *l, unsigned bit)
{
    static const int8_t steps[TOKAN_DIRECTIONS] = {TOKAN_COLUMNS, -TOKAN_COLUMNS, 1, -1};
    unsigned square = bit % HALF;
    int range = tokan_range(play->top[square]), least = play->height[square] - range + 1;

    for (unsigned d = 0; d < TOKAN_DIRECTIONS; d++) {
        // Where there is no move, any square will do.
        unsigned to = (square + (unsigned)(steps[d] * range)) % TOKAN_SLOTS;
        l->from_by[d][range - 1] &= ~((uint64_t)(play->height[to] < least) << bit);
    }
}

// Mice with one below them, jackals with two, lions with three cannot always climb.
static inline uint64_t high_stacks(const struct tokan_play *play, const struct mobility *l)
{
    uint64_t high = 0;

    for (uint64_t left = l->own & l->tall; left;) {
        unsigned bit = (unsigned)bits_pop(&left), square = bit % HALF;
        high |= (uint64_t)(play->height[square] > tokan_range(play->top[square])) << bit;
    }
    return high;
}

static inline void gather(struct mobility *l)
{
    for (unsigned d = 0; d < TOKAN_DIRECTIONS; d++)
        l->from[d] = l->from_by[d][0] | l->from_by[d][1] | l->from_by[d][2];
    l->movable = l->from[0] | l->from[1] | l->from[2] | l->from[3];
    for (unsigned animal = 0; animal < TOKAN_ANIMALS; animal++) {
        unsigned along = animal + 1, across = along * TOKAN_COLUMNS;
        l->covers_by[animal] =
            l->from_by[TOKAN_UP][animal] << across | l->from_by[TOKAN_DOWN][animal] >> across |
            l->from_by[TOKAN_RIGHT][animal] << along | l->from_by[TOKAN_LEFT][animal] >> along;
    }
    l->covers = l->covers_by[0] | l->covers_by[1] | l->covers_by[2];
    l->hit = other_halves(l->covers);
}

static inline void find_mobility(const struct tokan_position *t, struct mobility *l)
{
    const struct tokan_play *play = &t->play;
    uint64_t odd = BOTH(play->range & UINT32_MAX);
    uint64_t two = play->range >> HALF;

    two = BOTH(two);
    l->own = t->seat ? other_halves(play->owner) : play->owner;
    l->enemy = other_halves(l->own);
    l->stacks = l->own | l->enemy;
    l->tall = BOTH(play->tall);
    l->top[0] = l->stacks & ~two;
    l->top[1] = l->stacks & two & ~odd;
    l->top[2] = l->stacks & two & odd;
    // The taboo binds only the side to act; it will be another one when the other acts.
    uint64_t targets = l->stacks & ~BIT(t->taboo);
    add_moves_along(l, targets, TOKAN_UP);
    add_moves_along(l, targets, TOKAN_DOWN);
    add_moves_along(l, targets, TOKAN_RIGHT);
    add_moves_along(l, targets, TOKAN_LEFT);
    for (uint64_t high = high_stacks(play, l); high;)
        climb(play, l, (unsigned)bits_pop(&high));
    gather(l);
}

// Finds the moves onto enemies.
static inline void find_hits(struct mobility *l)
{
    for (unsigned d = 0; d < TOKAN_DIRECTIONS; d++) {
        uint64_t one = ahead(l->enemy, (enum tokan_direction)d);
        uint64_t two = ahead(one, (enum tokan_direction)d);
        uint64_t three = ahead(two, (enum tokan_direction)d);
        l->hits_from[d] =
            (l->from_by[d][0] & one) | (l->from_by[d][1] & two) | (l->from_by[d][2] & three);
    }
}

// Finds the stacks that an enemy may come to, now or later: all that are connected with one of
// theirs. Gaps stay for ever, so no stack ever comes from outside.
static inline void find_reached(struct mobility *l)
{
    uint64_t set = l->enemy, before;

    do {
        before = set;
        set |= ahead(set, TOKAN_UP) | ahead(set, TOKAN_DOWN) | ahead(set, TOKAN_RIGHT) |
               ahead(set, TOKAN_LEFT);
        set &= l->stacks;
    } while (set != before);
    l->reached = set;
}

#endif
