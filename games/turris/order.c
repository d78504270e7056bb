// SPDX-License-Identifier: MIT
// Which actions to try first, by what they cover, adjoin and take.
#include "games/turris/turris.h"

// What an action is like. The weights are those with which a choice in proportion to exp(score /
// 500) fits best what the search chose in 58,919 positions.
enum trait {
    T_DONE,
    T_REMOVE,
    T_REMOVE_UPRIGHT,
    T_REMOVE_CORNER,
    T_REMOVE_BESIDE_THEIRS,
    T_REMOVE_BESIDE_OWN,
    T_UPRIGHT,
    T_MIDDLE,
    T_COVERS_THEIRS, // tops of the edge
    T_COVERS_OWN,
    T_BESIDE_OWN,
    T_BESIDE_THEIRS,
    T_CORNER,
    T_SECOND, // on one unfinished level
    T_THIRD,  // on two
    T_MIDDLE_IN_BONUS,
    T_UPRIGHT_MIDDLE,
    T_UPRIGHT_CORNER,
    T_UPRIGHT_ON_OWN,
    T_UPRIGHT_ON_THEIRS,
    TRAITS
};

// With at most twelve blocks left, and with more.
static const int16_t traits[2][TRAITS] = {
    {240,  128,  -116, 720, -73, -22, -396, 108, -174, -271,
     -140, -159, 210,  3,   102, 143, -112, 400, -26,  -258},
    {1500, 100, -90, 828, 280, 214, -345, -21, 450, 340,
     -63,  -80, 74,  160, 568, -37, 467,  842, 306, 60},
};

enum { MIDDLE = BIT(TURRIS_MIDDLE) };

struct turris_order_view {
    uint64_t own, theirs; // tops
    uint64_t standing;
};

static uint64_t beside(uint64_t cells)
{
    uint64_t near =
        (cells & TURRIS_NOT_RIGHT) << 1 | (cells >> 1 & TURRIS_NOT_RIGHT) | cells << 3 | cells >> 3;

    return near & TURRIS_ALL & ~cells;
}

static int score_removal(const struct turris_position *t, const struct turris_order_view *v,
                         unsigned base, const int16_t *w)
{
    unsigned orientation = t->tops & BIT(base)                               ? TURRIS_UPRIGHT
                           : t->tops & BIT(TURRIS_EAST * TURRIS_LANE + base) ? TURRIS_EAST
                                                                             : TURRIS_NORTH;
    uint64_t cells = BIT(base) | BIT(base + turris_step(orientation)), near = beside(cells);

    return w[T_REMOVE] + (orientation == TURRIS_UPRIGHT) * w[T_REMOVE_UPRIGHT] +
           bits_count(cells & TURRIS_CORNERS) * w[T_REMOVE_CORNER] +
           bits_count(near & v->theirs) * w[T_REMOVE_BESIDE_THEIRS] +
           bits_count(near & v->own) * w[T_REMOVE_BESIDE_OWN];
}

static int score_placement(const struct turris_position *t, const struct turris_order_view *v,
                           game_action action, const int16_t *w)
{
    unsigned base = action % TURRIS_LANE, orientation = action / TURRIS_LANE;
    uint64_t cells = BIT(base) | BIT(base + turris_step(orientation)),
             near = beside(cells) & ~MIDDLE;
    uint64_t own = cells & v->own & ~MIDDLE, theirs = cells & v->theirs & ~MIDDLE;
    int score = bits_count(theirs) * w[T_COVERS_THEIRS] + bits_count(own) * w[T_COVERS_OWN] +
                bits_count(near & v->own) * w[T_BESIDE_OWN] +
                bits_count(near & v->theirs) * w[T_BESIDE_THEIRS] +
                bits_count(cells & TURRIS_CORNERS) * w[T_CORNER];

    if (cells & MIDDLE)
        score += w[T_MIDDLE] + t->bonus * w[T_MIDDLE_IN_BONUS];
    if (v->standing >> TURRIS_LANE & cells)
        score += w[T_SECOND];
    if (v->standing >> 2 * TURRIS_LANE & cells)
        score += w[T_THIRD];
    if (orientation == TURRIS_UPRIGHT)
        score += w[T_UPRIGHT] + (cells & MIDDLE ? w[T_UPRIGHT_MIDDLE] : 0) +
                 (cells & TURRIS_CORNERS ? w[T_UPRIGHT_CORNER] : 0) +
                 (own ? w[T_UPRIGHT_ON_OWN] : 0) + (theirs ? w[T_UPRIGHT_ON_THEIRS] : 0);
    return score;
}

void turris_order(const struct game_position *p, const game_action *list, unsigned count,
                  int *score)
{
    const struct turris_position *t = turris_of(p);
    const int16_t *w = traits[t->left[0] + t->left[1] > 12];
    uint64_t black = t->tops >> TURRIS_REMOVE, white = turris_topped(t) & ~black;
    struct turris_order_view v = {black, white, turris_standing(t)};

    if (t->side == TURRIS_WHITE)
        v = (struct turris_order_view){white, black, v.standing};
    for (unsigned i = 0; i < count; i++) {
        if (list[i] < TURRIS_REMOVE)
            score[i] = score_placement(t, &v, list[i], w);
        else if (list[i] < TURRIS_DONE)
            score[i] = score_removal(t, &v, list[i] - TURRIS_REMOVE, w);
        else
            score[i] = list[i] == TURRIS_DONE ? w[T_DONE] : 0;
    }
}
