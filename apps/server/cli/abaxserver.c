// SPDX-License-Identifier: MIT
// The program `abax-server`: its commands in the order of their list. `abax` lists them too
// (cli/abax.c).
#include "cli/program.h"
#include "server/cli/server.h"

static const struct command *const commands[] = {
    &cli_serve_command,
    &cli_admin_command,
    &cli_bot_command,
    &cli_commands_command,
};

const struct program cli_program = {
    .name = "abax-server",
    .commands = commands,
    .count = sizeof commands / sizeof *commands, // NOLINT(bugprone-sizeof-expression): pointers
};
