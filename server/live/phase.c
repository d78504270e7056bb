// SPDX-License-Identifier: MIT
// Writing that a game has begun or ended, where it was not written with the entry or seat that did it.
#include <stdlib.h>
#include <string.h>

#include "server/live/hub.h"

static void phase_stored(struct hub *h, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct store_write *w = &t->writes[0];
    struct room *r = room_find(h, w->game.id);

    if (r && !t->failed && w->answer == STORE_DONE) {
        if (w->game.phase > r->live.row.phase)
            r->live.row.phase = w->game.phase;
        r->dirty = true;
        client_command_follow(h, r, 0);
        lobby_changed(h);
    }
    writer_task_free(t);
}

void phase_set(struct hub *h, struct room *r, enum store_phase phase)
{
    struct writer_task *t = writer_task(1, phase_stored);

    if (!t)
        return; // tried again when the game is loaded next
    t->writes[0].kind = STORE_SET_PHASE;
    memcpy(t->writes[0].game.id, r->live.row.id, STORE_ID);
    t->writes[0].game.phase = phase;
    writer_submit(h->writer, t);
}
