// SPDX-License-Identifier: MIT
// The program `abax`: finds the command in the tables, runs it, and turns faults into one line on
// standard error and exit status 2.
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "games/registry.h"

static const struct command *const cli_commands[] = {
    &cli_play_command,   &cli_learn_command,  &cli_bench_command,    &cli_match_command,
    &cli_record_command, &cli_review_command, &cli_selfplay_command, &cli_ugi_command,
    &cli_serve_command,  &cli_admin_command,  &cli_bot_command,      &cli_session_command,
    &cli_solve_command,  &cli_check_command,
};

enum { CLI_COUNT = sizeof cli_commands / sizeof *cli_commands };

static const struct command *find_command(const char *name)
{
    for (unsigned i = 0; i < CLI_COUNT; i++) {
        if (!strcmp(cli_commands[i]->name, name))
            return cli_commands[i];
    }
    return NULL;
}

static void write_out(void *to, const char *bytes, size_t count)
{
    fwrite(bytes, 1, count, to);
}

static const struct game *offered(unsigned index)
{
    for (unsigned i = 0; registry_game(i); i++) {
        if (!registry_game(i)->unlisted && !index--)
            return registry_game(i);
    }
    return NULL;
}

// "Abax: A, B and C."
static void print_titles(struct output *out)
{
    for (unsigned i = 0; offered(i); i++) {
        output_add(out, !i ? "Abax: " : offered(i + 1) ? ", " : " and ");
        output_add(out, offered(i)->title);
    }
    output_add(out, ".\n\n");
}

static void print_help(struct output *out)
{
    print_titles(out);
    output_add(out, "abax COMMAND [WORDS]   'abax COMMAND --help' tells more\n\n");
    for (unsigned i = 0; i < CLI_COUNT; i++)
        command_list(cli_commands[i], out);
    for (unsigned i = 0; i < protocol_command_count; i++)
        command_list(&protocol_commands[i], out);
}

static const char *name_of(unsigned index)
{
    return index < CLI_COUNT ? cli_commands[index]->name
                             : protocol_commands[index - CLI_COUNT].name;
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

static void print_progress(void *to, const char *words)
{
    (void)to;
    fprintf(stderr, "%s\n", words);
}

int main(int count, char **words)
{
    static const struct command_host host = {
        .clock = cli_clock, .megabytes = 256, .progress = print_progress};
    struct output out = {write_out, stdout};
    struct error e;

    setvbuf(stdout, NULL, _IOLBF, 0); // whoever reads along sees every line at once
    if (count < 2)
        return fail("a command is missing; 'abax --help' lists them");
    if (!strcmp(words[1], "--help") || !strcmp(words[1], "-h") || !strcmp(words[1], "help")) {
        print_help(&out);
        return 0;
    }
    const struct command *c = find_command(words[1]);
    // Some commands take a file here, and the name of a game in the table that the page has too.
    if (!c || (count > 2 && registry_find(words[2]) &&
               command_find(protocol_commands, protocol_command_count, words[1])))
        c = command_find(protocol_commands, protocol_command_count, words[1]);
    if (!c)
        return unknown_command(words[1]);
    if (!command_run(c, (const char **)words + 2, (unsigned)count - 2, &host, &out, &e))
        return fail(e.text);
    if (fflush(stdout) != 0 || ferror(stdout))
        return fail("standard output cannot be written");
    return 0;
}
