// SPDX-License-Identifier: MIT
// The board as numbers, for those who learn the game. A move is 12 * the square it starts from + 3
// * the direction (up, down, right, left) + the tiles carried along; where there is a draft, laying
// an own animal is 360 + 3 * the square + the animal. Planes are as wide as the draft's board where
// there is one; the play then uses its first six columns.
#include "base/bits.h"
#include "game/learn.h"
#include "games/tokan/tokan.h"

enum { CARRIES = 3, MOVES = TOKAN_SQUARES * TOKAN_DIRECTIONS * CARRIES };

enum {
    PLANE_TOPS, // by animal, own and then the enemy's
    PLANE_HEIGHT = TOKAN_KINDS,
    PLANE_TABOO,
    PLANE_DRAFTING,
    PLANE_BELOW, // what lies so many tiles below the top: 1 to 3 own animals, 4 to 6 the enemy's
    PLANES = PLANE_BELOW + TOKAN_TILES - 1,
};

static void space(const struct game_options *options, struct learn_space *s)
{
    bool draft = options->value[1] == TOKAN_SETUP_DRAFT;

    *s = (struct learn_space){MOVES + (draft ? TOKAN_DRAFT_SQUARES * TOKAN_ANIMALS : 0), PLANES,
                              TOKAN_ROWS, draft ? TOKAN_DRAFT_COLUMNS : TOKAN_COLUMNS};
}

static void number(const struct game_position *p, const game_action *list, unsigned count,
                   uint16_t *numbers)
{
    if (tokan_of(p)->drafting) {
        for (unsigned i = 0; i < count; i++)
            numbers[i] = (uint16_t)(MOVES + TOKAN_ANIMALS * tokan_draft_square(list[i]) +
                                    tokan_draft_kind(list[i]) % TOKAN_ANIMALS);
        return;
    }
    for (unsigned i = 0; i < count; i++)
        numbers[i] = (uint16_t)((TOKAN_DIRECTIONS * tokan_from(list[i]) +
                                 (list[i] >> TOKAN_DIRECTION_SHIFT & 3)) *
                                    CARRIES +
                                tokan_carry(list[i]));
}

static game_action numbered(const struct game_position *p, unsigned n)
{
    if (n >= MOVES) {
        unsigned kind = (n - MOVES) % TOKAN_ANIMALS + tokan_of(p)->seat * TOKAN_ANIMALS;
        return (n - MOVES) / TOKAN_ANIMALS | kind << TOKAN_KIND_SHIFT;
    }
    unsigned way = n / CARRIES;
    return way / TOKAN_DIRECTIONS | way % TOKAN_DIRECTIONS << TOKAN_DIRECTION_SHIFT |
           n % CARRIES << TOKAN_CARRY_SHIFT;
}

// A kind as a seat sees it: 0 to 2 its own animals, 3 to 5 the others.
static inline unsigned seen_as(unsigned kind, unsigned seat)
{
    return seat ? (kind + TOKAN_ANIMALS) % TOKAN_KINDS : kind;
}

static void draft_planes(const struct tokan_position *t, unsigned seat, uint8_t *out)
{
    for (unsigned kind = 0; kind < TOKAN_KINDS; kind++) {
        for (uint64_t set = t->draft.laid[kind]; set;) {
            unsigned square = (unsigned)bits_pop(&set);
            out[(PLANE_TOPS + seen_as(kind, seat)) * TOKAN_DRAFT_SQUARES + square] = 1;
            out[PLANE_HEIGHT * TOKAN_DRAFT_SQUARES + square] = 1;
        }
    }
    learn_fill(out, PLANE_DRAFTING, TOKAN_DRAFT_SQUARES, 1);
}

static void add_stack(const struct tokan_play *play, unsigned square, unsigned seat, unsigned cells,
                      uint8_t *at)
{
    unsigned tile = play->top[square];

    at[(PLANE_TOPS + seen_as(tokan_kind(tile), seat)) * cells] = 1;
    at[PLANE_HEIGHT * cells] = play->height[square];
    for (unsigned plane = PLANE_BELOW; (tile = play->below[tokan_slot(tile)]) != TOKAN_NO_TILE;
         plane++)
        at[plane * cells] = (uint8_t)(seen_as(tokan_kind(tile), seat) + 1);
}

static void planes(const struct game_position *seen, int seat, uint8_t *out)
{
    const struct tokan_position *t = tokan_of(seen);
    unsigned columns = t->setup == TOKAN_SETUP_DRAFT ? TOKAN_DRAFT_COLUMNS : TOKAN_COLUMNS;
    unsigned cells = TOKAN_ROWS * columns;

    if (t->drafting) {
        draft_planes(t, (unsigned)seat, out);
        return;
    }
    for (unsigned square = 0; square < TOKAN_SQUARES; square++) {
        unsigned cell = square / TOKAN_COLUMNS * columns + square % TOKAN_COLUMNS;
        if (t->play.height[square])
            add_stack(&t->play, square, (unsigned)seat, cells, out + cell);
        if (square == t->taboo)
            out[PLANE_TABOO * cells + cell] = 1;
    }
}

static void name_plane(const struct game_options *options, unsigned plane, struct text *t)
{
    static const char *const animals[TOKAN_ANIMALS] = {"mouse", "jackal", "lion"};
    static const char *const others[] = {"height (number)", "the taboo", "the draft goes on"};

    (void)options;
    if (plane < PLANE_HEIGHT)
        text_format(t, "%s %s on top", plane < TOKAN_ANIMALS ? "own" : "enemy",
                    animals[plane % TOKAN_ANIMALS]);
    else if (plane < PLANE_BELOW)
        text_add(t, others[plane - PLANE_HEIGHT]);
    else
        text_format(t, "animal %u below the top (number)", plane - PLANE_BELOW + 1);
}

const struct game_learning tokan_learning = {
    .space = space,
    .number = number,
    .numbered = numbered,
    .planes = planes,
    .name = name_plane,
};
