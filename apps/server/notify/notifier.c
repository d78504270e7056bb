// SPDX-License-Identifier: MIT
// Every second the notifier looks for rows that are due, claims a few through the writer, lets the
// event loop say who is online, and hands each row to a thread of its own (delivery.c), so that one
// slow service does not hold up the others for long. The outcomes go to the writer.
#include "server/notify/notifier.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sodium.h>

#include "server/notify/delivery.h"

enum {
    ROWS = 16,                       // at once
    POLL_MS = 1000,                  // between two looks into the outbox
    CLAIM_MS = 3 * 60 * 1000,        // a row is ours for this long; no delivery takes longer
    ONLINE_RETRY_MS = 5 * 60 * 1000, // after which a receiver who was online is looked up again
    ONLINE_MOST_MS = 60 * 60 * 1000, // after which one who stayed online must have seen it
    STOP_MS = 3 * 1000,              // that notifier_stop() waits for the thread
};

enum claim { CLAIM_NONE, CLAIM_SUBMITTED, CLAIM_ANSWERED };

struct notifier {
    struct delivery_context context; // what all deliveries share
    struct store *store;
    struct writer *writer;
    enum notifier_presence (*presence)(struct live_registry *reg, const struct outbox_row *row);
    char public_key[NOTIFIER_KEY];

    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool poked, ended;
    enum claim claim;
    struct outbox_row rows[ROWS]; // that are due
    unsigned count;
    bool ours[ROWS];                        // whether the claim of a row succeeded
    enum notifier_presence presences[ROWS]; // as the event loop saw them
    struct notifier_counts counts;
};

static bool stopping(const struct notifier *n)
{
    return atomic_load(&n->context.stop);
}

// ---------------------------------------------------------------------------------------------
// Rows of the outbox
// ---------------------------------------------------------------------------------------------

// The caller holds the lock.
static void wait_for_change(struct notifier *n, int milliseconds)
{
    timekeeper_wait(&n->changed, &n->lock, milliseconds);
}

// Drops the task if the writer may be closing already.
static bool task_submit(struct notifier *n, struct writer_task *t)
{
    pthread_mutex_lock(&n->lock);
    bool good = !stopping(n);
    if (good)
        writer_submit(n->writer, t);
    pthread_mutex_unlock(&n->lock);
    if (!good)
        writer_task_free(t);
    return good;
}

// Runs in the event loop: notes which rows are ours and who is online.
static void rows_claimed(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct notifier *n = *(struct notifier **)t->extra;

    pthread_mutex_lock(&n->lock);
    for (unsigned i = 0; i < t->count; i++) {
        n->ours[i] = !t->failed && t->writes[i].answer == STORE_DONE;
        n->presences[i] = n->ours[i] ? n->presence(reg, &n->rows[i]) : NOTIFIER_AWAY;
    }
    n->claim = CLAIM_ANSWERED;
    pthread_cond_broadcast(&n->changed);
    pthread_mutex_unlock(&n->lock);
    writer_task_free(t);
}

// Claims the rows that were read. False when the server ends.
static bool claim_rows(struct notifier *n, int64_t now)
{
    struct writer_task *t = writer_task(n->count, rows_claimed);
    struct notifier **extra =
        malloc(sizeof *extra); // NOLINT(bugprone-sizeof-expression): it is a pointer

    if (!t || !extra) {
        free(t);
        free(extra);
        return false;
    }
    *extra = n;
    t->extra = extra;
    for (unsigned i = 0; i < n->count; i++) {
        t->writes[i].kind = STORE_OUTBOX;
        t->writes[i].outbox =
            (struct store_outbox){.what = OUTBOX_TAKE, .row = n->rows[i], .at = now};
        t->writes[i].outbox.row.taken = now + CLAIM_MS;
    }
    n->claim = CLAIM_SUBMITTED;
    if (!task_submit(n, t))
        return false;
    pthread_mutex_lock(&n->lock);
    while (n->claim == CLAIM_SUBMITTED && !stopping(n))
        wait_for_change(n, POLL_MS);
    bool good = n->claim == CLAIM_ANSWERED;
    pthread_mutex_unlock(&n->lock);
    return good;
}

// ---------------------------------------------------------------------------------------------
// Deliveries
// ---------------------------------------------------------------------------------------------

// Collects what the delivery of a row needs. False when the database fails: the claim runs out, and
// the row is claimed again.
static bool delivery_prepare(struct notifier *n, const struct outbox_row *row, struct delivery *d)
{
    struct error e;
    bool found = false, asked = false;
    bool about_game = row->kind < NOTIFY_KINDS;

    *d = (struct delivery){.context = &n->context,
                           .row = *row,
                           .now = store_now(n->store),
                           .began = timekeeper_steady()};
    if (!store_notify_settings(n->store, row->account, &d->settings, &asked, &e) ||
        !store_push_subscriptions(n->store, row->account, d->places, &d->place_count, &e) ||
        (about_game && !store_game(n->store, row->about, &d->game, &found, &e)))
        return false;
    d->has_game = found;
    d->outcome = (about_game && !found) || !asked ? DELIVERY_DONE : DELIVERY_PENDING;
    return true;
}

static void *delivery_thread(void *to)
{
    delivery_run(to);
    return NULL;
}

// Users who are online are notified only if they leave without acting.
static void apply_presence(enum notifier_presence presence, struct delivery *d)
{
    bool seen = d->now - d->row.at > ONLINE_MOST_MS;

    if (d->outcome != DELIVERY_PENDING || presence == NOTIFIER_AWAY)
        return;
    d->outcome = presence == NOTIFIER_OVER || seen ? DELIVERY_DONE : DELIVERY_POSTPONED;
    d->row.due = d->now + ONLINE_RETRY_MS;
}

static unsigned add_outcome(const struct delivery *d, struct store_write *writes)
{
    unsigned count = 0;

    writes[count].kind = STORE_OUTBOX;
    writes[count++].outbox = (struct store_outbox){
        .what = d->outcome == DELIVERY_DONE ? OUTBOX_DONE : OUTBOX_LATER, .row = d->row};
    for (unsigned i = 0; i < d->place_count; i++) {
        if (!d->gone[i])
            continue;
        writes[count].kind = STORE_OUTBOX;
        writes[count++].outbox =
            (struct store_outbox){.what = OUTBOX_DROP_SUBSCRIPTION, .subscription = d->places[i]};
    }
    return count;
}

static void store_outcomes(struct notifier *n, struct delivery *all, unsigned count)
{
    struct writer_task *t = writer_task(ROWS * (1 + PUSH_SUBSCRIPTIONS_MOST), writer_task_done);

    if (!t)
        return; // they are sent again, under the same ids
    t->count = 0;
    pthread_mutex_lock(&n->lock);
    for (unsigned i = 0; i < count; i++) {
        t->count += add_outcome(&all[i], &t->writes[t->count]);
        n->counts.pushes += all[i].pushed;
        n->counts.push_failures += all[i].push_failures;
        n->counts.pushes_gone += all[i].pushes_gone;
        n->counts.emails += all[i].emailed;
        n->counts.email_failures += all[i].email_failures;
    }
    pthread_mutex_unlock(&n->lock);
    if (t->count)
        task_submit(n, t);
    else
        writer_task_free(t);
}

static void deliver_rows(struct notifier *n)
{
    struct delivery *all = calloc(ROWS, sizeof *all);
    pthread_t threads[ROWS];
    bool runs[ROWS] = {false};
    unsigned count = 0;

    for (unsigned i = 0; all && i < n->count; i++) {
        if (!n->ours[i] || !delivery_prepare(n, &n->rows[i], &all[count]))
            continue;
        apply_presence(n->presences[i], &all[count]);
        runs[count] = all[count].outcome == DELIVERY_PENDING &&
                      pthread_create(&threads[count], NULL, delivery_thread, &all[count]) == 0;
        count++;
    }
    for (unsigned i = 0; i < count; i++) {
        if (runs[i])
            pthread_join(threads[i], NULL);
    }
    if (count)
        store_outcomes(n, all, count);
    free(all);
}

static void *notifier_thread(void *to)
{
    struct notifier *n = to;
    struct error e;

    while (!stopping(n)) {
        int64_t now = store_now(n->store);
        n->count = 0;
        bool looked = store_outbox_due(n->store, now, n->rows, ROWS, &n->count, &e);
        bool more = looked && n->count && claim_rows(n, now);
        if (more)
            deliver_rows(n);
        pthread_mutex_lock(&n->lock);
        if (!stopping(n) && !n->poked && n->count < ROWS)
            wait_for_change(n, POLL_MS);
        n->poked = false;
        pthread_mutex_unlock(&n->lock);
        if (!looked)
            store_alive(n->store);
    }
    pthread_mutex_lock(&n->lock);
    n->ended = true;
    pthread_cond_broadcast(&n->changed);
    pthread_mutex_unlock(&n->lock);
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// Opening and closing
// ---------------------------------------------------------------------------------------------

// Reads a secret from the database. The first process stores `fresh` there. Called before anything
// else writes.
static bool secret_read(struct store *s, const char *name, const unsigned char fresh[32],
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

static bool keys_read(struct notifier *n, struct error *e)
{
    struct push_key_pair fresh;
    unsigned char secret[32], key[32];

    randombytes_buf(key, sizeof key);
    if (!push_key_pair_generate(&fresh))
        return error_set(e, "told.keys", "no keys for push messages can be made");
    bool good = secret_read(n->store, "push", fresh.secret, secret, e) &&
                secret_read(n->store, "pass", key, n->context.link_key, e);
    if (good && !push_key_pair_of(secret, &n->context.keys))
        good = error_set(e, "told.secret:name", "the database has no sound key '%s'", "push");
    explicit_bzero(&fresh, sizeof fresh);
    explicit_bzero(secret, sizeof secret);
    explicit_bzero(key, sizeof key);
    if (good)
        sodium_bin2base64(n->public_key, sizeof n->public_key, n->context.keys.point, PUSH_PUBLIC,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return good;
}

static bool notifier_start(struct notifier *n, const char *database,
                           const struct notifier_options *options, struct error *e)
{
    size_t length = strlen(options->site);

    if (strncmp(options->site, "http", 4) != 0 || length >= sizeof n->context.site ||
        options->site[length - 1] != '/' || strpbrk(options->site, "\"\\<> #?\r\n"))
        return error_set(e, "told.site:site",
                         "'%s' is not where people reach the server: https://HOST/",
                         error_quote(options->site).text);
    memcpy(n->context.site, options->site, length + 1);
    n->context.has_smtp = options->smtp != NULL;
    if (options->smtp && (!smtp_read(options->smtp, &n->context.smtp, e) ||
                          !smtp_read_password(&n->context.smtp, e)))
        return false;
    n->store = store_open(database, e);
    if (n->store)
        store_keep_time(n->store, options->time);
    return n->store && keys_read(n, e);
}

static void notifier_free(struct notifier *n)
{
    if (n->store)
        store_close(n->store);
    pthread_mutex_destroy(&n->lock);
    pthread_cond_destroy(&n->changed);
    explicit_bzero(n, sizeof *n);
    free(n);
}

struct notifier *notifier_open(const char *database, const struct notifier_options *options,
                               struct writer *writer, struct error *e)
{
    struct notifier *n = calloc(1, sizeof *n);

    if (!n) {
        error_set(e, "start.memory", "the server cannot start: out of memory");
        return NULL;
    }
    n->writer = writer;
    n->presence = options->presence;
    n->context.rules =
        (struct transfer_rules){.anywhere = options->anywhere, .stop = &n->context.stop};
    pthread_mutex_init(&n->lock, NULL);
    pthread_cond_init(&n->changed, NULL);
    if (notifier_start(n, database, options, e)) {
        if (pthread_create(&n->thread, NULL, notifier_thread, n) == 0)
            return n;
        error_set(e, "told.thread", "the server cannot start: no thread for notifications");
    }
    notifier_free(n);
    return NULL;
}

void notifier_stop(struct notifier *n)
{
    pthread_mutex_lock(&n->lock);
    atomic_store(&n->context.stop, true);
    pthread_cond_broadcast(&n->changed);
    int64_t until = timekeeper_steady() + STOP_MS;
    while (!n->ended && timekeeper_steady() < until)
        wait_for_change(n, 100);
    pthread_mutex_unlock(&n->lock);
}

void notifier_close(struct notifier *n)
{
    pthread_mutex_lock(&n->lock);
    bool ended = n->ended;
    pthread_mutex_unlock(&n->lock);
    if (!ended) {
        pthread_detach(n->thread); // a name takes long to resolve; the thread ends with the process
        return;
    }
    pthread_join(n->thread, NULL);
    notifier_free(n);
}

void notifier_poke(struct notifier *n)
{
    pthread_mutex_lock(&n->lock);
    n->poked = true;
    pthread_cond_broadcast(&n->changed);
    pthread_mutex_unlock(&n->lock);
}

const char *notifier_public_key(const struct notifier *n)
{
    return n->public_key;
}

const unsigned char *notifier_link_key(const struct notifier *n)
{
    return n->context.link_key;
}

bool notifier_sends_email(const struct notifier *n)
{
    return n->context.has_smtp;
}

bool notifier_goes_anywhere(const struct notifier *n)
{
    return n->context.rules.anywhere;
}

struct notifier_counts notifier_counts(struct notifier *n)
{
    if (!n)
        return (struct notifier_counts){0};
    pthread_mutex_lock(&n->lock);
    struct notifier_counts counts = n->counts;
    pthread_mutex_unlock(&n->lock);
    return counts;
}
