// SPDX-License-Identifier: MIT
// Every second it looks what is due, takes a few rows, lets the loop say who is here, and hands each row to a thread of its
// own (heraldsend.c), so that one slow service keeps nobody else waiting for long. What became of them goes to the writer.
#include "server/told/herald.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sodium.h>

#include "server/told/heraldsend.h"

enum {
    ROWS = 16,                  // at once
    LOOK = 1000,                // milliseconds between two looks
    TAKEN = 3 * 60 * 1000,      // a row is ours for so long; nothing takes longer
    HERE_AGAIN = 5 * 60 * 1000, // until somebody who was here is looked for again
    HERE_MOST = 60 * 60 * 1000, // then he has seen it
    LAST_WORDS = 3 * 1000,      // that the end waits for a thread
};

enum { IDLE, ASKED, ANSWERED };

struct herald {
    struct heraldsend send; // what all who send need
    struct store *store;
    struct writer *writer;
    enum herald_presence (*presence)(struct live_registry *reg, const struct outbox_row *row);
    char public_key[HERALD_KEY];

    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool poked, ended;
    int asked;                            // whether the writer has our question
    struct outbox_row rows[ROWS];         // that are ours
    enum herald_presence presences[ROWS]; // as the loop saw it
    bool ours[ROWS];
    unsigned count;
    struct herald_counts counts;
};

static bool stopping(const struct herald *h)
{
    return atomic_load(&h->send.stop);
}

// ---------------------------------------------------------------------------------------------
// Rows of the outbox
// ---------------------------------------------------------------------------------------------

// Waits at most so long; with the lock.
static void wait_a_while(struct herald *h, int milliseconds)
{
    timekeeper_wait(&h->changed, &h->lock, milliseconds);
}

// Not when the writer may be closing.
static bool submit(struct herald *h, struct writer_task *t)
{
    pthread_mutex_lock(&h->lock);
    bool good = !stopping(h);
    if (good)
        writer_submit(h->writer, t);
    pthread_mutex_unlock(&h->lock);
    if (!good)
        writer_task_free(t);
    return good;
}

// In the loop: which rows are ours, and who is here.
static void taken(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct herald *h = *(struct herald **)t->extra;

    pthread_mutex_lock(&h->lock);
    for (unsigned i = 0; i < t->count; i++) {
        h->ours[i] = !t->failed && t->writes[i].answer == STORE_DONE;
        h->presences[i] = h->ours[i] ? h->presence(reg, &h->rows[i]) : HERALD_AWAY;
    }
    h->asked = ANSWERED;
    pthread_cond_broadcast(&h->changed);
    pthread_mutex_unlock(&h->lock);
    writer_task_free(t);
}

// Takes the rows that were read; false when the server ends.
static bool take_rows(struct herald *h, int64_t now)
{
    struct writer_task *t = writer_task(h->count, taken);
    struct herald **extra =
        malloc(sizeof *extra); // NOLINT(bugprone-sizeof-expression): it is a pointer

    if (!t || !extra) {
        free(t);
        free(extra);
        return false;
    }
    *extra = h;
    t->extra = extra;
    for (unsigned i = 0; i < h->count; i++) {
        t->writes[i].kind = STORE_OUTBOX;
        t->writes[i].outbox =
            (struct store_outbox){.what = OUTBOX_TAKE, .row = h->rows[i], .at = now};
        t->writes[i].outbox.row.taken = now + TAKEN;
    }
    h->asked = ASKED;
    if (!submit(h, t))
        return false;
    pthread_mutex_lock(&h->lock);
    while (h->asked == ASKED && !stopping(h))
        wait_a_while(h, LOOK);
    bool good = h->asked == ANSWERED;
    pthread_mutex_unlock(&h->lock);
    return good;
}

// ---------------------------------------------------------------------------------------------
// Telling
// ---------------------------------------------------------------------------------------------

// What is needed to tell a row; false when the database does not answer: then it is taken again later.
static bool prepare(struct herald *h, const struct outbox_row *row, struct heraldsend_job *job)
{
    struct error e;
    bool found = false, asked = false;
    bool about_game = row->kind < NOTIFY_KINDS;

    *job = (struct heraldsend_job){
        .send = &h->send, .row = *row, .now = store_now(h->store), .began = timekeeper_steady()};
    if (!store_notify_settings(h->store, row->account, &job->settings, &asked, &e) ||
        !store_push_subscriptions(h->store, row->account, job->places, &job->place_count, &e) ||
        (about_game && !store_game(h->store, row->about, &job->game, &found, &e)))
        return false;
    job->has_game = found;
    job->outcome = (about_game && !found) || !asked ? HERALDSEND_DONE : HERALDSEND_NEXT;
    return true;
}

static void *send_row(void *to)
{
    heraldsend_row(to);
    return NULL;
}

// Somebody who is here is told later, if he goes and leaves it.
static void judge_presence(enum herald_presence presence, struct heraldsend_job *job)
{
    bool seen = job->now - job->row.at > HERE_MOST;

    if (job->outcome != HERALDSEND_NEXT || presence == HERALD_AWAY)
        return;
    job->outcome = presence == HERALD_OVER || seen ? HERALDSEND_DONE : HERALDSEND_LATER;
    job->row.due = job->now + HERE_AGAIN;
}

static unsigned add_outcome(const struct heraldsend_job *job, struct store_write *writes)
{
    unsigned count = 0;

    writes[count].kind = STORE_OUTBOX;
    writes[count++].outbox = (struct store_outbox){
        .what = job->outcome == HERALDSEND_DONE ? OUTBOX_DONE : OUTBOX_LATER, .row = job->row};
    for (unsigned i = 0; i < job->place_count; i++) {
        if (!job->gone[i])
            continue;
        writes[count].kind = STORE_OUTBOX;
        writes[count++].outbox =
            (struct store_outbox){.what = OUTBOX_DROP_SUBSCRIPTION, .subscription = job->places[i]};
    }
    return count;
}

static void store_outcomes(struct herald *h, struct heraldsend_job *jobs, unsigned count)
{
    struct writer_task *t = writer_task(ROWS * (1 + PUSH_SUBSCRIPTIONS_MOST), writer_task_done);

    if (!t)
        return; // they are told again, by the same names
    t->count = 0;
    pthread_mutex_lock(&h->lock);
    for (unsigned i = 0; i < count; i++) {
        t->count += add_outcome(&jobs[i], &t->writes[t->count]);
        h->counts.pushes += jobs[i].pushed;
        h->counts.letters += jobs[i].lettered;
        h->counts.failures += jobs[i].failures;
    }
    pthread_mutex_unlock(&h->lock);
    if (t->count)
        submit(h, t);
    else
        writer_task_free(t);
}

static void tell_rows(struct herald *h)
{
    struct heraldsend_job *jobs = calloc(ROWS, sizeof *jobs);
    pthread_t threads[ROWS];
    bool runs[ROWS] = {false};
    unsigned count = 0;

    for (unsigned i = 0; jobs && i < h->count; i++) {
        if (!h->ours[i] || !prepare(h, &h->rows[i], &jobs[count]))
            continue;
        judge_presence(h->presences[i], &jobs[count]);
        runs[count] = jobs[count].outcome == HERALDSEND_NEXT &&
                      pthread_create(&threads[count], NULL, send_row, &jobs[count]) == 0;
        count++;
    }
    for (unsigned i = 0; i < count; i++) {
        if (runs[i])
            pthread_join(threads[i], NULL);
    }
    if (count)
        store_outcomes(h, jobs, count);
    free(jobs);
}

static void *run(void *to)
{
    struct herald *h = to;
    struct error e;

    while (!stopping(h)) {
        int64_t now = store_now(h->store);
        h->count = 0;
        bool looked = store_outbox_due(h->store, now, h->rows, ROWS, &h->count, &e);
        bool more = looked && h->count && take_rows(h, now);
        if (more)
            tell_rows(h);
        pthread_mutex_lock(&h->lock);
        if (!stopping(h) && !h->poked && h->count < ROWS)
            wait_a_while(h, LOOK);
        h->poked = false;
        pthread_mutex_unlock(&h->lock);
        if (!looked)
            store_alive(h->store);
    }
    pthread_mutex_lock(&h->lock);
    h->ended = true;
    pthread_cond_broadcast(&h->changed);
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// Beginning and ending
// ---------------------------------------------------------------------------------------------

// A secret of the database; made by whoever comes first. This is before anything else writes.
static bool keep_secret(struct store *s, const char *name, const unsigned char fresh[32],
                        unsigned char bytes[32], struct error *e)
{
    struct store_write w = {.kind = STORE_OUTBOX, .outbox.what = OUTBOX_SET_SECRET};
    struct server_secret known;
    bool found = false;

    if (!store_server_secret(s, name, &known, &found, e))
        return false;
    if (!found) {
        snprintf(w.outbox.secret.name, sizeof w.outbox.secret.name, "%s", name);
        memcpy(w.outbox.secret.bytes, fresh, 32);
        w.outbox.secret.length = 32;
        bool written = store_write(s, &w, 1, e) && store_server_secret(s, name, &known, &found, e);
        explicit_bzero(&w, sizeof w);
        if (!written)
            return false;
    }
    if (!found || known.length != 32)
        return error_set(e, "told.secret:name", "the database has no sound key '%s'", name);
    memcpy(bytes, known.bytes, 32);
    explicit_bzero(&known, sizeof known);
    return true;
}

static bool keep_keys(struct herald *h, struct error *e)
{
    struct push_pair fresh;
    unsigned char secret[32], key[32];

    randombytes_buf(key, sizeof key);
    if (!push_pair_make(&fresh))
        return error_set(e, "told.keys", "no keys for push messages can be made");
    bool good = keep_secret(h->store, "push", fresh.secret, secret, e) &&
                keep_secret(h->store, "pass", key, h->send.pass_key, e);
    if (good && !push_pair_of(secret, &h->send.own))
        good = error_set(e, "told.secret:name", "the database has no sound key '%s'", "push");
    explicit_bzero(&fresh, sizeof fresh);
    explicit_bzero(secret, sizeof secret);
    explicit_bzero(key, sizeof key);
    if (good)
        sodium_bin2base64(h->public_key, sizeof h->public_key, h->send.own.point, PUSH_PUBLIC,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return good;
}

static bool begin(struct herald *h, const char *database, const struct herald_options *options,
                  struct error *e)
{
    size_t length = strlen(options->site);

    if (strncmp(options->site, "http", 4) != 0 || length >= sizeof h->send.site ||
        options->site[length - 1] != '/' || strpbrk(options->site, "\"\\<> #?\r\n"))
        return error_set(e, "told.site:site",
                         "'%s' is not where people reach the server: https://HOST/",
                         error_quote(options->site).text);
    memcpy(h->send.site, options->site, length + 1);
    h->send.has_relay = options->relay != NULL;
    if (options->relay &&
        (!relay_read(options->relay, &h->send.relay, e) || !relay_read_password(&h->send.relay, e)))
        return false;
    h->store = store_open(database, e);
    if (h->store)
        store_keep_time(h->store, options->time);
    return h->store && keep_keys(h, e);
}

static void release(struct herald *h)
{
    if (h->store)
        store_close(h->store);
    pthread_mutex_destroy(&h->lock);
    pthread_cond_destroy(&h->changed);
    explicit_bzero(h, sizeof *h);
    free(h);
}

struct herald *herald_open(const char *database, const struct herald_options *options,
                           struct writer *writer, struct error *e)
{
    struct herald *h = calloc(1, sizeof *h);

    if (!h) {
        error_set(e, "start.memory", "the server cannot start: out of memory");
        return NULL;
    }
    h->writer = writer;
    h->presence = options->presence;
    h->send.rules = (struct outgoing_rules){.anywhere = options->anywhere, .stop = &h->send.stop};
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->changed, NULL);
    if (begin(h, database, options, e)) {
        if (pthread_create(&h->thread, NULL, run, h) == 0)
            return h;
        error_set(e, "told.thread", "the server cannot start: no thread for what is told");
    }
    release(h);
    return NULL;
}

void herald_stop(struct herald *h)
{
    pthread_mutex_lock(&h->lock);
    atomic_store(&h->send.stop, true);
    pthread_cond_broadcast(&h->changed);
    int64_t until = timekeeper_steady() + LAST_WORDS;
    while (!h->ended && timekeeper_steady() < until)
        wait_a_while(h, 100);
    pthread_mutex_unlock(&h->lock);
}

void herald_close(struct herald *h)
{
    pthread_mutex_lock(&h->lock);
    bool ended = h->ended;
    pthread_mutex_unlock(&h->lock);
    if (!ended) {
        pthread_detach(
            h->thread); // somebody's name takes long to be found; the process ends with it
        return;
    }
    pthread_join(h->thread, NULL);
    release(h);
}

void herald_poke(struct herald *h)
{
    pthread_mutex_lock(&h->lock);
    h->poked = true;
    pthread_cond_broadcast(&h->changed);
    pthread_mutex_unlock(&h->lock);
}

const char *herald_public_key(const struct herald *h)
{
    return h->public_key;
}

const unsigned char *herald_pass_key(const struct herald *h)
{
    return h->send.pass_key;
}

bool herald_has_relay(const struct herald *h)
{
    return h->send.has_relay;
}

bool herald_goes_anywhere(const struct herald *h)
{
    return h->send.rules.anywhere;
}

struct herald_counts herald_counts(struct herald *h)
{
    pthread_mutex_lock(&h->lock);
    struct herald_counts counts = h->counts;
    pthread_mutex_unlock(&h->lock);
    return counts;
}
