// SPDX-License-Identifier: MIT
// Teaching while one plays: an action that costs more than the person wants to risk does not stand before they have said so. They
// may try as often as they like; nothing is played meanwhile.
#include "tui/sitting.h"

static void tell_warning(struct sitting *s, bool better)
{
    const struct catalogue *words = s->app->words;
    char storage[SITTING_MESSAGE];
    struct text t;

    text_init(&t, storage, sizeof storage);
    local_game_say_warning(&s->local, better, &t);
    text_char(&t, ' ');
    text_add(&t, sentence_text(words, "sitting.take-back", "Take it back?"));
    text_char(&t, ' ');
    text_add(&t, better ? sentence_text(words, "sitting.warned", "(Esc: take it back, P: play it)")
                        : sentence_text(words, "sitting.warned-first",
                                        "(Esc: take it back, P: play it, B: what is better)"));
    sitting_say(s, COLOUR_ACCENT, storage);
    sitting_show_cut(s, sentence_text(words, "sitting.warning", "Warning"));
}

void sitting_act(struct sitting *s, game_action action)
{
    struct think_watch watch = sitting_watch(s);

    if (s->puzzle || s->local.warnings == WARN_OFF) {
        sitting_play(s, action);
        return;
    }
    sitting_begin_thinking(s);
    s->thinking.judging = true;
    bool warned = local_game_warns(&s->local, action, &watch);
    bool interrupted = s->thinking.interrupted;
    s->thinking.active = false;
    if (interrupted) {
        sitting_changed(s);
        sitting_handle(s, app_read_event(s->app, 0));
    } else if (warned) {
        sitting_changed(s); // what was touched
        s->local.warned = true;
        tell_warning(s, false);
    } else {
        sitting_play(s, action);
    }
}

void sitting_act_anyway(struct sitting *s)
{
    if (s->local.warned)
        sitting_play(s, s->local.pending_action);
}

void sitting_tell_better(struct sitting *s)
{
    if (s->local.warned)
        tell_warning(s, true);
    else if (s->notes)
        sitting_step_line(s, 1);
}

void sitting_next_warnings(struct sitting *s)
{
    char storage[SITTING_MESSAGE];
    struct text t;

    if (s->puzzle)
        return;
    s->app->warnings = (s->app->warnings + 1) % WARNING_LEVELS;
    s->local.warnings = (enum warning_level)s->app->warnings;
    text_init(&t, storage, sizeof storage);
    local_game_say_warnings(&s->local, &t);
    sitting_say(s, COLOUR_GOOD, storage);
}
