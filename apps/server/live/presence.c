// SPDX-License-Identifier: MIT
// Who is connected to the other processes. Each tells the others, with the database's news, which seats of a game have
// somebody there: when that changes, and when one that has just come asks. Every few seconds it tells that it is there itself; who
// does not is forgotten with all his people, so that a process that has crashed leaves nobody behind. One that was thought dead
// and comes back is told everything anew, since it thought the same. And what an address has used of its share goes the same way.
//
// The words are "~GAME" with two digits for the seats and eight for the process, a '?' behind them asks; "+" with a process that is
// there, "!" with one that ends, and those of limits.h.
#include <stdlib.h>
#include <string.h>

#include "server/live/standstill.h"
#include "server/live/databasehealth.h"
#include "server/live/processes.h"
#include "server/live/rooms.h"
#include "server/live/studies.h"

enum {
    BEAT = 3 * 1000,     // milliseconds between two words that a process is there
    SILENCE = 10 * 1000, // after which it is not
    ANSWERED = 1500,     // milliseconds after a question: a process that is heard then has answered
    TELL = 250,          // between two times that limits are told
    MOST_LIMITS = 64,    // words of limits at a time
    MOST_ATTENDED = 1 << 16, // games that others look after
    WATCHED = 0x10,          // besides the bits of the seats: somebody looks
    NEVER = 0xff,            // nothing was told yet
    DIGITS = 2,
};

// Seats that have somebody at another process.
struct elsewhere {
    struct elsewhere *next;
    char process[HUB_PROCESS];
    uint8_t here;
};

// Another process.
struct process {
    struct process *next;
    char name[HUB_PROCESS];
    int64_t heard;
    bool gone;
};

// A word that could not be told is told again, once something can be stored.
static void was_told(struct hub *h, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    char id[STORE_ID];

    snprintf(id, sizeof id, "%.*s", STORE_ID - 1, t->writes[0].word + 1);
    struct room *r = t->failed ? room_find(h, id) : NULL;
    if (r)
        presence_begin(r);
    writer_task_free(t);
}

static void tell_room(struct hub *h, struct room *r, uint8_t here, bool ask)
{
    char word[STORE_NEWS];

    r->present = here;
    if (ask)
        r->asked = hub_now(h);
    snprintf(word, sizeof word, "~%s%02x%s%s", r->live.row.id, here, h->process, ask ? "?" : "");
    struct writer_task *t = h->alone ? NULL : writer_task(1, was_told);
    if (!t)
        return;
    t->writes[0].kind = STORE_TELL;
    memcpy(t->writes[0].word, word, sizeof word);
    writer_submit(h->writer, t);
}

static uint8_t present(const struct room *r)
{
    return (uint8_t)(room_here(r) | (r->watches ? WATCHED : 0));
}

void presence_begin(struct room *r)
{
    r->present = NEVER;
}

void presence_clear(struct room *r)
{
    while (r->elsewhere) {
        struct elsewhere *gone = r->elsewhere;
        r->elsewhere = gone->next;
        free(gone);
    }
}

void presence_tick(struct hub *h, struct room *r)
{
    uint8_t here = present(r);

    if (h->alone || h->stopping || h->outage)
        return;
    for (struct elsewhere **at = &r->elsewhere; *at;) {
        if ((*at)->here) {
            at = &(*at)->next;
            continue;
        }
        struct elsewhere *gone = *at;
        *at = gone->next;
        free(gone);
        r->dirty = true;
    }
    if (here != r->present)
        tell_room(h, r, here, r->present == NEVER);
}

uint8_t presence_elsewhere(const struct room *r)
{
    uint8_t here = 0;

    for (const struct elsewhere *e = r->elsewhere; e; e = e->next)
        here |= e->here;
    return here;
}

bool presence_known(const struct hub *h, const struct room *r)
{
    bool known = h->alone || r->present != NEVER;

    for (const struct process *p = h->processes; p && known; p = p->next)
        known = p->gone || p->heard >= r->asked + ANSWERED;
    return known;
}

bool presence_was_at(const struct room *r, int seat, const char *process, int64_t heard)
{
    bool was = r->present == NEVER || heard < r->asked + ANSWERED; // it may not have answered

    for (const struct elsewhere *e = r->elsewhere; e; e = e->next) {
        bool there = e->here >> seat & 1;
        if (there && strcmp(e->process, process) != 0)
            return false;
        was = was || there;
    }
    return was;
}

static void note(struct room *r, const char *process, uint8_t here)
{
    struct elsewhere *e = r->elsewhere;

    while (e && strcmp(e->process, process) != 0)
        e = e->next;
    if (!e && !here)
        return;
    if (!e) {
        e = calloc(1, sizeof *e);
        if (!e)
            return; // told again soon
        memcpy(e->process, process, HUB_PROCESS);
        e->next = r->elsewhere;
        r->elsewhere = e;
    }
    r->dirty = r->dirty || e->here != here;
    e->here = here;
}

static void forget_process(struct hub *h, const char *process)
{
    studies_lost(h, process);
    for (unsigned i = 0; i < HUB_SLOTS; i++) {
        for (struct room *r = h->rooms[i]; r; r = r->next) {
            for (struct elsewhere *e = r->elsewhere; e; e = e->next) {
                if (!strcmp(e->process, process))
                    e->here = 0; // the next tick takes it away
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Processes
// ---------------------------------------------------------------------------------------------

static void lose_process(struct hub *h, struct process *p, bool silent)
{
    p->gone = true;
    if (silent) // one that ends has stopped its clocks itself
        standstill_lost(h, p->name, p->heard);
    forget_process(h, p->name);
    limits_forget(h->limits, p->name);
    h->wake_at = hub_now(h); // games that nobody but it had in memory: clocks and computers go on
    h->wake_all = true;
}

// A process is there. One that was thought dead hears again who is here.
static void hear_process(struct hub *h, const char *name, int64_t now)
{
    struct process *p = h->processes;

    while (p && strcmp(p->name, name) != 0)
        p = p->next;
    if (!p) {
        p = calloc(1, sizeof *p);
        if (!p)
            return; // it will say so again
        snprintf(p->name, sizeof p->name, "%s", name);
        p->next = h->processes;
        h->processes = p;
    }
    p->heard = now;
    if (!p->gone)
        return;
    p->gone = false;
    for (unsigned i = 0; i < HUB_SLOTS; i++) {
        for (struct room *r = h->rooms[i]; r; r = r->next)
            presence_begin(r);
    }
}

static void end_process(struct hub *h, const char *name)
{
    for (struct process **at = &h->processes; *at; at = &(*at)->next) {
        struct process *gone = *at;
        if (strcmp(gone->name, name) != 0)
            continue;
        lose_process(h, gone, false);
        *at = gone->next;
        free(gone);
        return;
    }
    forget_process(h, name);
}

void presence_missed(struct hub *h, int64_t now)
{
    for (struct process *p = h->processes; p; p = p->next) {
        p->heard = now;
        forget_process(h, p->name); // rooms ask anew, and only those who have somebody answer
    }
}

// Who is silent is gone; not so while the database is, since then nobody can be heard.
static void look_for_silent(struct hub *h, int64_t now)
{
    for (struct process *p = h->processes; p; p = p->next) {
        if (h->outage || !health_good(h, now))
            p->heard = now;
        else if (!p->gone && now - p->heard > SILENCE)
            lose_process(h, p, true);
    }
}

static void tell_limits(struct hub *h)
{
    struct writer_task *t = NULL;
    char word[LIMITS_TOLD];
    unsigned count = 0;

    while (count < MOST_LIMITS && limits_tell(h->limits, h->process, word)) {
        if (!t && !(t = writer_task(MOST_LIMITS, writer_task_done)))
            return;
        t->writes[count].kind = STORE_TELL;
        memcpy(t->writes[count++].word, word, sizeof word);
    }
    if (t) {
        t->count = count;
        writer_submit(h->writer, t);
    }
}

// A process may have died after this one started and before it was heard here. Its games are taken over, and its
// players are not charged for the time since this process started.
static void look_for_unheard(struct hub *h, int64_t now)
{
    if (h->woke_again || now - h->started < SILENCE)
        return;
    h->woke_again = true;
    h->wake_at = now;
    standstill_unheard(h);
}

void presence_hub_tick(struct hub *h, int64_t now)
{
    char word[STORE_NEWS];

    if (h->alone || h->stopping)
        return;
    look_for_silent(h, now);
    look_for_unheard(h, now);
    if (now - h->limits_told >= TELL) {
        h->limits_told = now;
        tell_limits(h);
    }
    if (now - h->beat < BEAT)
        return;
    h->beat = now;
    snprintf(word, sizeof word, "+%s", h->process);
    hub_tell(h, word);
}

// ---------------------------------------------------------------------------------------------
// Games that others look after
// ---------------------------------------------------------------------------------------------

// Whoever has somebody at a game keeps it in memory until another has; and the death of a process that was heard of is noticed.
static void note_attended(struct hub *h, const char *id)
{
    if (h->woke_again || h->attended_count == MOST_ATTENDED)
        return;
    if (h->attended_count == h->attended_room) {
        unsigned room = h->attended_room ? 2 * h->attended_room : 64;
        char(*larger)[STORE_ID] = realloc(h->attended, room * sizeof *larger);
        if (!larger)
            return; // it is woken up here, too
        h->attended = larger;
        h->attended_room = room;
    }
    memcpy(h->attended[h->attended_count++], id, STORE_ID);
}

static int compare_ids(const void *a, const void *b)
{
    return strcmp(a, b);
}

void presence_spare(struct hub *h, char (*ids)[STORE_ID], unsigned *count)
{
    unsigned kept = 0;

    if (h->attended)
        qsort(h->attended, h->attended_count, STORE_ID, compare_ids);
    for (unsigned i = 0; i < *count; i++) {
        if (!h->attended || !bsearch(ids[i], h->attended, h->attended_count, STORE_ID, compare_ids))
            memmove(ids[kept++], ids[i], STORE_ID);
    }
    *count = kept;
    free(h->attended);
    h->attended = NULL;
    h->attended_count = h->attended_room = 0;
}

void presence_heard(struct hub *h, const char *word)
{
    char id[STORE_ID], digits[DIGITS + 1], process[HUB_PROCESS];
    int64_t now = hub_now(h);

    if (word[0] == '%')
        limits_hear(h->limits, word, now);
    else if (word[0] == '+')
        hear_process(h, word + 1, now);
    else if (word[0] == '!')
        end_process(h, word + 1);
    if (word[0] != '~' || strlen(word) < STORE_ID + DIGITS + HUB_PROCESS - 1)
        return;
    snprintf(id, sizeof id, "%.*s", STORE_ID - 1, word + 1);
    snprintf(digits, sizeof digits, "%.*s", DIGITS, word + STORE_ID);
    snprintf(process, sizeof process, "%.*s", HUB_PROCESS - 1, word + STORE_ID + DIGITS);
    hear_process(h, process, now);
    uint8_t there = (uint8_t)strtoul(digits, NULL, 16);
    if (there && strcmp(process, h->process) != 0)
        note_attended(h, id);
    struct room *r = room_find(h, id);
    if (!r)
        return;
    note(r, process, there);
    if (word[strlen(word) - 1] == '?' && present(r))
        tell_room(h, r, present(r), false);
}

void presence_end(struct hub *h)
{
    char word[STORE_NEWS];

    snprintf(word, sizeof word, "!%s", h->process);
    hub_tell(h, word);
}

void presence_close(struct hub *h)
{
    free(h->attended);
    h->attended = NULL;
    while (h->processes) {
        struct process *gone = h->processes;
        h->processes = gone->next;
        free(gone);
    }
}
