// SPDX-License-Identifier: MIT
// A match at the screen: begins it (tui/localgame.h), plays actions, looks back, goes to the next game. What is
// shown is for the eyes of whoever sits there: between two people with secrets the board is covered.
#include "tui/sitting.h"

#include <string.h>

enum { TICK = 100 };

// ---------------------------------------------------------------------------------------------
// Beginning and ending
// ---------------------------------------------------------------------------------------------

static void prepare(struct sitting *s, struct app *app)
{
    memset(s, 0, sizeof *s);
    s->app = app;
    local_game_init(&s->local, &app->shelf, app->words, app->clock);
    s->local.warnings = (enum warning_level)app->warnings;
    s->marks.cursor = BOARD_NOWHERE;
}

static void settle(struct sitting *s)
{
    look_init(&s->look, &(struct legend){s->local.driver.match.setup.game, s->app->words},
              s->app->screen.ascii, s->app->screen.colours);
    sitting_changed(s);
    sitting_news(s);
}

bool sitting_begin(struct sitting *s, struct app *app, const struct match_setup *setup,
                   const struct series *series, struct error *e)
{
    prepare(s, app);
    if (!local_game_begin(&s->local, setup, series, app_now(app), e))
        return false;
    settle(s);
    if (app->save_error[0])
        sitting_say(s, COLOUR_BAD, app->save_error);
    return true;
}

bool sitting_resume(struct sitting *s, struct app *app, const struct shelf_entry *entry,
                    struct error *e)
{
    prepare(s, app);
    if (!local_game_resume(&s->local, entry, app_now(app), e))
        return false;
    settle(s);
    return true;
}

void sitting_adopt(struct sitting *s, struct app *app, const struct match *m,
                   struct sitting_puzzle *puzzle)
{
    struct series single;
    struct error ignored; // one game is always possible

    prepare(s, app);
    s->puzzle = puzzle;
    series_init(&single, m->setup.game, 1, false, &ignored);
    driver_adopt(&s->local.driver, m, &single);
    settle(s);
}

void sitting_clear(struct sitting *s)
{
    if (s->looking_back)
        history_clear(&s->past);
    sitting_drop_review(s);
    local_game_clear(&s->local);
}

// ---------------------------------------------------------------------------------------------
// Playing
// ---------------------------------------------------------------------------------------------

void sitting_say(struct sitting *s, uint8_t tone, const char *sentence)
{
    struct text t;

    text_init(&t, s->message, sizeof s->message);
    text_add(&t, sentence);
    // Sentences of errors begin small and end without a stop.
    if (tone == COLOUR_BAD)
        text_capital(s->message);
    s->tone = tone;
    s->telling = false;
}

void sitting_show_cut(struct sitting *s, const char *title)
{
    sitting_draw(s);
    if (s->cut)
        app_show_page(s->app, title, s->message);
}

void sitting_refuse(struct sitting *s, const struct error *e)
{
    char told[APP_ERROR_BYTES];

    app_error_text(s->app, e, told);
    sitting_say(s, COLOUR_BAD, told);
}

const char *sitting_name(const struct sitting *s, int seat)
{
    return match_name_in(&s->local.driver.match, s->app->words, seat);
}

struct prompts sitting_prompts(const struct sitting *s)
{
    return (struct prompts){&s->local.driver.match, &s->local.driver.series, s->app->words};
}

// What hangs on the position is made anew.
void sitting_changed(struct sitting *s)
{
    if (s->looking_back)
        history_clear(&s->past);
    s->looking_back = false;
    s->line = 0;
    s->shown = s->local.driver.match.history.length;
    s->local.hint_level = 0;
    s->local.warned = false;
    s->counted = 0;
    s->typing = false;
    driver_changed(&s->local.driver);
    memset(s->marks.hints, 0, sizeof s->marks.hints);
}

void sitting_news(struct sitting *s)
{
    char storage[SITTING_MESSAGE];
    struct text t;
    bool bad;

    text_init(&t, storage, sizeof storage);
    if (local_game_news(&s->local, &t, &bad))
        sitting_say(s, bad ? COLOUR_BAD : COLOUR_QUIET, storage);
}

void sitting_play(struct sitting *s, game_action action)
{
    struct error e;

    if (s->puzzle) {
        sitting_puzzle_try(s, action);
        return;
    }
    s->message[0] = 0;
    sitting_drop_review(s);
    if (!local_game_play(&s->local, action, app_now(s->app), &e))
        sitting_refuse(s, &e);
    sitting_changed(s);
    sitting_news(s);
}

void sitting_count(struct sitting *s)
{
    char storage[SITTING_MESSAGE];
    struct prompts prompts = sitting_prompts(s);
    struct text t;

    if (!match_over(&s->local.driver.match))
        return;
    if (s->looking_back)
        sitting_changed(s);
    text_init(&t, storage, sizeof storage);
    s->message[0] = 0;
    // After the last step the whole verdict is there again.
    if (prompts_count(&prompts, &s->scene, s->counted, &t)) {
        s->counted++;
        sitting_say(s, COLOUR_GOOD, storage);
    } else {
        s->counted = 0;
    }
}

void sitting_look_at(struct sitting *s, unsigned length)
{
    struct history history;

    length = length > s->local.driver.match.history.length ? s->local.driver.match.history.length
                                                           : length;
    if (length == s->local.driver.match.history.length) {
        sitting_changed(s);
        s->message[0] = 0;
        sitting_tell_ply(s);
        return;
    }
    if (!match_history_at(&s->local.driver.match, length, &history))
        return;
    sitting_changed(s);
    s->past = history;
    s->looking_back = true;
    s->shown = length;
    s->message[0] = 0;
    sitting_tell_ply(s);
}

// The next game of the match, or another match like this one.
void sitting_next_game(struct sitting *s, const struct series_request *wish)
{
    struct app *app = s->app;
    struct error e;

    s->message[0] = 0;
    sitting_drop_review(s);
    s->done = !local_game_next(&s->local, app->seed++, wish, app_now(app), &e);
    s->paused = false;
    settle(s);
    if (s->done)
        sitting_refuse(s, &e);
}

void sitting_run(struct sitting *s)
{
    struct app *app = s->app;

    while (!app->leave && !s->done) {
        if (s->local.driver.match.end.how == MATCH_GOES_ON &&
            match_check_time(&s->local.driver.match, app_now(app))) {
            sitting_changed(s);
            local_game_save(&s->local, app_now(app));
            sitting_news(s);
        }
        if (match_to_act(&s->local.driver.match) != NOBODY && !local_game_person_acts(&s->local) &&
            !s->paused && !s->looking_back) {
            sitting_computer(s);
            continue;
        }
        sitting_draw(s);
        struct event event =
            app_read_event(app, s->local.driver.match.clock.running == CLOCK_STOPPED ? -1 : TICK);
        if (event.kind != EVENT_NONE)
            sitting_handle(s, event);
    }
    match_pause(&s->local.driver.match, app_now(app));
}
