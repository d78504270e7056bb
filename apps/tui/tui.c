// SPDX-License-Identifier: MIT
// The terminal game from start to end: menu, setup, game, and back to the menu. `abax play` calls
// it. Only this file opens and closes the screen, so the terminal is restored whatever happens
// below.
#include "tui/tui.h"

#include <stdlib.h>

#include "tui/gameview.h"
#include "tui/menu.h"

bool tui_possible(void)
{
    return screen_possible();
}

// Plays a game that was set up or kept; returns a sentence for the menu when it could not, or NULL.
static const char *play_match(struct app *app, const struct menu_answer *kept,
                              const struct match_setup *setup, const struct series *series,
                              struct error *e)
{
    struct game_view *view = malloc(sizeof *view);
    bool good;

    if (!view)
        return sentence_text(app->messages, "gameview.memory", "there is no memory for a game");
    good = kept ? game_view_resume(view, app, &kept->entry, e)
                : game_view_begin(view, app, setup, series, e);
    if (good && kept && kept->review)
        game_view_review(view);
    if (good)
        game_view_run(view);
    game_view_clear(view);
    free(view);
    if (good)
        return NULL;
    app_error_text(app, e, app->start_error);
    return app->start_error;
}

// Begins with what the command line chose, if it did, and goes on with the menu.
static void play_from_menu(struct app *app, enum menu_choice choice, struct menu_answer answer,
                           struct game_options options)
{
    const char *note = app->save_error[0] ? app->save_error : NULL;
    struct match_setup setup;
    struct series series;
    struct error e;

    for (bool first = choice != MENU_LEAVE; !app->leave; first = false) {
        if (!first)
            choice = menu_start(app, &answer, note);
        setup = (struct match_setup){.game = answer.game};
        if (first)
            setup.options = options;
        note = NULL;
        if (choice == MENU_LEAVE)
            return;
        if (choice == MENU_KEPT)
            note = play_match(app, &answer, NULL, NULL, &e);
        else if (menu_setup(app, &setup, &series))
            note = play_match(app, NULL, &setup, &series, &e);
    }
}

bool tui_play(const struct tui_request *request, struct error *e)
{
    struct app *app = calloc(1, sizeof *app);
    struct menu_answer first = {.game = request->game};
    enum menu_choice choice = request->resume ? MENU_KEPT : request->game ? MENU_NEW : MENU_LEAVE;
    struct error save_error;

    if (!app)
        return error_set(e, "screen.memory", "there is no memory for the game");
    app->clock = request->clock;
    app->open = request->open;
    app->warnings = request->warnings;
    app->messages = app->saves.messages = request->messages;
    app->seed = request->seed;
    app->random = random_from_seed(request->seed);
    if (!saves_open(&app->saves, &save_error))
        app_error_text(app, &save_error, app->save_error);
    bool good = !request->resume || saves_latest(&app->saves, request->game, &first.entry) ||
                error_set(e, "saves.none", "no kept game goes on");
    good = good && screen_open(&app->screen, request->ascii, request->colourless, e);
    if (good) {
        play_from_menu(app, choice, first, request->options);
        screen_close(&app->screen);
    }
    free(app);
    return good;
}

bool tui_puzzle(const struct tui_request *request, struct trainer *trainer, struct text *last,
                struct error *e)
{
    struct app *app = calloc(1, sizeof *app);
    struct error save_error;

    if (!app)
        return error_set(e, "screen.memory", "there is no memory for the game");
    app->clock = request->clock;
    app->messages = app->saves.messages = request->messages;
    app->seed = trainer->seed;
    app->random = random_from_seed(trainer->seed);
    if (!saves_open(&app->saves, &save_error))
        app_error_text(app, &save_error, app->save_error);
    bool good = screen_open(&app->screen, request->ascii, request->colourless, e);
    if (good) {
        puzzle_view_run(app, trainer, last, e);
        screen_close(&app->screen);
    }
    free(app);
    return good;
}
