// SPDX-License-Identifier: MIT
// How good a position looks, and which actions to try first.
//
// The game is decided where the totem is caught at last, so what counts is less the sum around it
// now than who can go on from where: the terms look at all open squares as if the totem stood
// there. Sets of squares make that cheap: a few hundred operations on words, no loop over squares.
//
// The terms are seen from the seat to act (the other seat gets the opposite). The unit, 100, is a
// quarter of a logit: weights come from a logistic regression on the results of self-play (180,000
// positions), for three stages of the game, mixed in between. A search sees further than the
// weights do, so its values say more: chance_scale is fitted to them.
//
// Strength, from matches at 8,000 to 10,000 nodes an action, in pairs of games from random
// openings, as Elo with its 95 % interval:
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
#include "games/yoxii/inputs.h"

// ---------------------------------------------------------------------------------------------
// The value
// ---------------------------------------------------------------------------------------------

// With few exits for a seat, near and far squares are traps for it. What is not named as the
// enemy's alone is mine less the enemy's.
enum yoxii_term {
    TO_ACT,           // one: what the turn itself is worth
    SUM,              // around the totem, the score if it were caught now
    HAND_1,           // pieces left by value: fours are worth keeping until the end
    HAND_2,           //
    HAND_3,           //
    HAND_4,           //
    FREE,             // squares to which the totem can step: the seat to act chooses
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

static inline void roads_terms(const struct yoxii_view *v, int term[TERMS])
{
    const struct yoxii_counts *jumps = &v->roads.jumps;
    uint64_t near = v->near, far = v->far;

    term[JUMPS] = count_jumps_from(jumps, MINE, v->y->totem);
    term[ENEMY_JUMPS] = count_jumps_from(jumps, ENEMY, v->y->totem);
    term[JUMPS_NEAR] = count_jumps(jumps, MINE, near);
    term[ENEMY_JUMPS_NEAR] = count_jumps(jumps, ENEMY, near);
    term[JUMPS_FAR] = count_jumps(jumps, MINE, far) - count_jumps(jumps, ENEMY, far);
    term[TIGHT_NEAR] = bits_count(v->tight[MINE] & near);
    term[ENEMY_TIGHT_NEAR] = bits_count(v->tight[ENEMY] & near);
    term[TIGHT_FAR] = difference(v->tight, far);
    term[STUCK_NEAR] = difference(v->stuck, near);
    term[STUCK_FAR] = difference(v->stuck, far);
    term[NARROW_NEAR] = difference(v->narrow, near);
    term[NARROW_FAR] = difference(v->narrow, far);
}

static inline void fill_terms(const struct yoxii_view *v, int term[TERMS])
{
    const struct yoxii_position *y = v->y;
    int me = v->me;

    term[TO_ACT] = 1;
    term[SUM] = yoxii_sum(y, me) - yoxii_sum(y, me ^ 1);
    for (unsigned value = 1; value <= YOXII_VALUES; value++)
        term[HAND_1 + value - 1] =
            (int)yoxii_left(y, me, value) - (int)yoxii_left(y, me ^ 1, value);
    term[FREE] = bits_count(v->near);
    term[LEADS] = difference(v->leads, v->near | v->far);
    roads_terms(v, term);
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

// For the seat to act, without the network.
static int plain_value(const struct yoxii_view *v)
{
    int term[TERMS], low = 0, high = 0;
    int pieces = bits_count(v->y->pieces[0] | v->y->pieces[1]) - FIRST_STAGE;

    if (pieces < 0)
        pieces = 0;
    if (pieces > 2 * STAGE_PIECES)
        pieces = 2 * STAGE_PIECES;
    int stage = pieces > STAGE_PIECES, into = pieces - stage * STAGE_PIECES;
    fill_terms(v, term);
    for (int i = 0; i < TERMS; i++) {
        low += term[i] * weights[i][stage];
        high += term[i] * weights[i][stage + 1];
    }
    int value = (low * (STAGE_PIECES - into) + high * into) / STAGE_PIECES;
    if (value > MOST || value < -MOST)
        value = value > 0 ? MOST : -MOST;
    return value;
}

static bool look_for_net(const struct game_position *p, int *plain, struct net_inputs *inputs)
{
    struct yoxii_view v = view_of(yoxii_of(p));

    *plain = plain_value(&v);
    yoxii_inputs(&v, inputs);
    return true;
}

const struct game_net yoxii_net = {
    .inputs = YOXII_INPUTS,
    .stages = YOXII_STAGES,
    .weights = yoxii_weights,
    .look = look_for_net,
};

int yoxii_evaluate(const struct game_position *p, int seat)
{
    int value = net_evaluate(&yoxii_net, p);

    return (unsigned)seat == yoxii_of(p)->seat ? value : -value;
}

// ---------------------------------------------------------------------------------------------
// The order
// ---------------------------------------------------------------------------------------------

// Fitted as well: a choice model of the actions that a search of 2,500 nodes finds best. With it
// the first action makes 91 % of the cuts (220 positions, depth 6).
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
    struct yoxii_counts jumps;
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

// How many destinations the enemy has once the totem stands on `to`, with these open squares beside
// it, and a piece on one of them. (If it must be placed elsewhere, it may take one away; that is
// too rare to look at.)
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
