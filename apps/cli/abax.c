// SPDX-License-Identifier: MIT
// The program `abax`: its commands in the order of their list.
#include "cli/cli.h"
#include "cli/program.h"

static const struct command serve = {
    .name = "serve",
    .usage = "",
    .help = SENTENCE("cli.command.serve", PROGRAM_HELP_SERVE),
    .options = COMMAND_NO_OPTIONS,
};
static const struct command admin = {
    .name = "admin",
    .usage = "",
    .help = SENTENCE("cli.command.admin", PROGRAM_HELP_ADMIN),
    .options = COMMAND_NO_OPTIONS,
};
static const struct command bot = {
    .name = "bot",
    .usage = "",
    .help = SENTENCE("cli.command.bot", PROGRAM_HELP_BOT),
    .options = COMMAND_NO_OPTIONS,
};

static const struct command *const commands[] = {
    &cli_play_command,
    &cli_learn_command,
    &cli_bench_command,
    &cli_match_command,
    &cli_record_command,
    &cli_review_command,
    &cli_selfplay_command,
    &cli_ugi_command,
    &serve,
    &admin,
    &bot,
    &cli_session_command,
    &cli_solve_command,
    &cli_check_command,
    &cli_openings_command,
    &cli_puzzle_command,
    &cli_puzzles_command,
    &cli_explore_command,
    &cli_gather_command,
    &cli_exploit_command,
    &cli_rules_command,
    &cli_stats_command,
    &cli_commands_command,
};

const struct program cli_program = {
    .name = "abax",
    .commands = commands,
    .count = sizeof commands / sizeof *commands, // NOLINT(bugprone-sizeof-expression): pointers
    .shared = true,
    .other = "abax-server",
};
