// SPDX-License-Identifier: MIT
// Threads for what takes long: computers' moves and passwords. Work goes in from the loop and comes back through the
// inbox; a task holds copies of all it needs, since it may touch nothing of the loop's. They run with less priority than the
// loop and end with the process: nobody waits for a long thought.
#include "server/workers.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    NICENESS = 10,
    MOST_COMPUTERS = 4096, // in line; a game that finds no place asks again
    MOST_PASSWORDS = 16,   // some seconds of work: whoever comes then is told to come again
};

struct line_of {
    struct inbox_item *first, *last;
    unsigned waiting, most;
    pthread_cond_t work;
};

struct workers {
    pthread_mutex_t lock;
    struct line_of lines[WORKERS_LINES];
    bool stopping;
    struct inbox *box;
};

// A thread and its line.
struct hand {
    struct workers *workers;
    struct line_of *line;
};

static struct worker_task *next_task(struct workers *w, struct line_of *line)
{
    pthread_mutex_lock(&w->lock);
    while (w->stopping || !line->first)
        pthread_cond_wait(&line->work, &w->lock);
    struct inbox_item *first = line->first;
    if (!(line->first = first->next))
        line->last = NULL;
    line->waiting--;
    pthread_mutex_unlock(&w->lock);
    return (struct worker_task *)first;
}

static void *worker_run(void *to)
{
    struct hand *hand = to;
    struct workers *w = hand->workers;

    // On Linux a thread has its own niceness. Without the right to change it the work is still done.
    (void)!setpriority(PRIO_PROCESS, (id_t)gettid(), NICENESS);
    for (;;) {
        struct worker_task *t = next_task(w, hand->line);
        t->work(t);
        inbox_post(w->box, &t->item);
    }
    return NULL;
}

static bool start(struct workers *w, enum workers_line line, unsigned threads, struct error *e)
{
    for (unsigned i = 0; i < threads; i++) {
        struct hand *hand = malloc(sizeof *hand); // lives as long as the process
        pthread_t thread;

        if (hand)
            *hand = (struct hand){w, &w->lines[line]};
        if (!hand || pthread_create(&thread, NULL, worker_run, hand) != 0) {
            free(hand);
            return error_set(e, "workers.thread", "the workers cannot start: no thread");
        }
        pthread_detach(thread);
    }
    return true;
}

struct workers *workers_open(unsigned threads, struct inbox *box, struct error *e)
{
    struct workers *w = calloc(1, sizeof *w);

    if (!w) {
        error_set(e, "workers.memory", "the workers cannot start: out of memory");
        return NULL;
    }
    w->box = box;
    pthread_mutex_init(&w->lock, NULL);
    w->lines[WORKERS_COMPUTERS].most = MOST_COMPUTERS;
    w->lines[WORKERS_PASSWORDS].most = MOST_PASSWORDS;
    for (unsigned line = 0; line < WORKERS_LINES; line++)
        pthread_cond_init(&w->lines[line].work, NULL);
    // When one fails the process ends.
    return start(w, WORKERS_COMPUTERS, threads, e) && start(w, WORKERS_PASSWORDS, 1, e) ? w : NULL;
}

bool workers_submit(struct workers *w, enum workers_line line, struct worker_task *t)
{
    struct line_of *to = &w->lines[line];

    pthread_mutex_lock(&w->lock);
    bool capacity = to->waiting < to->most;
    if (capacity) {
        t->item.next = NULL;
        *(to->last ? &to->last->next : &to->first) = &t->item;
        to->last = &t->item;
        to->waiting++;
        pthread_cond_signal(&to->work);
    }
    pthread_mutex_unlock(&w->lock);
    return capacity;
}

unsigned workers_waiting(struct workers *w, enum workers_line line)
{
    pthread_mutex_lock(&w->lock);
    unsigned waiting = w->lines[line].waiting;
    pthread_mutex_unlock(&w->lock);
    return waiting;
}

void workers_stop(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->stopping = true;
    pthread_mutex_unlock(&w->lock);
}
