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
struct side {
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

static inline void find_threats(const struct kwinty_position *k, int seat, struct side *s)
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
static inline struct squares open_squares(const struct side *s)
{
    uint64_t filled = s[0].own.lower | s[1].own.lower, upper = s[0].own.upper | s[1].own.upper;

    return (struct squares){(filled << ROW | GROUND) & ~filled & ROWS(4),
                            upper << ROW & ~upper & HALF & ~ROWS(2)};
}

// Fills in both sides.
static inline void judge(const struct kwinty_position *k, struct side *s)
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
static inline uint32_t beside_the_wall(const struct side *s)
{
    uint32_t wall = (uint32_t)((s[0].own.lower | s[1].own.lower) & GROUND) << LEFT;

    if (bits_count(wall) < 6)
        return 0;
    return ~(wall | wall << FLAT);
}

// What a seat may place without losing at once, as far as can be seen: no placement that is left
// out is safe.
static inline uint32_t safe_places(const struct side *s, int seat)
{
    uint32_t safe = s[seat].places & ~s[seat].unsafe, beside = beside_the_wall(s);

    for (uint32_t wins = s[!seat].wins; wins; wins &= wins - 1) {
        uint32_t answers = in_the_way((unsigned)bits_first(wins));
        safe &= wins & -wins & beside ? answers | beside : answers;
    }
    return safe;
}

// ---------------------------------------------------------------------------------------------
// Windows: five squares in a line that only one colour has squares in
// ---------------------------------------------------------------------------------------------

enum { LEVEL, SLANT, UPRIGHT, KINDS, WITH = 5 };

struct counts {
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
static inline void count_windows(struct squares mine, struct squares theirs, struct counts *c)
{
    static const int kind[] = {LEVEL, SLANT, SLANT, UPRIGHT};

    *c = (struct counts){0};
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
    struct counts c;
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

// For the seat to act, when nothing is decided at once.
static int quiet_value(const struct kwinty_position *k, const struct side *s, int seat)
{
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

int kwinty_evaluate(const struct game_position *p, int seat)
{
    const struct kwinty_position *k = kwinty_of(p);
    struct side s[2];
    int mover = k->seat, value;

    judge(k, s);
    if (s[mover].wins)
        value = WIN_IN_ONE;
    else if ((s[mover].places || s[!mover].wins) && !safe_places(s, mover))
        value = LOSS_IN_TWO;
    else
        value = quiet_value(k, s, mover);
    return mover == seat ? value : -value;
}

void kwinty_order(const struct game_position *p, const game_action *list, unsigned count,
                  int *score)
{
    enum { WINS = 8000, LOSES = -8000 };
    const struct kwinty_position *k = kwinty_of(p);
    struct side s[2];
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

// What a seat that wins has more than the other, in thousandths of a point: 1 for a five, which nearly every game ends
// with. Rows of four count only in a full wall, so a lead in them is worth more the fuller the wall is. Fitted by least
// squares to the winners of 1,228 games (15,462 positions, 1,000 nodes a move).
static int lead_if_won(const struct kwinty_position *k, int winner, int placed)
{
    enum { LEAST = 1064, FOUR = 212 };
    int lead = kwinty_fours(k, winner) - kwinty_fours(k, !winner);

    return LEAST + (lead > 0 ? FOUR * lead * placed * placed / (ALL_BLOCKS * ALL_BLOCKS) : 0);
}

// On 992 games of another seed the guess was wrong by 0.75 points on average where nothing was decided, a guess of 0 by
// 0.96 (6,598 positions); it was 0.19 too good for the seat to act, like the chance it comes from, probably since what
// that seat wins by force has been proven before and is not among them. Where a proof named the winner it was wrong by
// 0.19 of 1.07 (4,880), and for winners who led by two fours in a nearly full wall it gave 1.45, the games 1.42 (201).
int kwinty_margin(const struct game_position *p, int seat, int chance)
{
    enum { TENTH = 100000 };
    const struct kwinty_position *k = kwinty_of(p);
    struct side s[2];

    find_threats(k, 0, &s[0]);
    find_threats(k, 1, &s[1]);
    int placed = ALL_BLOCKS - s[0].blocks - s[1].blocks;
    int millionths =
        chance * lead_if_won(k, seat, placed) - (1000 - chance) * lead_if_won(k, !seat, placed);
    return (millionths + (millionths < 0 ? -TENTH / 2 : TENTH / 2)) / TENTH;
}
