// SPDX-License-Identifier: MIT
// Varied and yet strong games, see varied.h. Chances are integers and the draw uses nothing else,
// so that a seed gives the same game on every platform.
#include <string.h>

#include "base/output.h"
#include "lab/varied.h"

enum {
    MOST_DRAWN = 2,  // times the wanted number are drawn, forced ones included
    STRAY_PLIES = 4, // of the first actions one in STRAY is any legal one, so all are seen
    STRAY = 16,
    HALVED =
        25, // a line that is worth this many thousandths less is drawn half as often as the best
    FARTHEST = 250, // one that is worth so much less, never
    OPEN = 100,     // with a second line nearer than this there was a choice
};

static struct search_report search_lines(struct varied *v, const struct history *history,
                                         unsigned lines)
{
    // Neither book nor proof search: a game that is solved would end before it has begun.
    struct think_limits limits = {.search = {.nodes = v->nodes, .lines = lines},
                                  .no_certainty = true};
    struct search_report report;

    think(v->thinker, history, &limits, NULL, &report);
    return report;
}

static int chance_of(const struct varied *v, const struct search_line *line)
{
    if (line->proven)
        return line->value > SEARCH_ESTIMATE ? 1000 : line->value < -SEARCH_ESTIMATE ? 0 : 500;
    return search_chance(v->game, line->value);
}

static void take_report(const struct varied *v, const struct search_report *report,
                        struct varied_choice *choice)
{
    choice->count = 0;
    choice->proven = report->lines[0].proven;
    for (unsigned i = 0; i < report->line_count && i < VARIED_LINES; i++) {
        choice->actions[i] = report->lines[i].actions[0];
        choice->chances[i] = chance_of(v, &report->lines[i]);
        choice->count++;
    }
}

// Several lines of a position by itself, as if no game led there: what is remembered must not
// depend on the way.
static void think_afresh(struct varied *v, const struct game_position *p,
                         struct varied_choice *choice)
{
    struct history alone;

    history_init(&alone, v->game, &v->options, p);
    thinker_forget(v->thinker, 0);
    struct search_report report = search_lines(v, &alone, VARIED_LINES);
    take_report(v, &report, choice);
    history_clear(&alone);
}

static void choices_of(struct varied *v, const struct game_position *p,
                       struct varied_choice *choice)
{
    uint64_t key = game_key(v->game, p);

    key += key == 0;
    struct varied_choice *slot = &v->slots[key % VARIED_SLOTS];
    if (slot->key != key) {
        struct varied_choice found = {.key = key};
        think_afresh(v, p, &found);
        if (slot->key) { // the earlier ones come again more often
            *choice = found;
            return;
        }
        *slot = found;
    }
    *choice = *slot;
}

// One of the lines, the better the likelier.
static game_action draw(const struct varied_choice *choice, struct random *r)
{
    uint32_t weights[VARIED_LINES] = {0}, sum = 0;

    for (unsigned i = 0; i < choice->count; i++) {
        int loss = choice->chances[0] - choice->chances[i];
        loss = loss < 0 ? 0 : loss;
        weights[i] = loss > FARTHEST ? 0 : 100000000u / (unsigned)(HALVED * HALVED + loss * loss);
        sum += weights[i];
    }
    uint32_t at = random_below(r, sum);
    unsigned i = 0;
    for (; at >= weights[i]; i++)
        at -= weights[i];
    return choice->actions[i];
}

static game_action any_action(const struct history *history, struct random *r)
{
    struct game_actions list;

    history_list(history, &list);
    return list.at[random_below(r, list.count)];
}

// Thinks about where the game stands. False: it is proven how it ends, and the result is known.
static bool draw_action(struct varied *v, const struct history *history, struct random *r,
                        game_action *action)
{
    struct varied_choice choice = {.count = 0};
    bool drawn = v->drawn < v->plies && v->length < MOST_DRAWN * v->plies;

    if (drawn) {
        choices_of(v, &history->position, &choice);
    } else {
        if (!v->alone) // what the table holds now depends on what was remembered
            thinker_forget(v->thinker, 0);
        v->alone = true;
        struct search_report report = search_lines(v, history, 1);
        take_report(v, &report, &choice);
    }
    int chance = v->chances[v->thought++] = choice.chances[0];
    if (choice.proven) {
        bool first = v->game->to_act(&history->position) == 0;
        enum game_outcome own = chance == 500 ? GAME_DRAW : chance > 500 ? GAME_WIN : GAME_LOSS;
        v->proven = v->ended = true;
        v->outcome = first ? own : GAME_WIN - own;
        return false;
    }
    v->drawn += choice.count > 1 && choice.chances[0] - choice.chances[1] < OPEN;
    uint64_t roll = random_next(r);
    *action = !drawn                                         ? choice.actions[0]
              : v->length < STRAY_PLIES && roll % STRAY == 0 ? any_action(history, r)
                                                             : draw(&choice, r);
    return true;
}

void varied_play(struct varied *v, uint64_t seed)
{
    struct random r = random_from_seed(seed);
    struct game_position start;
    struct game_result result;
    struct history history;
    game_action action;

    v->seed = seed;
    v->length = v->thought = v->drawn = 0;
    v->proven = v->ended = v->alone = false;
    v->game->start(&v->options, seed, &start);
    history_init(&history, v->game, &v->options, &start);
    for (;;) {
        history_result(&history, &result);
        if (result.over || v->length == VARIED_LONGEST)
            break;
        if (!draw_action(v, &history, &r, &action) || !history_play(&history, action))
            break;
        v->actions[v->length++] = action;
    }
    if (result.over) {
        v->ended = true;
        v->outcome = result.outcome[0];
    }
    history_clear(&history);
}

void varied_tell(const struct varied *v, struct output *out)
{
    static const char *const points[] = {"0", "0.5", "1"};
    char text[GAME_ACTION_BYTES];
    struct game_position p;

    if (!v->ended)
        return;
    output_format(out, "%llu\t%s\t%s\t", (unsigned long long)v->seed, points[v->outcome],
                  v->proven ? "proof" : "end");
    v->game->start(&v->options, v->seed, &p);
    for (unsigned i = 0; i < v->length; i++) {
        game_write_action(v->game, &p, v->actions[i], text);
        output_format(out, "%s%s", i ? " " : "", text);
        v->game->apply(&p, v->actions[i], &p);
    }
    for (unsigned i = 0; i < v->thought; i++)
        output_format(out, "%c%d", i ? ' ' : '\t', v->chances[i]);
    output_add(out, "\n");
}
