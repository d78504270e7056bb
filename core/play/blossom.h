// SPDX-License-Identifier: MIT
// Maximum weight matching in a general graph by Edmonds' blossom algorithm with dual variables, in
// O(n^3). Tournament pairings are such matchings: a forbidden pair has no edge, and an unwanted one
// has little weight.
#ifndef ABAX_PLAY_BLOSSOM_H
#define ABAX_PLAY_BLOSSOM_H

#include <stdbool.h>
#include <stdint.h>

#define BLOSSOM_MAX_WEIGHT INT64_C(1000000000000000000)

// `weights` is a symmetric matrix of count * count, from 0 (no edge) to BLOSSOM_MAX_WEIGHT. `mates`
// gets the partner of each vertex, or -1. False without memory.
bool blossom_max_weight_matching(const int64_t *weights, int count, int *mates);

#endif
