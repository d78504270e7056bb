// SPDX-License-Identifier: MIT
// The program `abax-lab`: its commands in the order of their list. `abax` knows their names
// (cli/abax.c).
#include "lab/lab.h"

#include "cli/cli.h"
#include "cli/program.h"

static const struct command *const commands[] = {
    &lab_selfplay_command, &lab_gather_command,   &lab_openings_command, &cli_puzzles_command,
    &cli_solve_command,    &cli_check_command,    &cli_match_command,    &lab_exploit_command,
    &lab_bench_command,    &cli_commands_command,
};

const struct program cli_program = {
    .name = "abax-lab",
    .commands = commands,
    .count = sizeof commands / sizeof *commands, // NOLINT(bugprone-sizeof-expression): pointers
    .lab = &lab_parts,
    .ranks_program = "abax-mpi",
};
