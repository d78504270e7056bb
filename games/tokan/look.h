// SPDX-License-Identifier: MIT
// What can be done on a board of Tokan, as sets of squares, for the evaluation, the network's inputs and the order. Nothing
// here leaves the folder.
#ifndef ABAX_GAMES_TOKAN_LOOK_H
#define ABAX_GAMES_TOKAN_LOOK_H

#include "base/bits.h"
#include "games/tokan/tokan.h"

#define COLUMN_A (BIT(0) | BIT(6) | BIT(12) | BIT(18) | BIT(24))
#define COLUMN_F (COLUMN_A << 5)

// How an own stack stands: out of the enemy's reach for ever, for now, or about to be covered.
enum { SAFE, FREE, HIT, STANDINGS };

// What one side can do, as if it were to act. Moves are pairs of a stack and a direction.
struct side {
    uint64_t own;                         // its stacks
    uint64_t reached;                     // squares connected with enemies: see find_reached
    uint64_t covers;                      // squares that it can move to,
    uint64_t covers_by[TOKAN_ANIMALS];    // with this animal
    uint64_t movable;                     // its stacks that can move,
    uint64_t from[TOKAN_DIRECTIONS];      // in this direction,
    uint64_t hits_from[TOKAN_DIRECTIONS]; // and onto an enemy
    int moves[TOKAN_ANIMALS];
    int moves_on_enemy;
};

// The board as sets of squares, and both sides: first the one to act.
struct look {
    uint64_t stacks, tall;
    uint64_t top[TOKAN_ANIMALS];     // by the animal on top
    uint64_t least[TOKAN_TILES + 1]; // stacks of at least this height, up to `highest`
    int highest;
    struct side side[2];
};

// Enters the moves along one axis: forward are squares reached by going up the numbers, back down.
static inline void enter_moves(const struct look *l, struct side *s, uint64_t forward,
                               uint64_t back, int range, int way, enum tokan_direction ahead)
{
    uint64_t enemy = l->stacks & ~s->own;

    s->covers_by[range - 1] |= forward | back;
    s->from[ahead] |= forward >> way;
    s->from[ahead ^ 1] |= back << way;
    s->hits_from[ahead] |= (forward & enemy) >> way;
    s->hits_from[ahead ^ 1] |= (back & enemy) << way;
    s->moves[range - 1] += bits_count(forward) + bits_count(back);
    s->moves_on_enemy += bits_count(forward & enemy) + bits_count(back & enemy);
}

// Enters the moves of some stacks of one range onto some targets.
static inline void look_from(const struct look *l, struct side *s, uint64_t from, int range,
                             uint64_t targets)
{
    uint64_t up = from, down = from, right = from, left = from;

    for (int i = 1; i <= range; i++) {
        uint64_t to = i < range ? l->stacks : targets;
        up = up << TOKAN_COLUMNS & to;
        down = down >> TOKAN_COLUMNS & to;
        right = (right & ~COLUMN_F) << 1 & to;
        left = (left & ~COLUMN_A) >> 1 & to;
    }
    enter_moves(l, s, up, down, range, range * TOKAN_COLUMNS, TOKAN_UP);
    enter_moves(l, s, right, left, range, range, TOKAN_RIGHT);
}

// Stacks not higher than the range of their top climb everywhere; the others one by one.
static inline void look_side(const struct tokan_play *play, const struct look *l, struct side *s,
                             uint64_t targets)
{
    for (int range = 1; range <= TOKAN_ANIMALS; range++) {
        uint64_t own = s->own & l->top[range - 1];
        uint64_t high = range < l->highest ? own & l->least[range + 1] : 0;
        look_from(l, s, own & ~high, range, targets);
        while (high) {
            int square = bits_pop(&high);
            int lowest = play->height[square] - range + 1;
            look_from(l, s, BIT(square), range, targets & l->least[lowest]);
        }
    }
    s->covers = s->covers_by[0] | s->covers_by[1] | s->covers_by[2];
    s->movable = s->from[0] | s->from[1] | s->from[2] | s->from[3];
}

static inline void look_at(const struct tokan_position *t, struct look *l)
{
    const struct tokan_play *play = &t->play;
    uint64_t odd = play->range, two = play->range >> 32;

    l->stacks = (play->owner | play->owner >> 32) & UINT32_MAX;
    l->tall = play->tall;
    l->top[0] = l->stacks & ~two;
    l->top[1] = l->stacks & two & ~odd;
    l->top[2] = l->stacks & two & odd;
    l->highest = 1;
    l->least[1] = l->stacks;
    for (uint64_t left = l->tall; left;) {
        int square = bits_pop(&left), height = play->height[square];
        while (l->highest < height)
            l->least[++l->highest] = 0;
        l->least[height] |= BIT(square);
    }
    for (int height = l->highest; height > 2; height--)
        l->least[height - 1] |= l->least[height];
    for (unsigned i = 0; i < 2; i++) {
        l->side[i] = (struct side){.own = play->owner >> 32 * (t->seat ^ i) & UINT32_MAX};
        // The taboo binds only the side to act; it will be another one when the other acts.
        look_side(play, l, &l->side[i], i == 0 ? l->stacks & ~BIT(t->taboo) : l->stacks);
    }
}

// All stacks connected with a set of them. Gaps are for ever, so nobody ever comes from outside.
static inline uint64_t connected(uint64_t set, uint64_t stacks)
{
    uint64_t before;

    do {
        before = set;
        set |= (set << TOKAN_COLUMNS | set >> TOKAN_COLUMNS | (set & ~COLUMN_F) << 1 |
                (set & ~COLUMN_A) >> 1) &
               stacks;
    } while (set != before);
    return set;
}

// Whom an enemy may come to, now or later.
static inline void find_reached(struct look *l)
{
    for (unsigned i = 0; i < 2; i++)
        l->side[i].reached = connected(l->side[!i].own, l->stacks);
}

#endif
