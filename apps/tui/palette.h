// SPDX-License-Identifier: MIT
// Colour names as numbers of a terminal.
#ifndef ABAX_TUI_PALETTE_H
#define ABAX_TUI_PALETTE_H

#include "tui/canvas.h"

// One of 256 colours, or of the eight that every colour terminal has.
int palette_256(enum colour colour);
int palette_8(enum colour colour);

#endif
