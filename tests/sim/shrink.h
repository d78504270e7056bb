// SPDX-License-Identifier: MIT
// Runs, each in a process of its own, and the fewest steps of one that fails.
#ifndef ABAX_TESTS_SIM_SHRINK_H
#define ABAX_TESTS_SIM_SHRINK_H

#include "tests/sim/sim.h"

struct order {
    uint64_t seed;
    enum mutation mutation;
    bool loud;
    bool out[SIM_STEPS];
};

struct outcome {
    bool failed;
    uintptr_t kind; // of the failure
    char sentence[SIM_TEXT];
    uint64_t trace, events;
    int64_t time;
    unsigned commands, acknowledged, refused, crashes, entries, games, rated, parts, pairs;
};

struct outcome run_apart(const struct order *o);

// Leaves out the steps that the failure does not need.
void shrink(struct order *o);
void print_steps(const struct order *o);

#endif
