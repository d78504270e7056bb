// SPDX-License-Identifier: MIT
// The commands of the program `abax-server`, one file each, and what they share.
#ifndef ABAX_SERVER_CLI_SERVER_H
#define ABAX_SERVER_CLI_SERVER_H

#include "cli/cli.h"

extern const struct command cli_admin_command;
extern const struct command cli_bot_command;
extern const struct command cli_serve_command;

// Where the database is: the options --db and --data, and what they name, abax.db here at first. A
// command whose own struct begins with a struct cli_place can take these options.
struct cli_place {
    const char *database, *data; // or NULL
};
extern const struct option cli_place_options[];
enum { CLI_PATH = 512 };
const char *cli_database(const struct cli_place *place, char path[CLI_PATH]);

#endif
