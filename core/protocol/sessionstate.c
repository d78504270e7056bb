// SPDX-License-Identifier: MIT
// What a session answers: the whole state of its match as JSON, for one pair of eyes.
#include "protocol/matchjson.h"
#include "protocol/session.h"
#include "protocol/touches.h"

static const char *const who[] = {"person", "computer", "remote"};

static void write_seats(const struct session *s, struct json_writer *j)
{
    const struct match *m = &s->driver.match;

    json_write_array(j, "seats");
    for (int seat = 0; seat < match_seats(m); seat++) {
        const struct match_seat *setup = &m->setup.seats[seat];
        json_write_object(j, NULL);
        json_write_string(j, "name", setup->name);
        json_write_string(j, "title", m->setup.game->seat_names[seat]);
        json_write_string(j, "colour", palette_colours[game_seat_colour(m->setup.game, seat)].id);
        json_write_number(j, "team", game_team(m->setup.game, &m->setup.options, seat));
        json_write_string(j, "who", who[setup->who]);
        if (setup->who == MATCH_COMPUTER)
            json_write_string(j, "player", setup->player);
        if (m->setup.clock.base)
            json_write_number(j, "left", (long long)clock_left(&m->clock, seat, s->now));
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

// The actions, those that can be redone too. What everybody may know: actions are public.
static void write_actions(const struct match *m, struct json_writer *j)
{
    struct game_position p = m->start;

    json_write_array(j, "actions");
    for (unsigned i = 0; i < m->count; i++) {
        const struct match_entry *entry = &m->entries[i];
        char storage[GAME_ACTION_BYTES];
        game_write_action(m->setup.game, &p, entry->action, storage);
        json_write_object(j, NULL);
        json_write_string(j, "text", storage);
        action_words_json(m->setup.game, &p, entry->action, j, "words");
        m->setup.game->apply(&p, entry->action, &p);
        json_write_number(j, "seat", entry->seat);
        if (entry->timed)
            json_write_number(j, "spent", (long long)entry->spent);
        if (entry->hints)
            json_write_number(j, "hints", entry->hints);
        json_write_end_object(j);
    }
    json_write_end_array(j);
    json_write_number(j, "length", m->history.length);
}

static void write_clock(const struct session *s, struct json_writer *j)
{
    char storage[CLOCK_TEXT_BYTES];
    struct text t;

    text_init(&t, storage, sizeof storage);
    clock_write(&s->driver.match.setup.clock, &t);
    json_write_object(j, "clock");
    json_write_string(j, "rule", storage);
    json_write_number(j, "running", s->driver.match.clock.running);
    json_write_end_object(j);
}

void session_state(const struct session *s, int touched, struct output *out)
{
    const struct match *m = &s->driver.match;
    const struct game *g = m->setup.game;
    int eyes = session_eyes(s);
    struct scene scene;
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    json_write_string(&j, "game", g->name);
    match_options_json(&m->setup, &j);
    write_seats(s, &j);
    write_actions(m, &j);
    json_write_number(&j, "toAct", match_to_act(m));
    json_write_number(&j, "eyes", eyes);
    match_end_json(m, &j);
    json_write_number(&j, "drawOffer", m->draw_offer);
    write_clock(s, &j);
    series_json(&s->driver.series, m, &j, "series");
    json_write_bool(&j, "lots", m->setup.seats_drawn);
    match_position_json(m, eyes, &j);
    // Only whoever may act is told what can be touched.
    touches_json(&s->driver.touch, &m->history, !match_over(m) && eyes == match_to_act(m), touched,
                 &j);
    match_scene(m, eyes, match_you(m), &scene);
    scene_json(g, &m->setup.options, &scene, &j, "scene");
    if (s->puzzle)
        session_puzzle_json(s, &j);
    json_write_end_object(&j);
    output_add(out, "\n");
}
