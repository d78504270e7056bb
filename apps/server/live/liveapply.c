// SPDX-License-Identifier: MIT
// Applying entries to a game, and the conditional lines that wait for them.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/live/live.h"

enum { NOBODY = -1 };

// ---------------------------------------------------------------------------------------------
// Entries
// ---------------------------------------------------------------------------------------------

static bool apply(struct live_state *l, const struct store_entry *entry, const game_action *action,
                  struct error *e)
{
    struct journal_entry replayed = {.number = entry->number,
                                     .kind = entry->kind,
                                     .seat = entry->seat,
                                     .text = entry->text,
                                     .action = action,
                                     .at = entry->at};

    memcpy(replayed.left, entry->left, sizeof replayed.left);
    if (!journal_apply(&l->journal, &l->match, &replayed, e))
        return false;
    if (match_over(&l->match))
        l->row.phase = STORE_OVER;
    if (match_over(&l->match) && !l->ended)
        l->ended = entry->at;
    return true;
}

bool live_apply(struct live_state *l, const struct store_entry *entry, struct error *e)
{
    return apply(l, entry, NULL, e);
}

bool live_apply_change(struct live_state *l, const struct live_change *change, struct error *e)
{
    return apply(l, &change->entry, change->acts ? &change->action : NULL, e);
}

// ---------------------------------------------------------------------------------------------
// Conditional lines
// ---------------------------------------------------------------------------------------------

// One line of the text.
static bool read_plan(const char *line, size_t length, unsigned at, struct live_plan *plan,
                      struct error *e)
{
    *plan = (struct live_plan){.at = at};
    for (size_t i = 0; i < length;) {
        size_t count = strcspn(line + i, " \n");
        if (count == 0 || count >= GAME_ACTION_BYTES)
            return error_set(e, "plan.words:line",
                             "line '%s' is not actions with a blank between them",
                             error_quote(line).text);
        if (plan->count == LIVE_PLAN_ACTIONS)
            return error_set(e, "plan.long:most", "a line has at most %d actions",
                             LIVE_PLAN_ACTIONS);
        memcpy(plan->actions[plan->count], line + i, count);
        plan->actions[plan->count++][count] = 0;
        i += count + 1;
    }
    return plan->count >= 2 ||
           error_set(e, "plan.short", "a line has an expected action and an answer at least");
}

static bool read_plans(unsigned ply, const char *text, struct live_plans *plans, struct error *e)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (plans->count == LIVE_PLAN_LINES)
            return error_set(e, "plan.many:most", "there are at most %d lines", LIVE_PLAN_LINES);
        if (!read_plan(text, length, ply, &plans->at[plans->count++], e))
            return false;
        text += length + (text[length] == '\n');
    }
    return true;
}

bool live_check_plans(unsigned ply, const char *text, struct error *e)
{
    struct live_plans plans = {0};

    return read_plans(ply, text, &plans, e);
}

bool live_set_plans(struct live_state *l, int seat, unsigned ply, const char *text, struct error *e)
{
    struct live_plans *plans = *text ? calloc(1, sizeof *plans) : NULL;

    if (*text && !plans)
        return error_set(e, "plan.memory", "the lines cannot be remembered: out of memory");
    if (plans && !read_plans(ply, text, plans, e)) {
        free(plans);
        return false;
    }
    if (plans) {
        struct text t;
        text_init(&t, plans->text, sizeof plans->text);
        text_add(&t, text);
        plans->ply = ply;
    }
    assert(seat >= 0 && seat < (int)l->row.seats);
    free(l->plans[seat]);
    l->plans[seat] = plans;
    return true;
}

// Whether what was played since is what the plan expected, or planned.
static bool plan_fits(const struct live_state *l, const struct live_plan *plan)
{
    unsigned length = l->match.history.length;
    char text[GAME_ACTION_BYTES];

    if (length <= plan->at || length - plan->at >= plan->count)
        return false;
    for (unsigned i = plan->at; i < length; i++) {
        match_action_text(&l->match, i, text);
        if (strcmp(text, plan->actions[i - plan->at]) != 0)
            return false;
    }
    return true;
}

const char *live_planned(struct live_state *l)
{
    int seat = match_to_act(&l->match);

    if (seat == NOBODY || !l->plans[seat])
        return NULL;
    for (unsigned i = 0; i < l->plans[seat]->count; i++) {
        const struct live_plan *plan = &l->plans[seat]->at[i];
        if (plan_fits(l, plan))
            return plan->actions[l->match.history.length - plan->at];
    }
    return NULL;
}
