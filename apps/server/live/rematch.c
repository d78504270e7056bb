// SPDX-License-Identifier: MIT
// Another game between the same people: a rematch, or the next game of a series. Seats change by
// the game's custom and what was wished, and the secret of a seat goes with its owner: the token
// that opened the old game opens the new one. The new row hangs on the entry that names it, so that
// of two processes only one begins the next game.
#include <stdlib.h>
#include <string.h>

#include "play/series.h"
#include "server/live/dealing.h"
#include "server/live/registry.h"
#include "server/live/clients.h"
#include "server/live/lobby.h"
#include "server/live/livegames.h"
#include "server/live/notices.h"

struct rematch_context {
    char game[STORE_ID];
    uint64_t client;
    int64_t ref;
};

static void rematch_stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct rematch_context *p = t->extra;
    struct live_game *live = live_game_find(reg, p->game);
    bool good = !t->failed && t->writes[0].answer == STORE_DONE;

    if (live) {
        live_game_entry_stored(reg, live, good ? &t->writes[0].entry : NULL);
        if (good)
            client_done(reg, p->client, p->ref, live);
        else
            client_refuse_with(reg, p->client, p->ref, live, "rematch.not-stored",
                               "the rematch could not be stored: try again");
    }
    if (good) {
        reg->counts.created++;
        // a computer may have to begin, or somebody away
        notice_begin_soon(reg, t->writes[1].game.id);
        lobby_changed(reg);
    }
    writer_task_free(t);
}

// The series moved numbered players: the rows follow.
static void seat_people(const struct live_state *l, const struct match_setup *next,
                        struct store_game *row)
{
    for (unsigned seat = 0; seat < l->row.seats; seat++) {
        row->seat[seat] = l->row.seat[next->seats[seat].player[0] - '1'];
        row->seat[seat].commitment[0] = row->seat[seat].share[0] = 0; // of the deal before
    }
    row->dealer[0] = 0;
}

// How the series stands when a game begins; a game by itself says nothing.
static void set_series(const struct live_state *l, const struct series *series,
                       struct store_game *row)
{
    struct text t;

    row->series[0] = 0;
    text_init(&t, row->series, sizeof row->series);
    if (series->games > 1 || series->repeated)
        series_write(series, l->match.setup.game, (int)l->row.seats, &t);
}

// The next game's row, as was wished, or by the custom of the game.
static bool next_row(const struct live_state *l, const struct series_request *request, int64_t now,
                     struct store_game *row, struct error *e)
{
    struct match marked = l->match; // read only; its players are numbered to see where they go
    struct series series = l->series;
    struct match_setup next;

    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        marked.setup.seats[seat].player[0] = (char)('1' + seat);
    if (!series_next(&series, &marked, token_seed(), request, &next, e))
        return false;
    *row = l->row;
    token_game_id(row->id);
    memcpy(row->before, l->row.id, sizeof row->before);
    memcpy(row->start, next.start, sizeof row->start);
    set_series(l, &series, row);
    row->draw = STORE_DRAW_NONE;
    row->seed = next.seed;
    row->phase = STORE_PLAYING;
    row->created = row->changed = now;
    row->entries = 0;
    seat_people(l, &next, row);
    if (marked.setup.game->hidden) { // its start was a deal, not a wish: the next is another one
        row->start[0] = 0;
        row->seed = token_seed();
    }
    deal_ask(row);
    return true;
}

bool rematch_begin(struct live_registry *reg, struct live_game *live,
                   const struct client_command *command, struct store_entry *entry, struct error *e)
{
    struct rematch_context *p;
    struct writer_task *t = writer_task_with(2, rematch_stored, sizeof *p);
    struct series_request request = live_next_request(&live->state, command->seat, command->text);

    if (!t || !next_row(&live->state, &request, live_registry_now(reg), &t->writes[1].game, e)) {
        if (!t)
            error_set(e, "rematch.memory", "there can be no rematch: out of memory");
        writer_task_free(t);
        return false;
    }
    p = t->extra;
    *p = (struct rematch_context){.client = command->client, .ref = command->ref};
    memcpy(p->game, live->state.row.id, sizeof p->game);
    // The entry decides who was first; without it the game is not stored either.
    t->writes[0].kind = STORE_ADD_ENTRY;
    t->writes[0].entry = *entry;
    memcpy(t->writes[0].entry.kind, "rematch", sizeof "rematch");
    memcpy(t->writes[0].entry.text, t->writes[1].game.id, STORE_ID);
    t->writes[1].kind = STORE_ADD_GAME;
    t->writes[1].with_last = true;
    live->busy = true;
    writer_submit(reg->writer, t);
    return true;
}
