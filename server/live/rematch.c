// SPDX-License-Identifier: MIT
// Another game between the same people. Seats change by the game's custom, and the secret of a seat goes with its
// owner: the token that opened the old game opens the new one.
#include <stdlib.h>
#include <string.h>

#include "play/series.h"
#include "server/live/hub.h"
#include "server/log.h"

struct passage {
    char game[STORE_ID];
    uint64_t client;
    int64_t ref;
};

static void rematch_stored(struct hub *h, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct passage *p = t->extra;
    struct room *r = room_find(h, p->game);
    bool good = !t->failed && t->writes[0].answer == STORE_DONE;
    struct error e;

    if (r) {
        r->busy = false;
        if (good && t->writes[0].entry.number == r->live.journal.number &&
            live_apply(&r->live, &t->writes[0].entry, &e))
            room_tell_event(h, r, &t->writes[0].entry);
        if (good)
            client_done(h, p->client, p->ref, r);
        else
            client_refuse_with(h, p->client, p->ref, r, "rematch.not-stored",
                               "the rematch could not be stored: try again");
        room_refresh(h, r);
        client_command_go(h, r);
    }
    if (good) {
        h->counts.created++;
        room_enter(h, t->writes[1].game.id, &e); // a computer may have to begin
        lobby_changed(h);
    }
    writer_task_free(t);
}

// The series moved numbered players: the rows follow.
static void seat_people(const struct live *l, const struct match_setup *next,
                        struct store_game *row)
{
    for (unsigned seat = 0; seat < l->row.seats; seat++)
        row->seat[seat] = l->row.seat[next->seats[seat].player[0] - '1'];
}

// The next game's row, by the custom of the game.
static bool next_row(const struct live *l, struct store_game *row, struct error *e)
{
    struct match marked = l->match; // read only; its players are numbered to see where they go
    struct match_setup next;
    struct series series;

    if (!series_init(&series, marked.setup.game, 2, false, e))
        return false;
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        marked.setup.seats[seat].player[0] = (char)('1' + seat);
    // Two games make a revenge: the second repeats the deal of the first.
    series.repeated = l->row.before[0] && l->row.start[0];
    if (marked.end.how == MATCH_ABORTED) {
        next = marked.setup;
        next.seed = token_seed();
    } else if (!series_next(&series, &marked, token_seed(), &next)) {
        return error_set(e, "rematch.none", "there is no next game");
    }
    *row = l->row;
    token_game_id(row->id);
    memcpy(row->before, l->row.id, sizeof row->before);
    memcpy(row->start, next.start, sizeof row->start);
    row->seed = next.seed;
    row->phase = STORE_PLAYING;
    row->created = row->changed = log_now();
    row->entries = 0;
    seat_people(l, &next, row);
    if (marked.setup.game->hidden) { // its start was a deal, not a wish: the next is another one
        row->start[0] = 0;
        row->seed = token_seed();
    }
    deal_apart(row);
    return true;
}

bool rematch_begin(struct hub *h, struct room *r, const struct client_command *command,
                   struct store_entry *entry, struct error *e)
{
    struct writer_task *t = writer_task(2, rematch_stored);
    struct passage *p = calloc(1, sizeof *p);

    if (!t || !p || !next_row(&r->live, &t->writes[1].game, e)) {
        if (!t || !p)
            error_set(e, "rematch.memory", "there can be no rematch: out of memory");
        free(t);
        free(p);
        return false;
    }
    *p = (struct passage){.client = command->client, .ref = command->ref};
    memcpy(p->game, r->live.row.id, sizeof p->game);
    t->extra = p;
    // The entry decides who was first; without it the game is not stored either.
    t->writes[0].kind = STORE_ADD_ENTRY;
    t->writes[0].entry = *entry;
    memcpy(t->writes[0].entry.kind, "rematch", sizeof "rematch");
    memcpy(t->writes[0].entry.text, t->writes[1].game.id, STORE_ID);
    t->writes[1].kind = STORE_ADD_GAME;
    t->writes[1].with_last = true;
    r->busy = true;
    writer_submit(h->writer, t);
    return true;
}
