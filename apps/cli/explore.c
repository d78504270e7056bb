// SPDX-License-Identifier: MIT
// `abax explore`: how games went on from a position, by self-play games or by games that were kept.
// `abax-lab gather` writes the file of self-play games.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "games/registry.h"
#include "protocol/explore.h"
#include "record/collection.h"
#include "tui/saves.h"

enum { MOST_FILE = 1500000 };

struct explore_options {
    const char *file;    // another file of openings
    const char *records; // games to count instead
    bool saves;          // the games that the terminal saved
};

// ---------------------------------------------------------------------------------------------
// Looking
// ---------------------------------------------------------------------------------------------

static size_t read_file(void *to, char *bytes, size_t capacity)
{
    return fread(bytes, 1, capacity, to);
}

static bool count_records(const char *path, struct explorer_view *v, struct error *e)
{
    FILE *file = fopen(path, "rb");
    struct collection c;
    struct record r;

    if (!file)
        return cli_unread(path, e);
    record_init(&r);
    collection_init(&c, read_file, file);
    *e = (struct error){0};
    while (collection_next(&c, &r, e))
        explore_record(v, &r);
    collection_clear(&c);
    record_clear(&r);
    fclose(file);
    return e->message.text[0] == '\0';
}

static void count_match(void *view, const struct match *m)
{
    struct error ignored;
    struct record r;

    record_init(&r);
    if (match_over(m) && record_of_match(&r, m, RECORD_ALL, &ignored))
        explore_record(view, &r);
    record_clear(&r);
}

// The openings of the program, or of a file that --file names.
static bool look_up(const struct arguments *a, struct explorer_view *v, uint64_t *nodes,
                    struct error *e)
{
    const struct explore_options *chosen = a->chosen;
    const char *built_in = registry_openings(a->game);
    struct explorer_file f;
    char *read = NULL;
    size_t count = strlen(built_in);

    if (chosen->file && !(read = cli_read_file(chosen->file, MOST_FILE, &count, e)))
        return false;
    if (!read && !count)
        return explorer_same_start(a->game, e) &&
               error_set(e, "explore.none:game", "there are no openings of '%s' here",
                         a->game->name);
    bool good = explorer_open(&f, a->game, read ? read : built_in, count, e);
    if (good) {
        explorer_look(v, &f);
        *nodes = f.nodes;
    }
    free(read);
    return good;
}

static bool fill(const struct arguments *a, struct explorer_view *v, uint64_t *nodes,
                 struct error *e)
{
    const struct explore_options *chosen = a->chosen;

    if (chosen->records)
        return count_records(chosen->records, v, e);
    return chosen->saves ? saves_visit(v->history->game, count_match, v, e)
                         : look_up(a, v, nodes, e);
}

static bool run_explore(const struct arguments *a, struct output *out, struct error *e)
{
    const struct explore_options *chosen = a->chosen;
    struct explorer_view *v = malloc(sizeof *v);
    struct history history;
    struct json_writer j;
    uint64_t nodes = 0;

    if (!v)
        return error_set(e, "explore.memory", "there is no memory for the openings");
    if (!arguments_history(a, a->rest_count, &history, e)) {
        free(v);
        return false;
    }
    bool good = explorer_begin(v, &history, e) && fill(a, v, &nodes, e);
    if (good) {
        explorer_settle(v);
        if (a->json) {
            json_write_init(&j, out);
            json_write_object(&j, NULL);
            explore_json(v, chosen->records || chosen->saves ? "games" : "openings", nodes, &j);
            json_write_end_object(&j);
            output_add(out, "\n");
        } else {
            explore_print(v, a->host->messages, out);
        }
    }
    history_clear(&history);
    free(v);
    return good;
}

static const struct explore_options explore_defaults = {.file = NULL};
static const struct option explore_rows[] = {
    {OPTION("--file", "FILE", WORD), OPTION_LOCAL(explore_options, file),
     .help = SENTENCE("option.explore.file", "ask this file of openings, not the built-in one")},
    {OPTION("--records", "FILE", WORD), OPTION_LOCAL(explore_options, records),
     .help = SENTENCE("option.explore.records", "count the games of a file of records")},
    {OPTION("--own", "", FLAG), OPTION_LOCAL(explore_options, saves),
     .help = SENTENCE("option.explore.own", "count the finished games that the terminal saved")},
    OPTION_END,
};

const struct command cli_explore_command = {
    .name = "explore",
    .usage = "GAME [-o key=value]... [-p POSITION] [OPTION...] [ACTION...]",
    .help = SENTENCE("cli.command.explore", "play the actions, then tell how games went on"),
    .more = SENTENCE(
        "cli.command.explore.more",
        "A line is an action, the games that reached the position after it by any path, how they\n"
        "ended, the chance of who acts by the search, and what is proven for who acts. Mirror "
        "images\n"
        "are one. The games are those that the search played against itself (docs/explorer.md)."),
    .game = COMMAND_GAME,
    .options = COMMAND_OPTIONS(OPTIONS_START, explore_rows, options_json),
    .most = ANY_NUMBER,
    .run = run_explore,
    .defaults = &explore_defaults,
    .options_bytes = sizeof explore_defaults,
};
