// SPDX-License-Identifier: MIT
// The program `abax`: finds the command in the tables, runs it, and turns faults into one line on
// standard error and exit status 2.
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

static const struct command cli_commands[] = {
    {"play", "[GAME]", "play against a random player, line by line",
     "Asks for the game when none is named. Type an action, 'moves', 'rules' or 'quit'.", 0, 0, 1,
     cli_play},
    {"bench", "[GAME...] [--seconds N]", "measure random playouts and perft",
     "For each game and set of options, on one core: playouts and actions a second, perft\n"
     "positions a second, processor seconds beside wall seconds.",
     TAKES_TIME, 0, ANY_NUMBER, cli_bench},
};

enum { CLI_COUNT = sizeof cli_commands / sizeof *cli_commands };

static void write_out(void *to, const char *bytes, size_t count)
{
    fwrite(bytes, 1, count, to);
}

static void print_help(struct output *out)
{
    output_add(out, "Abax: Tiku, Yoxii, Kwinty, Turris, Tokan and Masker.\n\n"
                    "abax COMMAND [WORDS]   'abax COMMAND --help' tells more\n\n");
    command_list(cli_commands, CLI_COUNT, out);
    command_list(protocol_commands, protocol_command_count, out);
}

static const char *name_of(unsigned index)
{
    return index < CLI_COUNT ? cli_commands[index].name : protocol_commands[index - CLI_COUNT].name;
}

static int fail(const char *sentence)
{
    fprintf(stderr, "abax: %s\n", sentence);
    return 2;
}

static int unknown_command(const char *name)
{
    struct error e;
    const char *nearest = command_nearest(name, name_of, CLI_COUNT + protocol_command_count);

    if (nearest)
        error_set(&e, "command '%s' is unknown; did you mean '%s'?", error_quote(name).text,
                  nearest);
    else
        error_set(&e, "command '%s' is unknown; 'abax --help' lists them", error_quote(name).text);
    return fail(e.text);
}

int main(int count, char **words)
{
    struct output out = {write_out, stdout};
    struct error e;

    if (count < 2)
        return fail("a command is missing; 'abax --help' lists them");
    if (!strcmp(words[1], "--help") || !strcmp(words[1], "-h") || !strcmp(words[1], "help")) {
        print_help(&out);
        return 0;
    }
    const struct command *c = command_find(cli_commands, CLI_COUNT, words[1]);
    if (!c)
        c = command_find(protocol_commands, protocol_command_count, words[1]);
    if (!c)
        return unknown_command(words[1]);
    if (!command_run(c, (const char **)words + 2, (unsigned)count - 2, &out, &e))
        return fail(e.text);
    if (fflush(stdout) != 0 || ferror(stdout))
        return fail("standard output cannot be written");
    return 0;
}
