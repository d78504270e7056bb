// SPDX-License-Identifier: MIT
// Listing and playing actions: the two functions that every playout spends its time in.
//
// A figure slides along a line of six until a figure or the edge stops it. How far it gets each way
// depends on its place in the line and on the six bits that say where figures stand; one byte of
// `reach` holds the answer. Moves that get equally far differ only by their start square, so they are
// one row of `slides` plus that square, written with a fixed number of stores: no loop whose length
// depends on the position, hence no branch to guess. why.c judges moves without these tables.
#include <assert.h>
#include <string.h>

#include "games/tiku/lines.h"

// ---------------------------------------------------------------------------------------------
// Tables
// ---------------------------------------------------------------------------------------------

enum { SLIDES = 8 }; // actions written at once; at most five of them count

static_assert((int)SLIDES <= (int)GAME_ACTION_SLACK, "stores would pass the end of a list");

// What a move of some steps adds to the start square in each byte of the action. Borrows between the
// bytes cancel out, since every byte of the sum is a square.
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

// By direction and the squares free ahead: the moves ahead from short to long, then those behind, as
// many as there might be.
static const alignas(32) game_action slides[DIRECTIONS][TIKU_SIDE][SLIDES] = {
    [EAST] = SLIDE_ROWS(EAST, STEP_EAST),
    [NORTH] = SLIDE_ROWS(NORTH, STEP_NORTH),
    [NORTHEAST] = SLIDE_ROWS(NORTHEAST, STEP_NORTHEAST),
    [SOUTHEAST] = SLIDE_ROWS(SOUTHEAST, STEP_SOUTHEAST),
};

// ---------------------------------------------------------------------------------------------
// Actions
// ---------------------------------------------------------------------------------------------

// Writes the moves along one line and returns the end of the list.
static inline game_action *slide(game_action *end, enum direction d, unsigned from,
                                 unsigned how_far)
{
    const game_action *row = slides[d][how_far >> 3];
    game_action start = from * (1u | 1u << TIKU_TO_SHIFT | 1u << TIKU_LOWEST_SHIFT);
    game_action moves[SLIDES]; // apart from the list, so that the compiler may add them all at once

    for (unsigned i = 0; i < SLIDES; i++)
        moves[i] = row[i] + start;
    memcpy(end, moves, sizeof moves);
    return end + (how_far & 7);
}

static game_action *diagonal_moves(uint64_t movers, uint64_t figures, game_action *end)
{
    while (movers) {
        unsigned from = (unsigned)bits_pop(&movers);
        unsigned row = tiku_row(from), column = tiku_column(from);
        unsigned up = diagonal_line(figures, &rising[column + TIKU_SIDE - 1 - row]);
        unsigned down = diagonal_line(figures, &falling[column + row]);
        end = slide(end, NORTHEAST, from, reach[column][up]);
        end = slide(end, SOUTHEAST, from, reach[column][down]);
    }
    return end;
}

unsigned tiku_actions(const struct game_position *p, game_action *list)
{
    const struct tiku_position *t = tiku_of(p);
    uint64_t movers = t->figures[tiku_seat(t)], figures = t->figures[0] | t->figures[1];
    uint64_t diagonal_movers = movers & t->ringed;
    game_action *end = list;

    if (tiku_is_over(t))
        return 0;
    for (unsigned i = 0; i < TIKU_FIGURES; i++) {
        unsigned from = (unsigned)bits_pop(&movers);
        unsigned row = tiku_row(from), column = tiku_column(from);
        end = slide(end, EAST, from, reach[column][row_line(figures, row)]);
        end = slide(end, NORTH, from, reach[row][column_line(figures, column)]);
    }
    end = diagonal_moves(diagonal_movers, figures, end);
    if (end == list)
        *end++ = TIKU_PASS;
    return (unsigned)(end - list);
}

// The part of a move's trail that the supply still covers, from the start square on; squares with an
// own disc cost nothing. Only a winning move can run out, hence apart from the common way.
__attribute__((noinline)) static uint64_t affordable(uint64_t own_discs, game_action action,
                                                     uint64_t trail)
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

void tiku_apply(const struct game_position *before, game_action action, struct game_position *after)
{
    const struct tiku_position *t = tiku_of(before);
    struct tiku_position *next = (struct tiku_position *)after->bytes;
    unsigned seat = tiku_seat(t), other = seat ^ 1;

    if (action == TIKU_PASS) {
        *next = *t;
        next->turn ^= TIKU_TURN_SEAT;
        return;
    }
    unsigned shape = action >> TIKU_SHAPE_SHIFT;
    uint64_t from = BIT(tiku_from(action)), to = BIT(tiku_to(action));
    uint64_t trail = trails[shape] << (action >> TIKU_LOWEST_SHIFT & 63);
    uint64_t own_discs = t->discs[seat] & ~to;
    uint64_t other_discs = t->discs[other] & ~to;
    // A ring goes along, but not on a diagonal.
    uint64_t ring = (t->ringed >> tiku_from(action) & (shape < SHAPE(NORTHEAST, 0)))
                    << tiku_to(action);

    if (bits_count(own_discs | trail) > TIKU_DISCS)
        trail = affordable(own_discs, action, trail);
    next->ringed = (t->ringed & ~from) | ring;
    next->turn = t->turn ^ TIKU_TURN_SEAT;
    next->figures[other] = t->figures[other];
    next->figures[seat] = t->figures[seat] ^ (from | to);
    next->discs[seat] = own_discs | trail;
    next->discs[other] = other_discs & ~trail;
}
