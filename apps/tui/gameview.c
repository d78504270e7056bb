// SPDX-License-Identifier: MIT
// A game at the screen: starts it (tui/localgame.h), plays actions, looks back, goes to the next
// game.
#include "tui/gameview.h"

#include <string.h>

enum { TICK = 100 };

// ---------------------------------------------------------------------------------------------
// Beginning and ending
// ---------------------------------------------------------------------------------------------

static void init_view(struct game_view *view, struct app *app)
{
    memset(view, 0, sizeof *view);
    view->app = app;
    local_game_init(&view->local, &app->saves, app->messages, app->clock);
    view->local.warnings = (enum warning_level)app->warnings;
    view->marks.cursor = BOARD_NOWHERE;
}

static void start_view(struct game_view *view)
{
    glyphs_init(&view->glyphs,
                &(struct legend){view->local.driver.match.setup.game, view->app->messages},
                view->app->screen.ascii, view->app->screen.colours);
    game_view_position_changed(view);
    game_view_show_news(view);
}

bool game_view_begin(struct game_view *view, struct app *app, const struct match_setup *setup,
                     const struct series *series, struct error *e)
{
    init_view(view, app);
    if (!local_game_begin(&view->local, setup, series, app_now(app), e))
        return false;
    start_view(view);
    if (app->save_error[0])
        game_view_show_message(view, COLOUR_BAD, app->save_error);
    return true;
}

bool game_view_resume(struct game_view *view, struct app *app, const struct saved_game *entry,
                      struct error *e)
{
    init_view(view, app);
    if (!local_game_resume(&view->local, entry, app_now(app), e))
        return false;
    start_view(view);
    return true;
}

void game_view_begin_puzzle(struct game_view *view, struct app *app, const struct match *m,
                            struct puzzle_view *puzzle)
{
    struct series single;
    struct error ignored; // one game is always possible

    init_view(view, app);
    view->puzzle = puzzle;
    series_init(&single, m->setup.game, 1, false, &ignored);
    driver_adopt(&view->local.driver, m, &single);
    start_view(view);
}

void game_view_clear(struct game_view *view)
{
    if (view->looking_back)
        history_clear(&view->past);
    game_view_drop_review(view);
    local_game_clear(&view->local);
}

// ---------------------------------------------------------------------------------------------
// Playing
// ---------------------------------------------------------------------------------------------

void game_view_show_message(struct game_view *view, uint8_t message_colour, const char *sentence)
{
    struct text t;

    text_init(&t, view->message, sizeof view->message);
    text_add(&t, sentence);
    // Sentences of errors begin small and end without a stop.
    if (message_colour == COLOUR_BAD)
        text_capital(view->message);
    view->message_colour = message_colour;
    view->explains_ply = false;
}

void game_view_show_cut_message(struct game_view *view, const char *title)
{
    game_view_draw(view);
    if (view->cut)
        app_show_page(view->app, title, view->message);
}

void game_view_show_error(struct game_view *view, const struct error *e)
{
    char text[APP_ERROR_BYTES];

    app_error_text(view->app, e, text);
    game_view_show_message(view, COLOUR_BAD, text);
}

const char *game_view_seat_name(const struct game_view *view, int seat)
{
    return match_name_in(&view->local.driver.match, view->app->messages, seat);
}

struct prompts game_view_prompts(const struct game_view *view)
{
    return (struct prompts){&view->local.driver.match, &view->local.driver.series,
                            view->app->messages};
}

void game_view_position_changed(struct game_view *view)
{
    if (view->looking_back)
        history_clear(&view->past);
    view->looking_back = false;
    view->variation = 0;
    view->shown = view->local.driver.match.history.length;
    view->local.hint_level = 0;
    view->local.warned = false;
    view->counted = 0;
    view->typing = false;
    driver_changed(&view->local.driver);
    memset(view->marks.hints, 0, sizeof view->marks.hints);
}

void game_view_show_news(struct game_view *view)
{
    char storage[GAME_VIEW_MESSAGE_BYTES];
    struct text t;
    bool bad;

    text_init(&t, storage, sizeof storage);
    if (local_game_news(&view->local, &t, &bad))
        game_view_show_message(view, bad ? COLOUR_BAD : COLOUR_QUIET, storage);
}

void game_view_play(struct game_view *view, game_action action)
{
    struct error e;

    if (view->puzzle) {
        puzzle_view_try(view, action);
        return;
    }
    view->message[0] = 0;
    game_view_drop_review(view);
    if (!local_game_play(&view->local, action, app_now(view->app), &e))
        game_view_show_error(view, &e);
    game_view_position_changed(view);
    game_view_show_news(view);
}

void game_view_step_count(struct game_view *view)
{
    char storage[GAME_VIEW_MESSAGE_BYTES];
    struct prompts prompts = game_view_prompts(view);
    struct text t;

    if (!match_over(&view->local.driver.match))
        return;
    if (view->looking_back)
        game_view_position_changed(view);
    text_init(&t, storage, sizeof storage);
    view->message[0] = 0;
    // After the last step the whole verdict is there again.
    if (prompts_count(&prompts, &view->scene, view->counted, &t)) {
        view->counted++;
        game_view_show_message(view, COLOUR_GOOD, storage);
    } else {
        view->counted = 0;
    }
}

void game_view_go_to(struct game_view *view, unsigned length)
{
    struct history history;

    length = length > view->local.driver.match.history.length
                 ? view->local.driver.match.history.length
                 : length;
    if (length == view->local.driver.match.history.length) {
        game_view_position_changed(view);
        view->message[0] = 0;
        game_view_explain_ply(view);
        return;
    }
    if (!match_history_at(&view->local.driver.match, length, &history))
        return;
    game_view_position_changed(view);
    view->past = history;
    view->looking_back = true;
    view->shown = length;
    view->message[0] = 0;
    game_view_explain_ply(view);
}

// The next game of the match, or another match like this one.
void game_view_next_game(struct game_view *view, const struct series_request *request)
{
    struct app *app = view->app;
    struct error e;

    view->message[0] = 0;
    game_view_drop_review(view);
    view->done = !local_game_next(&view->local, app->seed++, request, app_now(app), &e);
    view->paused = false;
    start_view(view);
    if (view->done)
        game_view_show_error(view, &e);
}

void game_view_run(struct game_view *view)
{
    struct app *app = view->app;

    while (!app->leave && !view->done) {
        if (view->local.driver.match.end.how == MATCH_GOES_ON &&
            match_check_time(&view->local.driver.match, app_now(app))) {
            game_view_position_changed(view);
            local_game_save(&view->local, app_now(app));
            game_view_show_news(view);
        }
        if (match_to_act(&view->local.driver.match) != NOBODY &&
            !local_game_person_acts(&view->local) && !view->paused && !view->looking_back) {
            game_view_computer_turn(view);
            continue;
        }
        game_view_draw(view);
        struct event event = app_read_event(
            app, view->local.driver.match.clock.running == CLOCK_STOPPED ? -1 : TICK);
        if (event.kind != EVENT_NONE)
            game_view_handle(view, event);
    }
    match_pause(&view->local.driver.match, app_now(app));
}
