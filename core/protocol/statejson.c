// SPDX-License-Identifier: MIT
// The state of a match as docs/session.md describes it under `State`. Its groups are written by the
// same functions for the whole state and for an event, so that the two never differ.
#include "protocol/statejson.h"

#include "protocol/matchjson.h"
#include "protocol/touches.h"

int state_viewpoint(const struct session *s)
{
    const struct match *m = &s->driver.match;

    return s->viewpoint == SESSION_TO_ACT ? m->setup.game->to_act(&m->history.position)
                                          : s->viewpoint;
}

void state_scene(const struct session *s, struct scene *scene)
{
    const struct match *m = &s->driver.match;

    match_scene(m, state_viewpoint(s), match_you(m), scene);
}

// ---------------------------------------------------------------------------------------------
// Setup and actions
// ---------------------------------------------------------------------------------------------

static void write_seat(const struct session *s, int seat, bool timed, struct json_writer *j)
{
    static const char *const who[] = {"person", "computer", "remote"};
    const struct match *m = &s->driver.match;
    const struct match_seat *setup = &m->setup.seats[seat];

    json_write_object(j, NULL);
    json_write_string(j, "name", setup->name);
    json_write_string(j, "title", m->setup.game->seat_names[seat]);
    json_write_string(j, "colour", palette_colours[game_seat_colour(m->setup.game, seat)].id);
    json_write_number(j, "team", game_team(m->setup.game, &m->setup.options, seat));
    json_write_string(j, "who", who[setup->who]);
    if (setup->who == MATCH_COMPUTER)
        json_write_string(j, "player", setup->player);
    if (timed)
        json_write_number(j, "left", (long long)clock_left(&m->clock, seat, s->now));
    json_write_end_object(j);
}

static void write_setup(const struct session *s, bool timed, struct json_writer *j)
{
    const struct match *m = &s->driver.match;

    json_write_string(j, "game", m->setup.game->name);
    match_options_json(&m->setup, j);
    json_write_array(j, "seats");
    for (int seat = 0; seat < match_seats(m); seat++)
        write_seat(s, seat, timed, j);
    json_write_end_array(j);
    json_write_bool(j, "lots", m->setup.seats_drawn);
}

static void write_clock_rule(const struct match *m, struct json_writer *j)
{
    char storage[CLOCK_TEXT_BYTES];
    struct text t;

    text_init(&t, storage, sizeof storage);
    clock_write(&m->setup.clock, &t);
    json_write_string(j, "rule", storage);
}

void state_setup_json(const struct session *s, struct json_writer *j)
{
    write_setup(s, false, j);
    write_clock_rule(&s->driver.match, j);
}

void state_action_json(const struct match *m, unsigned index, const struct game_position *before,
                       struct json_writer *j, const char *name)
{
    const struct match_entry *entry = &m->entries[index];
    char storage[GAME_ACTION_BYTES];

    game_write_action(m->setup.game, before, entry->action, storage);
    json_write_object(j, name);
    json_write_string(j, "text", storage);
    action_words_json(m->setup.game, before, entry->action, j, "words");
    json_write_number(j, "seat", entry->seat);
    if (entry->timed)
        json_write_number(j, "spent", (long long)entry->spent);
    if (entry->hints)
        json_write_number(j, "hints", entry->hints);
    json_write_end_object(j);
}

// The actions, those that can be redone too. What everybody may know: actions are public.
static void write_actions(const struct match *m, struct json_writer *j)
{
    struct game_position p = m->start;

    json_write_array(j, "actions");
    for (unsigned i = 0; i < m->count; i++) {
        state_action_json(m, i, &p, j, NULL);
        m->setup.game->apply(&p, m->entries[i].action, &p);
    }
    json_write_end_array(j);
    json_write_number(j, "length", m->history.length);
}

// ---------------------------------------------------------------------------------------------
// Groups
// ---------------------------------------------------------------------------------------------

static void write_turn(const struct session *s, int touched, struct json_writer *j)
{
    const struct match *m = &s->driver.match;

    (void)touched;
    json_write_number(j, "toAct", match_to_act(m));
    json_write_number(j, "eyes", state_viewpoint(s));
    match_sentence_json(m, j);
    match_position_json(m, state_viewpoint(s), j);
}

static void write_offer(const struct session *s, int touched, struct json_writer *j)
{
    (void)touched;
    json_write_number(j, "drawOffer", s->driver.match.draw_offer);
}

static void write_end(const struct session *s, int touched, struct json_writer *j)
{
    (void)touched;
    match_result_json(&s->driver.match, j);
}

static void write_series(const struct session *s, int touched, struct json_writer *j)
{
    (void)touched;
    series_json(&s->driver.series, &s->driver.match, j, "series");
}

// Only the seat to act learns what can be touched.
static void write_touches(const struct session *s, int touched, struct json_writer *j)
{
    const struct match *m = &s->driver.match;
    bool may_act = !match_over(m) && state_viewpoint(s) == match_to_act(m);

    touches_json(&s->driver.touch, &m->history, may_act, touched, j);
}

static void write_puzzle(const struct session *s, int touched, struct json_writer *j)
{
    (void)touched;
    if (s->puzzle)
        session_puzzle_json(s, j);
}

// Of the event alone: the state has it in its clock and seats.
static void write_times(const struct session *s, int touched, struct json_writer *j)
{
    const struct match *m = &s->driver.match;

    (void)touched;
    json_write_number(j, "running", m->clock.running);
    if (!m->setup.clock.base)
        return;
    json_write_array(j, "left");
    for (int seat = 0; seat < match_seats(m); seat++)
        json_write_number(j, NULL, (long long)clock_left(&m->clock, seat, s->now));
    json_write_end_array(j);
}

const struct state_group state_groups[STATE_GROUPS] = {
    {"turn", write_turn},     {"offer", write_offer},     {"ended", write_end},
    {"series", write_series}, {"touched", write_touches}, {"puzzle", write_puzzle},
    {"clock", write_times},
};

// ---------------------------------------------------------------------------------------------
// All of it
// ---------------------------------------------------------------------------------------------

void state_json(const struct session *s, int touched, struct json_writer *j, const char *name)
{
    const struct match *m = &s->driver.match;
    struct scene scene;

    json_write_object(j, name);
    write_setup(s, m->setup.clock.base != 0, j);
    json_write_object(j, "clock");
    write_clock_rule(m, j);
    json_write_number(j, "running", m->clock.running);
    json_write_end_object(j);
    write_actions(m, j);
    for (unsigned i = 0; i < STATE_GROUPS; i++) {
        if (state_groups[i].write != write_times)
            state_groups[i].write(s, touched, j);
    }
    state_scene(s, &scene);
    scene_json(m->setup.game, &m->setup.options, &scene, j, "scene");
    json_write_end_object(j);
}
