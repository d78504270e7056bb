// SPDX-License-Identifier: MIT
// The menus before a game: which one, with which options, and who plays.
#ifndef ABAX_TUI_MENU_H
#define ABAX_TUI_MENU_H

#include "tui/app.h"

enum menu_choice { MENU_LEAVE, MENU_NEW, MENU_KEPT };

struct menu_answer {
    const struct game *game; // new
    struct saved_game entry; // kept
    bool review;             // it is over, and to be looked back at
};

// The first screen: games to go on with, all games, the shelf.
enum menu_choice menu_start(struct app *app, struct menu_answer *answer, const char *note);

// How a game is set up; `setup` has the game, and the options to begin with. False when the person goes back.
bool menu_setup(struct app *app, struct match_setup *setup, struct series *series);

#endif
