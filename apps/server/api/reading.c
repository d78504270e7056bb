// SPDX-License-Identifier: MIT
// From a request to a thread of the reader and back. Whoever asked may have gone meanwhile; then
// nothing is answered.
#include "server/api/reading.h"

#include <stdlib.h>

void reading_drop(struct reading *t)
{
    if (t->clear)
        t->clear(t);
    payload_drop(t->made);
    free(t);
}

static void work(struct reader_task *task, struct store *s)
{
    struct reading *t = (struct reading *)task;

    t->good = t->work(s, t, &t->error);
}

static void done(struct live_registry *reg, struct inbox_item *item)
{
    struct reading *t = (struct reading *)item;
    struct request *r = request_find(reg, t->request);

    if (r && t->task.undone)
        request_refuse_with(reg, r, REQUEST_NO_DATABASE, "request.stopping",
                            "the server is stopping");
    else if (r && !t->good)
        request_no_database(reg, r, &t->error);
    else if (r)
        t->answer(reg, r, t);
    reading_drop(t);
}

void *reading(struct live_registry *reg, struct request *r, size_t bytes, reading_work *read,
              reading_answer *answer)
{
    struct reading *t = calloc(1, bytes);

    if (!t) {
        request_refuse_with(reg, r, REQUEST_BROKEN, "memory.this", "there is no memory for this");
        return NULL;
    }
    t->task = (struct reader_task){.item.done = done, .work = work};
    t->request = r->id;
    t->work = read;
    t->answer = answer;
    return t;
}

void reading_go(struct live_registry *reg, struct request *r, struct reading *t,
                enum reader_queue queue)
{
    struct error e;

    if (live_registry_read(reg, queue, &t->task, &e))
        return;
    request_refuse(reg, r, REQUEST_NO_DATABASE, &e);
    reading_drop(t);
}

void reading_begin(struct payload_draft *d, struct json_writer *j)
{
    payload_begin(d);
    json_write_init(j, &d->out);
    json_write_object(j, NULL);
}

void reading_end(struct reading *t, struct payload_draft *d, struct json_writer *j)
{
    json_write_end_object(j);
    output_add(&d->out, "\n");
    t->made = payload_end(d);
}

void reading_made(struct live_registry *reg, struct request *r, struct reading *t)
{
    r->draft.payload = t->made; // NULL without memory, which is told like any other lack of it
    t->made = NULL;
    request_send(reg, r, "application/json");
}
