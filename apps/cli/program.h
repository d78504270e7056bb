// SPDX-License-Identifier: MIT
// One name, two programs: `abax` needs no library but those of C and the terminal; what needs a database or a
// network is in `abax-server`, which `abax` finds and becomes. A third one, `abax-mpi`, has those commands that ranks on many machines
// can share. cli/main.c is the front of all.
#ifndef ABAX_CLI_PROGRAM_H
#define ABAX_CLI_PROGRAM_H

#include "protocol/command.h"

struct crew;

struct program {
    const char *name;
    const struct command *const *commands; // those without `run` are in the other program
    unsigned count;
    bool shared;             // it has the commands of the table that the page has too
    const char *other;       // the program that it runs for some commands, or NULL
    const struct crew *crew; // or NULL: it works alone
};

// Each program has its own.
extern const struct program cli_program;

// What the list of commands says about the other program's.
#define PROGRAM_HELP_SERVE "run a server: the page, and games over WebSocket (docs/hosting.md)"
#define PROGRAM_HELP_ADMIN "look after the database of a server"
#define PROGRAM_HELP_BOT   "let an engine that speaks UGI play on a server (docs/api.md)"

// Becomes the other program, with these words behind its name: signals and the exit status are its own. Returns only
// with a fault, when there is none. It is looked for beside this program, in $ABAX_EXEC_PATH, where it was to be
// installed, and in $PATH.
bool program_become_other(const char *const *words, unsigned count,
                          const struct catalogue *language, struct error *e);

#endif
