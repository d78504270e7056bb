// SPDX-License-Identifier: MIT
// Listing and playing actions: the two functions that every playout spends its time in.
//
// A figure slides along a line until a figure or the edge stops it. How far it gets each way
// depends on the squares of the line around it; one byte of a table holds the answer. Moves that
// get equally far differ only by their start square, so they are one row of `slides` plus that
// square, written with a fixed number of stores: no loop whose length depends on the position,
// hence no branch to guess. why.c judges moves without these tables.
#include <assert.h>
#include <string.h>

#include "games/tiku/lines.h"

// ---------------------------------------------------------------------------------------------
// Tables
// ---------------------------------------------------------------------------------------------

enum { SLIDES = 8 }; // actions written at once; at most five of them count

// As a vector: added to and stored as one, whatever the compiler makes of loops.
typedef game_action slide_row __attribute__((vector_size(SLIDES * sizeof(game_action))));

static_assert((int)SLIDES <= (int)GAME_ACTION_SLACK, "stores would pass the end of a list");

// How far a figure gets, in one byte: 32 for each square free ahead of it and 4 for each in all. So
// the upper part leads to a row of moves, and the lower one over those that count, both in bytes.
#define SLIDE_REACH(ahead, behind) ((ahead)*32 + ((ahead) + (behind)) * 4)

// By the set of the next five squares, nearest first.
#define FREE(a, b, c, d, e) ((a) ? 0 : (b) ? 1 : (c) ? 2 : (d) ? 3 : (e) ? 4 : 5)
#define IN(set, n)          ((set) >> (n)&1)
#define FREE_UP(set, n)                                                                            \
    FREE(IN(set, n), IN(set, n + 1), IN(set, n + 2), IN(set, n + 3), IN(set, n + 4))
#define FREE_DOWN(set, n)                                                                          \
    FREE(IN(set, n), IN(set, n - 1), IN(set, n - 2), IN(set, n - 3), IN(set, n - 4))

#define TIMES_4(entry, n) entry(n), entry((n) + 1), entry((n) + 2), entry((n) + 3)
#define TIMES_16(entry, n)                                                                         \
    TIMES_4(entry, n), TIMES_4(entry, (n) + 4), TIMES_4(entry, (n) + 8), TIMES_4(entry, (n) + 12)
#define TIMES_64(entry, n)                                                                         \
    TIMES_16(entry, n), TIMES_16(entry, (n) + 16), TIMES_16(entry, (n) + 32),                      \
        TIMES_16(entry, (n) + 48)
#define TIMES_256(entry, n)                                                                        \
    TIMES_64(entry, n), TIMES_64(entry, (n) + 64), TIMES_64(entry, (n) + 128),                     \
        TIMES_64(entry, (n) + 192)

// Along a row, by the eleven squares around the figure, itself in the middle.
#define SLIDE_ROW_REACH(set) SLIDE_REACH(FREE_UP(set, 6), FREE_DOWN(set, 4))
static const uint8_t row_reach[2048] = {
    TIMES_256(SLIDE_ROW_REACH, 0),    TIMES_256(SLIDE_ROW_REACH, 256),
    TIMES_256(SLIDE_ROW_REACH, 512),  TIMES_256(SLIDE_ROW_REACH, 768),
    TIMES_256(SLIDE_ROW_REACH, 1024), TIMES_256(SLIDE_ROW_REACH, 1280),
    TIMES_256(SLIDE_ROW_REACH, 1536), TIMES_256(SLIDE_ROW_REACH, 1792),
};

// Along a column, by the seven squares above the figure, where those below follow on those above.
#define SLIDE_COLUMN_REACH(set) SLIDE_REACH(FREE_UP(set, 0), FREE_DOWN(set, 6))
static const uint8_t column_reach[128] = {TIMES_64(SLIDE_COLUMN_REACH, 0),
                                          TIMES_64(SLIDE_COLUMN_REACH, 64)};

// Along a diagonal, by the column of the figure and the columns where the diagonal has others or
// ends. A wall stands at either end.
#define SLIDE_DIAGONAL_REACH(index)                                                                \
    SLIDE_REACH(FREE_UP(WALLED(index), (index) / 64 + 6),                                          \
                FREE_DOWN(WALLED(index), (index) / 64 + 4))
#define WALLED(index) (((index) % 64 << 1 | 0x81) << 4)
static const uint8_t diagonal_reach[TIKU_SIDE * 64] = {
    TIMES_64(SLIDE_DIAGONAL_REACH, 0),   TIMES_64(SLIDE_DIAGONAL_REACH, 64),
    TIMES_64(SLIDE_DIAGONAL_REACH, 128), TIMES_64(SLIDE_DIAGONAL_REACH, 192),
    TIMES_64(SLIDE_DIAGONAL_REACH, 256), TIMES_64(SLIDE_DIAGONAL_REACH, 320),
};

// What a move of some steps adds to the start square in each byte of the action. Borrows between
// the bytes cancel out, since every byte of the sum is a square.
#define MOVE(direction, step, length)                                                              \
    (((uint32_t)((length) * (step)) << TIKU_TO_SHIFT) +                                            \
     ((uint32_t)((step) < 0 ? ((length)-1) * (step) : 0) << TIKU_LOWEST_SHIFT) +                   \
     ((uint32_t)SHAPE(direction, length) << TIKU_SHAPE_SHIFT))
#define SLIDE(d, s, ahead, i)                                                                      \
    ((i) < (ahead) ? MOVE(d, s, (i) + 1) : MOVE(d, -(s), (i) - (ahead) + 1))
#define SLIDE_ROW(d, s, ahead)                                                                     \
    {                                                                                              \
        SLIDE(d, s, ahead, 0), SLIDE(d, s, ahead, 1), SLIDE(d, s, ahead, 2),                       \
            SLIDE(d, s, ahead, 3), SLIDE(d, s, ahead, 4)                                           \
    }
#define SLIDE_ROWS(d, s)                                                                           \
    {                                                                                              \
        SLIDE_ROW(d, s, 0), SLIDE_ROW(d, s, 1), SLIDE_ROW(d, s, 2), SLIDE_ROW(d, s, 3),            \
            SLIDE_ROW(d, s, 4), SLIDE_ROW(d, s, 5)                                                 \
    }

// By direction and the squares free ahead: the moves ahead from short to long, then those behind,
// as many as there might be.
static const slide_row slides[DIRECTIONS][TIKU_SIDE] = {
    [EAST] = SLIDE_ROWS(EAST, STEP_EAST),
    [NORTH] = SLIDE_ROWS(NORTH, STEP_NORTH),
    [NORTHEAST] = SLIDE_ROWS(NORTHEAST, STEP_NORTHEAST),
    [SOUTHEAST] = SLIDE_ROWS(SOUTHEAST, STEP_SOUTHEAST),
};

// ---------------------------------------------------------------------------------------------
// Lines of figures as a few bits
// ---------------------------------------------------------------------------------------------

// Turns a word to the right.
static inline uint64_t rotate(uint64_t word, unsigned by)
{
    return word >> (by & 63) | word << (-by & 63);
}

// The product brings bits 8, 16 and so on, which are those of a column, side by side to the top.
static inline unsigned turned_column(uint64_t turned)
{
    return (unsigned)((turned & UINT64_C(0x0101010101010100)) * UINT64_C(0x0102040810204080) >> 57);
}

// ---------------------------------------------------------------------------------------------
// What must always hold (builds with asserts only)
// ---------------------------------------------------------------------------------------------

#ifndef NDEBUG
// The invariant of tiku.h. Positions that are put together piece by piece may break it; nobody
// plays in those.
static bool is_sound(const struct tiku_position *t)
{
    uint64_t figures = t->figures[0] | t->figures[1], discs = t->discs[0] | t->discs[1];

    return (t->figures[0] & t->figures[1]) == 0 && (t->discs[0] & t->discs[1]) == 0 &&
           (figures & discs) == 0 && ((figures | discs) & ~TIKU_BOARD) == 0 &&
           bits_count(t->figures[0]) == TIKU_FIGURES && bits_count(t->figures[1]) == TIKU_FIGURES &&
           bits_count(t->discs[0]) <= TIKU_DISCS && bits_count(t->discs[1]) <= TIKU_DISCS &&
           (t->ringed & ~figures) == 0 && (t->ringed == 0 || t->turn & TIKU_TURN_DIAGONAL) &&
           t->turn <= (TIKU_TURN_SEAT | TIKU_TURN_DIAGONAL);
}

// An own figure leaves its square, and neither a figure nor the edge is in its way.
static bool is_slide(const struct tiku_position *t, game_action action, uint64_t trail)
{
    uint64_t from = BIT(tiku_from(action)), to = BIT(tiku_to(action));
    uint64_t figures = t->figures[0] | t->figures[1];

    return !tiku_is_over(t) && (t->figures[tiku_seat(t)] & from) && (trail & from) &&
           !(((trail ^ from) | to) & figures) && !((trail | to) & ~TIKU_BOARD);
}
#endif

// ---------------------------------------------------------------------------------------------
// Actions
// ---------------------------------------------------------------------------------------------

// Writes the moves along one line and returns the end of the list.
static inline game_action *slide(game_action *end, enum direction d, unsigned from, unsigned far)
{
    game_action start = from * (1u | 1u << TIKU_TO_SHIFT | 1u << TIKU_LOWEST_SHIFT);
    slide_row moves = slides[d][far / 32] + start;

    memcpy(end, &moves, sizeof moves);
    return end + far % 32 / 4;
}

static game_action *diagonal_moves(uint64_t movers, uint64_t figures, game_action *end)
{
    while (movers) {
        unsigned from = (unsigned)bits_pop(&movers);
        unsigned row = tiku_row(from), column = tiku_column(from);
        unsigned up = diagonal_line(figures, &rising[column + TIKU_SIDE - 1 - row]);
        unsigned down = diagonal_line(figures, &falling[column + row]);
        end = slide(end, NORTHEAST, from, diagonal_reach[column * 64 + up]);
        end = slide(end, SOUTHEAST, from, diagonal_reach[column * 64 + down]);
    }
    return end;
}

// Turned around until the figure is bit 0, the board has the same squares at the same bits wherever
// the figure stands: ahead from bit 0 upward, behind from bit 63 downward. Two rows and two columns
// are left over in the word; as walls they end every line. Unrolled by clang, the loop is a
// twentieth slower in WebAssembly.
unsigned tiku_actions(const struct game_position *p, game_action *list)
{
    const struct tiku_position *t = tiku_of(p);
    uint64_t movers = t->figures[tiku_seat(t)], figures = t->figures[0] | t->figures[1];
    uint64_t diagonal_movers = movers & t->ringed;
    game_action *end = list;

    if (tiku_is_over(t))
        return 0;
#ifdef __clang__
#pragma clang loop unroll(disable)
#endif
    for (unsigned i = 0; i < TIKU_FIGURES; i++) {
        unsigned from = (unsigned)bits_pop(&movers);
        uint64_t turned = rotate(figures | ~TIKU_BOARD, from);
        end = slide(end, EAST, from, row_reach[rotate(turned, 64 - 5) & 2047]);
        end = slide(end, NORTH, from, column_reach[turned_column(turned)]);
    }
    end = diagonal_moves(diagonal_movers, figures, end);
    if (end == list)
        *end++ = TIKU_PASS;
    assert(movers == 0 && end - list <= TIKU_MAX_ACTIONS); // six figures, no more
    return (unsigned)(end - list);
}

// The part of a move's trail that the supply still covers, from the start square on; squares with
// an own disc cost nothing.
static uint64_t affordable(uint64_t own_discs, game_action action, uint64_t trail)
{
    uint64_t covered = 0;
    bool upward = tiku_from(action) < tiku_to(action);

    assert(bits_count(own_discs | trail) > TIKU_DISCS);
    while (bits_count(own_discs | covered) < TIKU_DISCS) {
        unsigned next = (unsigned)(upward ? bits_first(trail) : bits_last(trail));
        covered |= BIT(next);
        trail &= ~BIT(next);
    }
    return covered;
}

// Revises a move for which the supply did not suffice: only a winning one, hence apart from the
// common way. The discs are those before the trail was laid.
__attribute__((noinline)) static void run_out(struct tiku_position *next, uint64_t own_discs,
                                              uint64_t other_discs, game_action action,
                                              uint64_t trail)
{
    unsigned seat = tiku_seat(next) ^ 1;

    trail = affordable(own_discs, action, trail);
    next->discs[seat] = own_discs | trail;
    next->discs[seat ^ 1] = other_discs & ~trail;
}

// A ring goes along, but not on a diagonal. Most games have none, hence apart as well.
__attribute__((noinline)) static void move_ring(struct tiku_position *next, game_action action)
{
    unsigned from = tiku_from(action), shape = action >> TIKU_SHAPE_SHIFT;
    uint64_t ring = next->ringed >> from & (shape < SHAPE(NORTHEAST, 0));

    next->ringed = (next->ringed & ~BIT(from)) | ring << tiku_to(action);
}

__attribute__((noinline)) static void pass(const struct tiku_position *t,
                                           struct tiku_position *next)
{
    assert(tiku_must_pass(t)); // nobody may pass who can move (rules.md, "A turn")
    *next = *t;
    next->turn ^= TIKU_TURN_SEAT;
}

void tiku_apply(const struct game_position *before, game_action action, struct game_position *after)
{
    const struct tiku_position *t = tiku_of(before);
    struct tiku_position *next = (struct tiku_position *)after->bytes;
    unsigned seat = tiku_seat(t), other = seat ^ 1;

    if (action == TIKU_PASS) {
        pass(t, next);
        return;
    }
    uint64_t from = BIT(tiku_from(action)), to = BIT(tiku_to(action));
    uint64_t trail = trails[action >> TIKU_SHAPE_SHIFT] << (action >> TIKU_LOWEST_SHIFT & 63);
    assert(is_sound(t) && is_slide(t, action, trail));
    uint64_t own_discs = t->discs[seat] & ~to;
    uint64_t other_discs = t->discs[other] & ~to;
    uint64_t ringed = t->ringed;

    next->ringed = ringed;
    next->turn = t->turn ^ TIKU_TURN_SEAT;
    next->figures[other] = t->figures[other];
    next->figures[seat] = t->figures[seat] ^ (from | to);
    next->discs[seat] = own_discs | trail;
    next->discs[other] = other_discs & ~trail;
    if (bits_count(own_discs | trail) > TIKU_DISCS)
        run_out(next, own_discs, other_discs, action, trail);
    if (ringed)
        move_ring(next, action);
    assert(is_sound(next));
}
