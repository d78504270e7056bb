// SPDX-License-Identifier: MIT
// `abax stats`: your finished games that the terminal saved, counted.
#include <stdlib.h>

#include "cli/cli.h"
#include "protocol/stats.h"
#include "tui/saves.h"

static void count_match(void *stats, const struct match *m)
{
    stats_add(stats, m);
}

static bool run_stats(const struct arguments *a, struct output *out, struct error *e)
{
    struct stats *s = calloc(1, sizeof *s);

    if (!s)
        return error_set(e, "session.memory", "out of memory");
    bool good = saves_visit(a->game, count_match, s, e);
    if (good && a->json)
        stats_json(s, out);
    else if (good)
        stats_text(s, a->host->messages, out);
    free(s);
    return good;
}

const struct command cli_stats_command = {
    .name = "stats",
    .usage = "[GAME] [--json]",
    .help = SENTENCE("cli.command.stats", "count your games against the computer"),
    .more = SENTENCE(
        "cli.command.stats.more",
        "The finished games saved by the terminal in which one person met computers: by game, "
        "seat,\n"
        "level and opening, and which level would be an even game (docs/levels.md)."),
    .game = COMMAND_ASKED_GAME,
    .options = COMMAND_OPTIONS(options_json),
    .run = run_stats,
};
