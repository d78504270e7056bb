// SPDX-License-Identifier: MIT
// What a session asks of engine and rules: a computer's action, hints, what an action would cost,
// the legal actions, and earlier positions.
#include <string.h>

#include "protocol/advice.h"
#include "protocol/command.h"
#include "protocol/scenejson.h"
#include "protocol/statejson.h"

static bool must_stop(void *to)
{
    const struct command_host *host = to;

    return host->stop && host->stop(host->to);
}

struct think_watch session_watch(const struct session *s)
{
    return (struct think_watch){.stop = must_stop, .to = (void *)(uintptr_t)s->host};
}

// The computer to act thinks and plays.
bool session_step(struct session *s, const struct session_call *c)
{
    struct think_watch watch = session_watch(s);

    return driver_step(&s->driver, &watch, s->now, c->e) && session_answer(s, c);
}

// The same, answered with the action alone: for a session that only thinks.
bool session_choose(struct session *s, const struct session_call *c)
{
    struct think_watch watch = session_watch(s);
    const struct match *m = &s->driver.match;
    char storage[GAME_ACTION_BYTES];
    struct game_actions legal;
    unsigned index = 0;
    struct json_writer j;

    game_list(m->setup.game, &m->history.position, &legal);
    if (!driver_step(&s->driver, &watch, s->now, c->e))
        return false;
    while (legal.at[index] != m->entries[m->history.length - 1].action)
        index++;
    match_action_text(m, m->history.length - 1, storage);
    json_write_init(&j, c->out);
    json_write_object(&j, NULL);
    json_write_string(&j, "action", storage);
    json_write_number(&j, "index", index);
    json_write_number(&j, "length", m->history.length - 1);
    json_write_end_object(&j);
    output_add(c->out, "\n");
    return true;
}

enum { QUICK = 40 }; // a quick hint has this part of the full engine's nodes

// All hint levels for the seat to act; with "quick", after a short search.
bool session_hint(struct session *s, const struct session_call *c)
{
    const struct match *m = &s->driver.match;
    struct think_limits limits = hint_limits(m->setup.game, &m->setup.options);
    struct think_watch watch = session_watch(s);
    struct json_writer j;
    struct hint hint;

    if (c->count > 0 && strcmp(c->words[0], "quick") != 0)
        return error_set(c->e, "session.hint:word", "a hint can be 'quick', not '%s'",
                         error_quote(c->words[0]).text);
    if (c->count > 0)
        limits.search.nodes = limits.search.nodes / QUICK + 1;
    if (match_over(m))
        return error_set(c->e, "hint.over", "the game is over: there is nothing to hint at");
    struct thinker *helper = driver_helper(&s->driver, c->e);
    if (!helper)
        return false;
    hint_think(helper, &m->history, &limits, &watch, &hint);
    json_write_init(&j, c->out);
    json_write_object(&j, NULL);
    json_write_array(&j, "hints");
    for (unsigned level = HINT_AREA; level <= HINT_REASON; level++)
        advice_hint(&hint, level, m->setup.game->seat_names, &j, NULL);
    json_write_end_array(&j);
    json_write_end_object(&j);
    output_add(c->out, "\n");
    return true;
}

// Classifies an action that is not played; with a warning level, also whether it deserves a
// warning.
bool session_judge(struct session *s, const struct session_call *c)
{
    const struct match *m = &s->driver.match;
    enum warning_level level = WARN_ALL;
    struct think_watch watch = session_watch(s);
    struct move_classification classification;
    struct json_writer j;
    game_action action;

    if (c->count > 1 && !warning_level_read(c->words[1], &level))
        return error_set(c->e, "session.strength:word",
                         "warnings '%s' are none of: off, blunders, mistakes, all",
                         error_quote(c->words[1]).text);
    if (!match_find(m, c->words[0], &action, c->e))
        return false;
    struct thinker *helper = driver_helper(&s->driver, c->e);
    if (!helper)
        return false;
    struct classify_task task = {
        .thinker = helper, .history = &m->history, .action = action, .watch = &watch};
    if (!classify_move(&task, &classification))
        return error_set(c->e, "session.stopped", "stopped before the action was judged");
    json_write_init(&j, c->out);
    advice_classification(&task, &classification, level, m->setup.game->seat_names, &j, NULL);
    output_add(c->out, "\n");
    return true;
}

// The legal actions with the spots that each touches.
bool session_moves(struct session *s, const struct session_call *c)
{
    const struct game *g = s->driver.match.setup.game;
    const struct game_position *p = &s->driver.match.history.position;
    struct game_actions list = {0};
    struct json_writer j;

    if (!match_over(&s->driver.match))
        history_list(&s->driver.match.history, &list);
    json_write_init(&j, c->out);
    json_write_object(&j, NULL);
    json_write_array(&j, "moves");
    for (unsigned i = 0; i < list.count; i++) {
        char storage[GAME_ACTION_BYTES];
        struct game_path path;
        game_write_action(g, p, list.at[i], storage);
        g->action_path(p, list.at[i], &path);
        json_write_object(&j, NULL);
        json_write_string(&j, "text", storage);
        json_write_array(&j, "spots");
        for (unsigned k = 0; k < path.count; k++)
            json_write_number(&j, NULL, path.at[k]);
        json_write_end_array(&j);
        json_write_end_object(&j);
    }
    json_write_end_array(&j);
    json_write_end_object(&j);
    output_add(c->out, "\n");
    return true;
}

// The scene after the first N actions and after further ones that were not played, from the
// session's viewpoint. With events, as a change of the present scene.
bool session_look(struct session *s, const struct session_call *c)
{
    const struct match *m = &s->driver.match;
    unsigned long long length;
    struct history history;
    struct json_writer j;
    struct scene scene;

    if (!text_read_number(c->words[0], m->count, &length))
        return error_set(c->e, "session.actions:word,most", "'%s' is none of 0 to %u actions",
                         error_quote(c->words[0]).text, m->count);
    if (!match_history_at(m, (unsigned)length, &history))
        return error_set(c->e, "match.replay", "the game cannot be replayed: out of memory");
    bool good = true;
    for (unsigned i = 1; i < c->count && good; i++)
        good = history_play_text(&history, c->words[i], c->e);
    if (good) {
        history_scene_for(&history, state_viewpoint(s), match_you(m), &scene);
        json_write_init(&j, c->out);
        json_write_object(&j, NULL);
        if (s->seen.begun)
            session_look_json(s, &scene, &j);
        else
            scene_json(m->setup.game, &m->setup.options, &scene, &j, "scene");
        json_write_end_object(&j);
        output_add(c->out, "\n");
    }
    history_clear(&history);
    return good;
}
