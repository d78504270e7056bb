// SPDX-License-Identifier: MIT
// What a request reads of the database: in a thread, with nothing but a connection and its own
// data; then it is answered in the loop. A handler makes a reading, fills in what it is about, and
// lets it go:
//
//     struct leaders { struct reading base; const struct game *game; ... };
//     struct leaders *l = reading(h, r, sizeof *l, read_leaders, answer_leaders);
//     if (l) { l->game = g; reading_go(h, r, &l->base, READER_LISTS); }
#ifndef ABAX_SERVER_API_READING_H
#define ABAX_SERVER_API_READING_H

#include "server/api/request.h"

struct reading;

// In a thread. False with a sentence when the database failed.
typedef bool reading_work(struct store *s, struct reading *t, struct error *e);

// In the loop, when it was read and whoever asked is still there: answers.
typedef void reading_answer(struct live_registry *reg, struct request *r, struct reading *t);

// Stands first in what a handler reads.
struct reading {
    struct reader_task task;
    uint64_t request;
    reading_work *work;
    reading_answer *answer;
    void (*clear)(struct reading *t); // releases what it holds besides, or NULL
    bool good;
    struct error error;
    struct payload *made; // an answer that was written in the thread already
};

// A reading of so many bytes, zero but for what is given; NULL, with the refusal sent, without
// memory.
void *reading(struct live_registry *reg, struct request *r, size_t bytes, reading_work *work,
              reading_answer *answer);

// Releases one that is not needed after all.
void reading_drop(struct reading *t);

// Lets it go. It is released when it was answered, or refused.
void reading_go(struct live_registry *reg, struct request *r, struct reading *t,
                enum reader_queue queue);

// Writes the answer in the thread: begin, write to the object, end. `answer` is then reading_made,
// which sends it.
void reading_begin(struct payload_draft *d, struct json_writer *j);
void reading_end(struct reading *t, struct payload_draft *d, struct json_writer *j);
reading_answer reading_made;

#endif
