// SPDX-License-Identifier: MIT
// The terminal game from start to end: menu, setup, sitting, and back to the menu. `abax play` calls it. It alone
// opens and closes the screen, so the terminal is given back whatever happens below.
#include "tui/tui.h"

#include <stdlib.h>

#include "tui/sitting.h"
#include "tui/menu.h"

bool tui_possible(void)
{
    return screen_possible();
}

// Plays a game that was set up or kept; returns a sentence for the menu when it could not, or NULL.
static const char *sit_down(struct house *h, const struct menu_answer *kept,
                            const struct match_setup *setup, const struct series *series,
                            struct error *e)
{
    struct sitting *s = malloc(sizeof *s);
    bool good;

    if (!s)
        return sentence_text(h->words, "sitting.memory", "there is no memory for a game");
    good = kept ? sitting_resume(s, h, &kept->entry, e) : sitting_begin(s, h, setup, series, e);
    if (good && kept && kept->review)
        sitting_review(s);
    if (good)
        sitting_run(s);
    sitting_clear(s);
    free(s);
    if (good)
        return NULL;
    house_tell(h, e, h->fault);
    return h->fault;
}

// Begins with what the command line chose, if it did, and goes on with the menu.
static void play(struct house *h, enum menu_choice choice, struct menu_answer answer,
                 struct game_options options)
{
    const char *note = h->trouble[0] ? h->trouble : NULL;
    struct match_setup setup;
    struct series series;
    struct error e;

    for (bool first = choice != MENU_LEAVE; !h->leave; first = false) {
        if (!first)
            choice = menu_start(h, &answer, note);
        setup = (struct match_setup){.game = answer.game};
        if (first)
            setup.options = options;
        note = NULL;
        if (choice == MENU_LEAVE)
            return;
        if (choice == MENU_KEPT)
            note = sit_down(h, &answer, NULL, NULL, &e);
        else if (menu_setup(h, &setup, &series))
            note = sit_down(h, NULL, &setup, &series, &e);
    }
}

bool tui_play(const struct tui_wish *wish, struct error *e)
{
    struct house *h = calloc(1, sizeof *h);
    struct menu_answer first = {.game = wish->game};
    enum menu_choice choice = wish->resume ? MENU_KEPT : wish->game ? MENU_NEW : MENU_LEAVE;
    struct error trouble;

    if (!h)
        return error_set(e, "screen.memory", "there is no memory for the game");
    h->clock = wish->clock;
    h->open = wish->open;
    h->warnings = wish->warnings;
    h->words = h->shelf.words = wish->words;
    h->seed = wish->seed;
    h->random = random_from_seed(wish->seed);
    if (!shelf_open(&h->shelf, &trouble))
        house_tell(h, &trouble, h->trouble);
    bool good = !wish->resume || shelf_latest(&h->shelf, wish->game, &first.entry) ||
                error_set(e, "shelf.none", "no kept game goes on");
    good = good && screen_open(&h->screen, wish->ascii, wish->colourless, e);
    if (good) {
        play(h, choice, first, wish->options);
        screen_close(&h->screen);
    }
    free(h);
    return good;
}

bool tui_puzzle(const struct tui_wish *wish, struct drill *d, struct text *last, struct error *e)
{
    struct house *h = calloc(1, sizeof *h);
    struct error trouble;

    if (!h)
        return error_set(e, "screen.memory", "there is no memory for the game");
    h->clock = wish->clock;
    h->words = h->shelf.words = wish->words;
    h->seed = d->seed;
    h->random = random_from_seed(d->seed);
    if (!shelf_open(&h->shelf, &trouble))
        house_tell(h, &trouble, h->trouble);
    bool good = screen_open(&h->screen, wish->ascii, wish->colourless, e);
    if (good) {
        sitting_solve(h, d, last, e);
        screen_close(&h->screen);
    }
    free(h);
    return good;
}
