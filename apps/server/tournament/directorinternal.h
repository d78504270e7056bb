// SPDX-License-Identifier: MIT
// Shared by the files of the director, beside server/tournament/director.h. All of it belongs to
// the director's thread but what stands behind the lock.
#ifndef ABAX_SERVER_TOURNAMENT_DIRECTORINTERNAL_H
#define ABAX_SERVER_TOURNAMENT_DIRECTORINTERNAL_H

#include "server/tournament/director.h"
#include "server/workers.h"

// A tournament in memory.
struct held_tournament {
    struct held_tournament *next;
    struct tournament tournament;
    bool busy;    // events are on their way to the disk
    bool stale;   // there may be events that others wrote
    bool look;    // games may be over
    int64_t due;  // when to look again at the latest
    int64_t poll; // when all its games were looked at last
};

struct director {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work;
    bool closing;                          // from here on behind the lock
    struct director_request *first, *last; // the line
    unsigned waiting;                      // in it
    char (*words)[STORE_NEWS];
    unsigned word_count, word_capacity;
    bool missed; // news that did not fit

    struct store *store; // from here on the thread's
    struct inbox *box;
    struct writer *writer;
    struct workers *workers;
    bool league;
    struct held_tournament *held;
    struct director_request *later; // requests about tournaments that are busy
    int64_t monthly;                // when months were looked at last
};

// What a task on its way must remember.
struct event_batch_context {
    struct director_request *request; // or NULL: the director's own
    char id[DOCUMENT_ID];
    char title[DOCUMENT_TITLE];
    unsigned round; // that its games are of
};

// Events that are being put together: the first is the head, all others hang on it.
struct event_batch {
    struct writer_task *task;
    struct tournament *tournament;
    unsigned number, capacity;
    int64_t now;
};

// Room for so many writes; false without memory. The request may be NULL.
bool event_batch_begin(struct event_batch *n, struct tournament *m, unsigned capacity,
                       struct director_request *request, int64_t now);
void event_batch_add(struct event_batch *n, const char *kind, int64_t account, const char *format,
                     ...) __attribute__((format(printf, 4, 5)));

// A game of two players, whose id is then in the row. The event that names it is the caller's.
const struct store_game *event_batch_add_game(struct event_batch *n, int first, int second);

// The phase, and settings that have changed.
void event_batch_set_row(struct event_batch *n, enum store_phase phase);
void event_batch_send(struct director *r, struct event_batch *n);

// The tournament, read from the database where needed; NULL: there is none, or, with an error, the
// database does not answer.
struct held_tournament *director_find_tournament(struct director *r, const char *id, bool *failed);
bool director_refresh(struct director *r, struct held_tournament *h);

// Grants a request, or hands it back; or puts it off.
void director_handle(struct director *r, struct director_request *w, int64_t now);
void director_answer(struct director *r, struct director_request *w);

// What is due.
void director_advance(struct director *r, struct held_tournament *h, int64_t now);

// Ladders and leagues of a new month.
void director_begin_month(struct director *r, int64_t now);

// The seat to act of a game gives up, in the loop.
void director_resign(struct director *r, const char *game, int seat);

#endif
