// SPDX-License-Identifier: MIT
// The heaviest matching of a graph: every vertex goes with at most one other, and the sum of the weights is as great as
// possible. Edmonds' blossoms with duals, in time of the cube of the number of vertices. Pairing a tournament is such a matching:
// what must not be is no edge, what should not be weighs little.
#ifndef ABAX_PLAY_MATCHING_H
#define ABAX_PLAY_MATCHING_H

#include <stdbool.h>
#include <stdint.h>

#define MATCHING_HEAVIEST INT64_C(1000000000000000000)

// `weights` is a symmetric table of count * count, from 0 (no edge) to MATCHING_HEAVIEST. `mates` gets for every vertex the
// other one, or -1. False without memory.
bool matching_find(const int64_t *weights, int count, int *mates);

#endif
