// SPDX-License-Identifier: MIT
// Putting events together and sending them to the writer, with the games that they bring about.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/live/dealing.h"
#include "server/live/registry.h"
#include "server/live/databasehealth.h"
#include "server/tournament/livetournaments.h"
#include "server/tournament/directorinternal.h"
#include "server/live/notices.h"

// In the loop: a game of a round has begun, and its people hear of it.
static void game_made(struct live_registry *reg, const struct event_batch_context *context,
                      const struct store_game *row)
{
    tournaments_game_made(reg, row);
    for (unsigned seat = 0; seat < row->seats; seat++) {
        if (row->seat[seat].account && !strcmp(row->seat[seat].kind, "person"))
            notice_send(reg, row->seat[seat].account, NOTIFY_ROUND, row->id, context->round,
                        context->title, row->created);
    }
}

// In the loop: events are stored, or refused as a whole.
static void event_batch_stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct event_batch_context *context = t->extra;
    struct director_request *request = context->request;
    bool good = !t->failed && t->writes[0].answer == STORE_DONE;
    char word[STORE_NEWS];

    for (unsigned i = 0; good && i < t->count; i++) {
        if (t->writes[i].kind == STORE_ADD_GAME && t->writes[i].answer == STORE_DONE)
            game_made(reg, context, &t->writes[i].game);
    }
    if (t->failed)
        outage_noticed(reg);
    if (request && (t->failed || !reg->director)) {
        request->answer = DIRECTOR_NO_STORE;
        request->item.done(reg, &request->item);
    } else if (request) {
        request->stored = good;
        request->tries++;
        request->answer = t->writes[0].answer == STORE_MISSING ? DIRECTOR_UNKNOWN : DIRECTOR_DONE;
        director_submit(reg->director, request);
    }
    snprintf(word, sizeof word, "!#%s%s", context->id, t->failed ? "?" : "");
    if (reg->director)
        director_post_news(reg->director, word);
    if (good)
        tournaments_changed(reg, context->id);
    writer_task_free(t);
}

bool event_batch_begin(struct event_batch *n, struct tournament *m, unsigned capacity,
                       struct director_request *request, int64_t now)
{
    struct event_batch_context *context = calloc(1, sizeof *context);

    *n = (struct event_batch){writer_task(capacity, event_batch_stored), m, m->number, capacity,
                              now};
    if (!n->task || !context) {
        free(n->task);
        free(context);
        return false;
    }
    context->request = request;
    memcpy(context->id, m->row.id, sizeof context->id);
    memcpy(context->title, m->row.title, sizeof context->title);
    context->round = m->round + 1;
    n->task->extra = context;
    n->task->count = 0;
    return true;
}

static struct store_write *next_write(struct event_batch *n, enum store_write_kind kind)
{
    struct store_write *w = &n->task->writes[n->task->count];

    assert(n->task->count < n->capacity);
    w->kind = kind;
    w->with_last = n->task->count > 0;
    n->task->count++;
    return w;
}

void event_batch_add(struct event_batch *n, const char *kind, int64_t account, const char *format,
                     ...)
{
    struct store_event *event = &next_write(n, STORE_ADD_EVENT)->event;
    va_list arguments;

    memcpy(event->document, n->tournament->row.id, sizeof event->document);
    snprintf(event->kind, sizeof event->kind, "%s", kind);
    event->number = n->number++;
    event->account = account;
    event->at = n->now;
    va_start(arguments, format);
    vsnprintf(event->text, sizeof event->text, format, arguments);
    va_end(arguments);
}

static void seat_player(const struct tournament_player *p, struct store_seat *seat)
{
    snprintf(seat->kind, sizeof seat->kind, "%s", p->kind);
    snprintf(seat->name, sizeof seat->name, "%s", p->name);
    seat->account = p->account;
    memcpy(seat->token, p->token, sizeof seat->token); // a guest's own opens all his games
}

const struct store_game *event_batch_add_game(struct event_batch *n, int first, int second)
{
    const struct tournament_settings *s = &n->tournament->settings;
    struct store_game *row = &next_write(n, STORE_ADD_GAME)->game;

    token_game_id(row->id);
    memcpy(row->game, s->game, sizeof row->game);
    memcpy(row->options, s->options, sizeof row->options);
    memcpy(row->clock, s->clock, sizeof row->clock);
    row->seed = token_seed();
    row->listed = n->tournament->row.listed && s->form != TOURNAMENT_LEAGUE;
    row->rated = s->rated;
    row->phase = STORE_PLAYING;
    row->changed = n->now;
    row->created = n->now + n->task->count; // lists of games go on behind a time: no two of one
    row->seats = 2;
    seat_player(&n->tournament->players[first], &row->seat[0]);
    seat_player(&n->tournament->players[second], &row->seat[1]);
    deal_ask(row);
    return row;
}

void event_batch_set_row(struct event_batch *n, enum store_phase phase)
{
    struct store_document *row = &next_write(n, STORE_SET_DOCUMENT)->document;

    *row = n->tournament->row;
    row->phase = (int)phase;
    row->changed = n->now;
    tournament_settings_write(&n->tournament->settings, row->settings);
}

void event_batch_send(struct director *r, struct event_batch *n)
{
    writer_submit(r->writer, n->task);
}

// ---------------------------------------------------------------------------------------------
// Giving up for somebody
// ---------------------------------------------------------------------------------------------

struct resignation {
    struct inbox_item item;
    char game[STORE_ID];
    int seat;
};

static void resign_in_loop(struct live_registry *reg, struct inbox_item *item)
{
    struct resignation *w = (struct resignation *)item;

    tournaments_resign(reg, w->game, w->seat);
    free(w);
}

void director_resign(struct director *r, const char *game, int seat)
{
    struct resignation *w = calloc(1, sizeof *w);

    if (!w)
        return; // tried again when all is looked at next
    *w = (struct resignation){.item.done = resign_in_loop, .seat = seat};
    snprintf(w->game, sizeof w->game, "%s", game);
    inbox_post(r->box, &w->item);
}
