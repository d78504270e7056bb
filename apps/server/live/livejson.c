// SPDX-License-Identifier: MIT
// What a client is told of a game, as JSON: state, events, seats. Everything secret goes through
// the game's `view` for the reader's seat (matchjson.c), and an action is told as everybody saw it.
// Live games call it once for each pair of eyes. docs/api.md is its contract.
#include "server/live/livejson.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "play/deal.h"
#include "protocol/matchjson.h"
#include "server/live/dealing.h"
#include "server/live/registry.h"
#include "server/live/phrases.h"
#include "server/log.h"
#include "server/live/rating.h"

enum { PROVISIONAL = 110 }; // a rating whose deviation is larger says little yet

static const char *const phases[] = {"open", "playing", "over"};

static void write_head(const struct live_state *l, const char *type, struct json_writer *j)
{
    json_write_string(j, "type", type);
    json_write_string(j, "game", l->row.id);
    json_write_number(j, "number", l->journal.number);
    json_write_number(j, "ply", l->match.history.length);
}

static const char *seat_kind(const struct store_seat *seat)
{
    bool ours = strcmp(seat->kind, "open") != 0 && strcmp(seat->kind, "person") != 0 &&
                strcmp(seat->kind, "bot") != 0;

    return ours ? "computer" : seat->kind;
}

// Of a person or bot with an account, or of a level. What this game did to it, once it is over.
static void write_rating(const struct store_seat *s, struct json_writer *j)
{
    struct glicko known = {s->rating, s->deviation, 0};

    if (known.rating <= 0 && (s->account || !rating_of_level(s, &known)))
        return;
    json_write_number(j, "rating", lround(known.rating));
    json_write_bool(j, "provisional", known.deviation > PROVISIONAL);
    if (s->became > 0) {
        json_write_number(j, "ratedFrom", lround(s->former));
        json_write_number(j, "ratedTo", lround(s->became));
    }
}

static void write_seat(const struct store_game *row, unsigned seat, struct json_writer *j)
{
    const struct store_seat *s = &row->seat[seat];
    const char *kind = seat_kind(s);

    json_write_string(j, "kind", kind);
    json_write_string(j, "name", s->name);
    json_write_bool(j, "account", s->account != 0);
    if (!strcmp(kind, "computer"))
        json_write_string(j, "player", s->kind);
    if (s->away_until > log_now()) // days: it does not matter whose clock says so
        json_write_number(j, "away", s->away_until);
    write_rating(s, j);
}

// What only a game in memory knows of a seat.
static void write_live_seat(const struct live_state *l, const struct livejson_viewpoint *viewpoint,
                            unsigned seat, struct json_writer *j)
{
    const struct match_setup *setup = &l->match.setup;

    json_write_string(j, "title", setup->game->seat_names[seat]);
    json_write_number(j, "team", game_team(setup->game, &setup->options, (int)seat));
    json_write_bool(j, "here", (viewpoint->here >> seat & 1) || live_seat_computer(l, (int)seat));
}

// The phase and the seats of a row; `l` is the game, if it is in memory.
static void write_seats(const struct store_game *row, const struct live_state *l,
                        const struct livejson_viewpoint *viewpoint, struct json_writer *j)
{
    assert(row->phase <= STORE_OVER);
    json_write_string(j, "phase", phases[row->phase]);
    json_write_array(j, "seats");
    for (unsigned seat = 0; seat < row->seats; seat++) {
        json_write_object(j, NULL);
        if (l)
            write_live_seat(l, viewpoint, seat, j);
        write_seat(row, seat, j);
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

static void write_clocks(const struct live_state *l, const struct livejson_viewpoint *viewpoint,
                         struct json_writer *j)
{
    int64_t then = viewpoint->late ? l->journal.last : viewpoint->now;

    json_write_number(j, "time", viewpoint->now);
    if (!live_has_clock(l))
        return;
    json_write_array(j, "left");
    for (unsigned seat = 0; seat < l->row.seats; seat++)
        json_write_number(j, NULL, live_left(l, (int)seat, then));
    json_write_end_array(j);
    if (l->match.clock.rule.bank) {
        json_write_array(j, "bank");
        for (unsigned seat = 0; seat < l->row.seats; seat++)
            json_write_number(j, NULL, l->match.clock.bank[seat]);
        json_write_end_array(j);
    }
    json_write_number(j, "running", viewpoint->late ? CLOCK_STOPPED : l->match.clock.running);
    if (l->journal.paused)
        json_write_bool(j, "paused", true);
}

static void write_asked(uint8_t seats, const char *name, struct json_writer *j)
{
    json_write_array(j, name);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        if (seats >> seat & 1)
            json_write_number(j, NULL, seat);
    }
    json_write_end_array(j);
}

static void write_offers(const struct live_state *l, struct json_writer *j)
{
    if (l->match.draw_offer >= 0)
        json_write_number(j, "drawOffer", l->match.draw_offer);
    if (l->journal.undo_offer >= 0) {
        json_write_object(j, "undoOffer");
        json_write_number(j, "seat", l->journal.undo_offer);
        json_write_number(j, "to", l->journal.undo_to);
        write_asked(l->journal.agreed, "agreed", j);
        json_write_end_object(j);
    }
    if (l->journal.rematch)
        write_asked(l->journal.rematch, "rematchOffer", j);
    if (l->journal.revenge)
        write_asked(l->journal.revenge, "revengeOffer", j);
    if (l->journal.next[0])
        json_write_string(j, "next", l->journal.next);
}

// What the seat to act may play; where there are secrets, by what that seat knows, and for its own
// eyes.
static void write_actions(const struct live_state *l, int viewpoint, struct json_writer *j)
{
    const struct match *m = &l->match;
    const struct game *g = m->setup.game;
    int seat = match_to_act(m);
    struct game_position seen = m->history.position;
    struct game_actions list;
    char storage[GAME_ACTION_BYTES];
    struct text t;

    if (l->row.phase != STORE_PLAYING || seat < 0 || (g->hidden && viewpoint != seat))
        return;
    if (g->hidden)
        game_view(g, &m->history.position, seat, &seen);
    game_list(g, &seen, &list);
    json_write_array(j, "actions");
    for (unsigned i = 0; i < list.count; i++) {
        text_init(&t, storage, sizeof storage);
        g->action_text(&seen, list.at[i], &t);
        json_write_string(j, NULL, storage);
    }
    json_write_end_array(j);
}

// How it stands now, for these eyes.
static void write_now(const struct live_state *l, const struct livejson_viewpoint *viewpoint,
                      struct json_writer *j)
{
    const struct match *m = &l->match;

    json_write_number(j, "toAct", match_to_act(m));
    match_sentence_json(m, j);
    match_result_json(m, j);
    if (match_over(m))
        series_json(&l->series, m, j, "series");
    write_offers(l, j);
    write_clocks(l, viewpoint, j);
    match_position_json(m, viewpoint->seat, j);
    if (viewpoint->scene) {
        struct scene scene;
        match_scene(m, viewpoint->seat, viewpoint->seat, &scene);
        scene_json(m->setup.game, &m->setup.options, &scene, j, "scene");
    }
    if (viewpoint->actions)
        write_actions(l, viewpoint->seat, j);
}

// The start as these eyes may know it; all of it when the game is over.
static void write_start(const struct live_state *l, int seat, struct json_writer *j)
{
    const struct match *m = &l->match;
    struct game_position seen = m->start;
    char storage[GAME_TEXT_BYTES];
    struct text t;

    if (!match_over(m))
        game_view(m->setup.game, &m->start, seat, &seen);
    text_init(&t, storage, sizeof storage);
    m->setup.game->write(&seen, &t);
    json_write_string(j, "start", storage);
}

// Commitments, and who must give a share; when it is over everything, so that anybody can check it.
static void write_deal(const struct live_state *l, struct json_writer *j)
{
    bool over = match_over(&l->match);
    char own[SHA256_TEXT], share[STORE_SHARE];
    const char *commitment;

    deal_commitment(l->row.dealer, own);
    json_write_object(j, "deal");
    json_write_string(j, "promise", own);
    json_write_array(j, "promises");
    for (unsigned seat = 0; seat < l->row.seats; seat++) {
        commitment = l->row.seat[seat].commitment;
        json_write_string(j, NULL, sha256_is_text(commitment) ? commitment : "");
    }
    json_write_end_array(j);
    if (!over) {
        write_asked(store_asked(&l->row), "asked", j);
        write_asked(l->open || store_asked(&l->row) ? 0 : store_awaited(&l->row), "missing", j);
    }
    write_asked(deal_silent(&l->row), "silent", j);
    if (over) {
        json_write_string(j, "part", l->row.dealer);
        json_write_array(j, "parts");
        for (unsigned seat = 0; seat < l->row.seats; seat++) {
            deal_share(&l->row.seat[seat], share);
            json_write_string(j, NULL, share);
        }
        json_write_end_array(j);
    }
    json_write_end_object(j);
}

static void write_setup(const struct live_state *l, int seat, struct json_writer *j)
{
    json_write_string(j, "name", l->row.game);
    match_options_json(&l->match.setup, j);
    json_write_string(j, "clock", l->row.clock);
    json_write_bool(j, "listed", l->row.listed);
    json_write_bool(j, "rated", l->row.rated);
    json_write_bool(j, "guests", l->row.guests);
    json_write_number(j, "created", l->row.created);
    if (l->row.draw)
        json_write_string(j, "lots", l->row.draw == STORE_DRAW_DONE ? "drawn" : "open");
    if (l->row.before[0])
        json_write_string(j, "before", l->row.before);
    if (l->row.dealer[0])
        write_deal(l, j);
    if (l->series.games > 1 && !match_over(&l->match))
        series_json(&l->series, &l->match, j, "series");
    write_start(l, seat, j);
}

static void write_saying(const struct saying *saying, struct json_writer *j)
{
    json_write_number(j, "seat", saying->seat);
    json_write_string(j, "text", phrases[saying->phrase].name);
    json_write_number(j, "at", saying->at);
}

static void write_said(const struct said *said, struct json_writer *j)
{
    json_write_array(j, "said");
    for (unsigned i = 0; i < said->count; i++) {
        json_write_object(j, NULL);
        write_saying(&said->last[i], j);
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

static void write_one_declined(const struct declining *declined, struct json_writer *j)
{
    json_write_string(j, "name", declined->name);
    json_write_number(j, "at", declined->at);
}

static void write_declined(const struct said *said, struct json_writer *j)
{
    json_write_array(j, "declined");
    for (unsigned i = 0; i < said->declined_count; i++) {
        json_write_object(j, NULL);
        write_one_declined(&said->declined[i], j);
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

// One's own lines, which nobody else is told.
static void write_plans(const struct live_state *l, int seat, struct json_writer *j)
{
    const struct live_plans *plans = seat >= 0 ? l->plans[seat] : NULL;
    char storage[LIVE_PLAN_ACTIONS * GAME_ACTION_BYTES];

    if (!plans || !plans->count)
        return;
    json_write_object(j, "plans");
    json_write_number(j, "ply", plans->at[0].at);
    json_write_array(j, "lines");
    for (unsigned i = 0; i < plans->count; i++) {
        struct text t;
        text_init(&t, storage, sizeof storage);
        for (unsigned k = 0; k < plans->at[i].count; k++)
            text_format(&t, "%s%s", k ? " " : "", plans->at[i].actions[k]);
        json_write_string(j, NULL, storage);
    }
    json_write_end_array(j);
    json_write_end_object(j);
}

static void write_entries(const struct live_state *l, const struct store_entry *entries,
                          unsigned count, struct json_writer *j)
{
    for (unsigned i = 0; i < count; i++) {
        json_write_object(j, NULL);
        json_write_number(j, "number", entries[i].number + 1);
        entries_json_one(&entries[i], l->row.seats, live_has_clock(l), j);
        json_write_end_object(j);
    }
}

void livejson_state(const struct live_state *l, const struct livejson_viewpoint *viewpoint,
                    const struct store_entry *entries, unsigned count,
                    const struct entries_json *made, const struct said *said, struct output *out)
{
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    write_head(l, "state", &j);
    json_write_number(&j, "you", viewpoint->seat);
    write_setup(l, viewpoint->seat, &j);
    write_seats(&l->row, l, viewpoint, &j);
    json_write_array(&j, "entries");
    if (!count || !made || !entries_json_add(made, entries[0].number, count, out))
        write_entries(l, entries, count, &j);
    json_write_end_array(&j);
    if (said->count)
        write_said(said, &j);
    if (said->declined_count && viewpoint->seat >= 0 && l->row.phase == STORE_OPEN)
        write_declined(said, &j);
    write_plans(l, viewpoint->seat, &j);
    write_now(l, viewpoint, &j);
    json_write_end_object(&j);
}

void livejson_event(const struct live_state *l, const struct livejson_viewpoint *viewpoint,
                    const struct store_entry *entry, struct output *out)
{
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    write_head(l, "event", &j);
    entries_json_one(entry, l->row.seats, live_has_clock(l), &j);
    write_now(l, viewpoint, &j);
    json_write_end_object(&j);
}

void livejson_said(const struct live_state *l, const struct saying *saying, struct output *out)
{
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    write_head(l, "said", &j);
    write_saying(saying, &j);
    json_write_end_object(&j);
}

void livejson_declined(const struct live_state *l, const struct declining *declined,
                       struct output *out)
{
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    write_head(l, "declined", &j);
    write_one_declined(declined, &j);
    json_write_end_object(&j);
}

void livejson_seats(const struct live_state *l, const struct livejson_viewpoint *viewpoint,
                    struct output *out)
{
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    write_head(l, "seats", &j);
    write_seats(&l->row, l, viewpoint, &j);
    if (l->row.phase == STORE_OPEN && l->row.dealer[0])
        write_deal(l, &j); // whoever is asked need not ask first
    json_write_end_object(&j);
}

void livejson_row(const struct store_game *row, struct json_writer *j, const char *name)
{
    json_write_object(j, name);
    json_write_string(j, "id", row->id);
    json_write_string(j, "name", row->game);
    json_write_string(j, "options", row->options);
    json_write_string(j, "clock", row->clock);
    json_write_bool(j, "rated", row->rated);
    json_write_bool(j, "guests", row->guests);
    json_write_number(j, "created", row->created);
    json_write_number(j, "changed", row->changed);
    json_write_number(j, "number", row->entries);
    if (row->result[0])
        json_write_string(j, "result", row->result);
    write_seats(row, NULL, NULL, j);
    json_write_end_object(j);
}

bool livejson_same_for_all(const struct live_state *l)
{
    return !l->match.setup.game->hidden;
}
