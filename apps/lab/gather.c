// SPDX-License-Identifier: MIT
// `abax-lab gather`: counts self-play games and writes the file that the opening explorer asks.
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/program.h"
#include "coach/explorer.h"
#include "lab/lab.h"
#include "play/solver.h"

enum { MOST_ACTIONS = 400, MOST_POSITIONS = 20000000, MOST_FILE = 1500000, DEFAULT_MOST = 400000 };

struct gather_options {
    uint64_t nodes, most, least;
};

// A game of a line of `abax-lab selfplay --varied`, as keys.
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
    char *rest = NULL, *chance_rest = NULL;
    struct game_position p;
    game_action action;
    unsigned long long chance;

    g->start(&a->options, seed, &p);
    to->game.count = to->game.thought = 0;
    const char *next = strtok_r(actions, " ", &rest), *said = strtok_r(chances, " ", &chance_rest);
    for (;;) {
        to->proven[to->game.count] = known(a, &p);
        to->keys[to->game.count++] = explorer_key(g, &p);
        if (said) {
            if (!text_read_number(said, 1000, &chance))
                return false;
            to->chances[to->game.thought++] = g->to_act(&p) == 0 ? (int)chance : 1000 - (int)chance;
            said = strtok_r(NULL, " ", &chance_rest);
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

// Whether a line's result is what the rules say of where its game ended: "end", if need be by
// repetition, or before that with a "proof".
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

static bool gather_games(const struct arguments *a, struct output *out, struct error *e)
{
    const struct gather_options *chosen = a->chosen;
    struct explorer_index index = {.most = MOST_POSITIONS};
    struct explorer_made made = {a->game, a->nodes, chosen->most, (unsigned)chosen->least};
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

static const struct gather_options defaults = {.most = DEFAULT_MOST, .least = 1};
static const struct option options[] = {
    {OPTION("--most", "BYTES", NUMBER), OPTION_LOCAL(gather_options, most), .least = 1000,
     .most = MOST_FILE,
     .help = SENTENCE("option.gather.most",
                      "leave rare positions out until it has no more bytes (400000 if not given)")},
    {OPTION("--least", "N", NUMBER), OPTION_LOCAL(gather_options, least), .least = 1,
     .most = 1000000,
     .help = SENTENCE("option.gather.least", "leave out positions of fewer games than N")},
    OPTION_END,
};

const struct command lab_gather_command = {
    .name = "gather",
    .program = "abax-lab",
    .usage = "GAME FILE... [--nodes N] [--most BYTES] [--least N]",
    .help = SENTENCE("cli.command.gather", PROGRAM_HELP_GATHER),
    .more =
        SENTENCE("cli.command.gather.more",
                 "FILEs are what 'abax-lab selfplay GAME --varied K' wrote; --nodes tells how long "
                 "the search thought\nthere. 'make openings' does all of it."),
    .game = COMMAND_GAME,
    .options = COMMAND_OPTIONS(options_setting, options_nodes, options),
    .least = 1,
    .most = ANY_NUMBER,
    .run = gather_games,
    .defaults = &defaults,
    .options_bytes = sizeof defaults,
};
