// SPDX-License-Identifier: MIT
// A game as numbers, for those who learn it: every legal action has a number of its own, and what a
// seat sees is a stack of planes of bytes. Both have a fixed size for a game and its options.
// Batched environments, the Python package and its interface with the names of OpenSpiel are built
// on this.
//
// Planes are as large as the board: cell 0 is the lower left one, cells go on to the right and then
// row by row upward. A byte is 0 or 1, or a small number where the name of the plane says so; what
// belongs to no cell fills its whole plane. "Own" is the seat that looks, "next" the one after it,
// and so on around the table.
#ifndef ABAX_GAME_LEARN_H
#define ABAX_GAME_LEARN_H

#include <string.h>

#include "base/bits.h"
#include "game/game.h"

struct learn_space {
    unsigned actions; // numbers of actions are below this
    unsigned planes, rows, columns;
};

enum {
    LEARN_MAX_ACTIONS = 8192,
    LEARN_MAX_BYTES = 8192, // of all planes together
    LEARN_NAME_BYTES = 40,  // the longest name of a plane and its terminator
    LEARN_COMMON = 2,       // planes that every game has, before its own: who acts, and the seat
};

// What a game gives. The planes and names here are its own, without the common ones.
struct game_learning {
    void (*space)(const struct game_options *options, struct learn_space *space);

    // The numbers of legal actions of a position, no two of them equal. An action that means the
    // same to a player in two positions has the same number in both. May be called on a view.
    void (*number)(const struct game_position *p, const game_action *list, unsigned count,
                   uint16_t *numbers);

    // The legal action with this number; undefined when there is none.
    game_action (*numbered)(const struct game_position *p, unsigned number);

    // Writes what `seat` sees to planes that come in as zeros. `seen` is its view already. Equal
    // planes and equal common planes mean equal views, and the other way round.
    void (*planes)(const struct game_position *seen, int seat, uint8_t *planes);

    // The name of a plane.
    void (*name)(const struct game_options *options, unsigned plane, struct text *t);
};

// For callers: the same with the common planes. All of them want a game that has `learning`.
void learn_space(const struct game *g, const struct game_options *options,
                 struct learn_space *space);
void learn_name(const struct game *g, const struct game_options *options, unsigned plane,
                char name[LEARN_NAME_BYTES]);

// What a seat sees of a position, which may hold what it does not see.
void learn_planes(const struct game *g, const struct learn_space *space, int seats,
                  const struct game_position *p, int seat, uint8_t *planes);

// The action with this number if it is legal.
bool learn_find(const struct game *g, const struct game_position *p, unsigned number,
                game_action *action);
unsigned learn_number(const struct game *g, const struct game_position *p, game_action action);

// For games: fills a plane.
static inline void learn_fill(uint8_t *planes, unsigned plane, unsigned cells, unsigned value)
{
    memset(planes + plane * cells, (int)value, cells);
}

#endif
