// SPDX-License-Identifier: MIT
// How good a tower looks, in hundredths of a point of the final margin, and which actions to try first.
//
// The score that stands is a poor guide: a player who goes for it spends blocks too early, and loses four
// games of five to a search with no evaluation at all. What counts is the stock (every block in hand is
// worth about four and a half points), and those squares that will still be seen at the end. Each side is
// therefore looked at in four versions, all scored at once, a lane for each version, side and seat:
//   VISIBLE  what would be scored now;
//   FRONT    the front cells alone, which nothing can hide any more;
//   GROWN    the front with every column grown, in the colour of its top, to the height expected;
//   HOPED    the front with all open squares joining like own ones, though they do not count.
// The other terms are listed with the features. Weights depend on the blocks left, by straight lines
// between five knots. They were fitted to the final margins of 10,700 games (448,000 positions) of the
// search against itself at 1,500 to 2,000 nodes an action, with six random actions in a hundred.
//
// Measured in pairs of games from random openings at 5,000 nodes an action, both options:
//   the first fit of faces, tops, stock and turn, over none    +1161 Elo (800 games, 95 %: from +972)
//   the same over the score that stands                        800 games of 800
//   the same fitted again to its own games                     +57 [+37, +76], 800 games
//   F_REACHING and what follows it, fitted to newer games      +40 [+23, +58], 1,000 games
//   order by traits                                            +50 [+33, +67], 820 games
//   all features fitted to more games                          +25 [+4, +46], 592 games
// Each line is one match of a whole step; features have not been measured one by one. Steps that add
// features were fitted to newer games as well, so part of their gain is the data's. One game in eight was
// kept out of the fits. The weights here are rounded to whole hundredths, the last match was not.
// Leaving out the eight features that seem to weigh least (upright middle, reaching, squares, bare blocks,
// middle on two, odd) turned that last +25 into -36 [-57, -14], 608 games. A logistic fit to won and lost
// was no better than the fit to margins (600 games, -1 [-21, +20]).

#include <string.h>

#include "games/turris/turris.h"

// ---------------------------------------------------------------------------------------------
// Faces
// ---------------------------------------------------------------------------------------------

// Lanes: the first of each version; then two a side, White's and Black's.
enum { VISIBLE = 0, FRONT = 8, GROWN = 16, HOPED = 24, LANES = 32, SIDES = 4 };

enum { EXPECTED_LEVELS = 9 }; // 80 cubes on nine cells

static const uint64_t ones = 0x1111111111111111;

// Level n at bit 4 (n - 1), as in all words here.
struct column {
    uint64_t filled, black;
    uint64_t grown[2]; // the open levels above a top of White's or Black's
};

struct pictures {
    uint64_t squares[LANES]; // what joins, three bits a row
    uint64_t counted[LANES]; // what counts of it
};

struct groups {
    uint16_t largest[LANES];
    uint16_t larger_at_top[LANES], all_at_top[LANES]; // of the groups that reach the highest row
};

static void read_column(const struct turris_position *t, unsigned cell, uint64_t levels,
                        struct column *c)
{
    const uint64_t even = 0x0f0f0f0f0f0f0f0f;
    unsigned height = turris_height(t, cell);
    uint64_t black = __builtin_bswap64(t->stack[cell] >> 3 & ones);

    // A stack has its top lowest: turned round, its levels are the highest of the word.
    black = (black >> 4 & even) | (black & even) << 4;
    c->filled = ones & (BIT(4 * height) - 1);
    c->black = height ? black >> (64 - 4 * height) : 0;
    c->grown[TURRIS_WHITE] = c->grown[TURRIS_BLACK] = 0;
    if (height)
        c->grown[c->black > c->filled >> 4] = levels & ~c->filled;
}

// The four versions of one side.
static void take_pictures(const struct column *columns, unsigned side, uint64_t levels,
                          struct pictures *p)
{
    uint64_t seen = 0, dark = 0, front = 0, front_dark = 0, grown[2] = {0};
    uint64_t *squares = p->squares + 2 * side, *counted = p->counted + 2 * side;

    for (unsigned i = 0; i < TURRIS_SIDE; i++) {
        const struct column *a = &columns[turris_seen_cell(side, i, 0)];
        const struct column *b = &columns[turris_seen_cell(side, i, 1)];
        const struct column *c = &columns[turris_seen_cell(side, i, 2)];
        uint64_t near = a->filled | b->filled;
        seen |= (near | c->filled) << i;
        dark |= (a->black | (b->black & ~a->filled) | (c->black & ~near)) << i;
        front |= a->filled << i;
        front_dark |= a->black << i;
        grown[TURRIS_WHITE] |= a->grown[TURRIS_WHITE] << i;
        grown[TURRIS_BLACK] |= a->grown[TURRIS_BLACK] << i;
    }
    for (unsigned seat = 0; seat < 2; seat++) {
        uint64_t own = seat ? front_dark : front & ~front_dark;
        counted[VISIBLE + seat] = squares[VISIBLE + seat] = seat ? dark : seen & ~dark;
        counted[FRONT + seat] = squares[FRONT + seat] = own;
        counted[GROWN + seat] = squares[GROWN + seat] = own | grown[seat];
        counted[HOPED + seat] = own;
        squares[HOPED + seat] = own | (7 * levels & ~front);
    }
}

// What a scan has met so far, lane by lane. A row of three has two runs of squares at most, so all that
// matters of the rows below are two groups: where they touch the row, and their sizes.
struct scan {
    uint16_t one[LANES], two[LANES];
    uint16_t one_size[LANES], two_size[LANES];
};

static uint16_t all_if(int condition)
{
    return condition ? 0xffff : 0;
}

// One row more. Plain arithmetic on every lane, which compilers turn into vector code.
static void scan_row(struct scan *s, const uint16_t *squares, const uint16_t *counted,
                     uint16_t *largest)
{
    for (unsigned i = 0; i < LANES; i++) {
        uint16_t apart = all_if(squares[i] == 5), left = squares[i] & (uint16_t)(~apart | 1);
        uint16_t right = apart & 4, left_counted = left & counted[i];
        uint16_t left_one = all_if(left & s->one[i]), left_two = all_if(left & s->two[i]);
        uint16_t right_one = all_if(right & s->one[i]), right_two = all_if(right & s->two[i]);
        uint16_t joined = left_one & right_one; // below
        uint16_t right_size = (right & counted[i]) >> 2;
        uint16_t left_size = (uint16_t)((left_counted & 1) + (left_counted >> 1 & 1) +
                                        (left_counted >> 2) + (joined & right_size));

        left_size =
            (uint16_t)(left_size + (left_one & s->one_size[i]) + (left_two & s->two_size[i]));
        right_size =
            (uint16_t)(right_size + (right_one & s->one_size[i]) + (right_two & s->two_size[i])) &
            (uint16_t)~joined;
        s->one[i] = left | (joined & right);
        s->two[i] = right & (uint16_t)~joined;
        s->one_size[i] = left_size;
        s->two_size[i] = right_size;
        uint16_t larger = left_size > right_size ? left_size : right_size;
        largest[i] = largest[i] > larger ? largest[i] : larger;
    }
}

static void find_groups(const struct pictures *p, unsigned rows, struct groups *groups)
{
    struct scan s = {{0}, {0}, {0}, {0}};

    memset(groups->largest, 0, sizeof groups->largest);
    for (unsigned row = 0; row < rows; row++) {
        uint16_t squares[LANES], counted[LANES];
        for (unsigned i = 0; i < LANES; i++) {
            squares[i] = (uint16_t)(p->squares[i] >> 4 * row & 7);
            counted[i] = (uint16_t)(p->counted[i] >> 4 * row & 7);
        }
        scan_row(&s, squares, counted, groups->largest);
    }
    for (unsigned i = 0; i < LANES; i++) {
        groups->larger_at_top[i] = s.one_size[i] > s.two_size[i] ? s.one_size[i] : s.two_size[i];
        groups->all_at_top[i] = (uint16_t)(s.one_size[i] + s.two_size[i]);
    }
}

// ---------------------------------------------------------------------------------------------
// Features
// ---------------------------------------------------------------------------------------------

// All are White's less Black's, or for the side to act with its sign.
enum feature {
    F_VISIBLE, // largest groups of the four sides, in each version
    F_FRONT,
    F_GROWN,
    F_HOPED,
    F_ROOF, // largest group of the roof
    // Tops by place, each on 0 to 3 unfinished levels: corners, other edge cells, the middle.
    F_CORNER_TOPS,
    F_EDGE_TOPS = F_CORNER_TOPS + 4,
    F_MIDDLE_TOPS = F_EDGE_TOPS + 4,
    F_STOCK = F_MIDDLE_TOPS + 4, // blocks in hand
    F_TURN,                      // to act
    F_BONUS,                     // in a bonus
    F_MIDDLE_FREE,               // a placement in the middle is legal
    F_MIDDLE_UPRIGHT,            // an upright one there
    F_REACHING,                  // over the sides: the larger grown group at the top
    F_REACHING_ALL,              // all grown groups at the top
    F_ALIVE,                     // squares that could still be joined at the top
    F_SQUARES,                   // squares of the front
    F_PAIRS,                     // tops of the edge that are neighbours
    F_MOBILITY,                  // legal placements
    F_BARE_FLAT,                 // flat blocks on which nothing rests
    F_BARE_UPRIGHT,              // upright ones
    F_TARGETS,                   // bare enemy blocks, when the middle is legal
    F_MIDDLE_ON,                 // the middle stands on 0, 1 or 2 unfinished levels
    F_LOW = F_MIDDLE_ON + 3,     // one level is unfinished at most
    F_ODD,                       // an odd number of cubes stands above the finished levels
    F_BARRED,                    // some cubes are barred
    FEATURES
};

enum { CORNERS = 0x145, EDGES = 0x0aa, MIDDLE = BIT(TURRIS_MIDDLE), NOT_RIGHT = 0x0db };

static uint64_t standing_lanes(const struct turris_position *t)
{
    return (t->levels << TURRIS_LANE | TURRIS_ALL) & ~t->levels;
}

static uint64_t cells_with_tops(const struct turris_position *t)
{
    return t->finished ? TURRIS_ALL : t->levels & TURRIS_ALL;
}

static unsigned top_level(const struct turris_position *t)
{
    return t->finished + (t->levels ? (unsigned)bits_last(t->levels) / TURRIS_LANE + 1 : 0);
}

// White's less Black's, over the sides of one version.
static int difference(const uint16_t *lanes)
{
    int sum = 0;

    for (unsigned i = 0; i < 2 * SIDES; i += 2)
        sum += lanes[i] - lanes[i + 1];
    return sum;
}

static void face_features(const struct turris_position *t, int *f)
{
    unsigned top = top_level(t), rows = top > EXPECTED_LEVELS ? top : EXPECTED_LEVELS;
    uint64_t levels = ones & (BIT(4 * rows) - 1);
    struct column columns[TURRIS_CELLS];
    struct pictures pictures;
    struct turris_picture roof;
    struct groups groups;

    for (unsigned cell = 0; cell < TURRIS_CELLS; cell++)
        read_column(t, cell, levels, &columns[cell]);
    for (unsigned side = 0; side < SIDES; side++)
        take_pictures(columns, side, levels, &pictures);
    find_groups(&pictures, rows, &groups);
    f[F_VISIBLE] = difference(groups.largest + VISIBLE);
    f[F_FRONT] = difference(groups.largest + FRONT);
    f[F_GROWN] = difference(groups.largest + GROWN);
    f[F_HOPED] = difference(groups.largest + HOPED);
    f[F_REACHING] = difference(groups.larger_at_top + GROWN);
    f[F_REACHING_ALL] = difference(groups.all_at_top + GROWN);
    f[F_ALIVE] = difference(groups.all_at_top + HOPED);
    for (unsigned i = FRONT; i < GROWN; i += 2)
        f[F_SQUARES] += bits_count(pictures.counted[i]) - bits_count(pictures.counted[i + 1]);
    turris_face(t, TURRIS_ROOF, &roof);
    f[F_ROOF] = turris_largest_group(roof.of[0]) - turris_largest_group(roof.of[1]);
}

static int count_pairs(uint64_t cells)
{
    return bits_count(cells & cells >> 1 & NOT_RIGHT) + bits_count(cells & cells >> TURRIS_SIDE);
}

// The bases of flat blocks on which nothing rests: their cells are of equal height.
static uint64_t bare_flats(const struct turris_position *t)
{
    uint64_t standing = standing_lanes(t);
    uint64_t east = standing & standing >> 1 & turris_lanes(NOT_RIGHT);
    uint64_t north = standing & standing >> TURRIS_SIDE;

    east |= east >> 2 * TURRIS_LANE;
    north |= north >> 2 * TURRIS_LANE;
    return (((east | east >> TURRIS_LANE) & t->tops >> TURRIS_EAST * TURRIS_LANE) |
            ((north | north >> TURRIS_LANE) & t->tops >> TURRIS_NORTH * TURRIS_LANE)) &
           TURRIS_ALL;
}

static void top_features(const struct turris_position *t, int *f)
{
    uint64_t standing = standing_lanes(t) & turris_lanes(cells_with_tops(t));
    uint64_t black = t->tops >> TURRIS_REMOVE, white = ~black & cells_with_tops(t) & ~MIDDLE;
    uint64_t flat = bare_flats(t), upright = t->tops & TURRIS_ALL;

    for (unsigned level = 0; level < 4; level++) {
        uint64_t dark = standing >> TURRIS_LANE * level & black;
        uint64_t light = standing >> TURRIS_LANE * level & TURRIS_ALL & ~black;
        f[F_CORNER_TOPS + level] = bits_count(light & CORNERS) - bits_count(dark & CORNERS);
        f[F_EDGE_TOPS + level] = bits_count(light & EDGES) - bits_count(dark & EDGES);
        f[F_MIDDLE_TOPS + level] = bits_count(light & MIDDLE) - bits_count(dark & MIDDLE);
    }
    f[F_PAIRS] = count_pairs(white) - count_pairs(black & ~MIDDLE);
    f[F_BARE_FLAT] = bits_count(flat & ~black) - bits_count(flat & black);
    f[F_BARE_UPRIGHT] = bits_count(upright & ~black) - bits_count(upright & black);
}

static void turn_features(const struct turris_position *t, int *f)
{
    const uint64_t in_middle = BIT(4) | BIT(TURRIS_LANE + 4) | BIT(TURRIS_LANE + 3) |
                               BIT(2 * TURRIS_LANE + 4) | BIT(2 * TURRIS_LANE + 1);
    int sign = t->side ? -1 : 1;
    uint64_t places = t->left[t->side] ? turris_placements(t) : 0;
    uint64_t black = t->tops >> TURRIS_REMOVE, standing = standing_lanes(t);

    f[F_STOCK] = t->left[0] - t->left[1];
    f[F_TURN] = sign;
    f[F_BONUS] = t->bonus ? sign : 0;
    f[F_MOBILITY] = sign * bits_count(places);
    if (places & in_middle) {
        f[F_MIDDLE_FREE] = sign;
        f[F_TARGETS] = sign * bits_count((bare_flats(t) | (t->tops & TURRIS_ALL)) &
                                         (t->side ? ~black : black));
    }
    f[F_MIDDLE_UPRIGHT] = places & MIDDLE ? sign : 0;
    for (unsigned level = 0; level < 3; level++)
        f[F_MIDDLE_ON + level] = standing >> TURRIS_LANE * level & MIDDLE ? sign : 0;
    f[F_LOW] = t->levels >> TURRIS_LANE ? 0 : sign;
    f[F_ODD] = bits_count(t->levels) & 1 ? sign : 0;
    f[F_BARRED] = t->barred ? sign : 0;
}

static void find_features(const struct turris_position *t, int *f)
{
    memset(f, 0, FEATURES * sizeof *f);
    face_features(t, f);
    top_features(t, f);
    turn_features(t, f);
}

// ---------------------------------------------------------------------------------------------
// Evaluation
// ---------------------------------------------------------------------------------------------

enum { KNOTS = 5, MOST = 14000 };

// Blocks left, of both colours, and the weights there, in hundredths of a point.
static const int knots[KNOTS] = {0, 4, 10, 20, 40};
static const int16_t weights[KNOTS][FEATURES] = {
    {84, -15, 2,  19, 53, -9, -18, -12, 23, -2, 15, 21, 25,  33, 67,  78,  100, 528, 30,
     74, -29, 28, -1, -3, 4,  2,   43,  7,  5,  22, 34, -52, -6, -17, -60, -72, -61},
    {25,  24,  18, 6,  -17, -20, -3, 0,  5,  -11, -3, 23, 74,  63,  55, 97, 191, 441, -114,
     142, -14, -9, -3, -6,  18,  1,  64, 13, -8,  -5, 8,  -61, -35, -1, 43, -15, -102},
    {18,  26,  25, 0,  -7,  -8, 17, 16, 36, -28, -5, 6, 21,  41,  26,  7,  67, 448, -48,
     207, -46, -9, -9, -11, 31, 4,  55, 6,  -7,  -8, 9, -32, -26, -12, 32, 3,  -153},
    {19,  23,  19,  -8,  -23, 149, 177, 183, 208, 78,  92, 107, 114, 74, 63, 53, 122, 460, -18,
     173, -50, -18, -10, -18, 45,  0,   15,  5,   -13, -5, 2,   0,   7,  5,  23, -21, -123},
    {-3, 12,   -42, 23, 2,   404, 406, 359, 387, 178, 211, 204, 224, 94, -2, 18, 180, 498, -136,
     89, -107, -21, 36, -23, 23,  25,  15,  -7,  26,  13,  43,  20,  5,  -4, 23, 51,  -36},
};

int turris_evaluate(const struct game_position *p, int seat)
{
    const struct turris_position *t = turris_of(p);
    int f[FEATURES], left = t->left[0] + t->left[1], low = 0, high = 0;
    unsigned knot = 0;

    find_features(t, f);
    while (knot < KNOTS - 2 && left >= knots[knot + 1])
        knot++;
    for (unsigned i = 0; i < FEATURES; i++) {
        low += f[i] * weights[knot][i];
        high += f[i] * weights[knot + 1][i];
    }
    int value = (low * (knots[knot + 1] - left) + high * (left - knots[knot])) /
                (knots[knot + 1] - knots[knot]);
    value = value > MOST ? MOST : value < -MOST ? -MOST : value;
    return seat == TURRIS_WHITE ? value : -value;
}

// ---------------------------------------------------------------------------------------------
// Order
// ---------------------------------------------------------------------------------------------

// What an action is like. The weights are those with which a choice in proportion to exp(score / 500)
// fits best what the search chose in 58,919 positions.
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

struct view {
    uint64_t own, theirs; // tops
    uint64_t standing;
};

static uint64_t beside(uint64_t cells)
{
    uint64_t near = (cells & NOT_RIGHT) << 1 | (cells >> 1 & NOT_RIGHT) | cells << 3 | cells >> 3;

    return near & TURRIS_ALL & ~cells;
}

static int score_removal(const struct turris_position *t, const struct view *v, unsigned base,
                         const int16_t *w)
{
    unsigned way = t->tops & BIT(base)                               ? TURRIS_UPRIGHT
                   : t->tops & BIT(TURRIS_EAST * TURRIS_LANE + base) ? TURRIS_EAST
                                                                     : TURRIS_NORTH;
    uint64_t cells = BIT(base) | BIT(base + turris_step(way)), near = beside(cells);

    return w[T_REMOVE] + (way == TURRIS_UPRIGHT) * w[T_REMOVE_UPRIGHT] +
           bits_count(cells & CORNERS) * w[T_REMOVE_CORNER] +
           bits_count(near & v->theirs) * w[T_REMOVE_BESIDE_THEIRS] +
           bits_count(near & v->own) * w[T_REMOVE_BESIDE_OWN];
}

static int score_placement(const struct turris_position *t, const struct view *v,
                           game_action action, const int16_t *w)
{
    unsigned base = action % TURRIS_LANE, way = action / TURRIS_LANE;
    uint64_t cells = BIT(base) | BIT(base + turris_step(way)), near = beside(cells) & ~MIDDLE;
    uint64_t own = cells & v->own & ~MIDDLE, theirs = cells & v->theirs & ~MIDDLE;
    int score = bits_count(theirs) * w[T_COVERS_THEIRS] + bits_count(own) * w[T_COVERS_OWN] +
                bits_count(near & v->own) * w[T_BESIDE_OWN] +
                bits_count(near & v->theirs) * w[T_BESIDE_THEIRS] +
                bits_count(cells & CORNERS) * w[T_CORNER];

    if (cells & MIDDLE)
        score += w[T_MIDDLE] + t->bonus * w[T_MIDDLE_IN_BONUS];
    if (v->standing >> TURRIS_LANE & cells)
        score += w[T_SECOND];
    if (v->standing >> 2 * TURRIS_LANE & cells)
        score += w[T_THIRD];
    if (way == TURRIS_UPRIGHT)
        score += w[T_UPRIGHT] + (cells & MIDDLE ? w[T_UPRIGHT_MIDDLE] : 0) +
                 (cells & CORNERS ? w[T_UPRIGHT_CORNER] : 0) + (own ? w[T_UPRIGHT_ON_OWN] : 0) +
                 (theirs ? w[T_UPRIGHT_ON_THEIRS] : 0);
    return score;
}

void turris_order(const struct game_position *p, const game_action *list, unsigned count,
                  int *score)
{
    const struct turris_position *t = turris_of(p);
    const int16_t *w = traits[t->left[0] + t->left[1] > 12];
    uint64_t black = t->tops >> TURRIS_REMOVE, white = cells_with_tops(t) & ~black;
    struct view v = {black, white, standing_lanes(t)};

    if (t->side == TURRIS_WHITE)
        v = (struct view){white, black, v.standing};
    for (unsigned i = 0; i < count; i++) {
        if (list[i] < TURRIS_REMOVE)
            score[i] = score_placement(t, &v, list[i], w);
        else if (list[i] < TURRIS_DONE)
            score[i] = score_removal(t, &v, list[i] - TURRIS_REMOVE, w);
        else
            score[i] = list[i] == TURRIS_DONE ? w[T_DONE] : 0;
    }
}
