// SPDX-License-Identifier: MIT
// Writing that a game has begun, where it was not written with its last seat. Its end is in one transaction with the last entry; but a
// row that says otherwise than its journal, as earlier servers could leave it, is mended when the game is loaded.
#include <stdlib.h>
#include <string.h>

#include "server/live/dealing.h"
#include "server/live/registry.h"
#include "server/live/lobby.h"
#include "server/live/rooms.h"
#include "server/live/rating.h"
#include "server/live/notices.h"
#include "server/log.h"

static void begun(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct store_write *w = &t->writes[0];
    struct room *r = room_find(reg, w->game.id);

    if (r && !t->failed && w->answer == STORE_DONE) {
        if (t->count > 1 || w->kind == STORE_SET_DEAL)
            room_refresh(reg, r); // whoever drew the lots, or dealt
        if (r->live.row.phase == STORE_OPEN && w->kind != STORE_SET_DEAL)
            r->live.row.phase = STORE_PLAYING;
        shade_row(r);
        r->dirty = true;
        client_command_follow(reg, r, 0);
        lobby_changed(reg);
        told_begin_soon(reg, w->game.id);
    }
    if (r && !t->failed && w->answer == STORE_TAKEN)
        room_refresh(reg, r); // another process has begun it, or somebody broken it off
    if (r && t->failed)
        room_look_later(reg, r); // and then it is tried again, if it is not stored after all
    writer_task_free(t);
}

void phase_begin(struct live_registry *reg, struct room *r)
{
    struct writer_task *t = writer_task(2, begun);

    if (!t)
        return; // tried again when the game is loaded next
    t->writes[0].kind = STORE_SET_PHASE;
    memcpy(t->writes[0].game.id, r->live.row.id, STORE_ID);
    struct store_game dealt = r->live.row;
    if (deal_row(&dealt)) {
        t->writes[0].kind = STORE_SET_DEAL;
        t->writes[0].game = dealt;
        t->writes[0].at = live_registry_now(reg);
    }
    t->writes[0].game.phase = STORE_PLAYING;
    t->count = lots_write(&r->live.row, &t->writes[1]) ? 2 : 1;
    writer_submit(reg->writer, t);
}

static void mended(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;

    if (!t->failed && t->writes[0].answer == STORE_DONE) {
        log_event("phase-mended", "game=%s", t->writes[0].game.id);
        lobby_changed(reg);
    }
    writer_task_free(t);
}

void phase_mend(struct live_registry *reg, const struct room *r)
{
    struct writer_task *t = writer_task(1, mended);

    if (!t)
        return; // tried again when the game is loaded next
    t->writes[0].kind = STORE_SET_PHASE;
    memcpy(t->writes[0].game.id, r->live.row.id, STORE_ID);
    t->writes[0].game.phase = STORE_OVER;
    rating_letters(&r->live, t->writes[0].game.result);
    writer_submit(reg->writer, t);
}
