// SPDX-License-Identifier: MIT
// Applies stored entries to a match: a table row per kind.
#include "play/journal.h"

#include <assert.h>
#include <string.h>

enum { NOBODY = -1 };

void journal_init(struct journal *j, int64_t began)
{
    *j = (struct journal){.undo_offer = NOBODY, .last = began};
}

uint8_t journal_others(const struct match *m, int seat)
{
    uint8_t others = 0;

    for (int other = 0; other < match_seats(m); other++) {
        if (other != seat && m->setup.seats[other].who != MATCH_COMPUTER)
            others |= (uint8_t)(1U << other);
    }
    return others;
}

// A time that charges nothing: the entry itself has the times left.
static uint64_t uncharged_time(const struct match *m, const struct journal_entry *entry)
{
    const struct clock *c = &m->clock;

    return c->running == CLOCK_STOPPED ? (uint64_t)entry->at : c->since;
}

static void forget_offers(struct journal *j)
{
    j->undo_offer = NOBODY;
    j->agreed = 0;
}

static void count_offer(struct journal *j, int seat)
{
    j->offers[seat] += j->offers[seat] < UINT8_MAX;
}

static bool find_action(const struct match *m, const struct journal_entry *entry,
                        game_action *action, struct error *e)
{
    struct game_actions list;
    char text[GAME_ACTION_BYTES] = "";

    if (!entry->action)
        return match_find(m, entry->text, action, e);
    *action = *entry->action;
    history_list(&m->history, &list);
    if (game_listed(&list, *action))
        game_write_action(m->setup.game, &m->history.position, *action, text);
    return (text[0] && !strcmp(text, entry->text)) ||
           error_set(e, "journal.action:action", "the action is not '%s'",
                     error_quote(entry->text).text);
}

static bool apply_act(struct journal *j, struct match *m, const struct journal_entry *entry,
                      struct error *e)
{
    unsigned at = m->history.length;
    uint64_t since = uncharged_time(m, entry);
    game_action action;

    if (match_to_act(m) != entry->seat)
        return error_set(e, "journal.turn:seat", "seat %d acts out of turn", entry->seat + 1);
    if (!find_action(m, entry, &action, e) || !match_play(m, action, since, e))
        return false;
    int64_t spent = m->setup.clock.each_turn
                        ? entry->at - (int64_t)since + j->charged
                        : m->clock.left[entry->seat] - entry->left[entry->seat];
    m->entries[at].spent = spent > 0 ? (uint64_t)spent : 0;
    forget_offers(j);
    j->offers[entry->seat] = 0;
    assert(m->history.length == at + 1);
    return true;
}

static bool apply_resign(struct journal *j, struct match *m, const struct journal_entry *entry,
                         struct error *e)
{
    (void)j;
    return match_resign(m, entry->seat, uncharged_time(m, entry), e);
}

static bool apply_draw(struct journal *j, struct match *m, const struct journal_entry *entry,
                       struct error *e)
{
    if (!match_offer_draw(m, entry->seat, uncharged_time(m, entry), e))
        return false;
    count_offer(j, entry->seat);
    return true;
}

static bool undo_to(struct journal *j, struct match *m, const struct journal_entry *entry,
                    unsigned to, struct error *e)
{
    while (m->history.length > to) {
        if (!match_undo(m, (uint64_t)entry->at, e))
            return false;
    }
    forget_offers(j);
    return true;
}

static bool read_length(const struct match *m, const char *text, unsigned *length, struct error *e)
{
    unsigned long long n;

    if (!text_read_number(text, m->history.length, &n))
        return error_set(e, "journal.ply:ply", "'%s' is no earlier ply", error_quote(text).text);
    *length = (unsigned)n;
    return true;
}

static bool apply_undo(struct journal *j, struct match *m, const struct journal_entry *entry,
                       struct error *e)
{
    unsigned to = 0;

    return read_length(m, entry->text, &to, e) && undo_to(j, m, entry, to, e);
}

static bool apply_undo_offer(struct journal *j, struct match *m, const struct journal_entry *entry,
                             struct error *e)
{
    if (!read_length(m, entry->text, &j->undo_to, e))
        return false;
    j->undo_offer = entry->seat;
    count_offer(j, entry->seat);
    j->agreed = 0;
    return true;
}

static bool apply_agree(struct journal *j, struct match *m, const struct journal_entry *entry,
                        struct error *e)
{
    if (!strcmp(entry->text, "draw"))
        return apply_draw(j, m, entry, e);
    if (j->undo_offer == NOBODY)
        return error_set(e, "journal.undo", "nobody has asked to take back");
    j->agreed |= (uint8_t)(1U << entry->seat);
    if (journal_others(m, j->undo_offer) & ~j->agreed)
        return true;
    return undo_to(j, m, entry, j->undo_to, e);
}

static bool apply_decline(struct journal *j, struct match *m, const struct journal_entry *entry,
                          struct error *e)
{
    (void)e;
    if (!strcmp(entry->text, "draw"))
        m->draw_offer = NOBODY;
    else
        forget_offers(j);
    return true;
}

static bool apply_abort(struct journal *j, struct match *m, const struct journal_entry *entry,
                        struct error *e)
{
    (void)j;
    return match_abort(m, uncharged_time(m, entry), e);
}

static bool apply_time(struct journal *j, struct match *m, const struct journal_entry *entry,
                       struct error *e)
{
    struct clock *c = &m->clock;

    (void)j;
    c->left[entry->seat] = 0;
    c->running = entry->seat;
    return match_check_time(m, (uint64_t)entry->at) ||
           error_set(e, "journal.time:seat", "seat %d cannot have lost on time", entry->seat + 1);
}

static bool apply_pause(struct journal *j, struct match *m, const struct journal_entry *entry,
                        struct error *e)
{
    (void)e;
    match_pause(m, (uint64_t)entry->at);
    j->paused = true;
    j->vacation = !strcmp(entry->text, "vacation");
    return true;
}

static bool apply_resume(struct journal *j, struct match *m, const struct journal_entry *entry,
                         struct error *e)
{
    (void)e;
    match_resume(m, (uint64_t)entry->at);
    j->paused = j->vacation = false;
    return true;
}

static bool apply_rematch_offer(struct journal *j, struct match *m,
                                const struct journal_entry *entry, struct error *e)
{
    uint8_t seat = (uint8_t)(1U << entry->seat);

    (void)m;
    (void)e;
    j->rematch |= seat;
    j->second |= !strcmp(entry->text, "second") ? seat : 0;
    j->revenge |= !strcmp(entry->text, "revenge") ? seat : 0;
    return true;
}

static bool apply_rematch(struct journal *j, struct match *m, const struct journal_entry *entry,
                          struct error *e)
{
    struct text t;

    text_init(&t, j->next, sizeof j->next);
    text_add(&t, entry->text);
    return apply_rematch_offer(j, m, entry, e);
}

static bool apply_nothing(struct journal *j, struct match *m, const struct journal_entry *entry,
                          struct error *e)
{
    (void)j;
    (void)m;
    (void)entry;
    (void)e;
    return true;
}

static const struct {
    const char *kind;
    bool seated; // of a seat, not of the server
    bool (*apply)(struct journal *j, struct match *m, const struct journal_entry *entry,
                  struct error *e);
} appliers[] = {
    {"act", true, apply_act},         {"resign", true, apply_resign},
    {"offer-draw", true, apply_draw}, {"offer-undo", true, apply_undo_offer},
    {"agree", true, apply_agree},     {"decline", false, apply_decline},
    {"undo", false, apply_undo},      {"abort", false, apply_abort},
    {"time", true, apply_time},       {"pause", false, apply_pause},
    {"resume", false, apply_resume},  {"offer-rematch", true, apply_rematch_offer},
    {"rematch", true, apply_rematch}, {"phrase", false, apply_nothing},
};

enum { APPLIERS = sizeof appliers / sizeof *appliers };

// Between a seat's turns its bank is what it has beyond the days of a turn. After an undo every
// seat's turn begins again.
static void set_banks(struct match *m, const struct journal_entry *entry)
{
    struct clock *c = &m->clock;
    bool act = !strcmp(entry->kind, "act");
    bool undo = !strcmp(entry->kind, "undo") ||
                (!strcmp(entry->kind, "agree") && !strcmp(entry->text, "undo"));

    for (int seat = 0; c->rule.bank && seat < match_seats(m); seat++) {
        int64_t bank = c->left[seat] - (int64_t)c->rule.base;
        if ((act && seat != match_to_act(m)) || undo)
            c->bank[seat] = bank < 0                       ? 0
                            : bank > (int64_t)c->rule.bank ? (int64_t)c->rule.bank
                                                           : bank;
    }
}

// What an entry other than an action charged to the running clock.
static int64_t charged_by(const struct match *m, const struct journal_entry *entry)
{
    const struct clock *c = &m->clock;

    return c->running != CLOCK_STOPPED && entry->at > (int64_t)c->since
               ? entry->at - (int64_t)c->since
               : 0;
}

// Sets the clocks to the entry's times, whatever the match computed.
static void set_clocks(struct journal *j, struct match *m, const struct journal_entry *entry)
{
    struct clock *c = &m->clock;

    if (!m->setup.clock.base)
        return;
    for (int seat = 0; seat < match_seats(m); seat++)
        c->left[seat] = entry->left[seat];
    set_banks(m, entry);
    c->since = (uint64_t)entry->at;
    if (j->paused && strcmp(entry->kind, "act") != 0)
        c->running = CLOCK_STOPPED;
}

bool journal_apply(struct journal *j, struct match *m, const struct journal_entry *entry,
                   struct error *e)
{
    if (entry->number != j->number)
        return error_set(e, "journal.order:entry,wanted", "entry %u comes where %u should",
                         entry->number, j->number);
    if (entry->seat < NOBODY || entry->seat >= match_seats(m))
        return error_set(e, "journal.seat:seat", "there is no seat %d", entry->seat + 1);
    for (unsigned i = 0; i < APPLIERS; i++) {
        if (strcmp(appliers[i].kind, entry->kind) != 0)
            continue;
        if (appliers[i].seated && entry->seat == NOBODY)
            return error_set(e, "journal.no-seat:kind", "'%s' needs a seat", entry->kind);
        bool act = !strcmp(entry->kind, "act");
        int64_t charged = act ? 0 : j->charged + charged_by(m, entry);
        if (!appliers[i].apply(j, m, entry, e))
            return false;
        j->charged = charged;
        if (act)
            j->paused = j->vacation = false;
        set_clocks(j, m, entry);
        j->number++;
        j->last = entry->at;
        return true;
    }
    return error_set(e, "journal.kind:kind", "'%s' is no kind of entry",
                     error_quote(entry->kind).text);
}
