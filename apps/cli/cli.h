// SPDX-License-Identifier: MIT
// Commands that need a clock, threads, a keyboard or other programs, one file each. Those that need
// a database or a network are in apps/server/cli/, those that make data in apps/lab/.
#ifndef ABAX_CLI_CLI_H
#define ABAX_CLI_CLI_H

#include "base/catalogue.h"
#include "protocol/command.h"

// The commands; each stands in its own file, with its options.
extern const struct command cli_check_command;
extern const struct command cli_commands_command;
extern const struct command cli_learn_command;
extern const struct command cli_match_command;
extern const struct command cli_play_command;
extern const struct command cli_puzzle_command;
extern const struct command cli_puzzles_command;
extern const struct command cli_explore_command;
extern const struct command cli_record_command;
extern const struct command cli_review_command;
extern const struct command cli_rules_command;
extern const struct command cli_stats_command;
extern const struct command cli_session_command;
extern const struct command cli_solve_command;
extern const struct command cli_ugi_command;

// Writes an error in the language, and then `end`.
enum { CLI_SENTENCE = 640 };
void cli_tell(struct output *out, const struct catalogue *messages, const struct error *e,
              const char *end);

// Asks a question and reads one line without its end; false at the end of input. What does not fit
// is dropped.
enum { CLI_WORD = 80 };
bool cli_ask(struct output *out, const char *question, char word[CLI_WORD]);

// Asks for a game; false when the person leaves.
bool cli_choose_game(const struct arguments *a, struct output *out, const struct game **g);

// Prints the rules of a game with their diagrams.
void cli_print_rules(const struct game *g, const struct catalogue *messages, struct output *out);

// Prints the legal actions on one line.
void cli_print_actions(const struct history *history, struct output *out);

// The options of commands that play many games; `type`, the command's own struct, has these fields.
#define CLI_OPTIONS_GAMES(type)                                                                    \
    {OPTION("--threads", "N", NUMBER), OPTION_LOCAL(type, threads), .least = 1, .most = 256,       \
     .help = SENTENCE("option.games.threads", "play N games at once (1 if not given)")},           \
    {                                                                                              \
        OPTION("--random-plies", "K", NUMBER), OPTION_LOCAL(type, random_plies),                   \
            .most = 64,                                                                            \
            .help = SENTENCE("option.games.random-plies", "begin each game with K random actions") \
    }

// How many bytes a file of records or openings, and a certificate or book, has at most: a proof has
// eight bytes for each position, and the largest one 37 million of them.
enum { CLI_MOST_RECORDS = 64 << 20, CLI_MOST_PROOF = 512 << 20 };

// The bytes of a file and a terminator, "-" for standard input; NULL with a sentence
// when it cannot be read or has more than `most`. Free them.
char *cli_read_file(const char *path, size_t most, size_t *count, struct error *e);

// Says that a file cannot be read or written, and why (errno). Always false.
bool cli_unread(const char *path, struct error *e);
bool cli_unwritten(const char *path, struct error *e);

// Says in which file an error is.
bool cli_in_file(const char *path, struct error *e);

// Whether a file can be written, asked before long work whose result goes there; leaves what is
// there as it is.
bool cli_may_write(const char *path, struct error *e);

// The record in a file, "-" for standard input, or a link; game `nth` of several, from 1, or with 0
// the only one. `r` is initialised, and to be cleared in any case.
struct record;
bool cli_read_record(const char *path, uint64_t nth, struct record *r, struct error *e);

// Microseconds of a clock that never goes back.
uint64_t cli_clock(void);

// Sleeps.
void cli_sleep(unsigned milliseconds);

#endif
