// SPDX-License-Identifier: MIT
// What stands for the server's threads, clock and chance in the whole fuzz target: the writer
// stores, the readers read and the workers work at once and in the loop, passwords cost nothing,
// and the same input always meets the same tokens and times. There is no PostgreSQL.
#include "tests/fuzz/atonce.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/log.h"
#include "server/store/reader.h"
#include "server/store/database.h"
#include "server/store/writer.h"
#include "server/workers.h"

// libsodium's and the log's functions have no place for a pointer of ours.
static struct {
    int64_t now;
    uint64_t chance;
    unsigned writes, thoughts;
} world = {.now = INT64_C(1790000000000)};

void atonce_begin(void)
{
    world.chance = 1;
    world.writes = world.thoughts = 0;
}

void atonce_pass(int64_t milliseconds)
{
    world.now += milliseconds;
}

unsigned atonce_writes(void)
{
    return world.writes;
}

// ---------------------------------------------------------------------------------------------
// Time, log and chance
// ---------------------------------------------------------------------------------------------

int64_t log_now(void)
{
    return world.now;
}

int64_t timekeeper_steady(void)
{
    return world.now;
}

void timekeeper_begin(struct timekeeper *t)
{
    (void)t;
}

bool timekeeper_asks(const struct timekeeper *t)
{
    (void)t;
    return false;
}

int64_t timekeeper_now(const struct timekeeper *t)
{
    (void)t;
    return world.now;
}

void timekeeper_sync(struct timekeeper *t, int64_t asked, int64_t answered, int64_t database)
{
    (void)t, (void)asked, (void)answered, (void)database;
}

// There are no threads that could wait.
bool timekeeper_wait(pthread_cond_t *signal, pthread_mutex_t *lock, int64_t milliseconds)
{
    (void)signal, (void)lock, (void)milliseconds;
    return false;
}

void log_event(const char *event, const char *format, ...)
{
    (void)event;
    (void)format;
}

struct log_text log_text(const char *untrusted)
{
    (void)untrusted;
    return (struct log_text){.text = "\"\""};
}

static const char *chance_name(void)
{
    return "the same for every input";
}

static uint32_t next_chance(void)
{
    uint64_t z = world.chance += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(z >> 16);
}

static void fill_chance(void *const bytes, const size_t count)
{
    for (size_t i = 0; i < count; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)next_chance();
}

void atonce_chance(void)
{
    static const randombytes_implementation same = {
        .implementation_name = chance_name, .random = next_chance, .buf = fill_chance};

    // It is changed before and after libsodium begins, which asks for some.
    randombytes_set_implementation((randombytes_implementation *)&same);
}

// NOLINTBEGIN(bugprone-reserved-identifier): names that the linker gives to wrapped functions
int __wrap_crypto_pwhash_str_alg(char *out, const char *password, unsigned long long length,
                                 unsigned long long rounds, size_t memory, int kind);
int __wrap_crypto_pwhash_str_verify(const char *kept, const char *password,
                                    unsigned long long length);
int __wrap_crypto_pwhash_str_needs_rehash(const char *kept, unsigned long long rounds,
                                          size_t memory);

int __wrap_crypto_pwhash_str_alg(char *out, const char *password, unsigned long long length,
                                 unsigned long long rounds, size_t memory, int kind)
{
    (void)rounds;
    (void)memory;
    (void)kind;
    memset(out, 0, crypto_pwhash_STRBYTES);
    snprintf(out, crypto_pwhash_STRBYTES, "%.*s", length > 100 ? 100 : (int)length, password);
    return 0;
}

int __wrap_crypto_pwhash_str_verify(const char *kept, const char *password,
                                    unsigned long long length)
{
    return length < crypto_pwhash_STRBYTES && !strcmp(kept, password) ? 0 : -1;
}

int __wrap_crypto_pwhash_str_needs_rehash(const char *kept, unsigned long long rounds,
                                          size_t memory)
{
    (void)kept;
    (void)rounds;
    (void)memory;
    return 0;
}
// NOLINTEND(bugprone-reserved-identifier)

// ---------------------------------------------------------------------------------------------
// The writer
// ---------------------------------------------------------------------------------------------

struct writer {
    struct store *store;
    struct inbox *box;
};

struct writer_task *writer_task(unsigned writes,
                                void (*done)(struct live_registry *reg, struct inbox_item *item))
{
    struct writer_task *t = calloc(1, sizeof *t + writes * sizeof t->writes[0]);

    t->item.done = done;
    t->count = writes;
    return t;
}

struct writer_task *
writer_task_with(unsigned writes, void (*done)(struct live_registry *reg, struct inbox_item *item),
                 size_t size)
{
    struct writer_task *t = writer_task(writes, done);

    if (t)
        t->extra = calloc(1, size);
    return t;
}

void writer_task_free(struct writer_task *t)
{
    free(t->extra);
    free(t);
}

void writer_task_done(struct live_registry *reg, struct inbox_item *item)
{
    (void)reg;
    writer_task_free((struct writer_task *)item);
}

struct writer *writer_open(const char *where, struct inbox *box, struct timekeeper *time,
                           int64_t *began, struct error *e)
{
    struct writer *w = calloc(1, sizeof *w);

    w->box = box;
    w->store = store_open(where, e);
    *began = timekeeper_now(time);
    if (!w->store || !store_claim(w->store, began, e))
        abort();
    return w;
}

void writer_submit(struct writer *w, struct writer_task *t)
{
    world.writes++;
    t->item.next = NULL;
    t->since = world.now;
    t->failed = !store_write(w->store, t->writes, t->count, &t->error);
    inbox_post(w->box, &t->item);
}

void writer_stop(struct writer *w)
{
    (void)w;
}

void writer_close(struct writer *w)
{
    store_close(w->store);
    free(w);
}

int64_t writer_failing(struct writer *w)
{
    (void)w;
    return 0;
}

void writer_woke(struct writer *w)
{
    (void)w; // nothing is ever under way
}

struct writer_counts writer_counts(struct writer *w)
{
    (void)w;
    return (struct writer_counts){0};
}

// ---------------------------------------------------------------------------------------------
// The readers
// ---------------------------------------------------------------------------------------------

struct reader {
    struct store *store;
    struct inbox *box;
};

struct reader *reader_open(const char *where, struct inbox *box, const struct timekeeper *time,
                           struct error *e)
{
    struct reader *r = calloc(1, sizeof *r);

    r->box = box;
    r->store = store_open(where, e);
    store_keep_time(r->store, time);
    if (!r->store)
        abort();
    return r;
}

bool reader_submit(struct reader *r, enum reader_queue queue, struct reader_task *t)
{
    (void)queue;
    t->item.next = NULL;
    t->undone = false;
    t->work(t, r->store);
    inbox_post(r->box, &t->item);
    return true;
}

void reader_close(struct reader *r)
{
    store_close(r->store);
    free(r);
}

struct reader_counts reader_counts(struct reader *r)
{
    (void)r;
    return (struct reader_counts){0};
}

// ---------------------------------------------------------------------------------------------
// The workers
// ---------------------------------------------------------------------------------------------

struct workers {
    struct inbox *box;
};

struct workers *workers_open(unsigned threads, struct inbox *box, struct error *e)
{
    static struct workers w; // nobody closes them

    (void)threads;
    (void)e;
    w.box = box;
    return &w;
}

// Computers think for too long to do it often: then the line is full.
bool workers_submit(struct workers *w, enum workers_queue queue, struct worker_task *t)
{
    if (queue == WORKERS_COMPUTERS && ++world.thoughts > 2)
        return false;
    t->item.next = NULL;
    t->work(t);
    inbox_post(w->box, &t->item);
    return true;
}

unsigned workers_waiting(struct workers *w, enum workers_queue queue)
{
    (void)w;
    (void)queue;
    return 0;
}

void workers_stop(struct workers *w)
{
    (void)w;
}

// ---------------------------------------------------------------------------------------------
// PostgreSQL
// ---------------------------------------------------------------------------------------------

const struct database_kind database_postgres = {.identity = ""};

struct listener;
struct listener *listener_open(const char *where, struct inbox *box,
                               void (*heard)(struct live_registry *reg, const char *word),
                               struct error *e);

struct listener *listener_open(const char *where, struct inbox *box,
                               void (*heard)(struct live_registry *reg, const char *word),
                               struct error *e)
{
    (void)where;
    (void)box;
    (void)heard;
    e->message.text[0] = 0;
    return NULL;
}
