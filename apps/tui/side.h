// SPDX-License-Identifier: MIT
// The panel beside a board: the game, the players with their clocks and counters, and the moves.
#ifndef ABAX_TUI_SIDE_H
#define ABAX_TUI_SIDE_H

#include "play/series.h"
#include "tui/glyphs.h"

enum { SIDE_LEAST = 24, SIDE_MOST = 46, SIDE_MOST_HITS = 400 };

// Where a turn stands in the move list: a click there looks back to after it.
struct side_hit {
    struct rect place;
    unsigned length;
};

struct side {
    const struct match *match;
    const struct series *series;
    const struct scene *scene;
    const struct glyphs *glyphs;
    const struct catalogue *messages; // the language; the scene is in it already
    const char *const *notes;         // a sign for each action, such as "?", or NULL
    unsigned shown;                   // actions played in the position on the board
    uint64_t now;

    // Filled by side_render.
    unsigned hit_count;
    struct side_hit hits[SIDE_MOST_HITS];
};

void side_render(struct side *side, struct canvas *c, struct rect r);

#endif
