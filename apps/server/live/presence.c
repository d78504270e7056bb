// SPDX-License-Identifier: MIT
// Who is connected to the other processes. Each tells the others, with the database's news, which
// seats of a game have somebody there: when that changes, and when one that has just come asks.
// Every few seconds it tells that it is there itself; who does not is forgotten with all his
// people, so that a process that has crashed leaves nobody behind. One that was thought dead and
// comes back is told everything anew, since it thought the same. And what an address has used of
// its share goes the same way.
//
// The words are "~GAME" with two digits for the seats and eight for the process, a '?' behind them
// asks; "+" with a process that is there, "!" with one that ends, and those of limits.h.
#include <stdlib.h>
#include <string.h>

#include "server/live/standstill.h"
#include "server/live/databasehealth.h"
#include "server/live/processes.h"
#include "server/live/livegames.h"

enum {
    BEAT = 3 * 1000,     // milliseconds between two words that a process is there
    SILENCE = 10 * 1000, // after which it is not
    ANSWERED = 1500,     // milliseconds after a question: a process that is heard then has answered
    LIMITS_PAUSE = 250,  // between two times that limits are told
    MOST_LIMITS = 64,    // words of limits at a time
    MOST_ATTENDED = 1 << 16, // games that others look after
    WATCHED = 0x10,          // besides the bits of the seats: somebody looks
    NEVER_SENT = 0xff,       // nothing was told yet
    DIGITS = 2,
};

// Seats that have somebody at another process.
struct elsewhere {
    struct elsewhere *next;
    char process[PROCESS_NAME];
    uint8_t here;
};

// Another process.
struct process {
    struct process *next;
    char name[PROCESS_NAME];
    int64_t heard;
    bool gone;
};

// A word that could not be told is told again, once something can be stored.
static void publish_done(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    char id[STORE_ID];

    snprintf(id, sizeof id, "%.*s", STORE_ID - 1, t->writes[0].word + 1);
    struct live_game *live = t->failed ? live_game_find(reg, id) : NULL;
    if (live)
        presence_begin(live);
    writer_task_free(t);
}

static void send_to_all(struct live_registry *reg, struct live_game *live, uint8_t here, bool ask)
{
    char word[STORE_NEWS];

    live->present = here;
    if (ask)
        live->asked = live_registry_now(reg);
    snprintf(word, sizeof word, "~%s%02x%s%s", live->state.row.id, here, reg->process,
             ask ? "?" : "");
    struct writer_task *t = reg->alone ? NULL : writer_task(1, publish_done);
    if (!t)
        return;
    t->writes[0].kind = STORE_PUBLISH;
    memcpy(t->writes[0].word, word, sizeof word);
    writer_submit(reg->writer, t);
}

static uint8_t present(const struct live_game *live)
{
    return (uint8_t)(live_game_seats_here(live) | (live->watches ? WATCHED : 0));
}

void presence_begin(struct live_game *live)
{
    live->present = NEVER_SENT;
}

void presence_clear(struct live_game *live)
{
    while (live->elsewhere) {
        struct elsewhere *gone = live->elsewhere;
        live->elsewhere = gone->next;
        free(gone);
    }
}

void presence_tick(struct live_registry *reg, struct live_game *live)
{
    uint8_t here = present(live);

    if (reg->alone || reg->stopping || reg->outage)
        return;
    for (struct elsewhere **at = &live->elsewhere; *at;) {
        if ((*at)->here) {
            at = &(*at)->next;
            continue;
        }
        struct elsewhere *gone = *at;
        *at = gone->next;
        free(gone);
        live->dirty = true;
    }
    if (here != live->present)
        send_to_all(reg, live, here, live->present == NEVER_SENT);
}

uint8_t presence_elsewhere(const struct live_game *live)
{
    uint8_t here = 0;

    for (const struct elsewhere *e = live->elsewhere; e; e = e->next)
        here |= e->here;
    return here;
}

bool presence_known(const struct live_registry *reg, const struct live_game *live)
{
    bool known = reg->alone || live->present != NEVER_SENT;

    for (const struct process *p = reg->processes; p && known; p = p->next)
        known = p->gone || p->heard >= live->asked + ANSWERED;
    return known;
}

bool presence_was_at(const struct live_game *live, int seat, const char *process, int64_t heard)
{
    // It may not have answered.
    bool was = live->present == NEVER_SENT || heard < live->asked + ANSWERED;

    for (const struct elsewhere *e = live->elsewhere; e; e = e->next) {
        bool there = e->here >> seat & 1;
        if (there && strcmp(e->process, process) != 0)
            return false;
        was = was || there;
    }
    return was;
}

static void note_process(struct live_game *live, const char *process, uint8_t here)
{
    struct elsewhere *e = live->elsewhere;

    while (e && strcmp(e->process, process) != 0)
        e = e->next;
    if (!e && !here)
        return;
    if (!e) {
        e = calloc(1, sizeof *e);
        if (!e)
            return; // told again soon
        memcpy(e->process, process, PROCESS_NAME);
        e->next = live->elsewhere;
        live->elsewhere = e;
    }
    live->dirty = live->dirty || e->here != here;
    e->here = here;
}

static void forget_process(struct live_registry *reg, const char *process)
{
    reg->host.above->process_lost(reg, process);
    for (unsigned i = 0; i < REGISTRY_SLOTS; i++) {
        for (struct live_game *live = reg->games[i]; live; live = live->next) {
            for (struct elsewhere *e = live->elsewhere; e; e = e->next) {
                if (!strcmp(e->process, process))
                    e->here = 0; // the next tick takes it away
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Processes
// ---------------------------------------------------------------------------------------------

static void lose_process(struct live_registry *reg, struct process *p, bool silent)
{
    p->gone = true;
    if (silent) // one that ends has stopped its clocks itself
        standstill_lost(reg, p->name, p->heard);
    forget_process(reg, p->name);
    limits_forget(reg->limits, p->name);
    // games that nobody but it had in memory: clocks and computers go on
    reg->wake_at = live_registry_now(reg);
    reg->wake_all = true;
}

// A process is there. One that was thought dead hears again who is here.
static void hear_process(struct live_registry *reg, const char *name, int64_t now)
{
    struct process *p = reg->processes;

    while (p && strcmp(p->name, name) != 0)
        p = p->next;
    if (!p) {
        p = calloc(1, sizeof *p);
        if (!p)
            return; // it will say so again
        snprintf(p->name, sizeof p->name, "%s", name);
        p->next = reg->processes;
        reg->processes = p;
    }
    p->heard = now;
    if (!p->gone)
        return;
    p->gone = false;
    for (unsigned i = 0; i < REGISTRY_SLOTS; i++) {
        for (struct live_game *live = reg->games[i]; live; live = live->next)
            presence_begin(live);
    }
}

static void end_process(struct live_registry *reg, const char *name)
{
    for (struct process **at = &reg->processes; *at; at = &(*at)->next) {
        struct process *gone = *at;
        if (strcmp(gone->name, name) != 0)
            continue;
        lose_process(reg, gone, false);
        *at = gone->next;
        free(gone);
        return;
    }
    forget_process(reg, name);
}

void presence_missed(struct live_registry *reg, int64_t now)
{
    for (struct process *p = reg->processes; p; p = p->next) {
        p->heard = now;
        // live games ask anew, and only those who have somebody answer
        forget_process(reg, p->name);
    }
}

// Who is silent is gone; not so while the database is, since then nobody can be heard.
static void look_for_silent(struct live_registry *reg, int64_t now)
{
    for (struct process *p = reg->processes; p; p = p->next) {
        if (reg->outage || !health_good(reg, now))
            p->heard = now;
        else if (!p->gone && now - p->heard > SILENCE)
            lose_process(reg, p, true);
    }
}

static void publish_limits(struct live_registry *reg)
{
    struct writer_task *t = NULL;
    char word[LIMITS_REPORT];
    unsigned count = 0;

    while (count < MOST_LIMITS && limits_next_report(reg->limits, reg->process, word)) {
        if (!t && !(t = writer_task(MOST_LIMITS, writer_task_done)))
            return;
        t->writes[count].kind = STORE_PUBLISH;
        memcpy(t->writes[count++].word, word, sizeof word);
    }
    if (t) {
        t->count = count;
        writer_submit(reg->writer, t);
    }
}

// A process may have died after this one started and before it was heard here. Its games are taken
// over, and its players are not charged for the time since this process started.
static void look_for_unheard(struct live_registry *reg, int64_t now)
{
    if (reg->woke_again || now - reg->started < SILENCE)
        return;
    reg->woke_again = true;
    reg->wake_at = now;
    standstill_unheard(reg);
}

void presence_registry_tick(struct live_registry *reg, int64_t now)
{
    char word[STORE_NEWS];

    if (reg->alone || reg->stopping)
        return;
    look_for_silent(reg, now);
    look_for_unheard(reg, now);
    if (now - reg->limits_sent_at >= LIMITS_PAUSE) {
        reg->limits_sent_at = now;
        publish_limits(reg);
    }
    if (now - reg->beat < BEAT)
        return;
    reg->beat = now;
    snprintf(word, sizeof word, "+%s", reg->process);
    live_registry_publish(reg, word);
}

// ---------------------------------------------------------------------------------------------
// Games that others look after
// ---------------------------------------------------------------------------------------------

// Whoever has somebody at a game keeps it in memory until another has; and the death of a process
// that was heard of is noticed.
static void note_attended(struct live_registry *reg, const char *id)
{
    if (reg->woke_again || reg->attended_count == MOST_ATTENDED)
        return;
    if (reg->attended_count == reg->attended_capacity) {
        unsigned capacity = reg->attended_capacity ? 2 * reg->attended_capacity : 64;
        char(*larger)[STORE_ID] = realloc(reg->attended, capacity * sizeof *larger);
        if (!larger)
            return; // it is woken up here, too
        reg->attended = larger;
        reg->attended_capacity = capacity;
    }
    memcpy(reg->attended[reg->attended_count++], id, STORE_ID);
}

static int compare_ids(const void *a, const void *b)
{
    return strcmp(a, b);
}

void presence_spare(struct live_registry *reg, char (*ids)[STORE_ID], unsigned *count)
{
    unsigned kept = 0;

    if (reg->attended)
        qsort(reg->attended, reg->attended_count, STORE_ID, compare_ids);
    for (unsigned i = 0; i < *count; i++) {
        if (!reg->attended ||
            !bsearch(ids[i], reg->attended, reg->attended_count, STORE_ID, compare_ids))
            memmove(ids[kept++], ids[i], STORE_ID);
    }
    *count = kept;
    free(reg->attended);
    reg->attended = NULL;
    reg->attended_count = reg->attended_capacity = 0;
}

void presence_heard(struct live_registry *reg, const char *word)
{
    char id[STORE_ID], digits[DIGITS + 1], process[PROCESS_NAME];
    int64_t now = live_registry_now(reg);

    if (word[0] == '%')
        limits_hear(reg->limits, word, now);
    else if (word[0] == '+')
        hear_process(reg, word + 1, now);
    else if (word[0] == '!')
        end_process(reg, word + 1);
    if (word[0] != '~' || strlen(word) < STORE_ID + DIGITS + PROCESS_NAME - 1)
        return;
    snprintf(id, sizeof id, "%.*s", STORE_ID - 1, word + 1);
    snprintf(digits, sizeof digits, "%.*s", DIGITS, word + STORE_ID);
    snprintf(process, sizeof process, "%.*s", PROCESS_NAME - 1, word + STORE_ID + DIGITS);
    hear_process(reg, process, now);
    uint8_t there = (uint8_t)strtoul(digits, NULL, 16);
    if (there && strcmp(process, reg->process) != 0)
        note_attended(reg, id);
    struct live_game *live = live_game_find(reg, id);
    if (!live)
        return;
    note_process(live, process, there);
    if (word[strlen(word) - 1] == '?' && present(live))
        send_to_all(reg, live, present(live), false);
}

void presence_end(struct live_registry *reg)
{
    char word[STORE_NEWS];

    snprintf(word, sizeof word, "!%s", reg->process);
    live_registry_publish(reg, word);
}

void presence_close(struct live_registry *reg)
{
    free(reg->attended);
    reg->attended = NULL;
    while (reg->processes) {
        struct process *gone = reg->processes;
        reg->processes = gone->next;
        free(gone);
    }
}
