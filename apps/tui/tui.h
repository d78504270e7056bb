// SPDX-License-Identifier: MIT
// The game at the terminal: `abax play`.
#ifndef ABAX_TUI_TUI_H
#define ABAX_TUI_TUI_H

#include "play/think.h"

struct tui_request {
    const struct game *game;     // or NULL: ask
    struct game_options options; // of that game, to begin with
    bool resume;                 // go on with the latest kept game, of `game` if there is one
    bool ascii, colourless;
    bool boardless;                   // line by line: the board is drawn only when asked for
    unsigned warnings;                // how much people are warned of (enum warning_level)
    bool open;                        // show what computers think of their chances
    unsigned games;                   // line by line: of a series; 0: a single game
    bool points, fixed;               // line by line: points decide it; who sits where is not drawn
    uint64_t seed;                    // of the first deal; later ones have the next numbers
    think_clock *clock;               // microseconds
    const struct catalogue *messages; // the language; NULL: English
};

// Whether there is a terminal for it.
bool tui_possible(void);

// Plays until the person leaves. False if the terminal cannot be used.
bool tui_play(const struct tui_request *request, struct error *e);

// Shows puzzles until the person leaves or there are none; `last` gets the closing sentence. False
// if the terminal cannot be used.
struct trainer;
bool tui_puzzle(const struct tui_request *request, struct trainer *trainer, struct text *last,
                struct error *e);

#endif
