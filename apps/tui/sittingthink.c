// SPDX-License-Identifier: MIT
// Thinking that shows how far it is and listens to the keyboard meanwhile.
#include <string.h>

#include "tui/sitting.h"

enum { LOOK_EVERY = 25, DRAW_EVERY = 100, PACE = 350 };

void sitting_begin_thinking(struct sitting *s)
{
    uint64_t now = app_now(s->app);

    s->thinking = (struct thinking){.active = true, .began = now, .seen = now};
    sitting_draw(s);
}

// Whether a key means something that cannot wait until the thinking is over.
static bool interrupts(const struct sitting *s, struct event event)
{
    switch (event.kind) {
    case EVENT_ESCAPE:
    case EVENT_BACKSPACE:
    case EVENT_PAGE_UP:
    case EVENT_WHEEL_UP:
    case EVENT_HOME:
        return true;
    case EVENT_CHARACTER:
        // Whoever asks for help twice does not want it to begin again.
        if (local_game_person_acts(&s->local) && (event.character == 'h' || event.character == 'H'))
            return false;
        return event.character == '[' || sitting_is_command(event.character);
    default:
        return false;
    }
}

// What a key does while somebody thinks: the cursor moves, Space ends the thinking, commands interrupt it and are
// then read again as usual.
static void hear(struct sitting *s, struct event event)
{
    struct thinking *k = &s->thinking;

    if (event.kind == EVENT_UP || event.kind == EVENT_DOWN)
        sitting_move_cursor(s, event.kind == EVENT_DOWN ? 1 : -1, 0);
    else if (event.kind == EVENT_LEFT || event.kind == EVENT_RIGHT)
        sitting_move_cursor(s, 0, event.kind == EVENT_RIGHT ? 1 : -1);
    else if (event.kind == EVENT_CHARACTER && event.character == ' ')
        k->stop = true;
    else if (interrupts(s, event)) {
        k->interrupted = k->stop = true;
        screen_push(&s->app->screen, event);
    }
    if (event.kind != EVENT_NONE && !k->stop)
        sitting_draw(s);
}

static bool must_stop(void *to)
{
    struct sitting *s = to;
    struct thinking *k = &s->thinking;
    uint64_t now = app_now(s->app);

    if (k->stop || now - k->seen < LOOK_EVERY)
        return k->stop;
    bool draw = (now - k->began) / DRAW_EVERY != (k->seen - k->began) / DRAW_EVERY;
    k->seen = now;
    if (draw)
        sitting_draw(s);
    hear(s, app_read_event(s->app, 0));
    if (s->app->leave || match_check_time(&s->local.driver.match, now))
        k->stop = k->interrupted = true;
    return k->stop;
}

static void note_progress(void *to, const struct search_report *report)
{
    struct sitting *s = to;

    s->thinking.depth = report->depth;
    s->thinking.nodes = report->nodes;
    s->thinking.chance = search_chance(s->local.driver.match.setup.game, report->lines[0].value);
    s->thinking.expects_margin = report->lines[0].expects_margin;
    s->thinking.margin = report->lines[0].margin;
}

struct think_watch sitting_watch(struct sitting *s)
{
    return (struct think_watch){.stop = must_stop, .progress = note_progress, .to = s};
}

// When only computers play, people want to follow.
static void keep_pace(struct sitting *s)
{
    uint64_t end = s->thinking.began + PACE;

    for (uint64_t now = app_now(s->app); now < end && !s->thinking.stop && !s->app->leave;
         now = app_now(s->app))
        hear(s, app_read_event(s->app, (int)(end - now)));
}

void sitting_computer(struct sitting *s)
{
    struct think_watch watch = sitting_watch(s);
    char message[SITTING_MESSAGE];
    game_action action;
    struct error e;

    memcpy(message, s->message, sizeof message);
    sitting_begin_thinking(s);
    if (!driver_choose(&s->local.driver, &watch, &action, &e)) {
        s->thinking.active = false;
        sitting_refuse(s, &e);
        s->paused = true;
        return;
    }
    if (local_game_people(&s->local) == 0)
        keep_pace(s);
    s->thinking.active = false;
    if (s->thinking.interrupted) {
        sitting_handle(s, app_read_event(s->app, 0));
        return;
    }
    sitting_play(s, action);
    // What the person was told about their own action is not wiped away by a quick answer.
    if (!s->message[0] && message[0] && s->tone == COLOUR_GOOD)
        memcpy(s->message, message, sizeof message);
}

// ---------------------------------------------------------------------------------------------
// Help
// ---------------------------------------------------------------------------------------------

static void tell_hint(struct sitting *s)
{
    char storage[2 * HINT_BYTES];
    struct text t;

    text_init(&t, storage, sizeof storage);
    local_game_say_hint(&s->local, &t);
    if (s->local.hint_level < HINT_REASON) {
        text_char(&t, ' ');
        text_say(&t, s->app->words, "sitting.more", "(H: more)");
    }
    sitting_say(s, COLOUR_GOOD, storage);
    sitting_show_cut(s, sentence_text(s->app->words, "sitting.hint", "Hint"));
}

void sitting_hint(struct sitting *s)
{
    struct think_watch watch = sitting_watch(s);
    struct error e;

    if (s->local.hint_level == 0 && local_game_person_acts(&s->local))
        sitting_begin_thinking(s);
    bool good = local_game_hint(&s->local, &watch, &s->thinking.interrupted, &e);
    bool interrupted = s->thinking.active && s->thinking.interrupted;
    s->thinking.active = false;
    if (interrupted)
        sitting_handle(s, app_read_event(s->app, 0));
    else if (good)
        tell_hint(s);
    else
        sitting_refuse(s, &e);
}
