// SPDX-License-Identifier: MIT
// What each colour threatens: squares and placements that make a five, and placements that allow
// one. For all columns at once, like the rules. Shared by the evaluation and the network's inputs;
// nothing here leaves the folder.
#ifndef ABAX_GAMES_KWINTY_THREATS_H
#define ABAX_GAMES_KWINTY_THREATS_H

#include "base/bits.h"
#include "games/kwinty/kwinty.h"

// Squares of one half of the frame, as in rules.c.
enum { ROW = KWINTY_SIZE, LAST = (KWINTY_HALF_ROWS - 1) * ROW, UPPER_SHIFT = KWINTY_UPPER * ROW };
enum { LEFT = KWINTY_LEFT, FLAT = KWINTY_FLAT };
#define HALF       (BIT(KWINTY_HALF_ROWS * ROW) - 1)
#define COLUMN     UINT64_C(0x0040201008040201)
#define COLUMNS(n) (COLUMN * (BIT(n) - 1))
#define ROWS(n)    (BIT((n)*ROW) - 1) // the lowest rows of a half
#define GROUND     ROWS(1)

// A set of squares of the frame in its two halves.
struct squares {
    uint64_t lower, upper;
};

// What one colour threatens. All sets of placements are sets of action numbers.
struct threats {
    struct squares own;
    struct squares one;  // squares that make a five by themselves
    struct squares pair; // left squares of flat blocks that make a five in their row
    struct squares tall; // lower squares of upright blocks that make a five in their column
    int blocks;          // not yet placed
    uint32_t places;     // what it could place now
    uint32_t wins;       // those that make a five
    uint32_t unsafe;     // those that let the other colour make one on top
};

// ---------------------------------------------------------------------------------------------
// Threats
// ---------------------------------------------------------------------------------------------

static const struct {
    unsigned step;
    uint64_t starts; // the squares where a row of five can begin
} lines[] = {{1, COLUMNS(5)}, {ROW - 1, HALF & ~COLUMNS(4)}, {ROW + 1, COLUMNS(5)}, {ROW, HALF}};

// The squares of a half that are all that lacks to a row of five. In a column it is the one on top
// of four; in the other directions it can be any of the five.
static inline uint64_t lone_squares(uint64_t set)
{
    uint64_t found = (set << ROW) & (set << 2 * ROW) & (set << 3 * ROW) & (set << 4 * ROW);

    for (int i = 0; i < 3; i++) {
        unsigned step = lines[i].step;
        uint64_t x1 = set >> step, x2 = set >> 2 * step, x3 = set >> 3 * step, x4 = set >> 4 * step;
        uint64_t begin = set & x1, end = x3 & x4, starts = lines[i].starts;
        found |= x1 & x2 & end & starts;
        found |= (set & x2 & end & starts) << step;
        found |= (begin & end & starts) << 2 * step;
        found |= (begin & x2 & x4 & starts) << 3 * step;
        found |= (begin & x2 & x3 & starts) << 4 * step;
    }
    return found & HALF;
}

// The left ends of the pairs of squares that lack to a row of five on one level.
static inline uint64_t flat_pairs(uint64_t set)
{
    uint64_t two = set & set >> 1, three = two & set >> 2, starts = COLUMNS(5);

    return (three >> 2 & starts) | (set & two >> 3 & starts) << 1 | (two & set >> 4 & starts) << 2 |
           (three & starts) << 3;
}

// The squares on top of three.
static inline uint64_t on_three(uint64_t set)
{
    return (set << ROW & set << 2 * ROW & set << 3 * ROW) & HALF;
}

static inline uint32_t columns_of(uint64_t squares)
{
    return (uint32_t)(squares * COLUMN >> LAST & GROUND);
}

// The placements to the left of the frame that make a five.
static inline uint32_t wins_on_the_left(uint64_t set)
{
    enum { ANY = 1 << (LEFT - 1) | 1 << (LEFT - 2 + FLAT) };
    const uint64_t rise = BIT(ROW) | BIT(2 * ROW + 1) | BIT(3 * ROW + 2) | BIT(4 * ROW + 3);
    const uint64_t level = 15;
    uint32_t wins = 0;

    if ((set & level) == level || (set & rise) == rise)
        wins |= ANY;
    if ((set & level << ROW) == level << ROW || (set & rise << ROW) == rise << ROW)
        wins |= 1 << (LEFT - 1);
    if ((set & 7) == 7)
        wins |= UINT32_C(1) << (LEFT - 2 + FLAT);
    return wins;
}

// Two sets that each know a part, as one that knows all of it.
static inline struct squares whole(uint64_t lower, uint64_t upper)
{
    return (struct squares){lower | (upper << UPPER_SHIFT & HALF), upper | lower >> UPPER_SHIFT};
}

static inline void find_threats(const struct kwinty_position *k, int seat, struct threats *s)
{
    s->own = (struct squares){k->lower.own[seat], k->upper.own[seat]};
    s->one = whole(lone_squares(s->own.lower), lone_squares(s->own.upper));
    s->pair = whole(flat_pairs(s->own.lower), flat_pairs(s->own.upper));
    s->tall = whole(on_three(s->own.lower), on_three(s->own.upper));
    s->blocks =
        KWINTY_BLOCKS - (bits_count(s->own.lower) + bits_count(s->own.upper & ~ROWS(5))) / 2;
    s->places = s->blocks ? kwinty_placements(k, seat) : 0;
}

// The winning placements from open squares of one half.
static inline uint32_t wins_from(uint64_t open, uint64_t one, uint64_t pair, uint64_t tall)
{
    uint64_t upright = one | one >> ROW | tall;
    uint64_t flat = one | (one >> 1 & COLUMNS(8)) | pair;

    return columns_of(open & upright) << LEFT | columns_of(open & flat) << (LEFT + FLAT);
}

// The placements from open squares of one half that lift the column right under a threat of the
// other colour, so that an upright reaches it.
static inline uint32_t unsafe_from(uint64_t open, uint64_t one)
{
    uint64_t upright = (one >> 2 * ROW & ROWS(4)) | one >> 3 * ROW;
    uint64_t flat = (one >> ROW & ROWS(5)) | one >> 2 * ROW;

    flat |= flat >> 1 & COLUMNS(8);
    return columns_of(open & upright) << LEFT | columns_of(open & flat) << (LEFT + FLAT);
}

// Open squares in the four lowest rows are looked at in the lower half, the others in the upper
// one: each sees three rows above them.
static inline struct squares open_squares(const struct threats *s)
{
    uint64_t filled = s[0].own.lower | s[1].own.lower, upper = s[0].own.upper | s[1].own.upper;

    return (struct squares){(filled << ROW | GROUND) & ~filled & ROWS(4),
                            upper << ROW & ~upper & HALF & ~ROWS(2)};
}

// Fills in both sides.
static inline void judge(const struct kwinty_position *k, struct threats *s)
{
    find_threats(k, 0, &s[0]);
    find_threats(k, 1, &s[1]);
    struct squares open = open_squares(s);
    for (int i = 0; i < 2; i++) {
        uint32_t wins = wins_from(open.lower, s[i].one.lower, s[i].pair.lower, s[i].tall.lower) |
                        wins_from(open.upper, s[i].one.upper, s[i].pair.upper, s[i].tall.upper) |
                        wins_on_the_left(s[i].own.lower);
        s[i].wins = wins & s[i].places;
        s[i].unsafe = s[!i].blocks ? s[i].places & (unsafe_from(open.lower, s[!i].one.lower) |
                                                    unsafe_from(open.upper, s[!i].one.upper))
                                   : 0;
    }
}

// The placements that share a column with a given one. Since every block begins at the open
// squares of its columns, these are those that take its place.
static inline uint32_t in_the_way(unsigned placement)
{
    uint32_t columns = (placement & FLAT ? 3u : 1u) << (placement % FLAT);

    return (columns & 0xffff) | (columns | columns >> 1) << FLAT;
}

// The placements beside the wall, if one of them can make the wall too wide for another.
static inline uint32_t beside_the_wall(const struct threats *s)
{
    uint32_t wall = (uint32_t)((s[0].own.lower | s[1].own.lower) & GROUND) << LEFT;

    if (bits_count(wall) < 6)
        return 0;
    return ~(wall | wall << FLAT);
}

// What a seat may place without losing at once, as far as can be seen: no placement that is left
// out is safe.
static inline uint32_t safe_places(const struct threats *s, int seat)
{
    uint32_t safe = s[seat].places & ~s[seat].unsafe, beside = beside_the_wall(s);

    for (uint32_t wins = s[!seat].wins; wins; wins &= wins - 1) {
        uint32_t answers = in_the_way((unsigned)bits_first(wins));
        safe &= wins & -wins & beside ? answers | beside : answers;
    }
    return safe;
}

// How good a wall looks to the seat to act when nothing is decided at once, by hand-made weights
// (eval.c).
int kwinty_quiet_value(const struct kwinty_position *k, const struct threats s[2]);

#endif
