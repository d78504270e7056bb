// SPDX-License-Identifier: MIT
// The menus before a game: which game, its options, and who plays.
#ifndef ABAX_TUI_MENU_H
#define ABAX_TUI_MENU_H

#include "tui/app.h"

enum menu_choice { MENU_LEAVE, MENU_NEW, MENU_KEPT };

struct menu_answer {
    const struct game *game; // new
    struct saved_game entry; // kept
    bool review;             // it is over, and to be looked back at
};

// The first screen: unfinished games, all games, the list of saved ones.
enum menu_choice menu_start(struct app *app, struct menu_answer *answer, const char *note);

// Asks how a game is set up; `setup` has the game and its first options. False if the person goes
// back.
bool menu_setup(struct app *app, struct match_setup *setup, struct series *series);

#endif
