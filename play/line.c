// SPDX-License-Identifier: MIT
#include "play/line.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "game/attempt.h"

// Remembers the position after `length` actions; false without memory.
static bool remember(struct line *line, unsigned length, const struct game_position *p)
{
    if (line->game->repetition == 0)
        return true;
    if (length >= line->room) {
        size_t room = line->room ? line->room * 2 : 64;
        uint64_t *keys = realloc(line->keys, room * sizeof *keys);
        if (!keys)
            return false;
        line->keys = keys;
        line->room = room;
    }
    line->keys[length] = game_key(line->game, p);
    return true;
}

// Remembers what everybody sees of the action about to be played; false without memory.
static bool remember_past(struct line *line, game_action action)
{
    if (!line->game->hidden)
        return true;
    if (line->length >= line->past_room) {
        size_t room = line->past_room ? line->past_room * 2 : 64;
        struct hidden_past *past = realloc(line->past, room * sizeof *past);
        if (!past)
            return false;
        line->past = past;
        line->past_room = room;
    }
    struct hidden_past *last = &line->past[line->length];
    game_view(line->game, &line->position, GAME_PUBLIC, &last->before);
    last->action = action;
    return true;
}

static bool stood_often_enough(const struct line *line)
{
    unsigned times = 0;

    if (line->game->repetition == 0)
        return false;
    for (unsigned i = 0; i <= line->length; i++)
        times += line->keys[i] == line->keys[line->length];
    return times >= line->game->repetition;
}

void line_init(struct line *line, const struct game *g, const struct game_options *options,
               const struct game_position *start)
{
    memset(line, 0, sizeof *line);
    line->game = g;
    line->options = *options;
    line->position = *start;
    line->before = *start;
    if (!remember(line, 0, start))
        abort(); // sixty-four words at the very start: there is nothing to go on with
}

void line_clear(struct line *line)
{
    free(line->keys);
    free(line->past);
    line->keys = NULL;
    line->past = NULL;
    line->room = line->past_room = 0;
}

void line_list(const struct line *line, struct game_actions *list)
{
    list->count = 0;
    if (!line->repeated)
        game_list(line->game, &line->position, list);
}

bool line_play(struct line *line, game_action action)
{
    struct game_position after;

    assert(!line->repeated);
    line->game->apply(&line->position, action, &after);
    if (!remember(line, line->length + 1, &after) || !remember_past(line, action))
        return false;
    line->before = line->position;
    line->position = after;
    line->last = action;
    line->length++;
    line->repeated = stood_often_enough(line);
    return true;
}

// Whether an action can be played from a view: what the game itself would not read cannot be.
static bool may_follow(const struct line *line, game_action action, const char *name,
                       struct error *e)
{
    const struct game *g = line->game;
    struct game_position after;
    struct error inner;
    char storage[GAME_TEXT_BYTES];
    struct text t;

    if (game_complete(g, &line->position))
        return true;
    if (!g->recall)
        return error_set(e, "position is one seat's view; playing on needs what it hides");
    g->apply(&line->position, action, &after);
    text_init(&t, storage, sizeof storage);
    g->write(&after, &t);
    return g->read(&line->options, storage, &after, &inner) ||
           error_set(e, "action '%s' cannot be true of this view: %s", name, inner.text);
}

bool line_play_text(struct line *line, const char *text, struct error *e)
{
    const struct game *g = line->game;
    struct game_actions list;
    struct attempt_answer answer;
    game_action action;

    line_list(line, &list);
    if (list.count == 0)
        return error_set(e, "action '%s' comes after the end of the game", error_quote(text).text);
    if (!game_find(g, &line->position, text, &action)) {
        attempt_text(g, &line->position, text, &answer);
        if (answer.verdict == ATTEMPT_REFUSED)
            return error_set(e, "action '%s' is not legal (%s): %s", error_quote(text).text,
                             answer.rule, answer.sentence);
        return error_set(e, "action '%s' is not written out in full", error_quote(text).text);
    }
    if (!may_follow(line, action, text, e))
        return false;
    if (!line_play(line, action))
        return error_set(e, "action '%s' cannot be remembered: out of memory",
                         error_quote(text).text);
    return true;
}

bool line_would_repeat(const struct line *line, const struct game_position *p)
{
    unsigned times = 1;

    if (line->game->repetition == 0)
        return false;
    uint64_t key = game_key(line->game, p);
    for (unsigned i = 0; i <= line->length; i++)
        times += line->keys[i] == key;
    return times >= line->game->repetition;
}

void line_result(const struct line *line, struct game_result *result)
{
    *result = (struct game_result){0};
    if (!line->repeated) {
        if (game_complete(line->game, &line->position))
            line->game->result(&line->position, result);
        return;
    }
    result->over = true;
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        result->word[seat] = GAME_DRAW;
}

void line_scene(const struct line *line, int seat, struct scene *s)
{
    game_scene(line->game, &line->position, seat, s);
    if (line->repeated) {
        scene_end(s, SCENE_REPEATED);
        line_result(line, &s->status.result);
    }
    if (line->length == 0)
        return;
    struct scene before;
    struct game_path path;
    game_scene(line->game, &line->before, seat, &before);
    line->game->action_path(&line->before, line->last, &path);
    scene_mark_last(s, &before, &path);
}
