// SPDX-License-Identifier: MIT
// Renders pieces and piles into a rectangle of a canvas.
#ifndef ABAX_TUI_PIECE_H
#define ABAX_TUI_PIECE_H

#include "render/geometry.h"
#include "tui/glyphs.h"

// Renders one piece on a ground.
void piece_render(struct canvas *c, const struct glyphs *glyphs, struct rect r,
                  const struct scene_piece *piece, uint8_t ground);

// Renders a pile of two or more: one above the other if there is room, otherwise the top piece, the
// others as signs from the lowest on, and the height.
void piece_render_pile(struct canvas *c, const struct glyphs *glyphs, struct rect r,
                       const struct pile *pile, uint8_t ground);

#endif
