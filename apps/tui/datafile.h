// SPDX-License-Identifier: MIT
// Files in the user's data folder, such as saved games and results of puzzles. A file is written
// whole or not at all.
#ifndef ABAX_TUI_DATAFILE_H
#define ABAX_TUI_DATAFILE_H

#include "base/output.h"

// The ending that a damaged file gets; such a file is never written again.
#define DATA_DAMAGED ".damaged"

enum { DATA_PATH_BYTES = 1024, DATA_FILE_MODE = 0600 };

// Finds the folder, and makes it if there is none. False if it cannot be used; then `folder` is
// empty.
bool data_folder_open(char folder[DATA_PATH_BYTES]);

// The path of a file in the folder. False if there is no folder or the path is too long.
bool data_path(const char *folder, char path[DATA_PATH_BYTES], const char *name,
               const char *ending);

// Replaces a file with what `write` puts out.
bool data_write_whole(const char *path, void (*write)(const void *what, struct output *out),
                      const void *what);

// The bytes of a file and a terminator, to be freed; NULL if it cannot be read or is too large.
char *data_read_whole(const char *path, size_t *length);

#endif
