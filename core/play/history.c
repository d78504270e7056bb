// SPDX-License-Identifier: MIT
// Keeps what the rules do not see: keys of earlier positions, for repetition, and under hidden
// information what everybody saw, for ISMCTS. Played actions must be legal (history_play_text
// checks). Running out of memory changes nothing.
#include "play/history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "game/attempt.h"

// Stores the key of the position after `length` actions, at least one. False without memory.
static bool store_key(struct history *history, unsigned length, const struct game_position *p)
{
    if (history->game->repetition == 0)
        return true;
    if (length >= history->capacity) {
        size_t capacity = history->capacity ? history->capacity * 2 : 64;
        uint64_t *keys = realloc(history->keys, capacity * sizeof *keys);
        if (!keys)
            return false;
        keys[0] = history->first;
        history->keys = keys;
        history->capacity = capacity;
    }
    history->keys[length] = game_key(history->game, p);
    return true;
}

// Stores what everybody sees of the action about to be played. False without memory.
static bool store_past(struct history *history, game_action action)
{
    if (!history->game->hidden)
        return true;
    if (history->length >= history->past_capacity) {
        size_t capacity = history->past_capacity ? history->past_capacity * 2 : 64;
        struct imperfect_past *past = realloc(history->past, capacity * sizeof *past);
        if (!past)
            return false;
        history->past = past;
        history->past_capacity = capacity;
    }
    struct imperfect_past *last = &history->past[history->length];
    game_view(history->game, &history->position, GAME_PUBLIC, &last->before);
    last->action = action;
    return true;
}

static void store_turn(struct history *history, game_action action)
{
    const struct game *g = history->game;

    if (g->to_act(&history->position) != g->to_act(&history->turn)) {
        history->turn_length = history->turn_skipped = 0;
        history->turn = history->position;
    }
    if (history->turn_length == HISTORY_TURN) {
        g->apply(&history->turn, history->turn_actions[0], &history->turn);
        memmove(history->turn_actions, history->turn_actions + 1,
                (HISTORY_TURN - 1) * sizeof *history->turn_actions);
        history->turn_length--;
        history->turn_skipped++;
    }
    history->turn_actions[history->turn_length++] = action;
}

bool history_repeats(const struct game *g, const uint64_t *before, size_t count, uint64_t key)
{
    unsigned times = 1; // this time

    if (g->repetition == 0)
        return false;
    for (size_t i = 0; i < count; i++)
        times += before[i] == key;
    return times >= g->repetition;
}

void history_init(struct history *history, const struct game *g, const struct game_options *options,
                  const struct game_position *start)
{
    memset(history, 0, sizeof *history);
    history->game = g;
    history->options = *options;
    history->position = *start;
    history->turn = *start;
    history->first = g->repetition ? game_key(g, start) : 0;
}

void history_clear(struct history *history)
{
    free(history->keys);
    free(history->past);
    history->keys = NULL;
    history->past = NULL;
    history->capacity = history->past_capacity = 0;
}

const uint64_t *history_keys(const struct history *history)
{
    return history->capacity ? history->keys : &history->first;
}

void history_list(const struct history *history, struct game_actions *list)
{
    list->count = 0;
    if (!history->repeated)
        game_list(history->game, &history->position, list);
}

#ifndef NDEBUG
static bool is_listed(const struct history *history, game_action action)
{
    struct game_actions list;

    history_list(history, &list);
    return game_listed(&list, action);
}
#endif

bool history_play(struct history *history, game_action action)
{
    const struct game *g = history->game;
    struct game_position after;

    assert(!history->repeated && is_listed(history, action));
    g->apply(&history->position, action, &after);
    if (!store_key(history, history->length + 1, &after) || !store_past(history, action))
        return false;
    store_turn(history, action);
    history->position = after;
    history->length++;
    history->repeated = g->repetition && history_repeats(g, history->keys, history->length,
                                                         history->keys[history->length]);
    return true;
}

// An action contradicts the view if the game refuses to read the position after it.
bool history_may_follow(const struct history *history, game_action action, const char *name,
                        struct error *e)
{
    const struct game *g = history->game;
    struct game_position after;
    struct error inner;
    char storage[GAME_TEXT_BYTES];
    struct text t;

    if (game_complete(g, &history->position))
        return true;
    if (!game_hidden(g)->replay_view)
        return error_set(e, "action.view",
                         "position is one seat's view; playing on needs what it hides");
    g->apply(&history->position, action, &after);
    text_init(&t, storage, sizeof storage);
    g->write(&after, &t);
    if (g->read(&history->options, storage, &after, &inner))
        return true;
    error_set(e, "action.untrue:action,reason", "action '%s' cannot be true of this view: %s", name,
              inner.message.text);
    return error_within(e, "reason", &inner);
}

bool history_refuse(const char *text, const struct attempt_answer *answer, struct error *e)
{
    if (answer->verdict != ATTEMPT_REFUSED)
        return error_set(e, "action.short:action", "action '%s' is not written out in full",
                         error_quote(text).text);
    error_set(e, "action.illegal:action,rule,reason", "action '%s' is not legal (%s): %s",
              error_quote(text).text, answer->rule, answer->sentence);
    return error_refer(e, "reason", "%s.rule.%s", answer->capacity, answer->rule);
}

bool history_play_text(struct history *history, const char *text, struct error *e)
{
    const struct game *g = history->game;
    struct game_actions list;
    struct attempt_answer answer;
    game_action action;

    history_list(history, &list);
    if (list.count == 0)
        return error_set(e, "action.late:action", "action '%s' comes after the end of the game",
                         error_quote(text).text);
    if (!game_find(g, &history->position, text, &action)) {
        attempt_text(g, &history->position, text, &answer);
        return history_refuse(text, &answer, e);
    }
    if (!history_may_follow(history, action, text, e))
        return false;
    if (!history_play(history, action))
        return error_set(e, "action.memory:action",
                         "action '%s' cannot be remembered: out of memory", error_quote(text).text);
    return true;
}

bool history_would_repeat(const struct history *history, const struct game_position *p)
{
    const struct game *g = history->game;

    return g->repetition &&
           history_repeats(g, history_keys(history), history->length + 1, game_key(g, p));
}

static void result_of(const struct game *g, const struct game_position *p, bool repeated,
                      struct game_result *result)
{
    *result = (struct game_result){0};
    if (!repeated) {
        if (game_complete(g, p))
            g->result(p, result);
        return;
    }
    result->over = true;
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        result->outcome[seat] = GAME_DRAW;
}

void history_result(const struct history *history, struct game_result *result)
{
    result_of(history->game, &history->position, history->repeated, result);
}

void history_result_after(const struct history *history, const struct game_position *p,
                          struct game_result *result)
{
    result_of(history->game, p, history_would_repeat(history, p), result);
}

// Describes what an action did to players, by what the seat may know.
static void describe_action(const struct history *history, const struct game_position *before,
                            game_action action, const struct game_position *after, int seat,
                            struct scene *s)
{
    const struct game *g = history->game;
    struct game_position seen[2];

    game_view(g, before, seat, &seen[0]);
    game_view(g, after, seat, &seen[1]);
    scene_add_events(g, &seen[0], action, &seen[1], s);
}

static void mark_turn(const struct history *history, int seat, struct scene *s)
{
    const struct game *g = history->game;
    struct game_position p = history->turn, before;
    struct scene scenes[2];
    struct game_path path;

    game_scene(g, &p, seat, &scenes[0]);
    for (unsigned i = 0; i < history->turn_length; i++) {
        g->action_path(&p, history->turn_actions[i], &path);
        before = p;
        g->apply(&p, history->turn_actions[i], &p);
        describe_action(history, &before, history->turn_actions[i], &p, seat, s);
        game_scene(g, &p, seat, &scenes[(i + 1) % 2]);
        scene_mark_last(s, &scenes[i % 2], &scenes[(i + 1) % 2], &path,
                        history->turn_skipped + i + 1);
    }
}

static void count_past(const struct history *history, struct scene *s)
{
    const struct game *g = history->game;

    for (unsigned i = 0; g->ui->track_clues && s->clues.items && i < history->length; i++)
        g->ui->track_clues(&history->past[i].before, history->past[i].action, &s->clues);
}

void history_scene(const struct history *history, int seat, struct scene *s)
{
    history_scene_for(history, seat, SCENE_NOBODY, s);
}

void history_scene_for(const struct history *history, int seat, int you, struct scene *s)
{
    game_scene(history->game, &history->position, seat, s);
    s->you = (int8_t)you;
    if (history->repeated) {
        scene_end(s, SCENE_REPEATED);
        history_result(history, &s->status.result);
    }
    mark_turn(history, seat, s);
    count_past(history, s);
}
