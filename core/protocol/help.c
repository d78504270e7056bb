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

void command_help(const struct command *c, const struct catalogue *messages, struct output *out)
{
    output_format(out, "%s %s%s%s\n  %s\n", c->program ? c->program : "abax", c->name,
                  *c->usage ? " " : "", c->usage,
                  sentence_text(messages, c->help.id, c->help.english));
    if (c->more.english)
        output_format(out, "%s\n", sentence_text(messages, c->more.id, c->more.english));
    options_help(c->options, messages, out);
    output_format(out, "  -h, --help              %s\n",
                  sentence_text(messages, "help.option.help", "print this"));
}

void command_list(const struct command *c, const struct catalogue *messages, struct output *out)
{
    output_format(out, "  %-8s  %s\n", c->name,
                  sentence_text(messages, c->help.id, c->help.english));
}
