// SPDX-License-Identifier: MIT
// What a client is told of a game, as JSON: state, events, seats. Everything secret goes through the game's `view`
// for the reader's seat (matchjson.c), and an action is told as everybody saw it. Rooms call it once for each pair of
// eyes. docs/api.md is its contract.
#include "server/live/livejson.h"

#include <assert.h>
#include <string.h>

#include "protocol/matchjson.h"
#include "server/live/phrases.h"

static const char *const phases[] = {"open", "playing", "over"};

static void write_head(const struct live *l, const char *type, struct json_writer *j)
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

static void write_seat(const struct store_game *row, unsigned seat, struct json_writer *j)
{
    const struct store_seat *s = &row->seat[seat];
    const char *kind = seat_kind(s);

    json_write_string(j, "kind", kind);
    json_write_string(j, "name", s->name);
    json_write_bool(j, "account", s->account != 0);
    if (!strcmp(kind, "computer"))
        json_write_string(j, "player", s->kind);
}

// What only a game in memory knows of a seat.
static void write_sitting(const struct live *l, const struct livejson_eyes *eyes, unsigned seat,
                          struct json_writer *j)
{
    const struct match_setup *setup = &l->match.setup;

    json_write_string(j, "title", setup->game->seat_names[seat]);
    json_write_number(j, "team", game_team(setup->game, &setup->options, (int)seat));
    json_write_bool(j, "here", (eyes->here >> seat & 1) || live_seat_computer(l, (int)seat));
}

// The phase and the seats of a row; `l` is the game, if it is in memory.
static void write_seats(const struct store_game *row, const struct live *l,
                        const struct livejson_eyes *eyes, struct json_writer *j)
{
    assert(row->phase <= STORE_OVER);
    json_write_string(j, "phase", phases[row->phase]);
    json_write_array(j, "seats");
    for (unsigned seat = 0; seat < row->seats; seat++) {
        json_write_object(j, NULL);
        if (l)
            write_sitting(l, eyes, seat, j);
        write_seat(row, seat, j);
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

static void write_clocks(const struct live *l, const struct livejson_eyes *eyes,
                         struct json_writer *j)
{
    json_write_number(j, "time", eyes->now);
    if (!live_has_clock(l))
        return;
    json_write_array(j, "left");
    for (unsigned seat = 0; seat < l->row.seats; seat++)
        json_write_number(j, NULL, live_left(l, (int)seat, eyes->now));
    json_write_end_array(j);
    json_write_number(j, "running", l->match.clock.running);
    if (l->journal.paused)
        json_write_bool(j, "paused", true);
}

static void write_entry(const struct live *l, const struct store_entry *entry,
                        struct json_writer *j)
{
    json_write_string(j, "kind", entry->kind);
    json_write_number(j, "seat", entry->seat);
    json_write_string(j, "text", entry->text);
    json_write_number(j, "at", entry->at);
    if (!live_has_clock(l))
        return;
    json_write_array(j, "leftThen");
    for (unsigned seat = 0; seat < l->row.seats; seat++)
        json_write_number(j, NULL, entry->left[seat]);
    json_write_end_array(j);
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

static void write_offers(const struct live *l, struct json_writer *j)
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
    if (l->journal.next[0])
        json_write_string(j, "next", l->journal.next);
}

// How it stands now, for these eyes.
static void write_now(const struct live *l, const struct livejson_eyes *eyes, struct json_writer *j)
{
    const struct match *m = &l->match;

    json_write_number(j, "toAct", match_to_act(m));
    match_end_json(m, j);
    write_offers(l, j);
    write_clocks(l, eyes, j);
    match_position_json(m, eyes->seat, j);
    if (eyes->scene) {
        struct scene scene;
        match_scene(m, eyes->seat, &scene);
        scene_json(m->setup.game, &m->setup.options, &scene, j, "scene");
    }
}

// The start as these eyes may know it; all of it when the game is over.
static void write_start(const struct live *l, int seat, struct json_writer *j)
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

static void write_setup(const struct live *l, int seat, struct json_writer *j)
{
    json_write_string(j, "name", l->row.game);
    match_options_json(&l->match.setup, j);
    json_write_string(j, "clock", l->row.clock);
    json_write_bool(j, "listed", l->row.listed);
    json_write_bool(j, "rated", l->row.rated);
    json_write_bool(j, "guests", l->row.guests);
    json_write_number(j, "created", l->row.created);
    if (l->row.before[0])
        json_write_string(j, "before", l->row.before);
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

void livejson_state(const struct live *l, const struct livejson_eyes *eyes,
                    const struct store_entry *entries, unsigned count, const struct said *said,
                    struct output *out)
{
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    write_head(l, "state", &j);
    json_write_number(&j, "you", eyes->seat);
    write_setup(l, eyes->seat, &j);
    write_seats(&l->row, l, eyes, &j);
    json_write_array(&j, "entries");
    for (unsigned i = 0; i < count; i++) {
        json_write_object(&j, NULL);
        json_write_number(&j, "number", entries[i].number + 1);
        write_entry(l, &entries[i], &j);
        json_write_end_object(&j);
    }
    json_write_end_array(&j);
    if (said->count)
        write_said(said, &j);
    write_now(l, eyes, &j);
    json_write_end_object(&j);
}

void livejson_event(const struct live *l, const struct livejson_eyes *eyes,
                    const struct store_entry *entry, struct output *out)
{
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    write_head(l, "event", &j);
    write_entry(l, entry, &j);
    write_now(l, eyes, &j);
    json_write_end_object(&j);
}

void livejson_said(const struct live *l, const struct saying *saying, struct output *out)
{
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    write_head(l, "said", &j);
    write_saying(saying, &j);
    json_write_end_object(&j);
}

void livejson_seats(const struct live *l, const struct livejson_eyes *eyes, struct output *out)
{
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    write_head(l, "seats", &j);
    write_seats(&l->row, l, eyes, &j);
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
    write_seats(row, NULL, NULL, j);
    json_write_end_object(j);
}

bool livejson_same_for_all(const struct live *l)
{
    return !l->match.setup.game->hidden;
}
