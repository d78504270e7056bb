// SPDX-License-Identifier: MIT
// the director's thread: its line of requests and news, and the tournaments that it holds.
#include "server/tournament/director.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/live/registry.h"
#include "server/tournament/directorinternal.h"
#include "server/log.h"

enum {
    WORDS_MOST = 4096,
    REQUESTS_MOST = 512, // of people that wait
    LAST_WAIT = 5,       // seconds
    LONGEST_REST = 1000, // milliseconds
    MONTHS = 60 * 1000,  // between looks at the calendar
};

// ---------------------------------------------------------------------------------------------
// From other threads
// ---------------------------------------------------------------------------------------------

void director_submit(struct director *r, struct director_request *request)
{
    request->next = NULL;
    pthread_mutex_lock(&r->lock);
    if (r->last)
        r->last->next = request;
    else
        r->first = request;
    r->last = request;
    r->waiting++;
    pthread_cond_signal(&r->work);
    pthread_mutex_unlock(&r->lock);
}

bool director_is_crowded(struct director *r)
{
    pthread_mutex_lock(&r->lock);
    bool crowded = r->waiting >= REQUESTS_MOST;
    pthread_mutex_unlock(&r->lock);
    return crowded;
}

void director_post_news(struct director *r, const char *word)
{
    pthread_mutex_lock(&r->lock);
    if (r->word_count == r->word_capacity && r->word_capacity < WORDS_MOST) {
        unsigned capacity = r->word_capacity ? 2 * r->word_capacity : 64;
        void *more = realloc(r->words, capacity * sizeof *r->words);
        if (more) {
            r->words = more;
            r->word_capacity = capacity;
        }
    }
    if (!word[0] || r->word_count == r->word_capacity)
        r->missed = true;
    else
        snprintf(r->words[r->word_count++], STORE_NEWS, "%s", word);
    pthread_cond_signal(&r->work);
    pthread_mutex_unlock(&r->lock);
}

void director_answer(struct director *r, struct director_request *w)
{
    inbox_post(r->box, &w->item);
}

// ---------------------------------------------------------------------------------------------
// Tournaments in memory
// ---------------------------------------------------------------------------------------------

static struct held_tournament *find_held(struct director *r, const char *id)
{
    struct held_tournament *h = r->held;

    while (h && strcmp(h->tournament.row.id, id) != 0)
        h = h->next;
    return h;
}

static bool read_events(struct director *r, struct held_tournament *h)
{
    struct store_event *events = NULL;
    unsigned count = 0;
    struct error e;

    if (!store_events(r->store, h->tournament.row.id, h->tournament.number, &events, &count, &e))
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (!tournament_apply(&h->tournament, &events[i]))
            log_event("note-passed-over", "tournament=%s number=%u kind=%s", h->tournament.row.id,
                      events[i].number, log_text(events[i].kind).text);
    }
    free(events);
    return true;
}

bool director_refresh(struct director *r, struct held_tournament *h)
{
    struct store_document row;
    struct error e;
    bool found;

    if (!store_document(r->store, h->tournament.row.id, &row, &found, &e))
        return false;
    if (found)
        tournament_set_row(&h->tournament, &row);
    else // it was removed: the next turn of the thread drops it
        h->tournament.phase = STORE_OVER;
    if (!read_events(r, h))
        return false;
    h->stale = false;
    h->due = 0;
    return true;
}

struct held_tournament *director_find_tournament(struct director *r, const char *id, bool *failed)
{
    struct held_tournament *h = find_held(r, id);
    struct store_document row;
    struct error e;
    bool found = false;

    *failed = false;
    if (h) {
        *failed = h->stale && !director_refresh(r, h);
        return *failed ? NULL : h;
    }
    *failed = !store_document(r->store, id, &row, &found, &e);
    if (*failed || !found || strcmp(row.kind, "tournament") != 0)
        return NULL;
    h = calloc(1, sizeof *h);
    bool sound = h && tournament_init(&h->tournament, &row);
    *failed = !h || (sound && !read_events(r, h));
    if (*failed || !sound) {
        if (h)
            tournament_clear(&h->tournament);
        free(h);
        return NULL;
    }
    h->look = true;
    h->next = r->held;
    r->held = h;
    return h;
}

static void drop_finished(struct director *r)
{
    for (struct held_tournament **at = &r->held; *at;) {
        struct held_tournament *h = *at;
        if (h->tournament.phase != STORE_OVER || h->busy) {
            at = &h->next;
            continue;
        }
        *at = h->next;
        tournament_clear(&h->tournament);
        free(h);
    }
}

// All that go on, listed or not.
static bool hold_all(struct director *r)
{
    char(*ids)[DOCUMENT_ID] = NULL;
    unsigned count = 0;
    struct error e;
    bool failed = !store_documents_now(r->store, "tournament", &ids, &count, &e);

    for (unsigned i = 0; i < count && !failed; i++)
        director_find_tournament(r, ids[i], &failed);
    free(ids);
    return !failed;
}

// ---------------------------------------------------------------------------------------------
// The thread
// ---------------------------------------------------------------------------------------------

static void splice_later(struct director *r)
{
    struct director_request *w = r->later;

    r->later = NULL;
    while (w) {
        struct director_request *next = w->next;
        director_submit(r, w);
        w = next;
    }
}

// "!#ID": events of ours are stored or refused, with a '?' not even that; "#ID" and "#ID.": others
// wrote some; else a game.
static void take_word(struct director *r, const char *word)
{
    char id[STORE_ID];
    bool own = word[0] == '!', failed, later = strchr(word, '?');

    word += own;
    snprintf(id, sizeof id, "%.*s", (int)strcspn(word + (*word == '#'), ".?"),
             word + (*word == '#'));
    if (*word == '#') {
        struct held_tournament *h = find_held(r, id);
        if (h) {
            h->stale = true;
            h->due = later ? store_now(r->store) + LONGEST_REST : 0;
            h->busy = h->busy && !own;
        } else {
            director_find_tournament(r, id, &failed);
        }
        if (own)
            splice_later(r);
        return;
    }
    for (struct held_tournament *h = r->held; h; h = h->next) {
        const struct tournament_pair *p =
            h->tournament.open ? tournament_pair_of(&h->tournament, id) : NULL;
        if (p && p->result == TOURNAMENT_OPEN) {
            h->look = true;
            h->due = 0;
        }
    }
}

static void look_at_all(struct director *r)
{
    for (struct held_tournament *h = r->held; h; h = h->next) {
        h->stale = h->look = true;
        h->due = 0;
    }
    hold_all(r);
}

static int64_t next_due(const struct director *r, int64_t now)
{
    int64_t due = now + LONGEST_REST;

    for (const struct held_tournament *h = r->held; h; h = h->next)
        due = !h->busy && h->due < due ? h->due : due;
    return due;
}

// Waits for work; what came is taken.
static bool await_work(struct director *r, int64_t due, struct director_request **requests,
                       char (**words)[STORE_NEWS], unsigned *count, bool *missed)
{
    pthread_mutex_lock(&r->lock);
    while (!r->closing && !r->first && !r->word_count && !r->missed &&
           timekeeper_wait(&r->work, &r->lock, due - store_now(r->store)))
        ;
    *requests = r->first;
    r->first = r->last = NULL;
    r->waiting = 0;
    *words = r->words;
    *count = r->word_count;
    *missed = r->missed;
    r->words = NULL;
    r->word_count = r->word_capacity = 0;
    r->missed = false;
    bool closing = r->closing;
    pthread_mutex_unlock(&r->lock);
    return !closing;
}

static void drop_requests(struct director_request *w)
{
    while (w) {
        struct director_request *next = w->next;
        payload_drop(w->text);
        free(w);
        w = next;
    }
}

static void work_off(struct director *r, struct director_request *requests, int64_t now)
{
    while (requests) {
        struct director_request *next = requests->next;
        director_handle(r, requests, now);
        requests = next;
    }
    for (struct held_tournament *h = r->held; h; h = h->next) {
        if (!h->busy && h->due <= now)
            director_advance(r, h, now);
    }
    drop_finished(r);
    if (now - r->monthly >= MONTHS) {
        r->monthly = now;
        director_begin_month(r, now);
    }
}

static void *director_run(void *to)
{
    struct director *r = to;
    struct director_request *requests = NULL;
    char(*words)[STORE_NEWS] = NULL;
    unsigned count = 0;
    bool missed = !hold_all(r);

    while (await_work(r, next_due(r, store_now(r->store)), &requests, &words, &count, &missed)) {
        for (unsigned i = 0; i < count; i++)
            take_word(r, words[i]);
        free(words);
        if (missed)
            look_at_all(r);
        work_off(r, requests, store_now(r->store));
    }
    free(words);
    drop_requests(requests);
    return NULL;
}

struct director *director_open(const char *database, struct live_registry *reg, bool league,
                               struct error *e)
{
    struct director *r = calloc(1, sizeof *r);

    if (!r) {
        error_set(e, "start.memory", "the server cannot start: out of memory");
        return NULL;
    }
    r->box = &reg->inbox;
    r->writer = reg->writer;
    r->workers = reg->workers;
    r->league = league;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->work, NULL);
    r->store = store_open(database, e);
    if (r->store)
        store_keep_time(r->store, &reg->time);
    if (r->store && pthread_create(&r->thread, NULL, director_run, r) == 0)
        return r;
    if (r->store)
        error_set(e, "start.referee", "the server cannot start: no thread for tournaments");
    store_close(r->store);
    free(r);
    return NULL;
}

void director_close(struct director *r)
{
    pthread_mutex_lock(&r->lock);
    r->closing = true;
    pthread_cond_signal(&r->work);
    pthread_mutex_unlock(&r->lock);
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += LAST_WAIT;
    if (pthread_timedjoin_np(r->thread, NULL, &until) != 0)
        return; // it hangs at a database that does not answer, and the process is about to end
    drop_requests(r->first);
    drop_requests(r->later);
    while (r->held) {
        struct held_tournament *h = r->held;
        r->held = h->next;
        tournament_clear(&h->tournament);
        free(h);
    }
    store_close(r->store);
    pthread_mutex_destroy(&r->lock);
    pthread_cond_destroy(&r->work);
    free(r->words);
    free(r);
}
