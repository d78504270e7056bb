// SPDX-License-Identifier: MIT
// A run as a whole, for the main program.
#ifndef ABAX_TESTS_SIM_RUN_H
#define ABAX_TESTS_SIM_RUN_H

#include "tests/sim/sim.h"

// Once: the disk, and the database with its schema.
void run_prepare(void);

// Fills the steps.
void run_draw(uint64_t seed);

// Runs them and checks; a failure ends the process.
void run_all(void);

const char *step_name(enum step_kind kind);

#endif
