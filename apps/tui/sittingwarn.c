// SPDX-License-Identifier: MIT
// Teaching while one plays: an action that costs more than the person wants to risk does not stand before they have said so. They
// may try as often as they like; nothing is played meanwhile.
#include "tui/gameview.h"

static void show_warning(struct game_view *view, bool better)
{
    const struct catalogue *words = view->app->words;
    char storage[GAME_VIEW_MESSAGE_BYTES];
    struct text t;

    text_init(&t, storage, sizeof storage);
    local_game_say_warning(&view->local, better, &t);
    text_char(&t, ' ');
    text_add(&t, sentence_text(words, "sitting.take-back", "Take it back?"));
    text_char(&t, ' ');
    text_add(&t, better ? sentence_text(words, "sitting.warned", "(Esc: take it back, P: play it)")
                        : sentence_text(words, "sitting.warned-first",
                                        "(Esc: take it back, P: play it, B: what is better)"));
    game_view_show_message(view, COLOUR_ACCENT, storage);
    game_view_show_cut_message(view, sentence_text(words, "sitting.warning", "Warning"));
}

void game_view_try_action(struct game_view *view, game_action action)
{
    struct think_watch watch = game_view_watch(view);

    if (view->puzzle || view->local.warnings == WARN_OFF) {
        game_view_play(view, action);
        return;
    }
    game_view_begin_thinking(view);
    view->thinking.judging = true;
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
