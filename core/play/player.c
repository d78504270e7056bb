// SPDX-License-Identifier: MIT
// Chooses actions for a player: at random, greedily, by a level's parameters, or by search. A
// player has a thinker of its own and sees only its seat's view. Levels use integers only, so that
// one seed gives one game on every platform.
#include "play/player.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "play/blunder.h"
#include "play/levels.h"
#include "play/playout.h"

enum {
    // Megabytes. One holds 65,536 entries, several times what FEW_NODES store, and a small table is
    // cheap to clear before every game. The other sizes were chosen by hand, not measured.
    SMALL_TABLE = 1,
    LARGE_TABLE = 16,
    FEW_NODES = 20000,
    LOW_LEVELS = 6, // for which a small table is enough
    PLAYOUTS = 32,  // in place of an evaluation: win probability to about 9 %. Chosen by hand.
    SURE = 1000,    // a win probability, in thousandths
};

// ---------------------------------------------------------------------------------------------
// Specs
// ---------------------------------------------------------------------------------------------

// Players with a number after a colon.
static const struct {
    const char *name;
    unsigned long long most;
} numbered[] = {{"nodes", 1000000000000},
                {"movetime", 3600000},
                {"depth", SEARCH_MAX_PLY - 1},
                {"level", LEVELS},
                {"like", LEVELS}};

enum { BY_NODES, BY_MOVETIME, BY_DEPTH, BY_LEVEL, BY_ADAPTIVE_LEVEL, NUMBERED };

static void set_number(struct player_spec *spec, unsigned which, unsigned long long n)
{
    spec->kind = which >= BY_LEVEL ? PLAYER_LEVEL : PLAYER_SEARCH;
    spec->adaptive = which == BY_ADAPTIVE_LEVEL;
    if (which == BY_NODES)
        spec->limits.search.nodes = n;
    else if (which == BY_MOVETIME)
        spec->limits.milliseconds = n;
    else if (which == BY_DEPTH)
        spec->limits.search.depth = (unsigned)n;
    else
        spec->level = (unsigned)n;
}

// Reads "NODES,DEPTH,LINES,HALVING,CARELESS,SLIP".
static bool read_row(const char *text, struct level *row)
{
    static const unsigned long long most[] = {
        1000000000000, SEARCH_MAX_PLY - 1, SEARCH_MAX_LINES, SURE, SURE, SURE};
    enum { NUMBERS = sizeof most / sizeof *most, DIGITS = 16 };
    unsigned long long n[NUMBERS];

    for (unsigned i = 0; i < NUMBERS; i++) {
        size_t length = strcspn(text, ",");
        char number[DIGITS] = "";
        if (length >= DIGITS || text[length] != (i + 1 < NUMBERS ? ',' : '\0'))
            return false;
        memcpy(number, text, length);
        if (!text_read_number(number, most[i], &n[i]))
            return false;
        text += length + 1;
    }
    *row = (struct level){n[0],           (unsigned)n[1], (unsigned)n[2],
                          (unsigned)n[3], (unsigned)n[4], (unsigned)n[5]};
    return row->nodes && row->lines && row->halving;
}

// Reads "level:N@ROW".
static bool read_tuned(const char *text, struct player_spec *spec, struct error *e)
{
    const char *row = strchr(text, '@');
    char level[sizeof "level:10"] = "";

    if ((size_t)(row - text) < sizeof level) {
        memcpy(level, text, (size_t)(row - text));
        if (player_read(level, spec, e) && read_row(row + 1, &spec->row))
            return true;
    }
    return error_set(e, "player.row:player",
                     "player '%s': a level's row is NODES,DEPTH,LINES,HALVING,CARELESS,SLIP",
                     error_quote(text).text);
}

bool player_read(const char *text, struct player_spec *spec, struct error *e)
{
    unsigned long long n;

    *spec = (struct player_spec){.kind = PLAYER_RANDOM};
    if (!strcmp(text, "random"))
        return true;
    spec->kind = PLAYER_GREEDY;
    if (!strcmp(text, "greedy"))
        return true;
    if (!strncmp(text, "level:", 6) && strchr(text, '@'))
        return read_tuned(text, spec, e);
    for (unsigned i = 0; i < NUMBERED; i++) {
        size_t length = strlen(numbered[i].name);
        if (strncmp(text, numbered[i].name, length) != 0 || text[length] != ':')
            continue;
        if (!text_read_number(text + length + 1, numbered[i].most, &n) || n == 0)
            return error_set(e, "player.number:player,name,most",
                             "player '%s': %s is a number from 1 to %llu", error_quote(text).text,
                             numbered[i].name, numbered[i].most);
        set_number(spec, i, n);
        return true;
    }
    return error_set(e, "player.unknown:player", "player '%s' is unknown; there are: " PLAYER_SPECS,
                     error_quote(text).text);
}

// ---------------------------------------------------------------------------------------------
// Players
// ---------------------------------------------------------------------------------------------

size_t player_megabytes(const struct player_spec *spec)
{
    uint64_t nodes = spec->limits.search.nodes;

    if (spec->kind == PLAYER_RANDOM || spec->kind == PLAYER_GREEDY)
        return 0;
    if (spec->kind == PLAYER_LEVEL)
        return spec->level <= LOW_LEVELS ? SMALL_TABLE : LARGE_TABLE;
    return nodes && nodes <= FEW_NODES ? SMALL_TABLE : LARGE_TABLE;
}

bool player_init(struct player *p, const struct player_spec *spec, think_clock *clock,
                 struct error *e)
{
    *p = (struct player){.spec = *spec};
    if (!thinker_init(&p->thinker, player_megabytes(spec), clock, e))
        return false;
    player_new_game(p, 0);
    return true;
}

void player_clear(struct player *p)
{
    thinker_clear(&p->thinker);
}

void player_new_game(struct player *p, uint64_t seed)
{
    p->random = random_from_seed(seed);
    thinker_forget(&p->thinker, random_next(&p->random));
}

// ---------------------------------------------------------------------------------------------
// Choosing without a search
// ---------------------------------------------------------------------------------------------

// What a player sees: the seat's view, and one determinization of it.
struct observation {
    const struct game *game;
    int seat;
    struct game_position guess;
    struct game_actions list;
};

static void observe(struct player *p, const struct history *history, struct observation *s)
{
    struct game_position seen;

    s->game = history->game;
    s->seat = history->game->to_act(&history->position);
    game_view(history->game, &history->position, s->seat, &seen);
    game_list(history->game, &seen, &s->list);
    game_determinize(history->game, &seen, &p->random, &s->guess);
}

// The win probability by random playouts, for games without an evaluation.
static int playout_chance(struct player *p, const struct observation *s,
                          const struct game_position *from)
{
    struct game_result result;
    int gain = 0;

    for (unsigned i = 0; i < PLAYOUTS; i++) {
        struct game_position end = *from;
        playout_random(s->game, &end, &p->random);
        s->game->result(&end, &result);
        gain += (int)result.outcome[s->seat];
    }
    return gain * SURE / (GAME_WIN * PLAYOUTS);
}

// The win probability after an action by static evaluation.
static int static_chance(struct player *p, const struct observation *s, game_action action)
{
    struct game_position after;
    struct game_result result;

    s->game->apply(&s->guess, action, &after);
    s->game->result(&after, &result);
    if (result.over)
        return (int)result.outcome[s->seat] * SURE / GAME_WIN;
    return game_ai(s->game)->evaluate
               ? search_chance(s->game, game_evaluate(s->game, &after, s->seat))
               : playout_chance(p, s, &after);
}

static bool immediate_win(const struct observation *s, game_action *action)
{
    struct game_position after;
    struct game_result result;

    for (unsigned i = 0; i < s->list.count; i++) {
        s->game->apply(&s->guess, s->list.at[i], &after);
        s->game->result(&after, &result);
        if (!result.over || result.outcome[s->seat] != GAME_WIN)
            continue;
        *action = s->list.at[i];
        return true;
    }
    return false;
}

// ---------------------------------------------------------------------------------------------
// Levels: choosing by loss
// ---------------------------------------------------------------------------------------------

// 2 to the power of 16 - distance / halving, linear between whole powers.
static uint32_t odds(unsigned distance, unsigned halving)
{
    unsigned halved = distance / halving, rest = distance % halving;

    assert(halving > 0);
    if (halved >= 16)
        return 0;
    uint32_t whole = UINT32_C(65536) >> halved;
    return whole - (uint32_t)((uint64_t)whole * rest / (2 * halving));
}

// Draws an index below `count`. The smallest distance has the best odds; they halve with every
// `halving` more.
static unsigned draw_by_distance(struct player *p, const unsigned *distance, unsigned count,
                                 unsigned halving)
{
    unsigned nearest = UINT_MAX, i;
    uint32_t total = 0;

    for (i = 0; i < count; i++)
        nearest = distance[i] < nearest ? distance[i] : nearest;
    for (i = 0; i < count; i++)
        total += odds(distance[i] - nearest, halving);
    assert(total >= 65536); // the odds of the nearest alone
    uint32_t drawn = random_below(&p->random, total), own;
    for (i = 0; drawn >= (own = odds(distance[i] - nearest, halving)); i++)
        drawn -= own;
    return i;
}

// An index that was drawn, and what the blunder check says of its action.
struct pick {
    unsigned at;
    enum blunder blunder;
};

// Draws until an action is no blunder. If all are, returns the first of the least bad ones. Actions
// with the distance UINT_MAX are never drawn.
static struct pick draw_safely(struct player *p, const struct blunder_check *c,
                               const game_action *actions, unsigned *distance, unsigned count,
                               unsigned halving)
{
    struct pick best = {0, BLUNDER_LOSS};
    bool left = true;

    for (bool first = true; left; first = false) {
        struct pick pick = {draw_by_distance(p, distance, count, halving), BLUNDER_NONE};
        pick.blunder = blunder_check_action(c, actions[pick.at]);
        if (pick.blunder == BLUNDER_NONE)
            return pick;
        if (first || pick.blunder < best.blunder)
            best = pick;
        distance[pick.at] = UINT_MAX;
        left = false;
        for (unsigned i = 0; i < count; i++)
            left |= distance[i] != UINT_MAX;
    }
    return best;
}

// An action that costs about `cost` of win probability, by static evaluation.
static struct pick slip(struct player *p, const struct observation *s,
                        const struct blunder_check *c, unsigned cost, unsigned halving)
{
    unsigned distance[GAME_MAX_ACTIONS];
    int chance[GAME_MAX_ACTIONS], most = 0;

    for (unsigned i = 0; i < s->list.count; i++) {
        chance[i] = static_chance(p, s, s->list.at[i]);
        most = chance[i] > most ? chance[i] : most;
    }
    for (unsigned i = 0; i < s->list.count; i++)
        distance[i] = (unsigned)abs(most - chance[i] - (int)cost);
    return draw_safely(p, c, s->list.at, distance, s->list.count, halving);
}

// ---------------------------------------------------------------------------------------------
// Choosing with a search
// ---------------------------------------------------------------------------------------------

// -1, 0 or 1: the line is a proven loss, open, or a proven win.
static int certainty(const struct search_line *line)
{
    if (!line->proven)
        return 0;
    return (line->value > 0) - (line->value < 0);
}

static struct pick choose_line(struct player *p, const struct blunder_check *c,
                               const struct search_report *report, unsigned halving)
{
    const struct search_line *best = &report->lines[0];
    const struct game *g = c->history->game;
    game_action actions[SEARCH_MAX_LINES];
    unsigned loss[SEARCH_MAX_LINES];

    for (unsigned i = 0; i < report->line_count; i++) {
        const struct search_line *line = &report->lines[i];
        int lost = search_chance(g, best->value) - search_chance(g, line->value);
        actions[i] = line->actions[0];
        loss[i] = lost > 0 ? (unsigned)lost : 0;
        if (certainty(line) < certainty(best)) // never gives up a proven win
            loss[i] = UINT_MAX;
    }
    return draw_safely(p, c, actions, loss, report->line_count, halving);
}

// One of the symmetric actions of a line, all with equal chance.
static game_action any_symmetric(struct player *p, const struct search_line *line)
{
    unsigned i = line->symmetric_count ? random_below(&p->random, line->symmetric_count + 1) : 0;

    return i ? line->symmetric[i - 1] : line->actions[0];
}

static bool sure_win(const struct observation *s, const struct blunder_check *c,
                     game_action *action)
{
    for (unsigned i = 0; i < s->list.count; i++) {
        *action = s->list.at[i];
        if (blunder_check_wins(c, *action))
            return true;
    }
    return false;
}

static game_action choose_by_level(struct player *p, const struct history *history,
                                   const struct observation *s)
{
    const struct level *level =
        p->spec.row.nodes ? &p->spec.row
                          : level_parameters(history->game, &history->options, p->spec.level);
    struct think_limits limits = {
        .no_certainty = p->spec.level < LEVELS,
        .search = {.nodes = level->nodes, .depth = level->depth, .lines = level->lines}};
    struct search_report report;
    struct blunder_check check;
    game_action win;

    blunder_check_init(&check, history, &p->random);
    // The highest level may know a win by a larger margin than the immediate one.
    if (p->spec.level < LEVELS && sure_win(s, &check, &win))
        return win;
    think(&p->thinker, history, &limits, &p->watch, &report);
    bool certain = certainty(&report.lines[0]) > 0;
    if (!certain && sure_win(s, &check, &win))
        return win;
    if (!certain && random_below(&p->random, 1000) < level->careless)
        return s->list.at[slip(p, s, &check, level->slip, level->halving).at];
    struct pick line = choose_line(p, &check, &report, level->halving);
    if (line.blunder != BLUNDER_NONE) {
        // All lines are blunders: the best other action by static evaluation.
        struct pick other = slip(p, s, &check, 0, level->halving);
        if (other.blunder < line.blunder)
            return s->list.at[other.at];
    }
    return any_symmetric(p, &report.lines[line.at]);
}

static game_action choose_by_search(struct player *p, const struct history *history)
{
    struct search_report report;

    think(&p->thinker, history, &p->spec.limits, &p->watch, &report);
    return report.lines[0].actions[0];
}

game_action player_choose(struct player *p, const struct history *history)
{
    struct observation s;
    game_action win;

    observe(p, history, &s);
    assert(s.list.count > 0 && !history->repeated); // the game is not over
    if (s.list.count == 1)
        return s.list.at[0];
    if (p->spec.kind == PLAYER_SEARCH)
        return choose_by_search(p, history);
    if (p->spec.kind == PLAYER_LEVEL)
        return choose_by_level(p, history, &s);
    if (p->spec.kind == PLAYER_GREEDY && immediate_win(&s, &win))
        return win;
    return s.list.at[random_below(&p->random, s.list.count)];
}
