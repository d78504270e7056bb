// SPDX-License-Identifier: MIT
// How good a tower looks, in hundredths of a point of the final margin, nearly.
//
// The score that stands is a poor guide: a player who goes for it spends blocks too early, and
// loses four games of five to a search with no evaluation at all. What counts is the stock (every
// block in hand is worth about four and a half points), and those squares that will still be seen
// at the end. Each side is therefore looked at in four versions, all scored at once, a lane for
// each version, side and seat:
//   VISIBLE  what would be scored now;
//   FRONT    the front cells alone, which nothing can hide any more;
//   GROWN    the front with every column grown, in the colour of its top, to the height expected;
//   HOPED    the front with all open squares joining like own ones, though they do not count.
// The sizes of both seats' groups on a side also go, together, through a small layer of units; the
// other terms are listed with the features. Weights depend on the blocks left, by straight lines
// between five knots. All were fitted, by gradient descent, to how 47,000 games (1,950,000
// positions) of the search against itself ended, won or lost and a little to the margin, at 1,500
// nodes an action after 2 to 11 random actions, with up to ten random ones in a hundred later. One
// game in ten was kept out of the fit: there the mean logarithmic loss fell from 0.347 to 0.331 in
// towers with 12 to 15 blocks left, and from 0.245 to 0.228 with 4 to 7.
//
// Measured in pairs of games from random openings at 5,000 nodes an action, both options:
//   the first fit of faces, tops, stock and turn, over none    +1161 Elo (800 games; 95 %: > +972)
//   the same over the score that stands                        800 games of 800
//   the same fitted again to its own games                     +57 [+37, +76], 800 games
//   F_REACHING and what follows it, fitted to newer games      +40 [+23, +58], 1,000 games
//   order by traits                                            +50 [+33, +67], 820 games
//   all features fitted to more games                          +25 [+4, +46], 592 games
// Each line is one match of a whole step; features have not been measured one by one. Steps that
// add features were fitted to newer games as well, so part of their gain is the data's. Leaving out
// the eight features that seem to weigh least (upright middle, reaching, squares, bare blocks,
// middle on two, odd) turned that last +25 into -36 [-57, -14], 608 games. The units, with all
// weights fitted again, over that, after two random actions and at equal processor time, in which
// they search 8 to 10 % fewer nodes: +37 [+6, +69], 300 games with 10 milliseconds an action; +7
// [-31, +45], 200 games with 20; together +25 [+1, +49]. Sixteen units, or many more that see all
// cells as well, fit hardly better and cost more.

#include "games/turris/inputs.h"

// ---------------------------------------------------------------------------------------------
// Units
// ---------------------------------------------------------------------------------------------

// A sum over the sides hides that what counts of a side is its largest group alone. So all sizes of
// both seats on one side go through a layer of units, each a weighted sum that counts where it is
// positive. The same for all sides; White's less Black's, with the seats exchanged.
enum { UNITS = 8 };

typedef int16_t units __attribute__((vector_size(2 * UNITS)));

// In parts of 64. A row for each size of the own groups, and of theirs.
static const units unit_bias = {-27, -131, -17, -176, 6, -77, -121, -187};
static const units unit_own[SIZES] = {
    {39, 13, 13, 9, -6, 9, -17, -4},      {-23, 34, 24, 45, 0, -2, 14, -38},
    {-14, -3, -18, 12, -31, 2, -13, -16}, {-9, 8, -2, 13, -10, -10, 22, -14},
    {-32, -24, -6, -11, 19, -32, 19, 22}, {-22, 18, 19, -19, 33, 36, -30, 5},
    {28, -14, 2, -40, 8, -73, 13, 14},    {-95, -39, -91, 4, 21, 36, -2, -1},
};
static const units unit_theirs[SIZES] = {
    {-6, 4, 23, -13, 6, -8, 31, 3},    {-4, 11, -14, 20, -5, -9, 13, -19},
    {-8, 11, -16, -20, 4, 23, 14, 14}, {5, 11, 3, 8, 11, -24, -37, -9},
    {7, 8, 7, 3, 23, 33, -9, 15},      {16, -18, -11, 9, -36, -15, -5, -15},
    {41, 8, 21, -13, 17, -30, 2, 25},  {62, 44, 15, 28, -18, -1, 47, -1},
};

static inline units positive(units u)
{
    return u & (units)(u > 0);
}

static inline void find_units(const lanes sizes[SIZES / 2], units *sum)
{
    int16_t size[SIZES][2 * SIDES];

    for (unsigned i = 0; i < SIZES; i++) {
        for (unsigned lane = 0; lane < 2 * SIDES; lane++)
            size[i][lane] = sizes[i / 2][i % 2 * 2 * SIDES + lane];
    }
    *sum = (units){0};
    for (unsigned side = 0; side < SIDES; side++) {
        units white = unit_bias, black = unit_bias;
        for (unsigned i = 0; i < SIZES; i++) {
            int16_t w = size[i][2 * side], b = size[i][2 * side + 1];
            white += unit_own[i] * w + unit_theirs[i] * b;
            black += unit_own[i] * b + unit_theirs[i] * w;
        }
        *sum += positive(white) - positive(black);
    }
}

// ---------------------------------------------------------------------------------------------
// Evaluation
// ---------------------------------------------------------------------------------------------

enum { KNOTS = 5, MOST = 14000, UNIT_SCALE = 64 * 8 };

// Blocks left, of both colours, and the weights there, in hundredths of a point; those of the
// units, whose sums are in parts of 64, in eighths of that.
static const int knots[KNOTS] = {0, 4, 10, 20, 40};
static const int16_t weights[KNOTS][ROOM] = {
    {76, -4, -7, 24, 45, 32, 11, 3,  39, 20,  27, 50, 59,  68,  114, 131, 180,  605, 1,
     97, 16, 8,  -4, 2,  6,  2,  75, 8,  -25, 13, 39, -51, -17, 1,   -45, -108, 14},
    {17,  29,  12, 12, -9,  57, 44, 31, 10, 14,  24,  25, 46,  64,  71, 127, 227, 502, -127,
     177, -20, -3, -1, -13, 9,  0,  98, 13, -42, -23, 7,  -72, -39, -9, 45,  12,  -85},
    {7,   32,  9,   7,   -9,  44, 65, 49, 52, -1, 14,  17, 23,  48,  41,  41, 117, 528, -68,
     241, -22, -11, -11, -10, 26, 2,  90, 10, -7, -13, 3,  -39, -28, -11, 25, -6,  -184},
    {13,  23,  6,   13,  -13, 73, 96, 98, 90, 20,  18,  22, 33, 34, 32, 54, 108, 494, -34,
     205, -51, -24, -15, -13, 30, -3, 92, 8,  -11, -11, 2,  6,  12, 9,  10, -12, -155},
    {4,  27,  -1, 5, 14, 74, 55, 5,  92, 11, 38, 26, 13, 5,  -31, -16, 119, 431, -134,
     80, -73, -6, 0, 10, -2, 3,  36, -5, 44, 22, 27, 7,  -8, -19, 56,  19,  -39},
};
static const int16_t unit_weights[KNOTS][UNITS] = {
    {106, 87, -11, 77, 134, -121, -174, 123},  {80, -3, 114, 178, 524, -192, -170, 135},
    {236, 62, 123, 259, 455, -329, -256, 720}, {-219, 113, 30, 265, 436, -408, -246, 182},
    {-79, -88, -363, -78, 177, 73, -122, 70},
};

// For the seat to act, without the network.
static int plain_value(const struct turris_position *t, struct turris_view *v)
{
    int left = t->left[0] + t->left[1], low = 0, high = 0, low_units = 0, high_units = 0;
    unsigned knot = 0;
    units u;

    find_features(t, v);
    find_units(v->sizes, &u);
    while (knot < KNOTS - 2 && left >= knots[knot + 1])
        knot++;
    for (unsigned i = 0; i < ROOM; i++) {
        low += v->f[i] * weights[knot][i];
        high += v->f[i] * weights[knot + 1][i];
    }
    for (unsigned i = 0; i < UNITS; i++) {
        low_units += u[i] * unit_weights[knot][i];
        high_units += u[i] * unit_weights[knot + 1][i];
    }
    low += low_units / UNIT_SCALE;
    high += high_units / UNIT_SCALE;
    int value = (low * (knots[knot + 1] - left) + high * (left - knots[knot])) /
                (knots[knot + 1] - knots[knot]);
    value = value > MOST ? MOST : value < -MOST ? -MOST : value;
    return t->side == TURRIS_WHITE ? value : -value;
}

static bool look_for_net(const struct game_position *p, int *plain, struct net_inputs *inputs)
{
    struct turris_view v;

    *plain = plain_value(turris_of(p), &v);
    turris_inputs(turris_of(p), &v, *plain, inputs);
    return true;
}

const struct game_net turris_net = {
    .inputs = TURRIS_INPUTS,
    .stages = TURRIS_STAGES,
    .weights = turris_weights,
    .look = look_for_net,
};

int turris_evaluate(const struct game_position *p, int seat)
{
    int value = net_evaluate(&turris_net, p);

    return seat == turris_of(p)->side ? value : -value;
}
