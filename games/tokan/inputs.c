// SPDX-License-Identifier: MIT
// What the network sees of a board: every stack by what it is, who can cover it, where it can go
// and what lies below. The first of everything is the seat's to act.
#include "games/tokan/inputs.h"

// A number from 0 to 7 for each square, in binary: a set of squares for each digit.
struct tokan_numbers {
    uint64_t digit[3];
};

static inline unsigned number_at(const struct tokan_numbers *n, unsigned square)
{
    return (unsigned)((n->digit[0] >> square & 1) | (n->digit[1] >> square & 1) << 1 |
                      (n->digit[2] >> square & 1) << 2);
}

// In how many of four sets each square is.
static inline struct tokan_numbers count_in(const uint64_t set[4])
{
    uint64_t odd = set[0] ^ set[1], other = set[2] ^ set[3], both = odd & other;
    uint64_t pairs = set[0] & set[1], others = set[2] & set[3];

    return (struct tokan_numbers){{odd ^ other, pairs ^ others ^ both, pairs & others}};
}

// What is asked of every stack, in the half of its owner.
struct aspects {
    struct tokan_numbers hits, holds;       // sets of animals
    struct tokan_numbers attacks, retreats; // moves onto enemies and onto own stacks
};

static inline struct aspects find_aspects(const struct mobility *l)
{
    uint64_t quiet[TOKAN_DIRECTIONS] = {0};
    struct aspects a = {.hits = {{0}}};

    for (unsigned i = 0; i < TOKAN_ANIMALS; i++) {
        a.hits.digit[i] = other_halves(l->covers_by[i]);
        a.holds.digit[i] = l->covers_by[i];
    }
    for (unsigned i = 0; i < TOKAN_DIRECTIONS; i++)
        quiet[i] = l->from[i] & ~l->hits_from[i];
    a.attacks = count_in(l->hits_from);
    a.retreats = count_in(quiet);
    return a;
}

// The tiles below the top of a tower.
static inline void add_below(struct net_inputs *o, const struct tokan_play *play, unsigned seat,
                             unsigned side, unsigned top, unsigned standing)
{
    unsigned below = play->below[tokan_slot(top)], next = play->below[tokan_slot(below)];
    unsigned animal = (unsigned)tokan_range(top) - 1, self = seat ^ side;
    unsigned kind = (tokan_owner(below) ^ self) * TOKAN_ANIMALS + (unsigned)tokan_range(below) - 1;
    unsigned whose = next == TOKAN_NO_TILE ? 0 : 1 + (tokan_owner(next) ^ self);

    net_add(o,
            TOKAN_INPUT_BELOW +
                (((side * TOKAN_KINDS + kind) * 3 + whose) * TOKAN_ANIMALS + animal) * STANDINGS +
                standing);
}

static inline void add_stack(struct net_inputs *o, const struct tokan_position *t,
                             const struct mobility *l, const struct aspects *a, unsigned bit)
{
    // Moves onto enemies and others, of which there are four together, are numbered as pairs.
    static const uint8_t pairs_before[] = {0, 5, 9, 12, 14};
    unsigned square = bit % HALF, side = bit / HALF;
    unsigned top = t->play.top[square], height = t->play.height[square];
    unsigned owned = side * TOKAN_ANIMALS + (unsigned)tokan_range(top) - 1;
    unsigned pile = owned * TOKAN_HEIGHTS + (height < TOKAN_HEIGHTS ? height : TOKAN_HEIGHTS) - 1;
    unsigned hits = number_at(&a->hits, bit);
    unsigned holds = (unsigned)bits_count(number_at(&a->holds, bit));
    unsigned moves = pairs_before[number_at(&a->attacks, bit)] + number_at(&a->retreats, bit);
    bool reached = l->reached >> bit & 1;

    net_add(o, TOKAN_INPUT_TOP + (square * 2 * TOKAN_ANIMALS + owned) * 2 + (height > 1));
    net_add(o, TOKAN_INPUT_COVERED +
                   (pile * TOKAN_HITS + (reached ? hits : TOKAN_HITS - 1)) * TOKAN_HOLDS + holds);
    net_add(o, TOKAN_INPUT_MOVES + (pile * TOKAN_MOVES + moves) * 2 + (hits != 0));
    if (height > 1)
        add_below(o, &t->play, t->seat, side, top, hits ? HIT : reached ? FREE : SAFE);
}

// Stacks only become fewer.
static inline unsigned stage_of(int stacks)
{
    enum { FIRST = 27, A_STAGE = 3, LAST = TOKAN_STAGES / 2 - 1 };
    int stage = (FIRST - stacks + A_STAGE) / A_STAGE;

    return (unsigned)(stage < LAST ? stage : LAST);
}

void tokan_inputs(const struct tokan_position *t, const struct mobility *l, int plain,
                  struct net_inputs *inputs)
{
    enum { RANGE = 100, MIDDLE = TOKAN_PLAIN_RANGES / 2 };
    int range = plain / RANGE;

    struct aspects a = find_aspects(l);
    for (uint64_t left = l->own; left;)
        add_stack(inputs, t, l, &a, (unsigned)bits_pop(&left));
    range = range > MIDDLE ? MIDDLE : range < -MIDDLE ? -MIDDLE : range;
    net_add(inputs, (unsigned)(TOKAN_INPUT_PLAIN + MIDDLE + range));
    if (t->scoring == TOKAN_SCORING_HEADS)
        net_add(inputs, TOKAN_INPUT_HEADS);
    inputs->stage =
        stage_of(bits_count(l->own)) + (t->scoring == TOKAN_SCORING_HEADS ? TOKAN_STAGES / 2 : 0);
}
