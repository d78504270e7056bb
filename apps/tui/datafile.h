// SPDX-License-Identifier: MIT
// Between the files of the shelf: where a game lies and how it is read.
#ifndef ABAX_TUI_DATAFILE_H
#define ABAX_TUI_DATAFILE_H

#include "tui/saves.h"

#define SAVES_ENDING ".abax"
#define DATA_DAMAGED ".damaged"

enum { DATA_FILE_MODE = 0600 };

// False when there is no folder or the path is too long.
bool data_path(const struct saves *saves, char path[DATA_PATH_BYTES], const char *name,
               const char *ending);

// Writes beside the file first and then puts that in its place: a reader finds the old text or the new one.
bool data_write_whole(const char *path, void (*write)(const void *what, struct output *out),
                      const void *what);

// The bytes of a file and a terminator, to be freed; NULL when it cannot be read or is too large.
char *data_read_whole(const char *path, size_t *length);

// Reads a kept game; `damaged` tells a text that is no record from a file that cannot be read now. Release the match
// with match_clear, also after a fault.
bool read_match(const struct saves *saves, const char *name, struct match *m, struct series *series,
                bool *damaged, struct error *e);

#endif
