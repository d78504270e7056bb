// SPDX-License-Identifier: MIT
// Commands that need a clock, threads, a keyboard or other programs, one file each.
#ifndef ABAX_CLI_CLI_H
#define ABAX_CLI_CLI_H

#include "protocol/command.h"

bool cli_bench(const struct arguments *a, struct output *out, struct error *e);
bool cli_check(const struct arguments *a, struct output *out, struct error *e);
bool cli_match(const struct arguments *a, struct output *out, struct error *e);
bool cli_play(const struct arguments *a, struct output *out, struct error *e);
bool cli_review(const struct arguments *a, struct output *out, struct error *e);
bool cli_selfplay(const struct arguments *a, struct output *out, struct error *e);
bool cli_session(const struct arguments *a, struct output *out, struct error *e);
bool cli_solve(const struct arguments *a, struct output *out, struct error *e);
bool cli_ugi(const struct arguments *a, struct output *out, struct error *e);

// The part of `bench` that measures the search: these games, or all when there are none.
bool cli_bench_search(const struct game *const *games, unsigned count, struct output *out,
                      struct error *e);

// Microseconds of a clock that never goes back.
uint64_t cli_clock(void);

#endif
