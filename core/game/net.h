// SPDX-License-Identifier: MIT
// A learned part of an evaluation: a small network over inputs that are on or off. The game says
// which are on in a position; the weights come from apps/lab/tune/ and lie beside the game as
// net.bin. Integers only, so that every platform finds the same value.
//
//   sum of a unit = its bias + the weights of all inputs that are on        (255 stands for 1)
//   a unit        = that sum, cut off at 0 and 1, squared
//   value         = share of the plain value + weighted sum of the units, with weights of the stage
//
// The bytes of net.bin, numbers with the lowest byte first: "abaxnet1", then as 16 bits the numbers
// of inputs, units and stages and a zero, as 32 bits the scale of the output. Then for each stage
// 32 bits each: the share of the plain value in parts of 1024, and a constant. Then 16 bits each:
// the bias of every unit, and for each stage the weights of the units. Then 8 bits each: for each
// input its weights to all units, in each block of 32 units those of the first and second half by
// turns.
#ifndef ABAX_GAME_NET_H
#define ABAX_GAME_NET_H

#include "base/bits.h"
#include "game/game.h"

enum {
    NET_BLOCK = 32,    // units are a multiple of this
    NET_MOST_ON = 192, // inputs that can be on at once
    NET_MOST_VALUE = 8000,
    NET_HEAD = 20,
};

// The inputs of a position that are on; one may be on several times. And its stage.
struct net_inputs {
    unsigned count, stage;
    uint16_t on[NET_MOST_ON];
};

static inline void net_add(struct net_inputs *i, unsigned input)
{
    i->on[i->count++] = (uint16_t)input;
}

// One input for each member of a set.
static inline void net_add_set(struct net_inputs *i, unsigned first, uint64_t set)
{
    while (set)
        net_add(i, first + (unsigned)bits_pop(&set));
}

struct game_net {
    unsigned inputs;     // how many there are
    unsigned stages;     // parts of the game with output weights of their own
    const char *weights; // net.bin; its first byte is 0 while nobody has filled it in

    // Looks at a position that is not over, for the seat to act: the plain value, and what the
    // network sees, which comes in without any input on. False when the plain value says that it is
    // as good as decided: then the network is not asked.
    bool (*look)(const struct game_position *p, int *plain, struct net_inputs *inputs);
};

// What the network makes of a plain value, for the seat to act; the plain value itself while there
// are no weights.
int net_value(const struct game_net *n, const struct net_inputs *inputs, int plain);

// The value of a position that is not over, for the seat to act: what `evaluate` needs.
int net_evaluate(const struct game_net *n, const struct game_position *p);

#endif
