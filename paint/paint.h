// SPDX-License-Identifier: MIT
// A general painter in plain text: draws any scene without knowing the game.
#ifndef ABAX_PROTOCOL_PAINT_H
#define ABAX_PROTOCOL_PAINT_H

#include "game/scene.h"
#include "base/output.h"

// Boards as grids (a piece over two spots joins them, the last action stands in brackets), trays as
// lines of words, then marks, counters and the status.
void paint_scene(const struct game *g, const struct game_options *options, const struct scene *s,
                 struct output *out);

#endif
