// SPDX-License-Identifier: MIT
// How good a position of Tokan looks, and which moves to try first.
//
// A hundred is about one level of an own tower late in the game. All weights were fitted together,
// by logistic regression on 410,000 positions of self-play against the result of the game, for
// each scoring; they blend from a full board to one with eight stacks. Every term is the own number
// less the enemy's. Gains in Elo with 95 % intervals, at 5,000 nodes a move:
//
// - The score of the page alone, over no evaluation: towers +390 [350, 439], heads +568 [506, 660]
//   (600 games each).
// - All terms and the order over the score: towers +321 [284, 365], heads +195 [166, 225] (500
//   each). Most of it is mobility, since who moves more covers more and decides when the game
//   ends: moves by animal, moves onto enemies, stacks that can move. A side without any move is not
//   as badly off as these terms think, because the game ends there and then (ANY_MOVE). With only
//   heights by standing and two terms of mobility, towers lost 49 [34, 65] of it (1,000).
// - Stacks by the animal on top and by standing. A stack is safe when no enemy is connected with
//   it, because gaps are for ever; it is hit when the enemy could cover it now.
// - Towers: their height by standing, the highest that is hit, hit ones that can be covered back,
//   stuck ones, and ones with a tile of the same colour below, which can split and stay own.
// - Left out: eleven terms such as buried tiles and squares that one or both sides cover. Without
//   them towers +4 [-12, 21] (700), heads -14 [-32, 2] (600), and 5 % more speed.
// - A draft is looked at as a board of the laid tiles: towers +123 [87, 162] (300), heads +42
//   [-2, 87] (200) over no evaluation in the draft.
//
// The order was fitted to what search prefers: cover enemies, above all those that can move; leave
// own tiles behind and not the enemy's; run with stacks that are hit; move far. Over the order by
// score won: towers +30 [15, 46] (800), heads +8 [-9, 26] (600); the first action makes 92 % of
// the cuts instead of 89 %.
#include "games/tokan/inputs.h"

// ---------------------------------------------------------------------------------------------
// Terms
// ---------------------------------------------------------------------------------------------

enum tokan_term {
    TERM_TO_ACT,
    TERM_SINGLES, // by animal and standing
    TERM_TOWERS = TERM_SINGLES + TOKAN_ANIMALS * STANDINGS,
    TERM_HEIGHT = TERM_TOWERS + TOKAN_ANIMALS * STANDINGS, // by standing
    TERM_MOST_HIT = TERM_HEIGHT + STANDINGS,
    TERM_HELD,
    TERM_STUCK,
    TERM_BACKED,
    TERM_MOVES, // by animal
    TERM_MOVES_ON_ENEMY = TERM_MOVES + TOKAN_ANIMALS,
    TERM_ANY_MOVE,
    TERM_MOVABLE_SINGLES,
    TERM_MOVABLE_TOWERS,
    TERMS
};

// Weights by scoring: first with all squares full, then with few stacks left. Animals are mouse,
// jackal, lion; for each of them the standings.
// clang-format off
static const int16_t towers_weights[2][TERMS] = {
    {
        [TERM_TO_ACT] = 240,
        [TERM_SINGLES] = -99, -105, -164,  -26, 54, 64,  -20, 9, 31,
        [TERM_TOWERS] = -241, 214, 135,  -180, 283, 158,  -59, 292, 228,
        [TERM_HEIGHT] = 196, -44, 21,
        [TERM_MOST_HIT] = -8,
        [TERM_HELD] = -24,
        [TERM_STUCK] = 7,
        [TERM_BACKED] = 25,
        [TERM_MOVES] = 88, 39, 5,
        [TERM_MOVES_ON_ENEMY] = -1,
        [TERM_ANY_MOVE] = -179,
        [TERM_MOVABLE_SINGLES] = 63,
        [TERM_MOVABLE_TOWERS] = -32,
    },
    {
        [TERM_TO_ACT] = 261,
        [TERM_SINGLES] = -68, 431, 304,  -45, 54, 80,  0, 60, 31,
        [TERM_TOWERS] = -84, -17, 100,  32, 60, 279,  -35, 24, 182,
        [TERM_HEIGHT] = 85, 76, -120,
        [TERM_MOST_HIT] = -60,
        [TERM_HELD] = 83,
        [TERM_STUCK] = 106,
        [TERM_BACKED] = 115,
        [TERM_MOVES] = 10, 99, 26,
        [TERM_MOVES_ON_ENEMY] = 146,
        [TERM_ANY_MOVE] = -446,
        [TERM_MOVABLE_SINGLES] = 252,
        [TERM_MOVABLE_TOWERS] = 301,
    },
};

static const int16_t heads_weights[2][TERMS] = {
    {
        [TERM_TO_ACT] = 333,
        [TERM_SINGLES] = -1, 42, 55,  80, 283, 297,  289, 199, 270,
        [TERM_TOWERS] = 5, 302, 101,  65, 515, 328,  219, 500, 410,
        [TERM_HEIGHT] = 84, -105, -6,
        [TERM_MOST_HIT] = -31,
        [TERM_HELD] = 15,
        [TERM_STUCK] = 4,
        [TERM_BACKED] = 34,
        [TERM_MOVES] = 57, 24, 33,
        [TERM_MOVES_ON_ENEMY] = -2,
        [TERM_ANY_MOVE] = -255,
        [TERM_MOVABLE_SINGLES] = 70,
        [TERM_MOVABLE_TOWERS] = -44,
    },
    {
        [TERM_TO_ACT] = 37,
        [TERM_SINGLES] = 194, 646, 416,  502, 481, 330,  733, 726, 258,
        [TERM_TOWERS] = 36, 146, 211,  345, 389, 396,  579, 571, 338,
        [TERM_HEIGHT] = 34, 22, -55,
        [TERM_MOST_HIT] = -23,
        [TERM_HELD] = 22,
        [TERM_STUCK] = 19,
        [TERM_BACKED] = 221,
        [TERM_MOVES] = -9, 89, -14,
        [TERM_MOVES_ON_ENEMY] = 148,
        [TERM_ANY_MOVE] = -494,
        [TERM_MOVABLE_SINGLES] = 43,
        [TERM_MOVABLE_TOWERS] = 96,
    },
};
// clang-format on

// Adds what the towers of a side say, times a sign. Its half of all sets begins at `half`.
static inline void add_towers(const struct tokan_play *play, const struct mobility *l,
                              unsigned half, int sign, int *terms)
{
    uint64_t left = (l->own & l->tall) >> half & UINT32_MAX;
    uint64_t hits = l->hit >> half, holds = l->covers >> half, reached = l->reached >> half;
    uint64_t movable = l->movable >> half;
    int most_hit = 0;

    while (left) {
        int square = bits_pop(&left), height = play->height[square];
        bool hit = hits >> square & 1, held = holds >> square & 1;
        unsigned top = play->top[square], below = play->below[tokan_slot(top)];
        int standing = hit ? HIT : reached >> square & 1 ? FREE : SAFE;
        terms[TERM_HEIGHT + standing] += sign * height;
        if (hit && height > most_hit)
            most_hit = height;
        if (hit && held)
            terms[TERM_HELD] += sign * height;
        if (!(movable >> square & 1))
            terms[TERM_STUCK] += sign * height;
        if (tokan_owner(below) == tokan_owner(top))
            terms[TERM_BACKED] += sign;
    }
    terms[TERM_MOST_HIT] += sign * most_hit;
}

static inline void add_moves(const struct mobility *l, int *terms)
{
    for (unsigned d = 0; d < TOKAN_DIRECTIONS; d++) {
        for (unsigned animal = 0; animal < TOKAN_ANIMALS; animal++)
            terms[TERM_MOVES + animal] += difference(l->from_by[d][animal]);
        terms[TERM_MOVES_ON_ENEMY] += difference(l->hits_from[d]);
    }
    terms[TERM_ANY_MOVE] = ((l->movable & UINT32_MAX) != 0) - (l->movable >> HALF != 0);
    terms[TERM_MOVABLE_SINGLES] = difference(l->movable & ~l->tall);
    terms[TERM_MOVABLE_TOWERS] = difference(l->movable & l->tall);
}

static inline void add_stacks(const struct mobility *l, int *terms)
{
    uint64_t standing[STANDINGS] = {l->own & ~l->reached, l->own & l->reached & ~l->hit,
                                    l->own & l->hit};

    for (unsigned animal = 0; animal < TOKAN_ANIMALS; animal++) {
        for (unsigned i = 0; i < STANDINGS; i++) {
            uint64_t set = l->top[animal] & standing[i];
            terms[TERM_SINGLES + STANDINGS * animal + i] = difference(set & ~l->tall);
            terms[TERM_TOWERS + STANDINGS * animal + i] = difference(set & l->tall);
        }
    }
}

// All terms of a position, for the side to act: its own less the enemy's.
static void find_terms(const struct tokan_position *t, struct mobility *l, int terms[TERMS])
{
    find_mobility(t, l);
    find_hits(l);
    find_reached(l);
    for (unsigned i = 0; i < TERMS; i++)
        terms[i] = 0;
    terms[TERM_TO_ACT] = 1;
    add_stacks(l, terms);
    add_moves(l, terms);
    add_towers(&t->play, l, 0, 1, terms);
    add_towers(&t->play, l, HALF, -1, terms);
}

// ---------------------------------------------------------------------------------------------
// The value
// ---------------------------------------------------------------------------------------------

// The first row of weights counts fully when all squares hold stacks, the second when eight do.
enum { FIRST_STACKS = 30, LAST_STACKS = 8, MOST = 14000 };

// The laid tiles as a board in play, from the leftmost laid column on; the rest are gaps.
static void board_of_draft(const struct tokan_position *t, struct tokan_position *board)
{
    const uint64_t *laid = t->draft.laid;
    uint64_t columns = 0, all = tokan_draft_all(&t->draft);

    for (; all; all >>= TOKAN_DRAFT_COLUMNS)
        columns |= all;
    unsigned first = (unsigned)bits_first(columns);
    *board = (struct tokan_position){.seat = t->seat, .taboo = TOKAN_NOWHERE};
    board->scoring = t->scoring;
    for (unsigned kind = 0; kind < TOKAN_KINDS; kind++) {
        uint64_t set = 0;
        for (unsigned row = 0; row < TOKAN_ROWS; row++) {
            uint64_t squares = laid[kind] >> (row * TOKAN_DRAFT_COLUMNS + first);
            set |= (squares & (BIT(TOKAN_COLUMNS) - 1)) << row * TOKAN_COLUMNS;
        }
        unsigned range = kind % TOKAN_ANIMALS + 1;
        board->play.owner |= set << 32 * (kind / TOKAN_ANIMALS);
        board->play.range |= (range & 1 ? set : 0) | (range & 2 ? set << 32 : 0);
    }
}

// For the seat to act, without the network; false in the draft, where it is not asked.
static bool plain_value(const struct tokan_position *t, struct mobility *l, int *value)
{
    struct tokan_position board;
    int terms[TERMS], early = 0, late = 0, stacks = FIRST_STACKS;

    if (t->drafting) {
        board_of_draft(t, &board);
        find_terms(&board, l, terms);
    } else {
        find_terms(t, l, terms);
        stacks = bits_count(l->own);
    }
    const int16_t(*weights)[TERMS] =
        t->scoring == TOKAN_SCORING_HEADS ? heads_weights : towers_weights;
    for (unsigned i = 0; i < TERMS; i++) {
        early += weights[0][i] * terms[i];
        late += weights[1][i] * terms[i];
    }
    *value = (early * (stacks - LAST_STACKS) + late * (FIRST_STACKS - stacks)) /
             (FIRST_STACKS - LAST_STACKS);
    *value = *value > MOST ? MOST : *value < -MOST ? -MOST : *value;
    return !t->drafting;
}

static bool look_for_net(const struct game_position *p, int *plain, struct net_inputs *inputs)
{
    struct mobility l;

    if (!plain_value(tokan_of(p), &l, plain))
        return false;
    tokan_inputs(tokan_of(p), &l, *plain, inputs);
    return true;
}

const struct game_net tokan_net = {
    .inputs = TOKAN_INPUTS,
    .stages = TOKAN_STAGES,
    .weights = tokan_weights,
    .look = look_for_net,
};

int tokan_evaluate(const struct game_position *p, int seat)
{
    int value = net_evaluate(&tokan_net, p);

    return seat == tokan_of(p)->seat ? value : -value;
}

// ---------------------------------------------------------------------------------------------
// The order
// ---------------------------------------------------------------------------------------------

enum {
    ORDER_RANGE = 300,
    ORDER_CARRY = -150,
    ORDER_LEAVES_OWN = 1300,
    ORDER_LEAVES_ENEMY = -1300,
    ORDER_RUNS = 700,
    ORDER_COVERS_ENEMY = 1200,
    ORDER_COVERS_MOVABLE_ENEMY = 2050,
    ORDER_COVERS_MOVABLE_OWN = -550,
    ORDER_COVERS_OWN_LEVEL = -150,
};

static inline int action_score(const struct tokan_play *play, const struct mobility *l,
                               unsigned seat, game_action action)
{
    unsigned from = tokan_from(action), to = tokan_to(play, action), carry = tokan_carry(action);
    unsigned mover = play->top[from], left = mover;
    int score = ORDER_RANGE * tokan_range(mover) + ORDER_CARRY * (int)carry;

    for (unsigned i = 0; i <= carry; i++)
        left = play->below[tokan_slot(left)];
    if (left != TOKAN_NO_TILE)
        score += tokan_owner(left) == seat ? ORDER_LEAVES_OWN : ORDER_LEAVES_ENEMY;
    score += l->hit >> from & 1 ? ORDER_RUNS : 0;
    if (l->enemy >> to & 1)
        return score +
               (l->movable >> (to + HALF) & 1 ? ORDER_COVERS_MOVABLE_ENEMY : ORDER_COVERS_ENEMY);
    score += l->movable >> to & 1 ? ORDER_COVERS_MOVABLE_OWN : 0;
    return score + ORDER_COVERS_OWN_LEVEL * play->height[to];
}

void tokan_order(const struct game_position *p, const game_action *list, unsigned count, int *score)
{
    const struct tokan_position *t = tokan_of(p);
    struct mobility l;

    if (t->drafting) {
        for (unsigned i = 0; i < count; i++)
            score[i] = 0;
        return;
    }
    find_mobility(t, &l);
    for (unsigned i = 0; i < count; i++)
        score[i] = action_score(&t->play, &l, t->seat, list[i]);
}
