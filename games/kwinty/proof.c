// SPDX-License-Identifier: MIT
// What a proof may take for granted: mirror images, actions that can be left out, and games that are
// decided within two actions.
//
// There is no "what if I passed" here: a placement that a player is forced to make can be the very
// support that the other one needed, so passing is not always the least one can do.
#include "base/bits.h"
#include "base/hash.h"
#include "games/kwinty/kwinty.h"

// ---------------------------------------------------------------------------------------------
// Mirror images
// ---------------------------------------------------------------------------------------------

// A wall as four words: the rows 0-6 of white, of black and of the flat blocks, and the rows 7-8 of
// all three. The squares of flat blocks tell every block: two flat blocks of one colour never touch end
// to end, so two neighbours of one colour in a row are one block; the same holds for uprights in a
// column.
struct image {
    uint64_t word[4];
};

enum { UPPER_ROWS = 2 * KWINTY_SIZE, UPPER_SHIFT = 5 * KWINTY_SIZE };
#define COLUMN9 UINT64_C(0x0040201008040201)

static struct image image_of(const struct kwinty_position *k)
{
    uint64_t flats = k->lower.lefts | k->lower.lefts << 1;
    uint64_t flats_up = k->upper.lefts | k->upper.lefts << 1;
    uint64_t top = k->upper.own[0] >> UPPER_SHIFT | k->upper.own[1] >> UPPER_SHIFT << UPPER_ROWS |
                   flats_up >> UPPER_SHIFT << 2 * UPPER_ROWS;

    return (struct image){{k->lower.own[0], k->lower.own[1], flats, top}};
}

// Turns every row of nine around: the columns 0 and 8 change places, 1 and 7, and so on.
static inline uint64_t turn_rows(uint64_t x)
{
    for (int i = 0; i < KWINTY_SIZE / 2; i++) {
        int distance = KWINTY_SIZE - 1 - 2 * i;
        uint64_t differ = (x ^ x >> distance) & COLUMN9 << i;
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

// Support, contact, width, short ends and lines look the same in a mirror, and none of them asks where
// in the columns a-q the wall stands: i1 is filled and a wall is at most nine wide, so it never comes
// near the ends of the ground. Hence a wall, moved sideways or mirrored, is the same game.
uint64_t kwinty_fold(const struct game_position *p)
{
    const struct kwinty_position *k = kwinty_of(p);
    struct image plain = image_of(k), mirror;
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
void kwinty_image(const struct game_position *p, unsigned image, struct game_position *other)
{
    struct kwinty_position k = *kwinty_of(p);
    uint64_t ground = (k.lower.own[0] | k.lower.own[1]) & (BIT(KWINTY_SIZE) - 1);
    unsigned width = (unsigned)bits_count(ground);

    if (image == 1 && width > 0) {
        mirror_half(&k.lower, KWINTY_SIZE - width);
        mirror_half(&k.upper, KWINTY_SIZE - width);
        k.left = 2 * KWINTY_FIRST - (k.left + width - 1);
    }
    *(struct kwinty_position *)other->bytes = k;
}

// ---------------------------------------------------------------------------------------------
// A wide frame
// ---------------------------------------------------------------------------------------------

// A set of squares in 13 columns: the wall with room for two more blocks on either side, as far as it
// can grow to a width of nine. At least four columns in a row are empty then, the last one and the first
// one counting as neighbours; so no line that lacks two squares runs out at one side and in at the
// other, and shifts need no masks.
typedef unsigned __int128 squares;

enum { WIDE = 13, ROOM = 4, ROWS = KWINTY_SIZE };
#define SQUARE(n) ((squares)1 << (n))
// The first column.
#define COLUMN ((squares)0x10008004002 << 64 | 0x0010008004002001)

struct wide {
    squares own[2], lefts, tops;
    int first, last; // columns of the wall
};

static inline squares ground_of(int first, int last)
{
    return SQUARE(last + 1) - SQUARE(first);
}

// The rows 0-4 fill the low word, the rows 5-8 the high one; no row lies in both.
static inline squares widen(uint64_t lower, uint64_t upper, int first)
{
    enum { ROW = BIT(KWINTY_SIZE) - 1, HIGH_ROW = 5, HIGH = HIGH_ROW * WIDE - 64 };
    uint64_t low = 0, high = 0;

    upper >>= (HIGH_ROW - KWINTY_UPPER) * KWINTY_SIZE;
    for (int i = 0; i < HIGH_ROW; i++)
        low |= (lower >> i * KWINTY_SIZE & ROW) << i * WIDE;
    for (int i = 0; i < ROWS - HIGH_ROW; i++)
        high |= (upper >> i * KWINTY_SIZE & ROW) << i * WIDE;
    return ((squares)high << (64 + HIGH) | low) << first;
}

static struct wide wide_of(const struct kwinty_position *k)
{
    uint64_t ground = (k->lower.own[0] | k->lower.own[1]) & (BIT(KWINTY_SIZE) - 1);
    int width = bits_count(ground);
    int first = KWINTY_SIZE - width < ROOM ? KWINTY_SIZE - width : ROOM;

    return (struct wide){
        .own = {widen(k->lower.own[0], k->upper.own[0], first),
                widen(k->lower.own[1], k->upper.own[1], first)},
        .lefts = widen(k->lower.lefts, k->upper.lefts, first),
        .tops = widen(k->lower.tops, k->upper.tops, first),
        .first = first,
        .last = first + width - 1,
    };
}

static inline int squares_count(squares s)
{
    return bits_count((uint64_t)s) + bits_count((uint64_t)(s >> 64));
}

// The lower square of every upright and the left square of every flat block that a seat can place.
struct places {
    squares uprights, flats;
};

// The lowest empty square of every column of the wall, and on the ground beside the wall one square, or
// two that only a flat block can use.
static inline squares open_squares(const struct wide *w, squares filled)
{
    int growth = KWINTY_SIZE - 1 - (w->last - w->first);
    int beside = growth < 2 ? growth : 2;
    squares ground = ground_of(w->first - beside, w->last + beside);

    return (filled << WIDE | ground) & ~filled & (SQUARE(WIDE * ROWS) - 1);
}

static inline struct places places_of(const struct wide *w, int seat)
{
    squares own = w->own[seat], open = open_squares(w, w->own[0] | w->own[1]);
    squares lefts = w->lefts & own, tops = w->tops & own;
    squares outer = (w->first > 1 ? SQUARE(w->first - 2) : 0) | SQUARE(w->last + 2);

    if (squares_count(own) >= 2 * KWINTY_BLOCKS)
        return (struct places){0, 0};
    return (struct places){
        .uprights = open & (SQUARE(WIDE * (ROWS - 1)) - 1) & ~outer & ~(tops << WIDE),
        .flats = open & open >> 1 & ~(lefts << 2) & ~(lefts >> 2),
    };
}

// ---------------------------------------------------------------------------------------------
// Rows of five within one placement
// ---------------------------------------------------------------------------------------------

// The squares that would complete a row of five of `own`, in one direction.
static inline squares completing(squares own, int step)
{
    squares two = own & own >> step, three = two & own >> 2 * step, four = two & two >> 2 * step;

    return four << 4 * step | four >> step | (own << step & three >> step) |
           (two << 2 * step & two >> step) | (three << 3 * step & own >> step);
}

// Where a block along the direction would complete one with both of its squares.
static inline squares completing_pair(squares own, int step)
{
    squares two = own & own >> step, three = two & own >> 2 * step;

    return three >> 2 * step | (own << step & two >> 2 * step) |
           (two << 2 * step & own >> 2 * step) | three << 3 * step;
}

// Places where a block of the colour makes a row of five, whether or not it can be placed there: one of
// its squares completes a row by itself, or both together in the direction of the block. (No other line
// has two squares of a block.)
static struct places winning_places(squares own)
{
    squares one = completing(own, 1) | completing(own, WIDE - 1) | completing(own, WIDE) |
                  completing(own, WIDE + 1);

    return (struct places){
        .uprights = one | one >> WIDE | completing_pair(own, WIDE),
        .flats = one | one >> 1 | completing_pair(own, 1),
    };
}

static inline bool meet(const struct places *a, const struct places *b)
{
    return ((a->uprights & b->uprights) | (a->flats & b->flats)) != 0;
}

// The places of an action that is not a pass: a single one.
static struct places place_of(const struct wide *w, squares open, game_action action)
{
    int column = w->first + (int)(action % KWINTY_FLAT) - KWINTY_LEFT;
    squares at = open & COLUMN << column;

    return action >= KWINTY_FLAT ? (struct places){0, at} : (struct places){at, 0};
}

static void place(struct wide *w, int seat, const struct places *at)
{
    squares block = at->uprights ? at->uprights | at->uprights << WIDE : at->flats | at->flats << 1;

    w->own[seat] |= block;
    w->lefts |= at->flats;
    w->tops |= at->uprights << WIDE;
    while (w->first > 0 && (block & SQUARE(w->first - 1)))
        w->first--;
    while (block & SQUARE(w->last + 1))
        w->last++;
}

// ---------------------------------------------------------------------------------------------
// The contract
// ---------------------------------------------------------------------------------------------

// Looks at the actions of the seat to act and keeps those worth trying in `list`.
//
// 1. An action that makes a row of five wins, so it alone is enough.
// 2. An action after which the other seat can make one loses. Nothing is worse, so it can be left out
//    as long as another one is left. This keeps every defence: to fill the square or one that the
//    block needs, to take away its support, or to threaten so that it cannot be finished (that is 1).
// 3. If nothing is left, every action loses; one of them is listed.
//
// The other seat's winning places are those of the wall before the action: our block gives it no
// squares, only places to stand on.
static enum game_outcome look(const struct game_position *p, game_action *list, unsigned *count)
{
    const struct kwinty_position *k = kwinty_of(p);
    int seat = k->seat, other = !seat;
    unsigned listed = kwinty_actions(p, list), kept = 0;

    *count = listed;
    if (!(k->lower.own[0] | k->lower.own[1]) || listed == 0)
        return GAME_DRAW;
    struct wide w = wide_of(k);
    squares open = open_squares(&w, w.own[0] | w.own[1]);
    struct places wins = winning_places(w.own[seat]), threats = winning_places(w.own[other]);

    for (unsigned i = 0; i < listed; i++) {
        struct places at = {0, 0};
        struct wide after = w;
        if (list[i] != KWINTY_PASS) {
            at = place_of(&w, open, list[i]);
            if (meet(&at, &wins)) {
                list[0] = list[i];
                *count = 1;
                return GAME_WIN;
            }
            place(&after, seat, &at);
        }
        struct places replies = places_of(&after, other);
        if (!meet(&replies, &threats))
            list[kept++] = list[i];
    }
    *count = kept ? kept : 1;
    return kept ? GAME_DRAW : GAME_LOSS;
}

unsigned kwinty_critical(const struct game_position *p, game_action *list)
{
    unsigned count;

    look(p, list, &count);
    return count;
}

enum game_outcome kwinty_glance(const struct game_position *p, unsigned *choices)
{
    game_action list[KWINTY_MOST_ACTIONS + GAME_ACTION_SLACK];

    return look(p, list, choices);
}
