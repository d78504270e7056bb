// SPDX-License-Identifier: MIT
// Searches the position, then the action at the same depth, and compares the two. What was proven
// on the way, or is already known about the position after the action, takes precedence over every
// estimate.
#include "coach/classify.h"

#include <assert.h>
#include <string.h>

#include "coach/reasons.h"

uint64_t classify_default_nodes(const struct game *g, const struct game_options *options)
{
    return game_is_duel(g, options) ? CLASSIFY_NODES : CLASSIFY_SIMULATIONS;
}

struct seat_value seat_value_of_line(const struct game *g, const struct search_line *line)
{
    int chance = search_chance(g, line->value);

    if (line->proven)
        chance = line->value > 0 ? 1000 : line->value < 0 ? 0 : 500;
    return (struct seat_value){line->value, chance, line->proven};
}

static bool is_won(const struct seat_value *w)
{
    return w->proven && w->value > 0;
}

static bool is_lost(const struct seat_value *w)
{
    return w->proven && w->value < 0;
}

static bool is_drawn(const struct seat_value *w)
{
    return w->proven && w->value == 0;
}

// ---------------------------------------------------------------------------------------------
// Thinking
// ---------------------------------------------------------------------------------------------

struct classify_work {
    const struct classify_task *task;
    const struct history *history;
    uint64_t nodes;
    struct search_report kept; // of the last completed depth, whose lines are all from one search
    bool stopped;
};

// Asks whether the search must stop, and remembers the answer.
static bool stop_asked(void *to)
{
    struct classify_work *w = to;
    const struct think_watch *watch = w->task->watch;

    if (watch && watch->stop && watch->stop(watch->to))
        w->stopped = true;
    return w->stopped;
}

static void keep_report(void *to, const struct search_report *report)
{
    ((struct classify_work *)to)->kept = *report;
}

static void think_of(struct classify_work *w, unsigned depth, unsigned lines,
                     struct search_report *report)
{
    struct think_limits limits = {.search = {.nodes = w->nodes, .depth = depth, .lines = lines}};
    struct think_watch watch = {.stop = stop_asked, .progress = keep_report, .to = w};

    w->kept = (struct search_report){0};
    think(w->task->thinker, w->history, &limits, &watch, report);
}

// Takes over what is proven about the position after the action.
static void use_known(const struct classify_work *w, struct search_line *played)
{
    const struct game *g = w->history->game;

    if (played->proven || !w->task->known || !w->task->known->proven ||
        !game_is_duel(g, &w->history->options))
        return;
    int value = w->task->known->value, size = value < 0 ? -value : value;
    // One action more to the end, where they are counted at all.
    if (search_counts_plies(g) && size > 0 && size < SEARCH_WON)
        value += value > 0 ? -1 : 1;
    played->value = value;
    played->proven = true;
    search_expect(g, &w->history->position, played);
}

// The value of the played action, at the depth of the best line.
static void search_played(struct classify_work *w, const struct search_report *best,
                          struct search_line *played)
{
    struct think_limits limits = {.search = {.nodes = w->nodes}};
    struct think_watch watch = {.stop = stop_asked, .to = w};
    game_action action = w->task->action;
    struct search_report report;

    *played = best->lines[0];
    if (search_begins_with(played, action)) {
        search_take_symmetric(played, action);
    } else {
        // Estimates are compared at one depth; beside a proof only a proof counts.
        if (game_is_duel(w->history->game, &w->history->options) && !best->lines[0].proven &&
            best->depth > 1)
            limits.search.depth = best->depth;
        think_about(w->task->thinker, w->history, action, &limits, &watch, &report);
        *played = report.lines[0];
    }
    use_known(w, played);
}

// The best line and the played one. The played action can turn out better than the one that the
// search chose; or the search chose it and it turns out lost, then it is compared with the second
// best.
static void compare_lines(struct classify_work *w, struct search_line *better,
                          struct search_line *played, unsigned *depth)
{
    struct search_report best, two;

    think_of(w, 0, 1, &best);
    search_played(w, &best, played);
    *depth = best.depth;
    *better = best.lines[0];
    if (search_begins_with(better, played->actions[0]))
        search_take_symmetric(better, played->actions[0]);
    bool same = better->actions[0] == played->actions[0];
    if (same && played->proven && played->value < 0 && !better->proven) {
        think_of(w, best.depth > 1 ? best.depth : 0, 2, &two);
        for (unsigned i = 0; i < w->kept.line_count; i++) {
            if (!search_begins_with(&w->kept.lines[i], played->actions[0])) {
                *better = w->kept.lines[i];
                return;
            }
        }
    }
    if (same || (!better->proven && played->value >= better->value) ||
        (played->proven && played->value > 0)) {
        bool proven = better->proven || (played->proven && played->value > 0);
        *better = *played;
        better->proven = proven; // a proven draw says nothing about the other actions
        better->exact = better->exact && proven;
    }
}

// ---------------------------------------------------------------------------------------------
// Classes
// ---------------------------------------------------------------------------------------------

const char *move_class_id(enum move_class class)
{
    static const char *const ids[] = {"forced",  "best",    "good",       "inaccuracy",
                                      "mistake", "blunder", "missed-win", "lost-draw"};

    return ids[class];
}

static enum move_class class_of(const struct move_classification *j, game_action action)
{
    if (is_won(&j->before) && !is_won(&j->after) &&
        (j->after.proven || j->loss >= CLASSIFY_INACCURACY_LOSS))
        return MOVE_MISSED_WIN;
    if (is_drawn(&j->before) && is_lost(&j->after))
        return MOVE_LOST_DRAW;
    if (j->loss >= CLASSIFY_BLUNDER_LOSS)
        return MOVE_BLUNDER;
    if (j->loss >= CLASSIFY_MISTAKE_LOSS)
        return MOVE_MISTAKE;
    if (j->loss >= CLASSIFY_INACCURACY_LOSS)
        return MOVE_INACCURACY;
    return j->better.actions[0] == action ? MOVE_BEST : MOVE_GOOD;
}

static void give_reasons(struct classify_work *w, struct move_classification *j, unsigned depth,
                         const struct search_line *played)
{
    struct search_report report;
    game_action action = w->task->action;
    bool beliefs = w->task->tells_beliefs && w->history->game->hidden;
    struct facts_task task = {.history = w->history,
                              .action = j->better.actions[0],
                              .found = &j->better,
                              .beliefs = beliefs ? w->task->thinker->beliefs : NULL};

    if (game_is_duel(w->history->game, &w->history->options)) {
        think_of(w, depth > 1 ? depth : 0, 2, &report);
        task.lines = &w->kept;
    }
    facts_for(&task, &j->why);
    reasons_for(w->history, j->better.actions[0], action, &j->why);
    task.action = action;
    task.found = played;
    task.lines = NULL;
    facts_against(&task, &j->against);
    reasons_against(w->history, action, j->better.actions[0], &j->against);
}

bool classify_move(const struct classify_task *task, struct move_classification *j)
{
    const struct game *g = task->history->game;
    struct classify_work w = {.task = task, .history = task->history};
    struct game_actions list;
    struct search_line played;
    unsigned depth;

    *j = (struct move_classification){0};
    w.nodes = task->nodes ? task->nodes : classify_default_nodes(g, &task->history->options);
    history_list(task->history, &list);
    compare_lines(&w, &j->better, &played, &depth);
    j->before = seat_value_of_line(g, &j->better);
    j->after = seat_value_of_line(g, &played);
    j->loss = j->before.chance > j->after.chance ? j->before.chance - j->after.chance : 0;
    assert(j->loss >= 0 && j->loss <= 1000);
    j->class = list.count == 1 ? MOVE_FORCED : class_of(j, task->action);
    if (j->class >= MOVE_INACCURACY)
        give_reasons(&w, j, depth, &played);
    return !w.stopped;
}

// ---------------------------------------------------------------------------------------------
// Warnings
// ---------------------------------------------------------------------------------------------

const char *const warning_level_ids[WARNING_LEVELS] = {"off", "blunders", "mistakes", "all"};

bool warning_level_read(const char *word, enum warning_level *level)
{
    for (int i = 0; i < WARNING_LEVELS; i++) {
        if (strcmp(word, warning_level_ids[i]) != 0)
            continue;
        *level = (enum warning_level)i;
        return true;
    }
    return false;
}

bool classification_warns(const struct move_classification *j, enum warning_level level)
{
    static const int losses[WARNING_LEVELS] = {0, CLASSIFY_BLUNDER_LOSS, CLASSIFY_MISTAKE_LOSS,
                                               CLASSIFY_INACCURACY_LOSS};

    if (level == WARN_OFF || j->class == MOVE_FORCED)
        return false;
    if (is_lost(&j->after) && !is_lost(&j->before))
        return true;
    if (is_won(&j->before) && is_drawn(&j->after))
        return true;
    return j->loss >= losses[level];
}

// The warning about a proven result that is given away for a worse one.
static bool say_proven(const struct move_classification *j, struct message *message)
{
    if (is_won(&j->before) && is_lost(&j->after))
        message_set(message, "judge.win-to-loss", "This gives a sure win away and loses by force.");
    else if (is_won(&j->before) && is_drawn(&j->after))
        message_set(message, "judge.win-to-draw", "This gives a sure win away for a draw.");
    else if (is_won(&j->before) && j->loss >= CLASSIFY_INACCURACY_LOSS)
        message_set(message, "judge.win-left:after",
                    "This gives a sure win away: the chance is then about %d %%.",
                    fact_percent(j->after.chance));
    else if (is_drawn(&j->before) && is_lost(&j->after))
        message_set(message, "judge.draw-to-loss", "This loses a game that can be drawn.");
    else if (is_lost(&j->after))
        message_set(message, "judge.loss", "This loses by force.");
    else
        return false;
    return true;
}

void classification_say(const struct move_classification *j, const struct game *g,
                        struct message *message)
{
    if (say_proven(j, message))
        return;
    int before = fact_percent(j->before.chance), after = fact_percent(j->after.chance);
    if (is_drawn(&j->after))
        message_set(message, "judge.draw:before",
                    "This only draws; the chance to win is about %d %%.", before);
    else if (g->hidden)
        message_set(message, "judge.believed:before,after",
                    "As far as can be known, this takes the chance to win from about %d %% to "
                    "%d %%.",
                    before, after);
    else
        message_set(message, "judge.estimate:before,after",
                    "This takes the chance to win from about %d %% to %d %%.", before, after);
}

const struct fact *classification_reason(const struct move_classification *j)
{
    for (unsigned i = 0; i < j->against.count; i++) {
        enum fact_id id = j->against.at[i].id;
        if (id != FACT_WIN && id != FACT_DRAW && id != FACT_CHANCE && id != FACT_GAP)
            return &j->against.at[i];
    }
    return NULL;
}
