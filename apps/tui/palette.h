// SPDX-License-Identifier: MIT
// Colours: those of a scene as colours of the terminal, and these as numbers that a terminal knows.
#ifndef ABAX_TUI_PALETTE_H
#define ABAX_TUI_PALETTE_H

#include "render/geometry.h"
#include "tui/canvas.h"

// The number among 256 colours, or among the eight that every colour terminal has.
int palette_256(enum colour colour);
int palette_8(enum colour colour);

// A colour of a scene (enum palette) as a colour of the terminal.
uint8_t palette_of_scene(unsigned colour);

// An ink that is readable on this ground.
uint8_t palette_contrast(uint8_t ground);

// The shade of a colour that is readable on this ground.
uint8_t palette_shade(uint8_t colour, uint8_t ground);

#endif
