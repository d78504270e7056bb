// SPDX-License-Identifier: MIT
// `abax explore`: how games went on from a position, by self-play games or by games that were kept; `abax gather`: the
// file of self-play games that the explorer asks.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "games/registry.h"
#include "protocol/explore.h"
#include "record/collection.h"
#include "tui/shelf.h"

enum { MOST_FILE = 1500000 };

struct explore_own {
    const char *file;    // another file of openings
    const char *records; // games to count instead
    bool own;            // the terminal's shelf
};

// ---------------------------------------------------------------------------------------------
// Looking
// ---------------------------------------------------------------------------------------------

static size_t read_file(void *to, char *bytes, size_t room)
{
    return fread(bytes, 1, room, to);
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
    *e = (struct error){.text = ""};
    while (collection_next(&c, &r, e))
        explore_record(v, &r);
    collection_clear(&c);
    record_clear(&r);
    fclose(file);
    return e->text[0] == '\0';
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

// What came with the program, or a file that somebody names.
static bool look_up(const struct arguments *a, struct explorer_view *v, uint64_t *nodes,
                    struct error *e)
{
    const struct explore_own *own = a->own;
    const char *built_in = registry_openings(a->game);
    struct explorer_file f;
    char *read = NULL;
    size_t count = strlen(built_in);

    if (own->file && !(read = cli_read_file(own->file, MOST_FILE, &count, e)))
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
    const struct explore_own *own = a->own;

    if (own->records)
        return count_records(own->records, v, e);
    return own->own ? shelf_visit(v->history->game, count_match, v, e) : look_up(a, v, nodes, e);
}

static bool run(const struct arguments *a, struct output *out, struct error *e)
{
    const struct explore_own *own = a->own;
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
            explore_json(v, own->records || own->own ? "games" : "openings", nodes, &j);
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

static const struct explore_own explore_defaults = {.file = NULL};
static const struct option explore_options[] = {
    {OPTION("--file", "FILE", WORD), OPTION_OWN(explore_own, file),
     .help = SENTENCE("option.explore.file", "ask this file of openings, not the built-in one")},
    {OPTION("--records", "FILE", WORD), OPTION_OWN(explore_own, records),
     .help = SENTENCE("option.explore.records", "count the games of a file of records")},
    {OPTION("--own", "", FLAG), OPTION_OWN(explore_own, own),
     .help = SENTENCE("option.explore.own", "count the finished games of the terminal's shelf")},
    OPTION_END,
};

const struct command cli_explore_command = {
    .name = "explore",
    .usage = "GAME [-o key=value]... [-p POSITION] [OPTION...] [ACTION...]",
    .help = SENTENCE("cli.command.explore", "play the actions, then tell how games went on"),
    .more = SENTENCE(
        "cli.command.explore.more",
        "A line is an action, the games that reached the position behind it in any way, how they\n"
        "ended, the chance of who acts by the search, and what is proven for who acts. Mirror "
        "images\n"
        "are one. The games are those that the search played against itself (docs/explorer.md)."),
    .game = COMMAND_GAME,
    .options = COMMAND_OPTIONS(OPTIONS_START, explore_options, options_json),
    .most = ANY_NUMBER,
    .run = run,
    .own = &explore_defaults,
    .own_bytes = sizeof explore_defaults,
};

// ---------------------------------------------------------------------------------------------
// Making
// ---------------------------------------------------------------------------------------------

enum { MOST_ACTIONS = 400, MOST_POSITIONS = 20000000, DEFAULT_MOST = 400000 };

struct gather_own {
    uint64_t nodes, most, least;
};

// A game of a line of `abax selfplay --varied`, as keys.
struct line_game {
    uint64_t keys[MOST_ACTIONS + 1];
    int chances[MOST_ACTIONS + 1];
    enum solver_word proven[MOST_ACTIONS + 1]; // for the first seat
    struct game_position last;
    struct explorer_game game;
};

static char *field(char **at)
{
    char *found = *at, *end = found ? strchr(found, '\t') : NULL;

    *at = end ? end + 1 : NULL;
    if (end)
        *end = '\0';
    return found;
}

// What the rules and the game's book know of a position, for the first seat.
static enum solver_word known(const struct arguments *a, const struct game_position *p)
{
    struct solver_budget none = {.nodes = 0, .win = true, .loss = true};
    struct solver solver = {.proof = NULL};
    struct game_result result;
    struct history alone;
    game_action action;

    a->game->result(p, &result);
    if (result.over)
        return SOLVER_LOSS + (enum solver_word)result.outcome[0];
    history_init(&alone, a->game, &a->options, p);
    enum solver_word word = solver_here(&solver, &alone, &none, &action);
    solver_clear(&solver);
    history_clear(&alone);
    if (word == SOLVER_OPEN || word == SOLVER_DRAW || a->game->to_act(p) == 0)
        return word;
    return word == SOLVER_WIN ? SOLVER_LOSS : SOLVER_WIN;
}

// The chances are those of who was to act; they are kept as the first seat's.
static bool read_actions(const struct arguments *a, unsigned long long seed, char *actions,
                         char *chances, struct line_game *to)
{
    const struct game *g = a->game;
    char *rest = NULL, *told = NULL;
    struct game_position p;
    game_action action;
    unsigned long long chance;

    g->start(&a->options, seed, &p);
    to->game.count = to->game.thought = 0;
    const char *next = strtok_r(actions, " ", &rest), *said = strtok_r(chances, " ", &told);
    for (;;) {
        to->proven[to->game.count] = known(a, &p);
        to->keys[to->game.count++] = explorer_key(g, &p);
        if (said) {
            if (!text_read_number(said, 1000, &chance))
                return false;
            to->chances[to->game.thought++] = g->to_act(&p) == 0 ? (int)chance : 1000 - (int)chance;
            said = strtok_r(NULL, " ", &told);
        }
        to->last = p;
        if (!next)
            return !said;
        if (to->game.count > MOST_ACTIONS || !game_find(g, &p, next, &action))
            return false;
        g->apply(&p, action, &p);
        next = strtok_r(NULL, " ", &rest);
    }
}

static bool read_outcome(const char *result, enum game_outcome *outcome)
{
    static const char *const words[] = {[GAME_LOSS] = "0", [GAME_DRAW] = "0.5", [GAME_WIN] = "1"};

    for (*outcome = GAME_LOSS; *outcome <= GAME_WIN; ++*outcome) {
        if (!strcmp(result, words[*outcome]))
            return true;
    }
    return false;
}

// Whether a line's result is what the rules say of where its game ended: "end", if need be by repetition, or before that
// with a "proof".
static bool fits(const struct arguments *a, const struct line_game *game, const char *how)
{
    struct game_result result;

    a->game->result(&game->last, &result);
    if (result.over)
        return result.outcome[0] == game->game.outcome;
    return !strcmp(how, "proof") ||
           (!strcmp(how, "end") && a->game->repetition && game->game.outcome == GAME_DRAW);
}

static bool read_line(const struct arguments *a, char *line, struct line_game *to)
{
    char *at = line;
    char *seed = field(&at), *result = field(&at), *how = field(&at), *actions = field(&at);
    char *chances = field(&at);
    unsigned long long number;

    if (!chances || at || !text_read_number(seed, UINT64_MAX, &number) ||
        !read_outcome(result, &to->game.outcome) ||
        !read_actions(a, number, actions, chances, to) || !fits(a, to, how))
        return false;
    if (!strcmp(how, "proof"))
        to->proven[to->game.count - 1] = SOLVER_LOSS + (enum solver_word)to->game.outcome;
    to->game.proven = to->proven;
    to->game.keys = to->keys;
    to->game.chances = to->chances;
    return true;
}

static bool gather_file(const struct arguments *a, const char *path, struct explorer_index *index,
                        struct error *e)
{
    size_t count;
    char *bytes = cli_read_file(path, CLI_MOST_RECORDS, &count, e);
    struct line_game *game = malloc(sizeof *game);
    unsigned number = 1;
    bool good = bytes && game;

    // A file that was cut ends without a line end.
    for (char *line = bytes, *end; good && *line; line = end + 1, number++) {
        end = strchr(line, '\n');
        if (end)
            *end = '\0';
        good = (end && read_line(a, line, game)) ||
               error_set(e, "gather.line:file,line,game", "%s: line %u is no game of '%s'",
                         error_quote(path).text, number, a->game->name);
        good = good && (explorer_index_add(index, &game->game) ||
                        error_set(e, "explore.memory", "there is no memory for the openings"));
    }
    free(game);
    free(bytes);
    return good;
}

static bool gather(const struct arguments *a, struct output *out, struct error *e)
{
    const struct gather_own *own = a->own;
    struct explorer_index index = {.most = MOST_POSITIONS};
    struct explorer_made made = {a->game, a->nodes, own->most, (unsigned)own->least};
    bool good =
        game_is_duel(a->game, &a->options) ||
        error_set(e, "explore.open",
                  "openings are counted in games of two who see everything, not in this one");

    for (unsigned i = 0; good && i < a->rest_count; i++)
        good = gather_file(a, a->rest[i], &index, e);
    good = good && explorer_write(&index, &made, out, e);
    explorer_index_clear(&index);
    return good;
}

static const struct gather_own gather_defaults = {.most = DEFAULT_MOST, .least = 1};
static const struct option gather_options[] = {
    {OPTION("--most", "BYTES", NUMBER), OPTION_OWN(gather_own, most), .least = 1000,
     .most = MOST_FILE,
     .help = SENTENCE("option.gather.most",
                      "leave rare positions out until it has no more bytes (400000 if not given)")},
    {OPTION("--least", "N", NUMBER), OPTION_OWN(gather_own, least), .least = 1, .most = 1000000,
     .help = SENTENCE("option.gather.least", "leave out positions of fewer games than N")},
    OPTION_END,
};

const struct command cli_gather_command = {
    .name = "gather",
    .usage = "GAME FILE... [--nodes N] [--most BYTES] [--least N]",
    .help = SENTENCE("cli.command.gather", "write the openings file that 'abax explore' asks"),
    .more = SENTENCE("cli.command.gather.more",
                     "FILEs are what 'abax selfplay GAME --varied K' wrote; --nodes tells how long "
                     "the search thought\nthere. 'make openings' does all of it."),
    .game = COMMAND_GAME,
    .options = COMMAND_OPTIONS(options_setting, options_nodes, gather_options),
    .least = 1,
    .most = ANY_NUMBER,
    .run = gather,
    .own = &gather_defaults,
    .own_bytes = sizeof gather_defaults,
};
