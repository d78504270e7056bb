// SPDX-License-Identifier: MIT
// What the files of this folder share: the position, the cells, how sets of cells grow, and the numbers of the
// rules. Nothing here leaves the folder.
#ifndef ABAX_GAMES_TESTHEX_H
#define ABAX_GAMES_TESTHEX_H

#include "base/bits.h"
#include "game/scene.h"

enum {
    TESTHEX_TEAL = 0,   // joins the bottom row and the top row
    TESTHEX_ORANGE = 1, // joins the column on the left and the one on the right
    TESTHEX_LARGE = 7,
    TESTHEX_SMALL = 5,
    TESTHEX_MAX_ACTIONS =
        TESTHEX_LARGE * TESTHEX_LARGE, // an empty cell less than that, and the swap
};

// A cell is a bit number, 8 * row + column, both from 0. Column 7 and row 7 are always empty: a set that is moved
// by a step loses what leaves the board there, and nothing comes in on the other side.
static inline unsigned testhex_cell(unsigned row, unsigned column)
{
    return row << 3 | column;
}

// The whole position. Whole words only: no padding.
struct testhex_position {
    uint64_t stones[2]; // by seat
    uint64_t turn;      // the flags below
};

enum {
    TESTHEX_TURN_SEAT = 1,  // the bit of the seat to act
    TESTHEX_TURN_SWAP = 2,  // the game is played with swap=on
    TESTHEX_TURN_SMALL = 4, // and with size=5
    TESTHEX_TURN_OVER = 8,  // somebody has joined both edges...
    TESTHEX_TURN_WINNER =
        16, // ...and it is this seat; follows from the stones, like TESTHEX_TURN_OVER
};

static inline const struct testhex_position *testhex_of(const struct game_position *p)
{
    return (const struct testhex_position *)p->bytes;
}

static inline unsigned testhex_seat(const struct testhex_position *h)
{
    return h->turn & TESTHEX_TURN_SEAT;
}

static inline unsigned testhex_size(const struct testhex_position *h)
{
    return h->turn & TESTHEX_TURN_SMALL ? TESTHEX_SMALL : TESTHEX_LARGE;
}

static inline uint64_t testhex_board(const struct testhex_position *h)
{
    return h->turn & TESTHEX_TURN_SMALL ? UINT64_C(0x1f1f1f1f1f) : UINT64_C(0x7f7f7f7f7f7f7f);
}

static inline uint64_t testhex_empty(const struct testhex_position *h)
{
    return testhex_board(h) & ~(h->stones[0] | h->stones[1]);
}

// The cells along an edge that a seat has to join with the other one.
static inline uint64_t testhex_edge(const struct testhex_position *h, unsigned seat, bool far)
{
    uint64_t near = seat == TESTHEX_TEAL ? UINT64_C(0xff) : UINT64_C(0x0101010101010101);

    return (near << (far ? (testhex_size(h) - 1) << (seat == TESTHEX_TEAL ? 3 : 0) : 0)) &
           testhex_board(h);
}

// The second seat may take over the first stone, once: the board alone tells when.
static inline bool testhex_may_swap(const struct testhex_position *h)
{
    return h->turn & TESTHEX_TURN_SWAP && testhex_seat(h) == TESTHEX_ORANGE &&
           !h->stones[TESTHEX_ORANGE] && bits_count(h->stones[TESTHEX_TEAL]) == 1;
}

// A set of cells moved by one of the six steps, counted around. Neighbours in the ring of steps are neighbours on
// the board, so a step and the next one lead to where a bridge leads. Cells off the board are the caller's to drop.
static inline uint64_t testhex_step(uint64_t cells, unsigned step)
{
    switch (step % 6) {
    case 0:
        return cells << 1; // right
    case 1:
        return cells << 8; // up and right
    case 2:
        return cells << 7; // up and left
    case 3:
        return cells >> 1;
    case 4:
        return cells >> 8;
    default:
        return cells >> 7;
    }
}

static inline uint64_t testhex_neighbours(uint64_t cells)
{
    return cells << 1 | cells << 8 | cells << 7 | cells >> 1 | cells >> 8 | cells >> 7;
}

// The cells of `from`, and all that hang together with them within `ground`.
static inline uint64_t testhex_flood(uint64_t from, uint64_t ground)
{
    for (uint64_t before = ~from; before != from;) {
        before = from;
        from |= testhex_neighbours(from) & ground;
    }
    return from;
}

// An action is the number of a cell, or the swap.
enum { TESTHEX_SWAP = 63 };

// Rule numbers, from far from legal to nearly legal.
enum testhex_rule {
    TESTHEX_RULE_NONE = GAME_RULE_NONE,
    TESTHEX_RULE_OCCUPIED,
    TESTHEX_RULE_NOTHING_TO_SWAP,
    TESTHEX_RULE_SWAP_TOO_LATE,
    TESTHEX_RULES,
};

extern const struct game game_testhex;
extern const struct game_rule testhex_rules[TESTHEX_RULES];
extern const struct game_editor testhex_editor;
extern const struct scene_kind testhex_stone;

// Sets the flags that follow from the stones.
void testhex_settle(struct testhex_position *h);

bool testhex_read(const struct game_options *options, const char *text, struct game_position *p,
                  struct error *e);
void testhex_write(const struct game_position *p, struct text *t);
void testhex_action_text(const struct game_position *p, game_action action, struct text *t);
void testhex_say(const struct game_position *p, game_action action, struct message *message);
unsigned testhex_why(const struct game_position *p, const struct game_path *path);
int testhex_evaluate(const struct game_position *p, int seat);
void testhex_order(const struct game_position *p, const game_action *list, unsigned count,
                   int *score);
void testhex_scene(const struct game_position *p, int seat, struct scene *s);

// The cells and the stones on them, for the editor too.
extern const struct scene_kind testhex_stone;
void testhex_board_scene(const struct testhex_position *h, struct scene *s);

// Spots count the cells row by row from the bottom; the swap's button, where there is one, comes next.
static inline unsigned testhex_cell_of_spot(const struct testhex_position *h, unsigned spot)
{
    return testhex_cell(spot / testhex_size(h), spot % testhex_size(h));
}

static inline unsigned testhex_swap_spot(const struct testhex_position *h)
{
    return testhex_size(h) * testhex_size(h);
}

// reasons.c
extern const struct game_coach testhex_coach;

// learn.c
extern const struct game_learning testhex_learning;

#endif
