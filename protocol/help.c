// SPDX-License-Identifier: MIT
// Finding commands and printing their help.
#include <string.h>

#include "protocol/command.h"

const struct command *command_find(const struct command *table, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++) {
        if (!strcmp(table[i].name, name))
            return &table[i];
    }
    return NULL;
}

void command_help(const struct command *c, struct output *out)
{
    output_format(out, "abax %s%s%s\n  %s\n", c->name, *c->usage ? " " : "", c->usage, c->help);
    if (c->more)
        output_format(out, "%s\n", c->more);
    if (c->takes & TAKES_START)
        output_add(out, "  -o, --option key=value  choose a variant ('abax games' lists them)\n"
                        "  -p, --position POSITION start from this position text\n"
                        "  --seed N                deal with this seed (0 if not given)\n");
    if (c->takes & TAKES_SEAT)
        output_add(out, "  --seat N                show only what seat N may see\n");
    if (c->takes & TAKES_TIME)
        output_add(out,
                   "  --seconds N             measure for so long each time (1 if not given)\n");
    output_add(out, "  -h, --help              print this\n");
}

void command_list(const struct command *table, unsigned count, struct output *out)
{
    for (unsigned i = 0; i < count; i++)
        output_format(out, "  %-9s %s\n", table[i].name, table[i].help);
}
