// SPDX-License-Identifier: MIT
// Thinking at the screen: a computer's turn, hints, and warnings before a bad move. Each shows its
// progress and reads the keyboard meanwhile.
#include <string.h>

#include "tui/gameview.h"

enum { LOOK_EVERY = 25, DRAW_EVERY = 100, PACE = 350 };

static void begin_thinking(struct game_view *view)
{
    uint64_t now = app_now(view->app);

    view->thinking = (struct thinking){.active = true, .began = now, .seen = now};
    game_view_draw(view);
}

// Whether a key means something that cannot wait until the thinking is over.
static bool interrupts_thinking(const struct game_view *view, struct event event)
{
    switch (event.kind) {
    case EVENT_ESCAPE:
    case EVENT_BACKSPACE:
    case EVENT_PAGE_UP:
    case EVENT_WHEEL_UP:
    case EVENT_HOME:
        return true;
    case EVENT_CHARACTER:
        // A second request for a hint does not restart the first.
        if (local_game_person_acts(&view->local) &&
            (event.character == 'h' || event.character == 'H'))
            return false;
        return event.character == '[' || game_view_is_command(event.character);
    default:
        return false;
    }
}

// What a key does while a computer thinks: the cursor moves, Space ends the thinking, commands
// interrupt it and are then read again as usual.
static void handle_while_thinking(struct game_view *view, struct event event)
{
    struct thinking *k = &view->thinking;

    if (event.kind == EVENT_UP || event.kind == EVENT_DOWN)
        game_view_move_cursor(view, event.kind == EVENT_DOWN ? 1 : -1, 0);
    else if (event.kind == EVENT_LEFT || event.kind == EVENT_RIGHT)
        game_view_move_cursor(view, 0, event.kind == EVENT_RIGHT ? 1 : -1);
    else if (event.kind == EVENT_CHARACTER && event.character == ' ')
        k->stop = true;
    else if (interrupts_thinking(view, event)) {
        k->interrupted = k->stop = true;
        screen_push(&view->app->screen, event);
    }
    if (event.kind != EVENT_NONE && !k->stop)
        game_view_draw(view);
}

static bool must_stop(void *to)
{
    struct game_view *view = to;
    struct thinking *k = &view->thinking;
    uint64_t now = app_now(view->app);

    if (k->stop || now - k->seen < LOOK_EVERY)
        return k->stop;
    bool draw = (now - k->began) / DRAW_EVERY != (k->seen - k->began) / DRAW_EVERY;
    k->seen = now;
    if (draw)
        game_view_draw(view);
    handle_while_thinking(view, app_read_event(view->app, 0));
    if (view->app->leave || match_check_time(&view->local.driver.match, now))
        k->stop = k->interrupted = true;
    return k->stop;
}

static void note_progress(void *to, const struct search_report *report)
{
    struct game_view *view = to;

    view->thinking.depth = report->depth;
    view->thinking.nodes = report->nodes;
    view->thinking.chance =
        search_chance(view->local.driver.match.setup.game, report->lines[0].value);
    view->thinking.expects_margin = report->lines[0].expects_margin;
    view->thinking.margin = report->lines[0].margin;
}

static struct think_watch keyboard_watch(struct game_view *view)
{
    return (struct think_watch){.stop = must_stop, .progress = note_progress, .to = view};
}

// When only computers play, people want to follow.
static void keep_pace(struct game_view *view)
{
    uint64_t end = view->thinking.began + PACE;

    for (uint64_t now = app_now(view->app); now < end && !view->thinking.stop && !view->app->leave;
         now = app_now(view->app))
        handle_while_thinking(view, app_read_event(view->app, (int)(end - now)));
}

void game_view_computer_turn(struct game_view *view)
{
    struct think_watch watch = keyboard_watch(view);
    char message[GAME_VIEW_MESSAGE_BYTES];
    game_action action;
    struct error e;

    memcpy(message, view->message, sizeof message);
    begin_thinking(view);
    if (!driver_choose(&view->local.driver, &watch, &action, &e)) {
        view->thinking.active = false;
        game_view_show_error(view, &e);
        view->paused = true;
        return;
    }
    if (local_game_people(&view->local) == 0)
        keep_pace(view);
    view->thinking.active = false;
    if (view->thinking.interrupted) {
        game_view_handle(view, app_read_event(view->app, 0));
        return;
    }
    game_view_play(view, action);
    // A quick answer does not wipe away a message about the person's own action.
    if (!view->message[0] && message[0] && view->message_colour == COLOUR_GOOD)
        memcpy(view->message, message, sizeof message);
}

// ---------------------------------------------------------------------------------------------
// Help
// ---------------------------------------------------------------------------------------------

static void show_hint(struct game_view *view)
{
    char storage[2 * HINT_BYTES];
    struct text t;

    text_init(&t, storage, sizeof storage);
    local_game_say_hint(&view->local, &t);
    if (view->local.hint_level < HINT_REASON) {
        text_char(&t, ' ');
        text_say(&t, view->app->messages, "gameview.more", "(H: more)");
    }
    game_view_show_message(view, COLOUR_GOOD, storage);
    game_view_show_cut_message(view, sentence_text(view->app->messages, "gameview.hint", "Hint"));
}

void game_view_hint(struct game_view *view)
{
    struct think_watch watch = keyboard_watch(view);
    struct error e;

    if (view->local.hint_level == 0 && local_game_person_acts(&view->local))
        begin_thinking(view);
    bool good = local_game_hint(&view->local, &watch, &view->thinking.interrupted, &e);
    bool interrupted = view->thinking.active && view->thinking.interrupted;
    view->thinking.active = false;
    if (interrupted)
        game_view_handle(view, app_read_event(view->app, 0));
    else if (good)
        show_hint(view);
    else
        game_view_show_error(view, &e);
}

// ---------------------------------------------------------------------------------------------
// Warnings: a bad move is not played before the person has confirmed it
// ---------------------------------------------------------------------------------------------

static void show_warning(struct game_view *view, bool better)
{
    const struct catalogue *messages = view->app->messages;
    char storage[GAME_VIEW_MESSAGE_BYTES];
    struct text t;

    text_init(&t, storage, sizeof storage);
    local_game_say_warning(&view->local, better, &t);
    text_char(&t, ' ');
    text_add(&t, sentence_text(messages, "gameview.take-back", "Take it back?"));
    text_char(&t, ' ');
    text_add(&t, better
                     ? sentence_text(messages, "gameview.warned", "(Esc: take it back, P: play it)")
                     : sentence_text(messages, "gameview.warned-first",
                                     "(Esc: take it back, P: play it, B: what is better)"));
    game_view_show_message(view, COLOUR_ACCENT, storage);
    game_view_show_cut_message(view, sentence_text(messages, "gameview.warning", "Warning"));
}

void game_view_try_action(struct game_view *view, game_action action)
{
    struct think_watch watch = keyboard_watch(view);

    if (view->puzzle || view->local.warnings == WARN_OFF) {
        game_view_play(view, action);
        return;
    }
    begin_thinking(view);
    view->thinking.checks_move = true;
    bool warned = local_game_warns(&view->local, action, &watch);
    bool interrupted = view->thinking.interrupted;
    view->thinking.active = false;
    if (interrupted) {
        game_view_position_changed(view);
        game_view_handle(view, app_read_event(view->app, 0));
    } else if (warned) {
        game_view_position_changed(view); // what was touched
        view->local.warned = true;
        show_warning(view, false);
    } else {
        game_view_play(view, action);
    }
}

void game_view_play_anyway(struct game_view *view)
{
    if (view->local.warned)
        game_view_play(view, view->local.pending_action);
}

void game_view_show_better(struct game_view *view)
{
    if (view->local.warned)
        show_warning(view, true);
    else if (view->notes)
        game_view_step_variation(view, 1);
}

void game_view_next_warnings(struct game_view *view)
{
    char storage[GAME_VIEW_MESSAGE_BYTES];
    struct text t;

    if (view->puzzle)
        return;
    view->app->warnings = (view->app->warnings + 1) % WARNING_LEVELS;
    view->local.warnings = (enum warning_level)view->app->warnings;
    text_init(&t, storage, sizeof storage);
    local_game_say_warnings(&view->local, &t);
    game_view_show_message(view, COLOUR_GOOD, storage);
}
