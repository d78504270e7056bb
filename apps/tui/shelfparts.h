// SPDX-License-Identifier: MIT
// Between the files of the shelf: where a game lies and how it is read.
#ifndef ABAX_TUI_SHELFPARTS_H
#define ABAX_TUI_SHELFPARTS_H

#include "tui/shelf.h"

#define SHELF_ENDING  ".abax"
#define SHELF_DAMAGED ".damaged"

enum { SHELF_MODE = 0600 };

// False when there is no folder or the path is too long.
bool shelf_path(const struct shelf *s, char path[SHELF_PATH_BYTES], const char *name,
                const char *ending);

// Writes beside the file first and then puts that in its place: a reader finds the old text or the new one.
bool shelf_write_whole(const char *path, void (*write)(const void *what, struct output *out),
                       const void *what);

// The bytes of a file and a terminator, to be freed; NULL when it cannot be read or is too large.
char *shelf_read_whole(const char *path, size_t *length);

// Reads a kept game; `damaged` tells a text that is no record from a file that cannot be read now. Release the match
// with match_clear, also after a fault.
bool shelf_read_match(const struct shelf *s, const char *name, struct match *m,
                      struct series *series, bool *damaged, struct error *e);

#endif
