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
    options_help(c->options, out);
    output_add(out, "  -h, --help              print this\n");
}

void command_list(const struct command *c, struct output *out)
{
    output_format(out, "  %-9s %s\n", c->name, c->help);
}
