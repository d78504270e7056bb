// SPDX-License-Identifier: MIT
// `abax rules`: the rules of a game with their diagrams. The page has its own way to show both, so the module has no such
// command.
#include "cli/cli.h"
#include "games/registry.h"
#include "paint/rules.h"

void cli_print_rules(const struct game *g, const struct catalogue *words, struct output *out)
{
    paint_rules(g, registry_rules(g, words ? words->language : "en"), registry_diagrams(g), words,
                out, out);
}

static bool run(const struct arguments *a, struct output *out, struct error *e)
{
    (void)e;
    cli_print_rules(a->game, a->host->words, out);
    return true;
}

const struct command cli_rules_command = {
    .name = "rules",
    .usage = "GAME",
    .help =
        SENTENCE("cli.command.rules", "print the rules of a game, with examples on small boards"),
    .game = COMMAND_GAME,
    .options = COMMAND_NO_OPTIONS,
    .run = run,
};
