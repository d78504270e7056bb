// SPDX-License-Identifier: MIT
// How good a wall looks, and which placements to try first. The search calls both at its nodes;
// like the rules they find placements for all columns at once.
//
// The unit is half a logit of the win chance, so 200 points are a chance of 73 %. Weights and scale
// come from a logistic regression on 108,045 positions of 6,149 games of self-play. The terms, with
// the gain in Elo of each step over the one before and its 95 % interval, in matches of 600 to 800
// games at 3,000 nodes a move, every opening played once with each seat:
// - Rows of exactly four, which decide a full wall: +176 [150, 203] over no evaluation. Weighted by
//   the square of the blocks placed, which fits results better than a plain count.
// - Order, fives first and what loses at once last: +21 [-2, 44] here; with all terms +17 [0, 34],
//   and in equal time +42 [22, 62] (500 games). A third fewer nodes to the same depth.
// - A five in one placement for the seat to act counts as won. When the other colour has a five
//   after whatever the seat to act places, it counts as lost: so double threats are seen, and
//   having only placements that lift a column under a threat. +91 [68, 115]. On four million
//   positions of random games the fives were exact and no placement was wrongly called unsafe;
//   three unsafe ones of a hundred are missed.
// - Windows, five squares in a line that only one colour is in, by direction and number of own
//   squares, with weights by hand: +64 [41, 87].
// - Weights by regression, and with them the number of placements of each colour and of those that
//   are unsafe because they lift a column under a square that makes a five. The fuller the wall,
//   the more the unsafe ones count. +129 [109, 150].
// All together: over no evaluation +357 [306, 425] at 5,000 nodes and +363 [311, 432] in equal
// time, 3 ms a move (300 games each); over the rows of four alone +256 [224, 294] at 5,000 nodes
// (500 games) and +215 [182, 251] in equal time (400).
//
// Left out, for want of a gain over these: playing on along forced answers before judging (+3
// [-11, 17]), weights for squares in the middle and side by side (-16 [-31, -1]), trying the middle
// first (-19 [-35, -3]).
#include "games/kwinty/inputs.h"

// ---------------------------------------------------------------------------------------------
// Windows: five squares in a line that only one colour has squares in
// ---------------------------------------------------------------------------------------------

enum { LEVEL, SLANT, UPRIGHT, KINDS, WITH = 5 };

struct kwinty_counts {
    int with[KINDS][WITH]; // windows by the number of own squares
};

// Adds up the five squares of every window at once, in binary: `odd`, `two` and `four` are the
// digits of the sums.
static inline void count_half(uint64_t mine, uint64_t theirs, unsigned step, uint64_t starts,
                              int *with)
{
    uint64_t b1 = mine >> step, b2 = mine >> 2 * step, b3 = mine >> 3 * step, b4 = mine >> 4 * step;
    uint64_t closed =
        theirs | theirs >> step | theirs >> 2 * step | theirs >> 3 * step | theirs >> 4 * step;
    uint64_t s1 = mine ^ b1 ^ b2, c1 = (mine & b1) | (b2 & (mine ^ b1));
    uint64_t s2 = b3 ^ b4, c2 = b3 & b4;
    uint64_t odd = s1 ^ s2, c3 = s1 & s2;
    uint64_t two = c1 ^ c2 ^ c3, four = (c1 & c2) | (c3 & (c1 ^ c2));

    uint64_t open = ~closed & starts;

    with[1] += bits_count(open & odd & ~two & ~four);
    with[2] += bits_count(open & ~odd & two);
    with[3] += bits_count(open & odd & two);
    with[4] += bits_count(open & ~odd & four);
}

// Windows that begin in the three lowest rows, and level ones of the lower half, are counted in the
// lower half, the others in the upper one.
static inline void count_windows(struct squares mine, struct squares theirs,
                                 struct kwinty_counts *c)
{
    static const int kind[] = {LEVEL, SLANT, SLANT, UPRIGHT};

    *c = (struct kwinty_counts){0};
    for (int i = 0; i < 4; i++) {
        uint64_t starts = lines[i].starts;
        count_half(mine.lower, theirs.lower, lines[i].step, i ? starts & ROWS(3) : starts,
                   c->with[kind[i]]);
        count_half(mine.upper, theirs.upper, lines[i].step,
                   starts & (i ? ROWS(3) & ~ROWS(1) : HALF & ~ROWS(5)), c->with[kind[i]]);
    }
}

// The worth of one colour's windows.
static int shape_value(struct squares mine, struct squares theirs)
{
    static const int weight[KINDS][WITH] = {[LEVEL] = {0, 0, 8, 48, 40},
                                            [SLANT] = {0, 13, 26, 70, 35},
                                            [UPRIGHT] = {0, 0, -36, -20, 74}};
    struct kwinty_counts c;
    int value = 0;

    count_windows(mine, theirs, &c);
    for (int i = 0; i < KINDS; i++) {
        for (int j = 1; j < WITH; j++)
            value += weight[i][j] * c.with[i][j];
    }
    return value;
}

// ---------------------------------------------------------------------------------------------
// The value and the order
// ---------------------------------------------------------------------------------------------

enum { WIN_IN_ONE = 10000, LOSS_IN_TWO = -9000, MOST_QUIET = 8000 };
enum { TO_ACT = 25, ALL_BLOCKS = 2 * KWINTY_BLOCKS };

static inline struct squares moved(struct squares q, int columns)
{
    return (struct squares){q.lower << columns, q.upper << columns};
}

int kwinty_quiet_value(const struct kwinty_position *k, const struct threats s[2])
{
    int seat = k->seat;
    uint64_t ground = (s[0].own.lower | s[1].own.lower) & GROUND;
    int aside = (KWINTY_SIZE - bits_count(ground)) / 2; // room to grow on both sides
    struct squares mine = moved(s[seat].own, aside), theirs = moved(s[!seat].own, aside);
    int placed = ALL_BLOCKS - s[0].blocks - s[1].blocks;
    int fours = kwinty_fours(k, seat) - kwinty_fours(k, !seat);
    int places = bits_count(s[seat].places) - bits_count(s[!seat].places);
    int unsafe = bits_count(s[seat].unsafe) - bits_count(s[!seat].unsafe);

    int value = TO_ACT + shape_value(mine, theirs) - shape_value(theirs, mine) +
                fours * 143 * placed * placed / (ALL_BLOCKS * ALL_BLOCKS) +
                places * (15 + 112 * placed / ALL_BLOCKS) +
                unsafe * (190 - 710 * placed / ALL_BLOCKS);

    if (value > MOST_QUIET)
        return MOST_QUIET;
    return value < -MOST_QUIET ? -MOST_QUIET : value;
}

// For the seat to act, without the network; false when it is as good as decided.
static bool plain_value(const struct kwinty_position *k, struct threats *s, int *value)
{
    int mover = k->seat;

    judge(k, s);
    if (s[mover].wins)
        *value = WIN_IN_ONE;
    else if ((s[mover].places || s[!mover].wins) && !safe_places(s, mover))
        *value = LOSS_IN_TWO;
    else {
        *value = kwinty_quiet_value(k, s);
        return true;
    }
    return false;
}

static bool look_for_net(const struct game_position *p, int *plain, struct net_inputs *inputs)
{
    struct threats s[2];

    if (!plain_value(kwinty_of(p), s, plain))
        return false;
    kwinty_inputs(kwinty_of(p), s, inputs);
    return true;
}

const struct game_net kwinty_net = {
    .inputs = KWINTY_INPUTS,
    .stages = KWINTY_STAGES,
    .weights = kwinty_weights,
    .look = look_for_net,
};

int kwinty_evaluate(const struct game_position *p, int seat)
{
    int value = net_evaluate(&kwinty_net, p);

    return kwinty_of(p)->seat == seat ? value : -value;
}

void kwinty_order(const struct game_position *p, const game_action *list, unsigned count,
                  int *score)
{
    enum { WINS = 8000, LOSES = -8000 };
    const struct kwinty_position *k = kwinty_of(p);
    struct threats s[2];
    int mover = k->seat;

    // Killer and history together stay below these.
    judge(k, s);
    uint32_t wins = s[mover].wins, safe = safe_places(s, mover);
    for (unsigned i = 0; i < count; i++)
        score[i] = wins >> list[i] & 1 ? WINS : safe >> list[i] & 1 ? 0 : LOSES;
}

// ---------------------------------------------------------------------------------------------
// The margin
// ---------------------------------------------------------------------------------------------

// What a seat that wins has more than the other, in thousandths of a point: 1 for a five, which
// nearly every game ends with. Rows of four count only in a full wall, so a lead in them is worth
// more the fuller the wall is. Fitted by least squares to the winners of 1,228 games (15,462
// positions, 1,000 nodes a move).
static int lead_if_won(const struct kwinty_position *k, int winner, int placed)
{
    enum { LEAST = 1064, FOUR = 212 };
    int lead = kwinty_fours(k, winner) - kwinty_fours(k, !winner);

    return LEAST + (lead > 0 ? FOUR * lead * placed * placed / (ALL_BLOCKS * ALL_BLOCKS) : 0);
}

// On 992 games of another seed the guess was wrong by 0.75 points on average where nothing was
// decided, a guess of 0 by 0.96 (6,598 positions); it was 0.19 too good for the seat to act, like
// the chance it comes from, probably since what that seat wins by force has been proven before and
// is not among them. Where a proof named the winner it was wrong by 0.19 of 1.07 (4,880), and for
// winners who led by two fours in a nearly full wall it gave 1.45, the games 1.42 (201).
int kwinty_margin(const struct game_position *p, int seat, int chance)
{
    enum { TENTH = 100000 };
    const struct kwinty_position *k = kwinty_of(p);
    struct threats s[2];

    find_threats(k, 0, &s[0]);
    find_threats(k, 1, &s[1]);
    int placed = ALL_BLOCKS - s[0].blocks - s[1].blocks;
    int millionths =
        chance * lead_if_won(k, seat, placed) - (1000 - chance) * lead_if_won(k, !seat, placed);
    return (millionths + (millionths < 0 ? -TENTH / 2 : TENTH / 2)) / TENTH;
}
