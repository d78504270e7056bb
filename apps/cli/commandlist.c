// SPDX-License-Identifier: MIT
// `abax commands`: every command with its options, for whatever is made from them: manuals,
// completions, tests.
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/jsonwrite.h"
#include "cli/cli.h"
#include "cli/program.h"

static const char *const games[] = {
    [COMMAND_NO_GAME] = "none",          [COMMAND_GAME] = "needed",
    [COMMAND_ANY_GAME] = "optional",     [COMMAND_ASKED_GAME] = "optional",
    [COMMAND_GAME_OR_WORD] = "optional",
};
static const char *const kinds[] = {
    [OPTION_FLAG] = "flag",       [OPTION_WORD] = "word", [OPTION_NUMBER] = "number",
    [OPTION_SETTING] = "setting", [OPTION_SEAT] = "seat", [OPTION_READ] = "words",
    [OPTION_TAKE] = "word",
};

static void write_option(struct json_writer *j, const struct option *o,
                         const struct catalogue *messages)
{
    json_write_object(j, NULL);
    json_write_string(j, "name", o->name);
    json_write_string(j, "brief", o->brief);
    json_write_string(j, "values", o->values ? o->values : "");
    json_write_string(j, "kind", kinds[o->kind]);
    json_write_string(j, "help", sentence_text(messages, o->help.id, o->help.english));
    json_write_end_object(j);
}

static void write_command(const struct command *c, const char *program,
                          const struct catalogue *messages, struct output *out)
{
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    json_write_string(&j, "name", c->name);
    json_write_string(&j, "program", program);
    json_write_string(&j, "usage", c->usage);
    json_write_string(&j, "summary", sentence_text(messages, c->help.id, c->help.english));
    json_write_string(&j, "more",
                      c->more.english ? sentence_text(messages, c->more.id, c->more.english) : "");
    json_write_string(&j, "game", games[c->game]);
    json_write_array(&j, "options");
    for (const struct option *const *list = c->options; *list; list++) {
        for (const struct option *o = *list; o->name; o++)
            write_option(&j, o, messages);
    }
    json_write_end_array(&j);
    json_write_end_object(&j);
    output_add(out, "\n");
}

static void write_names(const struct program_other *other, const struct catalogue *messages,
                        struct output *out)
{
    for (unsigned i = 0; i < other->count; i++)
        write_command(other->commands[i], other->name, messages, out);
}

// Another program lists its own commands, as a child of this process; if it is not installed, they
// are listed without options. False in a child that has done so and has nothing else to list.
static bool write_other(const struct program_other *other, const struct catalogue *messages,
                        struct output *out)
{
    const char *const again[] = {"commands"};
    struct error unused;

    fflush(stdout);
    pid_t child = fork();
    if (child > 0) {
        waitpid(child, NULL, 0);
        return true;
    }
    if (child == 0)
        program_become(other, again, 1, messages, &unused);
    write_names(other, messages, out);
    return child != 0;
}

// Programs share commands; each is listed once, by the program that people call for it.
static bool is_own(const struct command *c)
{
    if (cli_program.others)
        return true;
    return c != &cli_commands_command &&
           (!cli_program.lab || (c->program && !strcmp(c->program, cli_program.name)));
}

static bool list_commands(const struct arguments *a, struct output *out, struct error *e)
{
    const struct catalogue *messages = a->host->messages;

    (void)e;
    for (unsigned i = 0; i < cli_program.count; i++) {
        if (is_own(cli_program.commands[i]))
            write_command(cli_program.commands[i], cli_program.name, messages, out);
    }
    for (unsigned i = 0; cli_program.shared && i < protocol_command_count; i++)
        write_command(&protocol_commands[i], cli_program.name, messages, out);
    for (unsigned i = 0; i < cli_program.other_count; i++) {
        if (!write_other(&cli_program.others[i], messages, out))
            break;
    }
    return true;
}

const struct command cli_commands_command = {
    .name = "commands",
    .usage = "",
    .help = SENTENCE("cli.command.commands",
                     "list all commands and options as JSON, for manuals and completions"),
    .more = SENTENCE("cli.command.commands.more",
                     "One object a line; what a summary, an option's help and the rest say is in "
                     "the language asked for."),
    .options = COMMAND_NO_OPTIONS,
    .run = list_commands,
};
