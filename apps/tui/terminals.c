// SPDX-License-Identifier: MIT
// Which terminals are like one that is described.
#include "tui/terminals.h"

#include <stddef.h>
#include <string.h>

// What a name begins with; many programs behave as xterm and have their own name.
static const struct {
    const char *begins, *like;
} families[] = {
    {"xterm", "xterm-256color"},
    {"screen", "screen-256color"},
    {"tmux", "tmux-256color"},
    {"linux", "linux"},
    {"vt", "vt100"},
    {"alacritty", "xterm-256color"},
    {"foot", "xterm-256color"},
    {"ghostty", "xterm-256color"},
    {"gnome", "xterm-256color"},
    {"konsole", "xterm-256color"},
    {"wezterm", "xterm-256color"},
};

static const struct described_terminal *find_terminal(const char *name)
{
    for (const struct described_terminal *d = terminals_described; d->name; d++) {
        if (!strcmp(d->name, name))
            return d;
    }
    return NULL;
}

const struct described_terminal *terminals_like(const char *name)
{
    for (unsigned i = 0; i < sizeof families / sizeof *families; i++) {
        if (!strncmp(name, families[i].begins, strlen(families[i].begins)))
            return find_terminal(families[i].like);
    }
    return NULL;
}
