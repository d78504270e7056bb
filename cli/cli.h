// SPDX-License-Identifier: MIT
// Commands that need a clock, threads, a keyboard or other programs, one file each.
#ifndef ABAX_CLI_CLI_H
#define ABAX_CLI_CLI_H

#include "protocol/command.h"

bool cli_admin(const struct arguments *a, struct output *out, struct error *e);
bool cli_bench(const struct arguments *a, struct output *out, struct error *e);
bool cli_bot(const struct arguments *a, struct output *out, struct error *e);
bool cli_check(const struct arguments *a, struct output *out, struct error *e);
bool cli_learn(const struct arguments *a, struct output *out, struct error *e);
bool cli_match(const struct arguments *a, struct output *out, struct error *e);
bool cli_play(const struct arguments *a, struct output *out, struct error *e);
bool cli_record(const struct arguments *a, struct output *out, struct error *e);
bool cli_review(const struct arguments *a, struct output *out, struct error *e);
bool cli_selfplay(const struct arguments *a, struct output *out, struct error *e);
bool cli_serve(const struct arguments *a, struct output *out, struct error *e);
bool cli_session(const struct arguments *a, struct output *out, struct error *e);
bool cli_solve(const struct arguments *a, struct output *out, struct error *e);
bool cli_ugi(const struct arguments *a, struct output *out, struct error *e);

// The part of `bench` that measures the search: these games, or all when there are none.
bool cli_bench_search(const struct game *const *games, unsigned count, struct output *out,
                      struct error *e);

// Asks a question and reads one line without its end; false at the end of input. What does not fit is
// dropped.
enum { CLI_WORD = 80 };
bool cli_ask(struct output *out, const char *question, char word[CLI_WORD]);

// Asks for a game; false when the person leaves.
bool cli_choose_game(const struct arguments *a, struct output *out, const struct game **g);

// Prints the legal actions on one line.
void cli_print_actions(const struct history *history, struct output *out);
// The bytes of a file with a terminator behind them, "-" for standard input; NULL with a sentence. Free them.
char *cli_read_file(const char *path, size_t *count, struct error *e);

// The record in a file, "-" for standard input, or a link. `r` is initialised, and to be cleared in any case.
struct record;
bool cli_read_record(const char *path, struct record *r, struct error *e);
// The database that --db or --data names, or abax.db here.
enum { CLI_PATH = 512 };
const char *cli_database(const struct arguments *a, char path[CLI_PATH]);

// Microseconds of a clock that never goes back.
uint64_t cli_clock(void);

// Waits for so many milliseconds.
void cli_sleep(unsigned milliseconds);

#endif
