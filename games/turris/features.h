// SPDX-License-Identifier: MIT
// What a tower shows: the groups on its faces, and the numbers that the evaluation weighs. For the
// evaluation and the network's inputs. Nothing here leaves the folder.
#ifndef ABAX_GAMES_TURRIS_FEATURES_H
#define ABAX_GAMES_TURRIS_FEATURES_H

#include <string.h>

#include "games/turris/turris.h"

// ---------------------------------------------------------------------------------------------
// Faces
// ---------------------------------------------------------------------------------------------

enum { VISIBLE, FRONT, GROWN, HOPED, VERSIONS, SIDES = 4 };

enum { EXPECTED_LEVELS = 9 }; // 80 cubes on nine cells

static const uint64_t ones = 0x1111111111111111;

// Vectors of sixteen bytes, which all machines have, WebAssembly too: a word for White and one for
// Black, or a lane for each version of two, side and seat.
typedef uint64_t pair __attribute__((vector_size(16)));
typedef uint8_t lanes __attribute__((vector_size(16)));

// The highest row is at bit 0 and every one below it four bits up, as in all words here.
struct column {
    pair own;    // cubes of each colour
    pair grown;  // with the open levels above a top of that colour
    pair filled; // twice the same
};

// Squares that join, three bits a row.
struct pictures {
    pair of[VERSIONS][SIDES];
};

static inline void read_column(const struct turris_position *t, unsigned cell, unsigned rows,
                               uint64_t levels, struct column *c)
{
    uint64_t stack = t->stack[cell];
    unsigned above = 4 * (rows - turris_height(t, cell));
    uint64_t filled = levels << above & levels, black = (stack >> 3 & ones) << above;
    uint64_t dark_top = -(stack >> 3 & 1), light_top = -(uint64_t)(stack != 0) & ~dark_top;

    c->own = (pair){filled & ~black, black};
    c->grown = c->own | ((pair){light_top, dark_top} & (levels & ~filled));
    c->filled = (pair){filled, filled};
}

// The four versions of one side, whose cells are numbered from a corner.
static inline void take_pictures(const struct column *corner, int right, int back, uint64_t levels,
                                 unsigned side, struct pictures *p)
{
    pair seen = {0}, own = {0}, grown = {0}, front = {0};

    for (int i = 0; i < TURRIS_SIDE; i++) {
        const struct column *a = corner + i * right, *b = a + back, *c = b + back;
        seen |= (a->own | (b->own & ~a->filled) | (c->own & ~(a->filled | b->filled))) << i;
        own |= a->own << i;
        grown |= a->grown << i;
        front |= a->filled << i;
    }
    p->of[VISIBLE][side] = seen;
    p->of[FRONT][side] = own;
    p->of[GROWN][side] = grown;
    p->of[HOPED][side] = own | (7 * levels & ~front);
}

enum { ROW_PAIRS = (TURRIS_LEVELS + 1) / 2 };

// Two rows a byte, eight lanes of a version in a word: White's and Black's, side by side.
struct rows {
    pair of[ROW_PAIRS / 2]; // the higher two rows first
};

static inline pair mix_low(pair a, pair b)
{
    return (pair)__builtin_shufflevector((lanes)a, (lanes)b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5,
                                         21, 6, 22, 7, 23);
}

static inline pair mix_high(pair a, pair b)
{
    return (pair)__builtin_shufflevector((lanes)a, (lanes)b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28,
                                         13, 29, 14, 30, 15, 31);
}

// Each mixing moves the highest bit of a byte's place, of six, to the lowest; after three of them
// the number of the byte within its word is where the number of the word was.
static inline void turn_round(const pair *words, struct rows *r)
{
    pair a[4], b[4];

    for (unsigned i = 0; i < 2; i++) {
        a[2 * i] = mix_low(words[i], words[i + 2]);
        a[2 * i + 1] = mix_high(words[i], words[i + 2]);
    }
    for (unsigned i = 0; i < 2; i++) {
        b[2 * i] = mix_low(a[i], a[i + 2]);
        b[2 * i + 1] = mix_high(a[i], a[i + 2]);
    }
    r->of[0] = mix_low(b[0], b[2]);
    r->of[1] = mix_high(b[0], b[2]);
    r->of[2] = mix_low(b[1], b[3]);
}

// The lanes of two versions for two rows.
static inline pair two_rows(const struct rows *a, const struct rows *b, unsigned i)
{
    pair x = a->of[i / 2], y = b->of[i / 2];

    return i % 2 ? __builtin_shufflevector(x, y, 1, 3) : __builtin_shufflevector(x, y, 0, 2);
}

// What a scan has met so far, lane by lane. A row of three has two runs of squares at most, so all
// that matters of the rows below are two groups: where they touch the row, and their sizes.
struct turris_scan {
    lanes one, two;
    lanes one_size, two_size;
    lanes largest;
};

static inline lanes larger(lanes a, lanes b)
{
    lanes first = (lanes)(a > b);

    return (a & first) | (b & ~first);
}

// One row more: its left run, and the right one where there are two, with what counts of them.
static inline void scan_row(struct turris_scan *s, lanes left, lanes right, lanes left_size,
                            lanes right_size)
{
    lanes left_one = (lanes)((left & s->one) != 0), left_two = (lanes)((left & s->two) != 0);
    lanes right_one = (lanes)((right & s->one) != 0), right_two = (lanes)((right & s->two) != 0);
    lanes joined = left_one & right_one; // below

    left_size += (joined & right_size) + (left_one & s->one_size) + (left_two & s->two_size);
    right_size += (right_one & s->one_size) + (right_two & s->two_size);
    s->one = left | (joined & right);
    s->two = right & ~joined;
    s->one_size = left_size;
    s->two_size = right_size & ~joined;
    s->largest = larger(s->largest, larger(s->one_size, s->two_size));
}

static inline void scan_two_rows(struct turris_scan *s, pair squares, pair counted)
{
    const uint64_t low = 0x0f0f0f0f0f0f0f0f;
    pair right = squares & squares << 2 & ~(squares << 1) & 4 * ones, left = squares ^ right;
    pair left_counted = left & counted, right_size = (right & counted) >> 2;
    pair left_size =
        (left_counted & ones) + (left_counted >> 1 & ones) + (left_counted >> 2 & ones);

    scan_row(s, (lanes)(left >> 4 & low), (lanes)(right >> 4 & low), (lanes)(left_size >> 4 & low),
             (lanes)(right_size >> 4 & low));
    scan_row(s, (lanes)(left & low), (lanes)(right & low), (lanes)(left_size & low),
             (lanes)(right_size & low));
}

// What is known of a seat's groups on one side: the largest in each version, and the first and the
// second that reach the top, grown and hoped.
enum { SIZES = 8 };

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
    FEATURES,
    ROOM = (FEATURES + 7) / 8 * 8, // whole vectors
};

enum { MIDDLE = BIT(TURRIS_MIDDLE) };

static inline unsigned top_level(const struct turris_position *t)
{
    return t->finished + (t->levels ? (unsigned)bits_last(t->levels) / TURRIS_LANE + 1 : 0);
}

// White's less Black's, over the sides of one version.
static inline int difference(lanes sizes, unsigned version)
{
    const uint64_t bytes = 0x00ff00ff00ff00ff, bias = 0x0100010001000100;
    uint64_t all = ((pair)sizes)[version];

    return (int)(turris_lanes((all & bytes) + bias - (all >> 8 & bytes)) >> 48) - 4 * 0x0100;
}

// The size of the largest group of each set of cells, a digit each.
static const char roof_groups[] =
    "0112112312131224112311342334234511122234121322352234334534454556"
    "1112112323242325112311343445345611122234232423362234334545565667"
    "1112112312131224223422453445345611122234121322353345445645565667"
    "2222222334353436334533564556456722222234343534374456556756676778"
    "1112112312131224112311342334234522223345222333463345445645565667"
    "1112112323242325112311343445345622223345232433473345445656676778"
    "2222222322232224334533564556456733334456333344574456556756676778"
    "3333333345464547445644675667567844445567565767785567667867787889";

static inline int roof_group(uint64_t cells)
{
    return roof_groups[cells] - '0';
}

// All that is found of a tower.
struct turris_view {
    int16_t f[ROOM];
    lanes sizes[SIZES / 2]; // of groups
    struct pictures pictures;
    unsigned rows; // of the pictures
};

static inline void face_features(const struct turris_position *t, struct turris_view *v)
{
    unsigned top = top_level(t), rows = top > EXPECTED_LEVELS ? top : EXPECTED_LEVELS;
    struct pictures *p = &v->pictures;
    lanes *sizes = v->sizes;
    int16_t *f = v->f;
    uint64_t levels = ones & (BIT(4 * rows) - 1);
    struct column columns[TURRIS_CELLS];
    struct rows visible, front, grown, hoped;
    uint64_t black = t->tops >> TURRIS_REMOVE;
    struct turris_scan s = {.one = {0}}, later = {.one = {0}};

    v->rows = rows;
    for (unsigned cell = 0; cell < TURRIS_CELLS; cell++)
        read_column(t, cell, rows, levels, &columns[cell]);
    take_pictures(columns, 1, 3, levels, 0, p);
    take_pictures(columns + 2, 3, -1, levels, 1, p);
    take_pictures(columns + 8, -1, -3, levels, 2, p);
    take_pictures(columns + 6, -3, 1, levels, 3, p);
    turn_round(p->of[VISIBLE], &visible);
    turn_round(p->of[FRONT], &front);
    turn_round(p->of[GROWN], &grown);
    turn_round(p->of[HOPED], &hoped);
    // Nothing is seen in the rows above the tower.
    for (unsigned i = (rows + 1) / 2; i-- > (rows - top) / 2;) {
        pair squares = two_rows(&visible, &front, i);
        scan_two_rows(&s, squares, squares);
    }
    for (unsigned i = (rows + 1) / 2; i-- > 0;)
        scan_two_rows(&later, two_rows(&grown, &hoped, i), two_rows(&grown, &front, i));
    f[F_VISIBLE] = difference(s.largest, 0);
    f[F_FRONT] = difference(s.largest, 1);
    f[F_GROWN] = difference(later.largest, 0);
    f[F_HOPED] = difference(later.largest, 1);
    lanes first = larger(later.one_size, later.two_size), both = later.one_size + later.two_size;
    f[F_REACHING] = difference(first, 0);
    f[F_REACHING_ALL] = difference(both, 0);
    f[F_ALIVE] = difference(both, 1);
    sizes[0] = s.largest;
    sizes[1] = later.largest;
    sizes[2] = first;
    sizes[3] = both - first;
    for (unsigned side = 0; side < SIDES; side++)
        f[F_SQUARES] += bits_count(p->of[FRONT][side][0]) - bits_count(p->of[FRONT][side][1]);
    f[F_ROOF] = roof_group(turris_topped(t) & ~black) - roof_group(black);
}

static inline int count_pairs(uint64_t cells)
{
    return bits_count(cells & cells >> 1 & TURRIS_NOT_RIGHT) +
           bits_count(cells & cells >> TURRIS_SIDE);
}

// The bases of flat blocks on which nothing rests: their cells are of equal height.
static inline uint64_t bare_flats(const struct turris_position *t)
{
    uint64_t standing = turris_standing(t);
    uint64_t east = standing & standing >> 1 & turris_lanes(TURRIS_NOT_RIGHT);
    uint64_t north = standing & standing >> TURRIS_SIDE;

    east |= east >> 2 * TURRIS_LANE;
    north |= north >> 2 * TURRIS_LANE;
    return (((east | east >> TURRIS_LANE) & t->tops >> TURRIS_EAST * TURRIS_LANE) |
            ((north | north >> TURRIS_LANE) & t->tops >> TURRIS_NORTH * TURRIS_LANE)) &
           TURRIS_ALL;
}

// Counts in all lanes at once: first two pairs of cells, then these.
static inline uint64_t count_corners(uint64_t cells)
{
    uint64_t corners = cells & turris_lanes(TURRIS_CORNERS), pairs = corners + (corners >> 2);

    return (pairs & turris_lanes(3)) + (pairs >> 6 & turris_lanes(3));
}

static inline uint64_t count_edges(uint64_t cells)
{
    uint64_t edges = cells & turris_lanes(TURRIS_EDGES), pairs = edges + (edges >> 2);

    return (pairs >> 1 & turris_lanes(3)) + (pairs >> 5 & turris_lanes(3));
}

static inline uint64_t count_middle(uint64_t cells)
{
    return cells >> TURRIS_MIDDLE & turris_lanes(1);
}

// Differences of the four lanes of two words.
static inline void subtract(int16_t *f, uint64_t a, uint64_t b)
{
    for (unsigned i = 0; i < 4; i++)
        f[i] = (int16_t)((a >> TURRIS_LANE * i & 15) - (b >> TURRIS_LANE * i & 15));
}

static inline void top_features(const struct turris_position *t, int16_t *f)
{
    uint64_t standing = turris_standing(t) & turris_lanes(turris_topped(t));
    uint64_t black = t->tops >> TURRIS_REMOVE, white = ~black & turris_topped(t) & ~MIDDLE;
    uint64_t flat = bare_flats(t), upright = t->tops & TURRIS_ALL;

    uint64_t dark = standing & turris_lanes(black), light = standing & ~dark;

    subtract(f + F_CORNER_TOPS, count_corners(light), count_corners(dark));
    subtract(f + F_EDGE_TOPS, count_edges(light), count_edges(dark));
    subtract(f + F_MIDDLE_TOPS, count_middle(light), count_middle(dark));
    f[F_PAIRS] = count_pairs(white) - count_pairs(black & ~MIDDLE);
    f[F_BARE_FLAT] = bits_count(flat & ~black) - bits_count(flat & black);
    f[F_BARE_UPRIGHT] = bits_count(upright & ~black) - bits_count(upright & black);
}

static inline void turn_features(const struct turris_position *t, int16_t *f)
{
    const uint64_t in_middle = BIT(4) | BIT(TURRIS_LANE + 4) | BIT(TURRIS_LANE + 3) |
                               BIT(2 * TURRIS_LANE + 4) | BIT(2 * TURRIS_LANE + 1);
    int sign = t->side ? -1 : 1;
    uint64_t places = t->left[t->side] ? turris_placements(t) : 0;
    uint64_t black = t->tops >> TURRIS_REMOVE, standing = turris_standing(t);

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

static inline void find_features(const struct turris_position *t, struct turris_view *v)
{
    memset(v->f, 0, sizeof v->f);
    face_features(t, v);
    top_features(t, v->f);
    turn_features(t, v->f);
}

#endif
