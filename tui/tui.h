// SPDX-License-Identifier: MIT
// The game at the terminal: `abax play`.
#ifndef ABAX_TUI_TUI_H
#define ABAX_TUI_TUI_H

#include "play/think.h"

struct tui_wish {
    const struct game *game;     // or NULL: ask
    struct game_options options; // of that game, to begin with
    bool resume;                 // go on with the latest kept game, of `game` if there is one
    bool ascii, colourless;
    bool boardless;                // line by line: the board is drawn only when asked for
    bool open;                     // show what computers think of their chances
    uint64_t seed;                 // of deals and computer players
    think_clock *clock;            // microseconds
    const struct catalogue *words; // the language; NULL: English
};

// Whether there is a terminal for it.
bool tui_possible(void);

// Plays until the person leaves. False, with a sentence, when the terminal cannot be used.
bool tui_play(const struct tui_wish *wish, struct error *e);

#endif
