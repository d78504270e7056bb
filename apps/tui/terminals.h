// SPDX-License-Identifier: MIT
// Descriptions of a few terminals inside the program, for machines without any: a bare container,
// or the static program on a machine without ncurses.
#ifndef ABAX_TUI_TERMINALS_H
#define ABAX_TUI_TERMINALS_H

struct described_terminal {
    const char *name;
    const char *description; // as $TERMINFO takes it, "b64:..."
};

// All of them, terminated by one without a name. Made by tools/terminals.
extern const struct described_terminal terminals_described[];

// The one that a terminal of this name is like, or NULL.
const struct described_terminal *terminals_like(const char *name);

#endif
