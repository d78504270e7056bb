// SPDX-License-Identifier: MIT
// Programs with one front (main.c): `abax` needs no library but those of C and the terminal;
// `abax-server` needs a database and a network; `abax-lab` makes data; `abax-mpi` is the part of
// the lab whose work ranks on many machines share. People call `abax`, which becomes another
// program for the commands that are there.
#ifndef ABAX_CLI_PROGRAM_H
#define ABAX_CLI_PROGRAM_H

#include "protocol/command.h"

struct ranks;
struct lab_parts;

// Another program, and the commands for which this one becomes it.
struct program_other {
    const char *name;
    const char *package; // of Debian
    const struct command *const
        *commands; // without `run`: name and summary, where the other program is not installed
    unsigned count;
    // Whether it runs a command that both have, by all words from its name on; or NULL.
    bool (*takes)(const char *const *words, unsigned count);
};

// A line of `--help` where it is an overview: commands, and what they are for.
struct program_row {
    struct sentence group; // without English it goes on
    const char *commands;
    struct sentence purpose;
};

struct program {
    const char *name;
    const struct command *const *commands;
    unsigned count;
    bool shared; // it has the commands of the table that the page has too
    const struct program_other *others;
    unsigned other_count;
    const struct program_row *overview; // or NULL: --help lists all commands
    unsigned overview_count;
    const struct ranks *ranks;   // or NULL: it works alone
    const struct lab_parts *lab; // or NULL: it writes no proofs and makes no puzzles
    const char *ranks_program;   // the program that it becomes when mpirun starts it, or NULL
};

// Each program has its own.
extern const struct program cli_program;

// Summaries that two programs have: the one that runs the command, and `abax`.
#define PROGRAM_HELP_SERVE    "run a server: the page, and games over WebSocket (docs/hosting.md)"
#define PROGRAM_HELP_ADMIN    "look after the database of a server"
#define PROGRAM_HELP_BOT      "let an engine that speaks UGI play on a server (docs/api.md)"
#define PROGRAM_HELP_BENCH    "measure random playouts, perft or the search"
#define PROGRAM_HELP_EXPLOIT  "find out how far from unbeatable a player is"
#define PROGRAM_HELP_GATHER   "write the openings file that 'abax explore' asks"
#define PROGRAM_HELP_OPENINGS "write openings that a search finds balanced"
#define PROGRAM_HELP_SELFPLAY "write positions of games that the search plays against itself"

// The program that runs these words, a command and what follows; NULL: this one.
const struct program_other *program_other_for(const char *const *words, unsigned count);

// Becomes another program, with these words after its name: signals and the exit status are its
// own. Returns only with an error, when there is none. It is looked for beside this program, in
// $ABAX_EXEC_PATH, where it was to be installed, and in $PATH.
bool program_become(const struct program_other *other, const char *const *words, unsigned count,
                    const struct catalogue *language, struct error *e);

// Whether this process is one of several that mpirun started.
bool program_is_rank(void);

// Becomes the program for ranks; returns only with an error.
bool program_become_ranks(const char *const *words, unsigned count,
                          const struct catalogue *language, struct error *e);

// Prints what --help prints without a command: an overview, or all commands.
void program_help(const struct catalogue *messages, struct output *out);

#endif
