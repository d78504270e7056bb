// SPDX-License-Identifier: MIT
// Deals of games with secrets, from shares that people commit to and give (play/deal.h). Who
// creates a game or sits down may bring a commitment along; where the server makes a game of people
// by itself (a rematch, the next of a series, a pair, a round) it asks for them. The game waits
// until all have answered, then until all shares are given, and follows from them. Whoever does not
// answer in time has no share: for him the deal rests on the server's word, and everybody is told
// so. In any case the secrets come from another number than the board, which everybody sees: a
// patient computer could find that one.
#include <stdlib.h>
#include <string.h>

#include "play/deal.h"
#include "server/live/dealing.h"
#include "server/live/registry.h"
#include "server/live/clients.h"
#include "server/live/livegames.h"
#include "server/live/notices.h"
#include "server/log.h"
#include "server/names.h"

// Milliseconds for a commitment, and then for a share: of people who play now, of those who play by
// days, and after a start of the server.
enum { PARTS_SOON = 20 * 1000, PARTS_SLOW = 24 * 3600 * 1000, PARTS_AGAIN = 10 * 1000 };

static const char not_given[] = "-"; // in the place of a commitment or a share

// ---------------------------------------------------------------------------------------------
// Whose answer is awaited
// ---------------------------------------------------------------------------------------------

static void closed(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct live_game *live = live_game_find(reg, t->writes[0].game.id);

    if (live)
        live_game_refresh(reg, live);
    if (!t->failed && t->writes[0].seat.commitment[0])
        notice_deal_soon(reg, t->writes[0].game.id);
    writer_task_free(t);
}

// These seats do without. Of two processes, or of an answer at the last moment and this, the first
// is heard.
static void close_waiting(struct live_registry *reg, struct live_game *live, uint8_t late,
                          int64_t now)
{
    const struct store_game *row = &live->state.row;
    bool asked = store_asked(row) != 0;
    struct writer_task *t = writer_task(GAME_MAX_SEATS, closed);

    if (!t)
        return; // with the next tick
    t->count = 0;
    for (unsigned seat = 0; seat < row->seats; seat++) {
        struct store_write *w = &t->writes[t->count];
        if (!(late >> seat & 1))
            continue;
        w->kind = STORE_SET_SHARE;
        memcpy(w->game.id, row->id, STORE_ID);
        w->number = seat;
        w->at = now;
        memcpy(asked ? w->seat.commitment : w->seat.share, not_given, sizeof not_given);
        t->count++;
    }
    live_game_load_later(reg, live); // until it is known what became of it
    log_event("deal-without", "game=%s seats=%u", row->id, late);
    writer_submit(reg->writer, t);
}

void deal_tick(struct live_registry *reg, struct live_game *live, int64_t now)
{
    const struct store_game *row = &live->state.row;
    int64_t most = live_is_slow(&live->state) ? PARTS_SLOW : PARTS_SOON;
    int64_t since = store_asked(row) ? row->created : row->changed;

    if (live_deal_waits(&live->state) && now - since > most && now - reg->serves > PARTS_AGAIN &&
        !live->busy && !live->stale && !reg->outage)
        close_waiting(reg, live, store_awaited(row), now);
}

void deal_without(struct live_registry *reg, struct live_game *live, int seat)
{
    if (live_deal_waits(&live->state) && (store_asked(&live->state.row) >> seat & 1))
        close_waiting(reg, live, (uint8_t)(1U << seat), live_registry_now(reg));
}

// ---------------------------------------------------------------------------------------------
// Giving a commitment, or a share
// ---------------------------------------------------------------------------------------------

struct given {
    char game[STORE_ID];
    uint64_t client;
    int64_t ref;
};

static void stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct given *p = t->extra;
    struct live_game *live = live_game_find(reg, p->game);

    if (t->failed)
        client_refuse(reg, p->client, p->ref, live, &t->error);
    else if (t->writes[0].answer != STORE_DONE)
        client_refuse_with(reg, p->client, p->ref, live, "deal.late",
                           "this came too late, or twice: the deal goes on with what was there");
    else
        client_done(reg, p->client, p->ref, live);
    if (live)
        live_game_refresh(reg, live); // it may begin now
    if (!t->failed && t->writes[0].answer == STORE_DONE && t->writes[0].seat.commitment[0])
        notice_deal_soon(reg, p->game);
    writer_task_free(t);
}

static bool may_speak(const struct live_state *l, int seat, struct error *e)
{
    if (seat == GAME_PUBLIC)
        return error_set(e, "talk.spectator", "you are a spectator of this game");
    return !match_over(&l->match) || error_set(e, "live.over", "the game is over");
}

static bool may_commit(const struct live_state *l, int seat, const char *commitment,
                       struct error *e)
{
    if (!may_speak(l, seat, e))
        return false;
    if (!(store_asked(&l->row) >> seat & 1))
        return error_set(e, "deal.not-asked", "no promise is asked of you, or no longer");
    return commitment_check(commitment, e);
}

static bool may_give(const struct live_state *l, int seat, const char *share, struct error *e)
{
    char commitment[SHA256_TEXT];

    if (!may_speak(l, seat, e))
        return false;
    if (deal_silent(&l->row) >> seat & 1)
        return error_set(e, "deal.late",
                         "this came too late, or twice: the deal goes on with what was there");
    if (!sha256_is_text(l->row.seat[seat].commitment))
        return error_set(e, "deal.no-promise", "you have promised no part of the deal");
    if (l->row.seat[seat].share[0])
        return error_set(e, "deal.given", "you have given your part of the deal already");
    if (l->open)
        return error_set(e, "deal.early", "parts are given when all seats are taken, not before");
    if (store_asked(&l->row))
        return error_set(e, "deal.promises", "parts are given when all have promised, not before");
    deal_commitment(share, commitment);
    return !strcmp(commitment, l->row.seat[seat].commitment) ||
           error_set(e, "deal.other", "this is not the part that you have promised");
}

bool deal_give(struct live_registry *reg, const struct watch *watch, const struct wire_message *m,
               int64_t now, struct error *e)
{
    const struct live_state *l = &watch->game->state;
    bool commits = m->what == WIRE_COMMITMENT;
    struct writer_task *t;
    struct given *p;

    if (commits ? !may_commit(l, watch->seat, m->share, e) : !may_give(l, watch->seat, m->share, e))
        return false;
    if (!(t = writer_task_with(1, stored, sizeof *p)))
        return error_set(e, "memory.this", "there is no memory for this");
    p = t->extra;
    *p = (struct given){.client = watch->client->id, .ref = m->ref};
    memcpy(p->game, l->row.id, sizeof p->game);
    struct store_write *w = &t->writes[0];
    w->kind = STORE_SET_SHARE;
    memcpy(w->game.id, l->row.id, STORE_ID);
    w->number = (unsigned)watch->seat;
    w->at = now;
    // Without a commitment one does without a share, and nobody waits.
    const char *word = commits && !m->share[0] ? not_given : m->share;
    memcpy(commits ? w->seat.commitment : w->seat.share, word, strlen(word) + 1);
    writer_submit(reg->writer, t);
    return true;
}
