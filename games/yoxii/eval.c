// SPDX-License-Identifier: MIT
// How good a position looks, and which actions to try first.
//
// The game is decided where the totem is caught at last, so what counts is less the sum around it
// now than who can go on from where: the terms look at all open squares as if the totem stood there.
// Sets of squares make that cheap: a few hundred operations on words, no loop over squares.
//
// The terms are seen from the seat to act (the other seat gets the opposite). The unit, 100, is a
// quarter of a logit: weights come from a logistic regression on the results of self-play (180,000
// positions), for three stages of the game, mixed in between. A search sees further than the weights
// do, so its values say more: chance_scale is fitted to them.
//
// Strength, from matches at 8,000 to 10,000 nodes an action, in pairs of games from random openings,
// as Elo with its 95 % interval:
//   the sum around the totem alone, over no evaluation           +141 [ +93, +194], 200 games
//   that with hands and exits of the totem, over the sum         +119 [ +74, +168], 200
//   jumps, leads and tight squares of the whole board, over that +196 [+160, +236], 400
//   weights fitted again on games of better players               +37 [  +4,  +71], 300
//   the order at the end of this file, over a plain one           +91 [ +58, +126], 300
//   the same over no order, at equal nodes                        +53 [  +8,  +99], 160
//   the same at equal time (3 ms an action)                       +26 [ -10,  +61], 300
// The loss of the regression on positions held out fell from 0.673 with the totem's own terms to
// 0.648 with the jumps of the whole board and to 0.632 with leads and tight squares. No use were
// pieces at distance two and three, size and parity of the open region, leads by a margin, the best
// lead within reach, and the sum times how closed the totem is.
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
struct counts {
    both one, two, four[2];
};

struct roads {
    both up_ends[4];     // squares at the upper end of a row of own pieces that can be jumped
    both down_ends[4];   // squares at the lower end of one
    struct counts jumps; // how many such rows end at a square
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

static inline struct counts count_sets(const both *a, const both *b)
{
    both carry[4];
    both first = add(a[0], a[1], a[2], &carry[0]), second = add(b[0], b[1], b[2], &carry[1]);
    both third = add(first, second, a[3], &carry[2]);
    struct counts c = {.one = third ^ b[3]};

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
static inline struct counts count_exits(const struct roads *r, uint64_t open)
{
    both up[4], down[4];

    for (int i = 0; i < 4; i++) {
        up[i] = r->up_ends[i] | open << steps[i];
        down[i] = r->down_ends[i] | open >> steps[i];
    }
    return count_sets(up, down);
}

// How many jumps a seat has from the squares of a set together.
static inline int count_jumps(const struct counts *c, int whose, uint64_t from)
{
    return bits_count(c->one[whose] & from) + 2 * bits_count(c->two[whose] & from) +
           4 * (bits_count(c->four[0][whose] & from) + bits_count(c->four[1][whose] & from));
}

// And from a single one.
static inline int count_jumps_from(const struct counts *c, int whose, unsigned square)
{
    return (int)((c->one[whose] >> square & 1) + 2 * (c->two[whose] >> square & 1) +
                 4 * ((c->four[0][whose] >> square & 1) + (c->four[1][whose] >> square & 1)));
}

// ---------------------------------------------------------------------------------------------
// Sums: who would have more around the totem, for all squares at once
// ---------------------------------------------------------------------------------------------

// A number a square, with one bit of all of them in a word.
struct numbers {
    both bit[5];
};

// Adds to each number those one step to either side. Five bits are enough, since the best pieces of
// a hand beside a square give 27.
static inline struct numbers spread(const struct numbers *n, int step)
{
    struct numbers sum;
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
static inline struct numbers sums_beside(const struct yoxii_position *y, int me)
{
    uint64_t low = y->value_low, high = y->value_high;
    both own = of_both(y->pieces, me);
    struct numbers values = {{own & ~low, own & (low ^ high), own & (low & high)}};
    struct numbers of_rows = spread(&values, 1);

    return spread(&of_rows, 8);
}

// The squares where a seat's number is greater than the other's.
static inline both greater(const struct numbers *n)
{
    both set = {0};

    for (int i = 0; i < 5; i++) {
        both own = n->bit[i], other = __builtin_shufflevector(own, own, 1, 0);
        set = (own & ~other) | (~(own ^ other) & set);
    }
    return set;
}

// ---------------------------------------------------------------------------------------------
// The value
// ---------------------------------------------------------------------------------------------

// "Near" are the open squares beside the totem, "far" the other open squares; with few exits for a
// seat they are traps for it. What is not named as the enemy's alone is mine less the enemy's.
enum term {
    TO_ACT,           // one: what the turn itself is worth
    SUM,              // around the totem, the score if it were caught now
    HAND_1,           // pieces left by value: fours are worth keeping until the end
    HAND_2,           //
    HAND_3,           //
    HAND_4,           //
    FREE,             // squares to which the totem can step: whoever acts chooses
    JUMPS,            // mine with the totem where it is
    ENEMY_JUMPS,      //
    JUMPS_NEAR,       // mine from the near squares: ways out after the next step
    ENEMY_JUMPS_NEAR, //
    JUMPS_FAR,        // the same for later
    LEADS,            // open squares around which a seat has more: it wants the totem caught there
    TIGHT_NEAR,       // mine with at most two exits
    ENEMY_TIGHT_NEAR, //
    TIGHT_FAR,        //
    STUCK_NEAR,       // at most one exit
    STUCK_FAR,        //
    NARROW_NEAR,      // at most three exits
    NARROW_FAR,       //
    TERMS
};

// How many more squares of mine than of the enemy's are within a set.
static inline int difference(both sets, uint64_t within)
{
    return bits_count(sets[MINE] & within) - bits_count(sets[ENEMY] & within);
}

static inline void roads_terms(const struct yoxii_position *y, int me, uint64_t near, uint64_t far,
                               int term[TERMS])
{
    struct roads roads = find_roads(y, me);
    const struct counts *jumps = &roads.jumps;
    struct counts exits = count_exits(&roads, yoxii_open(y));
    both narrow = ~(exits.four[0] | exits.four[1]); // three exits at most
    both tight = narrow & ~(exits.two & exits.one), stuck = narrow & ~exits.two;

    term[JUMPS] = count_jumps_from(jumps, MINE, y->totem);
    term[ENEMY_JUMPS] = count_jumps_from(jumps, ENEMY, y->totem);
    term[JUMPS_NEAR] = count_jumps(jumps, MINE, near);
    term[ENEMY_JUMPS_NEAR] = count_jumps(jumps, ENEMY, near);
    term[JUMPS_FAR] = count_jumps(jumps, MINE, far) - count_jumps(jumps, ENEMY, far);
    term[TIGHT_NEAR] = bits_count(tight[MINE] & near);
    term[ENEMY_TIGHT_NEAR] = bits_count(tight[ENEMY] & near);
    term[TIGHT_FAR] = difference(tight, far);
    term[STUCK_NEAR] = difference(stuck, near);
    term[STUCK_FAR] = difference(stuck, far);
    term[NARROW_NEAR] = difference(narrow, near);
    term[NARROW_FAR] = difference(narrow, far);
}

static inline void fill_terms(const struct yoxii_position *y, int me, int term[TERMS])
{
    uint64_t open = yoxii_open(y), near = open & yoxii_neighbours(y->totem);
    uint64_t far = open & ~near & ~BIT(y->totem);
    struct numbers sums = sums_beside(y, me);

    term[TO_ACT] = 1;
    term[SUM] = yoxii_sum(y, me) - yoxii_sum(y, me ^ 1);
    for (unsigned value = 1; value <= YOXII_VALUES; value++)
        term[HAND_1 + value - 1] =
            (int)yoxii_left(y, me, value) - (int)yoxii_left(y, me ^ 1, value);
    term[FREE] = bits_count(near);
    term[LEADS] = difference(greater(&sums), near | far);
    roads_terms(y, me, near, far, term);
}

// Weights hold at 6, 16 and 26 pieces on the board.
enum { STAGES = 3, FIRST_STAGE = 6, STAGE_PIECES = 10, MOST = 14000 };

static const int16_t weights[TERMS][STAGES] = {
    [TO_ACT] = {39, -24, -44},
    [SUM] = {-2, 7, 15},
    [HAND_1] = {-36, -62, -5},
    [HAND_2] = {-39, -88, -40},
    [HAND_3] = {-61, -84, -21},
    [HAND_4] = {-32, -95, 11},
    [FREE] = {11, 54, 113},
    [JUMPS] = {27, 70, 148},
    [ENEMY_JUMPS] = {-22, -16, -23},
    [JUMPS_NEAR] = {23, 32, 118},
    [ENEMY_JUMPS_NEAR] = {-20, -33, -164},
    [JUMPS_FAR] = {25, 32, 31},
    [LEADS] = {-4, 6, 58},
    [TIGHT_NEAR] = {-8, -34, 102},
    [ENEMY_TIGHT_NEAR] = {105, 120, 28},
    [TIGHT_FAR] = {-40, -57, -37},
    [STUCK_NEAR] = {-265, -21, 52},
    [STUCK_FAR] = {-94, -60, -8},
    [NARROW_NEAR] = {-29, -50, 29},
    [NARROW_FAR] = {-41, -28, -51},
};

int yoxii_evaluate(const struct game_position *p, int seat)
{
    const struct yoxii_position *y = yoxii_of(p);
    int me = (int)y->seat, term[TERMS], low = 0, high = 0;
    int pieces = bits_count(y->pieces[0] | y->pieces[1]) - FIRST_STAGE;

    if (pieces < 0)
        pieces = 0;
    if (pieces > 2 * STAGE_PIECES)
        pieces = 2 * STAGE_PIECES;
    int stage = pieces > STAGE_PIECES, into = pieces - stage * STAGE_PIECES;
    fill_terms(y, me, term);
    for (int i = 0; i < TERMS; i++) {
        low += term[i] * weights[i][stage];
        high += term[i] * weights[i][stage + 1];
    }
    int value = (low * (STAGE_PIECES - into) + high * into) / STAGE_PIECES;
    if (value > MOST || value < -MOST)
        value = value > 0 ? MOST : -MOST;
    return seat == me ? value : -value;
}

// ---------------------------------------------------------------------------------------------
// The order
// ---------------------------------------------------------------------------------------------

// Fitted as well: a choice model of the actions that a search of 2,500 nodes finds best. With it the
// first action makes 91 % of the cuts (220 positions, depth 6).
enum {
    PLACE_OPEN = -126,    // for each open square beside the new piece,
    PLACE_OWN = -84,      // each own piece
    PLACE_ENEMY = 44,     // and each of the enemy's
    ROW_NEW = 462,        // the new piece makes a row that can be jumped
    ROW_ENDS = -430,      // it stands in the way of an own jump
    ENEMY_ROW_ENDS = 329, // or of the enemy's
    EXIT = -182,          // for each destination that the enemy is left with
    CAUGHT = 2500,        // none: the game is over
    COVER = -250,         // for each of the destinations that the piece lies beside,
    COVER_VALUE = 54,     // and that times its value,
    COVER_LATE = 102,     // and that at the end of the game
    FULL = 36,            // pieces on the board at the very end
};

// By value: at the beginning, and what is added until the end.
static const int value_scores[YOXII_VALUES][2] = {{-560, 455}, {455, -455}, {70, 70}, {70, 70}};

// What the position says about all actions.
struct order {
    const struct yoxii_position *y;
    int me;
    uint64_t open;
    struct counts jumps;
    uint64_t new_rows[4];    // squares where a piece makes a row that can be jumped
    int value[YOXII_VALUES]; // score of placing it
    int cover[YOXII_VALUES]; // for each destination beside it
    uint64_t known;          // squares that have a score in `place`
    int place[64];
};

static void begin_order(struct order *o, const struct yoxii_position *y)
{
    int pieces = bits_count(y->pieces[0] | y->pieces[1]);
    struct roads roads = find_roads(y, (int)y->seat);

    o->y = y;
    o->me = (int)y->seat;
    o->open = yoxii_open(y);
    o->jumps = roads.jumps;
    o->known = 0;
    for (int i = 0; i < 4; i++)
        o->new_rows[i] = (roads.up_ends[i][MINE] | o->open << steps[i]) &
                         (roads.down_ends[i][MINE] | o->open >> steps[i]);
    for (int i = 0; i < YOXII_VALUES; i++) {
        o->value[i] = value_scores[i][0] + value_scores[i][1] * pieces / FULL;
        o->cover[i] = COVER + (i + 1) * (COVER_VALUE + COVER_LATE * pieces / FULL);
    }
}

// What a piece on a square does to the roads of both.
static int place_score(const struct order *o, unsigned square)
{
    uint64_t near = yoxii_neighbours(square);
    int rows = 0;

    for (int i = 0; i < 4; i++)
        rows += (int)(o->new_rows[i] >> square & 1);
    return PLACE_OPEN * bits_count(near & o->open) +
           PLACE_OWN * bits_count(near & o->y->pieces[o->me]) +
           PLACE_ENEMY * bits_count(near & o->y->pieces[o->me ^ 1]) + ROW_NEW * rows +
           ROW_ENDS * count_jumps_from(&o->jumps, MINE, square) +
           ENEMY_ROW_ENDS * count_jumps_from(&o->jumps, ENEMY, square);
}

// How many destinations the enemy has once the totem stands on `to`, with these open squares beside it,
// and a piece on one of them. (If it must be placed elsewhere, it may take one away; that is too rare to
// look at.)
static int exits_from(const struct order *o, unsigned to, uint64_t near)
{
    return bits_count(near) - (near != 0) + count_jumps_from(&o->jumps, ENEMY, to);
}

static int caught_score(const struct order *o, unsigned to, int value)
{
    struct yoxii_position then = *o->y;

    then.totem = to;
    int lead = yoxii_sum(&then, o->me) - yoxii_sum(&then, o->me ^ 1) + value;
    return lead > 0 ? CAUGHT : -CAUGHT;
}

// Actions come grouped by the totem's destination.
void yoxii_order(const struct game_position *p, const game_action *list, unsigned count, int *score)
{
    struct order o;
    unsigned last = 0;
    uint64_t near = 0; // open squares beside the destination
    int exits = 0;

    begin_order(&o, yoxii_of(p));
    for (unsigned i = 0; i < count; i++) {
        unsigned to = yoxii_action_to(list[i]), place = yoxii_action_place(list[i]);
        unsigned value = yoxii_action_value(list[i]);
        if (to != last) {
            near = yoxii_neighbours(to) & o.open;
            exits = exits_from(&o, to, near);
            last = to;
        }
        if (!(o.known >> place & 1)) {
            o.place[place] = place_score(&o, place);
            o.known |= BIT(place);
        }
        score[i] = exits * EXIT + o.place[place] + o.value[value - 1] +
                   o.cover[value - 1] * bits_count(yoxii_neighbours(place) & near);
        if (exits == 0)
            score[i] += caught_score(&o, to, (int)value);
    }
}
