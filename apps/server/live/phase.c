// SPDX-License-Identifier: MIT
// Writing that a game has begun, where it was not written with its last seat. Its end is in one
// transaction with the last entry; but a row that says otherwise than its journal, as earlier
// servers could leave it, is mended when the game is loaded.
#include <stdlib.h>
#include <string.h>

#include "server/live/dealing.h"
#include "server/live/registry.h"
#include "server/live/lobby.h"
#include "server/live/livegames.h"
#include "server/live/rating.h"
#include "server/live/notices.h"
#include "server/log.h"

static void begun(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct store_write *w = &t->writes[0];
    struct live_game *live = live_game_find(reg, w->game.id);

    if (live && !t->failed && w->answer == STORE_DONE) {
        if (t->count > 1 || w->kind == STORE_SET_DEAL)
            live_game_refresh(reg, live); // whoever drew the seats, or dealt
        if (live->state.row.phase == STORE_OPEN && w->kind != STORE_SET_DEAL)
            live->state.row.phase = STORE_PLAYING;
        spectator_delay_set_row(live);
        live->dirty = true;
        client_command_follow(reg, live, 0);
        lobby_changed(reg);
        notice_begin_soon(reg, w->game.id);
    }
    if (live && !t->failed && w->answer == STORE_TAKEN)
        live_game_refresh(reg, live); // another process has begun it, or somebody broken it off
    if (live && t->failed)
        live_game_load_later(reg,
                             live); // and then it is tried again, if it is not stored after all
    writer_task_free(t);
}

void phase_begin(struct live_registry *reg, struct live_game *live)
{
    struct writer_task *t = writer_task(2, begun);

    if (!t)
        return; // tried again when the game is loaded next
    t->writes[0].kind = STORE_SET_PHASE;
    memcpy(t->writes[0].game.id, live->state.row.id, STORE_ID);
    struct store_game dealt = live->state.row;
    if (deal_row(&dealt)) {
        t->writes[0].kind = STORE_SET_DEAL;
        t->writes[0].game = dealt;
        t->writes[0].at = live_registry_now(reg);
    }
    t->writes[0].game.phase = STORE_PLAYING;
    t->count = seat_draw_write(&live->state.row, &t->writes[1]) ? 2 : 1;
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

void phase_mend(struct live_registry *reg, const struct live_game *live)
{
    struct writer_task *t = writer_task(1, mended);

    if (!t)
        return; // tried again when the game is loaded next
    t->writes[0].kind = STORE_SET_PHASE;
    memcpy(t->writes[0].game.id, live->state.row.id, STORE_ID);
    t->writes[0].game.phase = STORE_OVER;
    rating_letters(&live->state, t->writes[0].game.result);
    writer_submit(reg->writer, t);
}
