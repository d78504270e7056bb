// SPDX-License-Identifier: MIT
// What --help prints without a command. An overview and the prompt after
// it fit on a screen of 24 lines of 80 columns in every language (tests/check-options).
#include "base/catalogue.h"
#include "cli/cli.h"
#include "cli/program.h"
#include "games/registry.h"

enum { GROUP_COLUMNS = 11, COMMANDS_COLUMNS = 30 };

static const struct game *listed_game(unsigned index)
{
    for (unsigned i = 0; i < registry_count(); i++) {
        if (!registry_game(i)->unlisted && !index--)
            return registry_game(i);
    }
    return NULL;
}

// "Abax: A, B and C."
static void print_titles(const struct catalogue *messages, struct output *out)
{
    for (unsigned i = 0; listed_game(i); i++) {
        const struct game *g = listed_game(i);
        if (!i)
            output_format(out, "%s ", sentence_text(messages, "help.abax", "Abax:"));
        else if (listed_game(i + 1))
            output_add(out, ", ");
        else
            output_format(out, " %s ", sentence_text(messages, "help.and", "and"));
        output_add(out, catalogue_text(messages, g->title, "%s.title", g->name));
    }
    output_add(out, ".\n\n");
}

// Letters beyond ASCII are several bytes and one column.
static void print_column(const char *text, unsigned columns, struct output *out)
{
    unsigned used = 0;

    for (const char *at = text; *at; at++)
        used += ((unsigned char)*at & 0xc0) != 0x80;
    output_add(out, text);
    for (; used < columns; used++)
        output_add(out, " ");
}

static void print_overview(const struct catalogue *messages, struct output *out)
{
    for (unsigned i = 0; i < cli_program.overview_count; i++) {
        const struct program_row *row = &cli_program.overview[i];
        const struct sentence *group = &row->group;
        print_column(group->english ? sentence_text(messages, group->id, group->english) : "",
                     GROUP_COLUMNS, out);
        print_column(row->commands, COMMANDS_COLUMNS, out);
        output_format(out, "%s\n", sentence_text(messages, row->purpose.id, row->purpose.english));
    }
}

void program_help(const struct catalogue *messages, struct output *out)
{
    print_titles(messages, out);
    if (cli_program.overview)
        output_say(out, messages, "help.usage",
                   "abax COMMAND [WORDS]   'abax COMMAND --help' tells more\n"
                   "abax --version         which Abax this is\n"
                   "abax --lang LANGUAGE   speak another language\n\n");
    else
        output_say(out, messages, "help.usage-of:program",
                   "%s COMMAND [WORDS]   with --help, --version and --lang as for abax\n\n",
                   cli_program.name);
    if (cli_program.ranks)
        output_say(out, messages, "help.ranks:program",
                   "mpirun -n N %s shares the work between N ranks (docs/ranks.md)\n\n",
                   cli_program.name);
    if (cli_program.overview) {
        print_overview(messages, out);
        return;
    }
    for (unsigned i = 0; i < cli_program.count; i++)
        command_list(cli_program.commands[i], messages, out);
}
