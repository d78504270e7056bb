// SPDX-License-Identifier: MIT
// Matches of several ranks (cli/ranks.h). Rank 0 has a thread for every thread of another rank; it
// sends a group and waits for the games, so that order, table, sequential test and pairing are
// those of one process. All ranks are the same program on like machines, so structs travel as they
// are.
#include "cli/matchranks.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/ranks.h"
#include "cli/outofmemory.h"

// ---------------------------------------------------------------------------------------------
// Groups as bytes: the struct, and behind it the records with their terminators
// ---------------------------------------------------------------------------------------------

static void send_group(unsigned channel, struct match_group *group)
{
    size_t size = sizeof *group;

    for (unsigned i = 0; i < group->count; i++)
        size += strlen(group->texts[i]) + 1;
    char *bytes = malloc(size);
    if (!bytes)
        cli_out_of_memory();
    memcpy(bytes, group, sizeof *group);
    size_t at = sizeof *group;
    for (unsigned i = 0; i < group->count; i++) {
        size_t length = strlen(group->texts[i]) + 1;
        memcpy(bytes + at, group->texts[i], length);
        at += length;
        free(group->texts[i]);
    }
    free(group);
    ranks_here()->send(0, channel, bytes, size);
    free(bytes);
}

static struct match_group *empty_group(void)
{
    struct match_group *group = calloc(1, sizeof *group);

    if (!group)
        cli_out_of_memory();
    return group;
}

static struct match_group *read_group(const char *bytes)
{
    struct match_group *group = empty_group();
    const char *text = bytes + sizeof *group;

    memcpy(group, bytes, sizeof *group);
    for (unsigned i = 0; i < group->count; i++) {
        group->texts[i] = strdup(text);
        if (!group->texts[i])
            cli_out_of_memory();
        if (group->games[i].failure)
            group->games[i].failure = group->failures[i].message.text;
        text += strlen(text) + 1;
    }
    return group;
}

// ---------------------------------------------------------------------------------------------
// Rank 0
// ---------------------------------------------------------------------------------------------

struct asked {
    struct engine_match *match;
    unsigned rank;
    bool stopped; // and the rank knows it
};

// Breaks off what the other rank plays when the match is decided; when this rank was told to end,
// nobody is waited for.
static bool is_told_to_end(void *to)
{
    struct asked *a = to;

    if (atomic_load(&a->match->stop) && !a->stopped) {
        ranks_here()->send(a->rank, RANKS_CONTROL, "stop", 4);
        a->stopped = true;
    }
    return a->match->interrupted;
}

struct match_group *match_ask(struct engine_match *m, unsigned rank, unsigned channel,
                              const struct match_task *task)
{
    struct asked asked = {.match = m, .rank = rank};
    size_t count;

    ranks_here()->send(rank, channel, task, sizeof *task);
    char *bytes = ranks_wait(rank, channel, &count, is_told_to_end, &asked);
    struct match_group *group = bytes ? read_group(bytes) : empty_group();
    free(bytes);
    return group;
}

void match_dismiss(unsigned rank, unsigned channel)
{
    struct match_task last = {.last = true};

    ranks_here()->send(rank, channel, &last, sizeof last);
}

// ---------------------------------------------------------------------------------------------
// The others
// ---------------------------------------------------------------------------------------------

struct helper {
    struct engine_match *match;
    unsigned channel;
    struct contestants *all;
    pthread_t thread;
};

static void *play_for_rank(void *to)
{
    struct helper *h = to;
    struct match_task task;
    size_t count;

    do {
        void *bytes = ranks_wait(0, h->channel, &count, NULL, NULL);
        memcpy(&task, bytes, sizeof task);
        free(bytes);
        if (!task.last)
            send_group(h->channel, match_play_group(h->match, h->all, &task));
    } while (!task.last);
    pthread_mutex_lock(&h->match->lock);
    h->match->running--;
    pthread_mutex_unlock(&h->match->lock);
    return NULL;
}

static bool is_running(struct engine_match *m)
{
    pthread_mutex_lock(&m->lock);
    bool running = m->running > 0;
    pthread_mutex_unlock(&m->lock);
    return running;
}

// Hears that the match is decided while the threads play.
static void listen_for_stop(struct engine_match *m)
{
    size_t count;

    while (is_running(m)) {
        void *bytes = ranks_here()->receive(0, RANKS_CONTROL, &count);
        if (bytes)
            atomic_store(&m->stop, true);
        free(bytes);
        cli_sleep(2);
    }
}

bool match_help(struct engine_match *m, struct error *e)
{
    unsigned wanted = (unsigned)m->chosen->threads, started = 0;
    struct helper *helpers = calloc(wanted, sizeof *helpers);

    signal(SIGPIPE, SIG_IGN);
    m->running = wanted;
    for (; helpers && started < wanted; started++) {
        struct helper *h = &helpers[started];
        *h = (struct helper){m, RANKS_WORK + started, malloc(sizeof(struct contestants)), 0};
        if (!h->all)
            break;
        contestants_init(h->all, &m->contest);
        if (pthread_create(&h->thread, NULL, play_for_rank, h) != 0)
            break;
    }
    if (started < wanted) // rank 0 would wait for those that are missing; an error ends all ranks
        return error_set(e, "matchplay.memory:threads", "there is no memory for %u threads",
                         wanted);
    listen_for_stop(m);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(helpers[i].thread, NULL);
        contestants_clear(helpers[i].all);
        free(helpers[i].all);
    }
    free(helpers);
    return true;
}
