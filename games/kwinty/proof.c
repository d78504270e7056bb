// SPDX-License-Identifier: MIT
// What a proof may take for granted: the mirror symmetry, actions that can be left out, and games
// that are decided within two actions.
//
// There is no "what if I passed" here: a placement that a player is forced to make can be the very
// support that the other one needed, so passing is not always the least one can do.
#include "base/hash.h"
#include "games/kwinty/threats.h"

// ---------------------------------------------------------------------------------------------
// Symmetry
// ---------------------------------------------------------------------------------------------

// A wall as four words: the rows 0-6 of white, of black and of the flat blocks, and the rows 7-8 of
// all three. The squares of flat blocks tell every block: two flat blocks of one colour never touch
// end to end, so two neighbours of one colour in a row are one block; the same holds for uprights
// in a column.
struct shape {
    uint64_t word[4];
};

enum { UPPER_ROWS = 2 * KWINTY_SIZE, ROWS_BELOW = 5 * KWINTY_SIZE }; // of the upper half

static struct shape shape_of(const struct kwinty_position *k)
{
    uint64_t flats = k->lower.lefts | k->lower.lefts << 1;
    uint64_t flats_up = k->upper.lefts | k->upper.lefts << 1;
    uint64_t top = k->upper.own[0] >> ROWS_BELOW | k->upper.own[1] >> ROWS_BELOW << UPPER_ROWS |
                   flats_up >> ROWS_BELOW << 2 * UPPER_ROWS;

    return (struct shape){{k->lower.own[0], k->lower.own[1], flats, top}};
}

// Turns every row of nine around: the columns 0 and 8 change places, 1 and 7, and so on.
static inline uint64_t turn_rows(uint64_t x)
{
    for (int i = 0; i < KWINTY_SIZE / 2; i++) {
        int distance = KWINTY_SIZE - 1 - 2 * i;
        uint64_t differ = (x ^ x >> distance) & COLUMN << i;
        x ^= differ ^ differ << distance;
    }
    return x;
}

// The right square of a flat block becomes its left one.
static void mirror_half(struct kwinty_half *half, unsigned empty)
{
    for (int seat = 0; seat < 2; seat++)
        half->own[seat] = turn_rows(half->own[seat]) >> empty;
    half->lefts = turn_rows(half->lefts << 1) >> empty;
    half->tops = turn_rows(half->tops) >> empty;
}

// Support, contact, width, short ends and lines look the same in a mirror, and none of them asks
// where in the columns a-q the wall stands: i1 is filled and a wall is at most nine wide, so it
// never comes near the ends of the ground. Hence a wall, moved sideways or mirrored, is the same
// game.
uint64_t kwinty_canonical_key(const struct game_position *p)
{
    const struct kwinty_position *k = kwinty_of(p);
    struct shape plain = shape_of(k), mirror;
    uint64_t ground = (k->lower.own[0] | k->lower.own[1]) & (BIT(KWINTY_SIZE) - 1);
    int empty = KWINTY_SIZE - bits_count(ground), differ = 0;

    for (int i = 0; i < 4; i++)
        mirror.word[i] = turn_rows(plain.word[i]) >> empty;
    while (differ < 3 && plain.word[differ] == mirror.word[differ])
        differ++;
    if (mirror.word[differ] < plain.word[differ])
        plain = mirror;
    uint64_t h = 0x452821e638d01377u ^ k->seat;
    for (int i = 0; i < 4; i++)
        h = hash_word(h, plain.word[i]);
    return hash_mix(h);
}

// The mirror stands in the middle of column i, so that i1 stays filled.
void kwinty_apply_symmetry(const struct game_position *p, unsigned symmetry,
                           struct game_position *other)
{
    struct kwinty_position k = *kwinty_of(p);
    uint64_t ground = (k.lower.own[0] | k.lower.own[1]) & (BIT(KWINTY_SIZE) - 1);
    unsigned width = (unsigned)bits_count(ground);

    if (symmetry == 1 && width > 0) {
        mirror_half(&k.lower, KWINTY_SIZE - width);
        mirror_half(&k.upper, KWINTY_SIZE - width);
        k.left = 2 * KWINTY_FIRST - (k.left + width - 1);
    }
    *(struct kwinty_position *)other->bytes = k;
}

// ---------------------------------------------------------------------------------------------
// The contract
// ---------------------------------------------------------------------------------------------

// What the seat to act should look at, as a set of actions; 0 when it passes or every action loses.
// Fills in both sides.
//
// 1. An action that makes a row of five wins, so it alone is enough.
// 2. An action after which the other seat can make one loses. Nothing is worse, so it can be left
//    out as long as another one is left. What safe_places leaves out is of this kind:
//    - A placement of the other seat that makes five now still does afterwards unless the action
//      takes one of its columns, or both stand beside the wall and make it too wide together. Our
//      block gives the other seat no squares and takes it no short ends.
//    - An action that lifts a column right under a square that completes a five of the other seat
//      lets an upright block reach it: it stands on our block, so no short ends of one colour meet,
//      and there is space for both of its squares.
// Actions that let the other seat make five in rarer ways stay in; the static solver refutes them.
static uint32_t worth_trying(const struct kwinty_position *k, struct threats s[2])
{
    int seat = k->seat;

    judge(k, s);
    return s[seat].wins ? s[seat].wins & -s[seat].wins : safe_places(s, seat);
}

unsigned kwinty_undominated(const struct game_position *p, game_action *list)
{
    struct threats s[2];
    unsigned listed = kwinty_actions(p, list), kept = 0;

    if (listed <= 1)
        return listed;
    uint32_t worth = worth_trying(kwinty_of(p), s);
    for (unsigned i = 0; i < listed; i++) {
        if (worth >> list[i] & 1)
            list[kept++] = list[i];
    }
    return kept ? kept : 1; // every action loses: one is enough to show it
}

enum game_outcome kwinty_solve_static(const struct game_position *p, unsigned *choices, int *value)
{
    const struct kwinty_position *k = kwinty_of(p);
    struct threats s[2];
    int seat = k->seat;
    uint32_t worth = worth_trying(k, s);

    *choices = worth ? (unsigned)bits_count(worth) : 1;
    *value = 0;
    if (s[seat].wins)
        return GAME_WIN;
    if (!worth && (s[seat].places || s[!seat].wins))
        return GAME_LOSS;
    *value = kwinty_quiet_value(k, s);
    return GAME_DRAW;
}
