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

// A time at which no clock has run since the last entry: the entry itself says what was charged.
static uint64_t still(const struct live *l, const struct store_entry *entry)
{
    const struct clock *c = &l->match.clock;

    return c->running == CLOCK_STOPPED ? (uint64_t)entry->at : c->since;
}

static void forget_offers(struct live *l)
{
    l->undo_offer = NOBODY;
    l->agreed = 0;
}

static bool apply_act(struct live *l, const struct store_entry *entry, struct error *e)
{
    struct match *m = &l->match;
    unsigned at = m->history.length;
    uint64_t since = still(l, entry);

    if (match_to_act(m) != entry->seat)
        return error_say(e, "seat %d acts out of turn", entry->seat + 1);
    if (!match_play_text(m, entry->text, since, e))
        return false;
    int64_t spent = m->setup.clock.each_turn
                        ? entry->at - (int64_t)since
                        : m->clock.left[entry->seat] - entry->left[entry->seat];
    m->entries[at].spent = spent > 0 ? (uint64_t)spent : 0;
    forget_offers(l);
    assert(m->history.length == at + 1);
    return true;
}

static bool apply_resign(struct live *l, const struct store_entry *entry, struct error *e)
{
    return match_resign(&l->match, entry->seat, still(l, entry), e);
}

static bool apply_draw(struct live *l, const struct store_entry *entry, struct error *e)
{
    return match_offer_draw(&l->match, entry->seat, still(l, entry), e);
}

static bool take_back(struct live *l, const struct store_entry *entry, unsigned to, struct error *e)
{
    while (l->match.history.length > to) {
        if (!match_undo(&l->match, (uint64_t)entry->at, e))
            return false;
    }
    forget_offers(l);
    return true;
}

static bool read_length(const struct live *l, const char *text, unsigned *length, struct error *e)
{
    unsigned long long n;

    if (!text_read_number(text, l->match.history.length, &n))
        return error_say(e, "'%s' is no earlier ply", error_quote(text).text);
    *length = (unsigned)n;
    return true;
}

static bool apply_undo(struct live *l, const struct store_entry *entry, struct error *e)
{
    unsigned to = 0;

    return read_length(l, entry->text, &to, e) && take_back(l, entry, to, e);
}

static bool apply_undo_offer(struct live *l, const struct store_entry *entry, struct error *e)
{
    if (!read_length(l, entry->text, &l->undo_to, e))
        return false;
    l->undo_offer = entry->seat;
    l->agreed = 0;
    return true;
}

static bool apply_agree(struct live *l, const struct store_entry *entry, struct error *e)
{
    if (!strcmp(entry->text, "draw"))
        return apply_draw(l, entry, e);
    if (l->undo_offer == NOBODY)
        return error_say(e, "nobody has asked to take back");
    l->agreed |= (uint8_t)(1U << entry->seat);
    if (live_others(l, l->undo_offer) & ~l->agreed)
        return true;
    return take_back(l, entry, l->undo_to, e);
}

static bool apply_decline(struct live *l, const struct store_entry *entry, struct error *e)
{
    (void)e;
    if (!strcmp(entry->text, "draw"))
        l->match.draw_offer = NOBODY;
    else
        forget_offers(l);
    return true;
}

static bool apply_abort(struct live *l, const struct store_entry *entry, struct error *e)
{
    return match_abort(&l->match, still(l, entry), e);
}

static bool apply_time(struct live *l, const struct store_entry *entry, struct error *e)
{
    struct clock *c = &l->match.clock;

    c->left[entry->seat] = 0;
    c->running = entry->seat;
    return match_check_time(&l->match, (uint64_t)entry->at) ||
           error_say(e, "seat %d cannot have lost on time", entry->seat + 1);
}

static bool apply_pause(struct live *l, const struct store_entry *entry, struct error *e)
{
    (void)e;
    match_pause(&l->match, (uint64_t)entry->at);
    l->paused = true;
    return true;
}

static bool apply_resume(struct live *l, const struct store_entry *entry, struct error *e)
{
    (void)e;
    match_resume(&l->match, (uint64_t)entry->at);
    l->paused = false;
    return true;
}

static bool apply_rematch_offer(struct live *l, const struct store_entry *entry, struct error *e)
{
    (void)e;
    l->rematch |= (uint8_t)(1U << entry->seat);
    return true;
}

static bool apply_rematch(struct live *l, const struct store_entry *entry, struct error *e)
{
    struct text t;

    text_init(&t, l->next, sizeof l->next);
    text_add(&t, entry->text);
    return apply_rematch_offer(l, entry, e);
}

static bool apply_nothing(struct live *l, const struct store_entry *entry, struct error *e)
{
    (void)l;
    (void)entry;
    (void)e;
    return true;
}

static const struct {
    const char *kind;
    bool (*apply)(struct live *l, const struct store_entry *entry, struct error *e);
} appliers[] = {
    {"act", apply_act},         {"resign", apply_resign},
    {"offer-draw", apply_draw}, {"offer-undo", apply_undo_offer},
    {"agree", apply_agree},     {"decline", apply_decline},
    {"undo", apply_undo},       {"abort", apply_abort},
    {"time", apply_time},       {"pause", apply_pause},
    {"resume", apply_resume},   {"offer-rematch", apply_rematch_offer},
    {"rematch", apply_rematch}, {"phrase", apply_nothing},
};

enum { APPLIERS = sizeof appliers / sizeof *appliers };

// The clocks are what the entry says, whatever the match made of them.
static void set_clocks(struct live *l, const struct store_entry *entry)
{
    struct clock *c = &l->match.clock;

    if (!live_has_clock(l))
        return;
    for (unsigned seat = 0; seat < l->row.seats; seat++)
        c->left[seat] = entry->left[seat];
    c->since = (uint64_t)entry->at;
    if (l->paused && strcmp(entry->kind, "act") != 0)
        c->running = CLOCK_STOPPED;
}

bool live_apply(struct live *l, const struct store_entry *entry, struct error *e)
{
    if (entry->number != l->number)
        return error_say(e, "entry %u comes where %u should", entry->number, l->number);
    if (entry->seat < NOBODY || entry->seat >= (int)l->row.seats)
        return error_say(e, "there is no seat %d", entry->seat + 1);
    for (unsigned i = 0; i < APPLIERS; i++) {
        if (strcmp(appliers[i].kind, entry->kind) != 0)
            continue;
        if (!appliers[i].apply(l, entry, e))
            return false;
        if (!strcmp(entry->kind, "act"))
            l->paused = false;
        set_clocks(l, entry);
        l->number++;
        l->last = entry->at;
        if (match_over(&l->match))
            l->row.phase = STORE_OVER;
        return true;
    }
    return error_say(e, "'%s' is no kind of entry", error_quote(entry->kind).text);
}

static bool action_ends(const struct live *l, const char *text)
{
    const struct game *g = l->match.setup.game;
    const struct history *history = &l->match.history;
    struct game_position after;
    struct game_result result;
    game_action action;

    if (!game_find(g, &history->position, text, &action))
        return false;
    g->apply(&history->position, action, &after);
    g->result(&after, &result);
    return result.over || history_would_repeat(history, &after);
}

bool live_ends(const struct live *l, const struct store_entry *entry)
{
    if (!strcmp(entry->kind, "act"))
        return action_ends(l, entry->text);
    return !strcmp(entry->kind, "resign") || !strcmp(entry->kind, "time") ||
           !strcmp(entry->kind, "abort") ||
           (!strcmp(entry->kind, "agree") && !strcmp(entry->text, "draw"));
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
            return error_say(e, "line '%s' is not actions with a blank between them",
                             error_quote(line).text);
        if (plan->count == LIVE_PLAN_ACTIONS)
            return error_say(e, "a line has at most %d actions", LIVE_PLAN_ACTIONS);
        memcpy(plan->actions[plan->count], line + i, count);
        plan->actions[plan->count++][count] = 0;
        i += count + 1;
    }
    return plan->count >= 2 || error_say(e, "a line has an expected action and an answer at least");
}

static bool read_plans(unsigned ply, const char *text, struct live_plans *plans, struct error *e)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (plans->count == LIVE_PLAN_LINES)
            return error_say(e, "there are at most %d lines", LIVE_PLAN_LINES);
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

bool live_set_plans(struct live *l, int seat, unsigned ply, const char *text, struct error *e)
{
    struct live_plans *plans = *text ? calloc(1, sizeof *plans) : NULL;

    if (*text && !plans)
        return error_say(e, "the lines cannot be remembered: out of memory");
    if (plans && !read_plans(ply, text, plans, e)) {
        free(plans);
        return false;
    }
    assert(seat >= 0 && seat < (int)l->row.seats);
    free(l->plans[seat]);
    l->plans[seat] = plans;
    return true;
}

// Whether what was played since is what the plan expected, or planned.
static bool plan_fits(const struct live *l, const struct live_plan *plan)
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

const char *live_planned(struct live *l)
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
