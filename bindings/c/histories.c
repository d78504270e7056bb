// SPDX-License-Identifier: MIT
// Histories: play/history.h with the actions remembered, so that they can be listed and undone.
#include <stdlib.h>
#include <string.h>

#include "bindings/c/inner.h"
#include "render/legend.h"

abax_history *abax_history_new(const abax_position *start, abax_error *error)
{
    const struct inner_position *p = inner_position(start, error);

    if (!p)
        return NULL;
    abax_history *h = calloc(1, sizeof *h);
    if (!h) {
        inner_no_memory(error);
        return NULL;
    }
    h->start = p->at;
    history_init(&h->history, inner_position_game(p), &p->options, &p->at);
    return h;
}

void abax_history_free(abax_history *history)
{
    if (!history)
        return;
    history_clear(&history->history);
    free(history->actions);
    free(history);
}

// Plays an action that is legal and may follow.
static bool play(abax_history *h, game_action action, abax_error *error)
{
    unsigned length = h->history.length;

    if (length == h->capacity) {
        unsigned capacity = h->capacity ? h->capacity * 2 : 64;
        game_action *actions = realloc(h->actions, capacity * sizeof *actions);
        if (!actions)
            return inner_no_memory(error);
        h->actions = actions;
        h->capacity = capacity;
    }
    h->actions[length] = action;
    return history_play(&h->history, action) || inner_no_memory(error);
}

// The first `count` actions once more, from the start.
static bool replay(const abax_history *from, unsigned count, abax_history *to, abax_error *error)
{
    for (unsigned i = 0; i < count; i++) {
        if (!play(to, from->actions[i], error))
            return false;
    }
    return true;
}

static abax_history *beginning(const abax_history *history, unsigned count, abax_error *error)
{
    abax_position start;

    inner_put(&start, history->history.game, &history->history.options, &history->start);
    abax_history *h = abax_history_new(&start, error);
    if (h && !replay(history, count, h, error)) {
        abax_history_free(h);
        return NULL;
    }
    return h;
}

abax_history *abax_history_copy(const abax_history *history, abax_error *error)
{
    if (!history) {
        inner_missing(error, "history");
        return NULL;
    }
    return beginning(history, history->history.length, error);
}

bool abax_history_start(const abax_history *history, abax_position *position)
{
    if (!history || !position)
        return false;
    inner_put(position, history->history.game, &history->history.options, &history->start);
    return true;
}

bool abax_history_position(const abax_history *history, abax_position *position)
{
    if (!history || !position)
        return false;
    const struct history *h = &history->history;
    inner_put(position, h->game, &h->options, &h->position);
    return true;
}

unsigned abax_history_length(const abax_history *history)
{
    return history ? history->history.length : 0;
}

bool abax_history_action(const abax_history *history, unsigned index, abax_action *action,
                         abax_position *before)
{
    if (!history || index >= history->history.length)
        return false;
    if (action)
        *action = history->actions[index];
    if (before) {
        abax_history_start(history, before);
        for (unsigned i = 0; i < index; i++)
            abax_position_apply_listed(before, history->actions[i]);
    }
    return true;
}

int abax_history_seat(const abax_history *history)
{
    struct game_actions list;

    if (!history)
        return -1;
    history_list(&history->history, &list);
    return list.count ? history->history.game->to_act(&history->history.position) : -1;
}

unsigned abax_history_actions(const abax_history *history, abax_action *list, unsigned capacity)
{
    struct game_actions actions;

    if (!history)
        return 0;
    history_list(&history->history, &actions);
    return inner_list(&actions, list, capacity);
}

// ---------------------------------------------------------------------------------------------
// Playing
// ---------------------------------------------------------------------------------------------

// The position has the better sentences for what the rules forbid; a draw by repetition is known
// only here.
static bool is_open(const abax_history *history, abax_error *error)
{
    struct error e;

    if (!history)
        return inner_missing(error, "history");
    if (!history->history.repeated)
        return true;
    error_set(&e, "library.repeated", "the game is over: the position stood too often");
    return inner_fail(error, ABAX_OVER, &e);
}

bool abax_history_apply(abax_history *history, abax_action action, abax_error *error)
{
    abax_position after;

    return is_open(history, error) && abax_history_position(history, &after) &&
           abax_position_apply(&after, action, error) && play(history, action, error);
}

bool abax_history_play(abax_history *history, const char *text, abax_error *error)
{
    abax_position after;
    abax_action action;

    return is_open(history, error) && abax_history_position(history, &after) &&
           abax_position_action(&after, text, &action, error) &&
           abax_history_apply(history, action, error);
}

bool abax_history_undo(abax_history *history, unsigned actions, abax_error *error)
{
    struct error e;

    if (!history)
        return inner_missing(error, "history");
    unsigned length = history->history.length;
    if (actions > length) {
        error_set(&e, "library.undo:wanted,played",
                  "%u actions cannot be taken back: %u were played", actions, length);
        return inner_fail(error, ABAX_ARGUMENT, &e);
    }
    abax_history *h = beginning(history, length - actions, error);
    if (!h)
        return false;
    abax_history old = *history;
    *history = *h;
    *h = old;
    abax_history_free(h);
    return true;
}

bool inner_thinkable(const abax_history *history, abax_error *error)
{
    struct game_actions list;
    struct error e;

    if (!history)
        return inner_missing(error, "history");
    const struct history *h = &history->history;
    history_list(h, &list);
    if (list.count == 0) {
        error_set(&e, "library.nothing", "the game is over: there is nothing to think about");
        return inner_fail(error, ABAX_OVER, &e);
    }
    if (game_secret(h->game, &h->position, h->game->to_act(&h->position)) >= 0)
        return true;
    error_set(&e, "library.secret", "the position does not know the secret of the seat to act");
    return inner_fail(error, ABAX_HIDDEN, &e);
}

// ---------------------------------------------------------------------------------------------
// Telling
// ---------------------------------------------------------------------------------------------

bool abax_history_result(const abax_history *history, abax_result *result, abax_error *error)
{
    struct game_result inner;
    abax_position now;

    if (!history || !result)
        return inner_missing(error, history ? "result" : "history");
    const struct history *h = &history->history;
    if (!h->repeated)
        return abax_history_position(history, &now) && abax_position_result(&now, result, error);
    history_result(h, &inner);
    inner_result(h->game, &h->options, &inner, result);
    result->repeated = true;
    return true;
}

size_t abax_history_status(const abax_history *history, const char *language, char *buffer,
                           size_t capacity, abax_error *error)
{
    enum { STATUS_BYTES = 2048 };
    const struct catalogue *messages;
    char status[STATUS_BYTES];
    struct scene s;
    struct text t;

    if (!history)
        return inner_missing(error, "history");
    if (!inner_words(language, &messages, error))
        return 0;
    const struct legend legend = {history->history.game, messages};
    history_scene(&history->history, GAME_PUBLIC, &s);
    text_init(&t, status, sizeof status);
    legend_status(&legend, &history->history.options, &s, &t);
    return inner_answer(status, buffer, capacity, error);
}

size_t abax_history_show(const abax_history *history, int seat, abax_form form,
                         const char *language, char *buffer, size_t capacity, abax_error *error)
{
    struct inner_text t;
    struct scene s;
    int meant;

    if (!history)
        return inner_missing(error, "history");
    const struct history *h = &history->history;
    if (!inner_text_init(&t, buffer, capacity, error) ||
        !inner_seat(seat, game_seats(h->game, &h->options), h->game->to_act(&h->position), &meant,
                    error))
        return 0;
    history_scene(h, meant, &s);
    return inner_show(h->game, &h->options, &s, form, language, &t, error);
}
