// SPDX-License-Identifier: MIT
// The program `abax-lab`: commands that make data and measure. It has those commands of `abax` too
// that write what others read (cli/labparts.h), or whose work ranks share (lab/mpi/).
#ifndef ABAX_LAB_LAB_H
#define ABAX_LAB_LAB_H

#include "cli/labparts.h"
#include "protocol/command.h"

extern const struct command lab_bench_command;
extern const struct command lab_exploit_command;
extern const struct command lab_gather_command;
extern const struct command lab_openings_command;
extern const struct command lab_selfplay_command;

extern const struct lab_parts lab_parts;

// `bench search`: measures the search in these games, or in all if there are none.
bool lab_bench_search(const struct game *const *games, unsigned count, bool json,
                      struct output *out, struct error *e);

#endif
