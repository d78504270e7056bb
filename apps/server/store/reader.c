// SPDX-License-Identifier: MIT
// The threads that read: two lines, first come, first served, each with an end and with hands of its own. A hand has a connection, which
// nobody else touches. Results go back through the inbox.
#include "server/store/reader.h"

#include <stdlib.h>
#include <time.h>

enum {
    HANDS = 2,          // threads of a line
    MOST_GAMES = 20000, // in line: all who may come back after a restart
    MOST_LISTS = 1024,
    PATIENCE = 2, // seconds that the end waits for a hand
};

struct line_of {
    struct inbox_item *first, *last;
    unsigned waiting, most;
    pthread_cond_t work;
};

struct hand {
    struct reader *reader;
    struct line_of *line;
    struct store *store;
    pthread_t thread;
    int64_t since; // when its task began; 0: it has none
};

struct reader {
    pthread_mutex_t lock;
    struct line_of lines[READER_LINES];
    struct hand hands[READER_LINES * HANDS];
    unsigned started;
    bool closing;
    uint64_t tasks;
    struct inbox *box;
};

// NULL at the end.
static struct reader_task *next_task(struct reader *r, struct hand *hand)
{
    struct line_of *line = hand->line;

    pthread_mutex_lock(&r->lock);
    hand->since = 0;
    while (!r->closing && !line->first)
        pthread_cond_wait(&line->work, &r->lock);
    struct inbox_item *first = r->closing ? NULL : line->first;
    if (first) {
        if (!(line->first = first->next))
            line->last = NULL;
        line->waiting--;
        hand->since = store_now(hand->store);
        r->tasks++;
    }
    pthread_mutex_unlock(&r->lock);
    return (struct reader_task *)first;
}

static void *reader_run(void *to)
{
    struct hand *hand = to;
    struct reader_task *t;

    while ((t = next_task(hand->reader, hand))) {
        t->work(t, hand->store);
        inbox_post(hand->reader->box, &t->item);
    }
    return NULL;
}

static void release(struct reader *r)
{
    for (unsigned i = 0; i < READER_LINES * HANDS; i++)
        store_close(r->hands[i].store);
    for (unsigned line = 0; line < READER_LINES; line++)
        pthread_cond_destroy(&r->lines[line].work);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

// Whether all hands let go in time.
static bool join_hands(struct reader *r)
{
    struct timespec until;
    bool all = true;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE;
    for (unsigned i = 0; i < r->started; i++)
        all = pthread_timedjoin_np(r->hands[i].thread, NULL, &until) == 0 && all;
    return all;
}

// What is still in line, taken off.
static struct inbox_item *end_lines(struct reader *r)
{
    struct inbox_item *undone = NULL;

    pthread_mutex_lock(&r->lock);
    r->closing = true;
    for (unsigned line = 0; line < READER_LINES; line++) {
        struct line_of *of = &r->lines[line];
        if (of->last) {
            of->last->next = undone;
            undone = of->first;
        }
        of->first = of->last = NULL;
        of->waiting = 0;
        pthread_cond_broadcast(&of->work);
    }
    pthread_mutex_unlock(&r->lock);
    return undone;
}

void reader_close(struct reader *r)
{
    for (struct inbox_item *i = end_lines(r), *next; i; i = next) {
        next = i->next;
        ((struct reader_task *)i)->undone = true;
        inbox_post(r->box, i);
    }
    if (join_hands(r))
        release(r);
}

static bool start(struct reader *r, const char *where, const struct timekeeper *time,
                  struct error *e)
{
    for (unsigned i = 0; i < READER_LINES * HANDS; i++) {
        struct hand *hand = &r->hands[i];
        *hand = (struct hand){.reader = r, .line = &r->lines[i / HANDS]};
        if (!(hand->store = store_open(where, e)))
            return false;
        store_keep_time(hand->store, time);
        if (pthread_create(&hand->thread, NULL, reader_run, hand) != 0)
            return error_set(e, "store.thread", "no thread can be started");
        r->started++;
    }
    return true;
}

struct reader *reader_open(const char *where, struct inbox *box, const struct timekeeper *time,
                           struct error *e)
{
    struct reader *r = calloc(1, sizeof *r);

    if (!r) {
        error_set(e, "start.memory", "the server cannot start: out of memory");
        return NULL;
    }
    r->box = box;
    r->lines[READER_GAMES].most = MOST_GAMES;
    r->lines[READER_LISTS].most = MOST_LISTS;
    pthread_mutex_init(&r->lock, NULL);
    for (unsigned line = 0; line < READER_LINES; line++)
        pthread_cond_init(&r->lines[line].work, NULL);
    if (start(r, where, time, e))
        return r;
    reader_close(r);
    return NULL;
}

bool reader_submit(struct reader *r, enum reader_line line, struct reader_task *t)
{
    struct line_of *to = &r->lines[line];

    pthread_mutex_lock(&r->lock);
    bool capacity = !r->closing && to->waiting < to->most;
    if (capacity) {
        t->item.next = NULL;
        *(to->last ? &to->last->next : &to->first) = &t->item;
        to->last = &t->item;
        to->waiting++;
        pthread_cond_signal(&to->work);
    }
    pthread_mutex_unlock(&r->lock);
    return capacity;
}

struct reader_counts reader_counts(struct reader *r)
{
    struct reader_counts counts = {0};

    pthread_mutex_lock(&r->lock);
    counts.tasks = r->tasks;
    for (unsigned line = 0; line < READER_LINES; line++)
        counts.waiting[line] = r->lines[line].waiting;
    for (unsigned i = 0; i < r->started; i++) {
        int64_t since = r->hands[i].since;
        if (since && (!counts.oldest || since < counts.oldest))
            counts.oldest = since;
    }
    pthread_mutex_unlock(&r->lock);
    return counts;
}
