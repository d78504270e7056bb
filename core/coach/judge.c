// SPDX-License-Identifier: MIT
// One action beside the best one: think about the position, then about the action at the same depth, and compare. What
// was proven on the way, or is known from a look behind the action, counts before every estimate.
#include "coach/judge.h"

#include <assert.h>
#include <string.h>

#include "coach/reasons.h"

uint64_t judge_usual_nodes(const struct game *g, const struct game_options *options)
{
    return game_is_duel(g, options) ? REVIEW_NODES : REVIEW_TRIALS;
}

struct review_worth judge_worth(const struct game *g, const struct search_line *line)
{
    int chance = search_chance(g, line->value);

    if (line->proven)
        chance = line->value > 0 ? 1000 : line->value < 0 ? 0 : 500;
    return (struct review_worth){line->value, chance, line->proven};
}

static bool is_won(const struct review_worth *w)
{
    return w->proven && w->value > 0;
}

static bool is_lost(const struct review_worth *w)
{
    return w->proven && w->value < 0;
}

static bool is_drawn(const struct review_worth *w)
{
    return w->proven && w->value == 0;
}

// ---------------------------------------------------------------------------------------------
// Thinking
// ---------------------------------------------------------------------------------------------

struct work {
    const struct judge_task *task;
    const struct history *history;
    uint64_t nodes;
    struct search_report kept; // of the last completed depth, whose lines are all from one search
    bool stopped;
};

// Tells a search to stop, and remembers that it did.
static bool ask(void *to)
{
    struct work *w = to;
    const struct think_watch *watch = w->task->watch;

    if (watch && watch->stop && watch->stop(watch->to))
        w->stopped = true;
    return w->stopped;
}

static void keep(void *to, const struct search_report *report)
{
    ((struct work *)to)->kept = *report;
}

static void think_of(struct work *w, unsigned depth, unsigned lines, struct search_report *report)
{
    struct think_limits limits = {.search = {.nodes = w->nodes, .depth = depth, .lines = lines}};
    struct think_watch watch = {.stop = ask, .progress = keep, .to = w};

    w->kept = (struct search_report){0};
    think(w->task->thinker, w->history, &limits, &watch, report);
}

// What a look behind the action has proven about it.
static void look_ahead(const struct work *w, struct search_line *played)
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

// What the played action is worth, at the depth of the best line.
static void weigh_played(struct work *w, const struct search_report *best,
                         struct search_line *played)
{
    struct think_limits limits = {.search = {.nodes = w->nodes}};
    struct think_watch watch = {.stop = ask, .to = w};
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
    look_ahead(w, played);
}

// The best line and the played one. What was played can turn out better than what the search chose, or turn
// out lost though the search chose it; then the next best is what it is measured by.
static void weigh(struct work *w, struct search_line *better, struct search_line *played,
                  unsigned *depth)
{
    struct search_report best, two;

    think_of(w, 0, 1, &best);
    weigh_played(w, &best, played);
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
// Judging
// ---------------------------------------------------------------------------------------------

const char *review_word(enum review_word word)
{
    static const char *const words[] = {"forced",  "best",    "good",       "inaccuracy",
                                        "mistake", "blunder", "missed-win", "lost-draw"};

    return words[word];
}

static enum review_word word_for(const struct judgement *j, game_action action)
{
    if (is_won(&j->before) && !is_won(&j->after) &&
        (j->after.proven || j->loss >= REVIEW_INACCURATE))
        return REVIEW_MISSED_WIN;
    if (is_drawn(&j->before) && is_lost(&j->after))
        return REVIEW_LOST_DRAW;
    if (j->loss >= REVIEW_BLUNDERED)
        return REVIEW_BLUNDER;
    if (j->loss >= REVIEW_MISTAKEN)
        return REVIEW_MISTAKE;
    if (j->loss >= REVIEW_INACCURATE)
        return REVIEW_INACCURACY;
    return j->better.actions[0] == action ? REVIEW_BEST : REVIEW_GOOD;
}

static void give_reasons(struct work *w, struct judgement *j, unsigned depth,
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

bool judge(const struct judge_task *task, struct judgement *j)
{
    const struct game *g = task->history->game;
    struct work w = {.task = task, .history = task->history};
    struct game_actions list;
    struct search_line played;
    unsigned depth;

    *j = (struct judgement){0};
    w.nodes = task->nodes ? task->nodes : judge_usual_nodes(g, &task->history->options);
    history_list(task->history, &list);
    weigh(&w, &j->better, &played, &depth);
    j->before = judge_worth(g, &j->better);
    j->after = judge_worth(g, &played);
    j->loss = j->before.chance > j->after.chance ? j->before.chance - j->after.chance : 0;
    assert(j->loss >= 0 && j->loss <= 1000);
    j->word = list.count == 1 ? REVIEW_FORCED : word_for(j, task->action);
    if (j->word >= REVIEW_INACCURACY)
        give_reasons(&w, j, depth, &played);
    return !w.stopped;
}

// ---------------------------------------------------------------------------------------------
// Warnings
// ---------------------------------------------------------------------------------------------

const char *const judge_strengths[JUDGE_STRENGTHS] = {"off", "blunders", "mistakes", "all"};

bool judge_strength(const char *word, enum judge_strength *strength)
{
    for (int i = 0; i < JUDGE_STRENGTHS; i++) {
        if (strcmp(word, judge_strengths[i]) != 0)
            continue;
        *strength = (enum judge_strength)i;
        return true;
    }
    return false;
}

bool judge_warns(const struct judgement *j, enum judge_strength strength)
{
    static const int shares[JUDGE_STRENGTHS] = {0, REVIEW_BLUNDERED, REVIEW_MISTAKEN,
                                                REVIEW_INACCURATE};

    if (strength == JUDGE_OFF || j->word == REVIEW_FORCED)
        return false;
    if (is_lost(&j->after) && !is_lost(&j->before))
        return true;
    if (is_won(&j->before) && is_drawn(&j->after))
        return true;
    return j->loss >= shares[strength];
}

// What a result that is given away for a worse one is called.
static bool say_proven(const struct judgement *j, struct error *said)
{
    if (is_won(&j->before) && is_lost(&j->after))
        error_set(said, "judge.win-to-loss", "This gives a sure win away and loses by force.");
    else if (is_won(&j->before) && is_drawn(&j->after))
        error_set(said, "judge.win-to-draw", "This gives a sure win away for a draw.");
    else if (is_won(&j->before) && j->loss >= REVIEW_INACCURATE)
        error_set(said, "judge.win-left:after",
                  "This gives a sure win away: the chance is then about %d %%.",
                  fact_percent(j->after.chance));
    else if (is_drawn(&j->before) && is_lost(&j->after))
        error_set(said, "judge.draw-to-loss", "This loses a game that can be drawn.");
    else if (is_lost(&j->after))
        error_set(said, "judge.loss", "This loses by force.");
    else
        return false;
    return true;
}

void judge_say(const struct judgement *j, const struct game *g, struct error *said)
{
    if (say_proven(j, said))
        return;
    int before = fact_percent(j->before.chance), after = fact_percent(j->after.chance);
    if (is_drawn(&j->after))
        error_set(said, "judge.draw:before", "This only draws; the chance to win is about %d %%.",
                  before);
    else if (g->hidden)
        error_set(said, "judge.believed:before,after",
                  "As far as can be known, this takes the chance to win from about %d %% to "
                  "%d %%.",
                  before, after);
    else
        error_set(said, "judge.estimate:before,after",
                  "This takes the chance to win from about %d %% to %d %%.", before, after);
}

const struct fact *judge_reason(const struct judgement *j)
{
    for (unsigned i = 0; i < j->against.count; i++) {
        enum fact_id id = j->against.at[i].id;
        if (id != FACT_WIN && id != FACT_DRAW && id != FACT_CHANCE && id != FACT_GAP)
            return &j->against.at[i];
    }
    return NULL;
}
