// SPDX-License-Identifier: MIT
// What every part of the server asks of the registry: the time, the readers, and news for the other
// processes.
#include "server/live/registry.h"

#include <assert.h>

int64_t live_registry_now(const struct live_registry *reg)
{
    return timekeeper_now(&reg->time);
}

int64_t live_registry_creation_time(struct live_registry *reg)
{
    int64_t now = live_registry_now(reg);

    assert(live_registry_in_loop(reg));
    reg->last_created = now > reg->last_created ? now : reg->last_created + 1;
    return reg->last_created;
}

bool live_registry_read(struct live_registry *reg, enum reader_queue queue, struct reader_task *t,
                        struct error *e)
{
    assert(live_registry_in_loop(reg));
    if (reg->ended)
        return error_set(e, "request.stopping", "the server is stopping");
    return reader_submit(reg->reader, queue, t) ||
           error_set(e, "store.crowded",
                     "too many wait for the database just now: try again in a moment");
}

void live_registry_publish(struct live_registry *reg, const char *word)
{
    struct writer_task *t = reg->alone ? NULL : writer_task(1, writer_task_done);
    struct text text;

    if (!t)
        return;
    t->writes[0].kind = STORE_PUBLISH;
    text_init(&text, t->writes[0].word, sizeof t->writes[0].word);
    text_add(&text, word);
    writer_submit(reg->writer, t);
}
