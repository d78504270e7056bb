// SPDX-License-Identifier: MIT
// Writing that a game has begun, where it was not written with its last seat. Its end needs no such care: it is in
// one transaction with the last entry.
#include <stdlib.h>
#include <string.h>

#include "server/live/hub.h"

static void begun(struct hub *h, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct store_write *w = &t->writes[0];
    struct room *r = room_find(h, w->game.id);

    if (r && !t->failed && w->answer == STORE_DONE) {
        if (r->live.row.phase == STORE_OPEN)
            r->live.row.phase = STORE_PLAYING;
        r->dirty = true;
        client_command_follow(h, r, 0);
        lobby_changed(h);
    }
    writer_task_free(t);
}

void phase_begin(struct hub *h, struct room *r)
{
    struct writer_task *t = writer_task(1, begun);

    if (!t)
        return; // tried again when the game is loaded next
    t->writes[0].kind = STORE_SET_PHASE;
    memcpy(t->writes[0].game.id, r->live.row.id, STORE_ID);
    t->writes[0].game.phase = STORE_PLAYING;
    writer_submit(h->writer, t);
}
