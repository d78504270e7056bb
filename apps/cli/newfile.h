// SPDX-License-Identifier: MIT
// A file that takes the place of another only when all of it is written. So what is read may be
// what is written, and an error leaves what was there before.
#ifndef ABAX_CLI_NEWFILE_H
#define ABAX_CLI_NEWFILE_H

#include <stdio.h>

#include "base/error.h"

struct newfile {
    FILE *file;
    char *path;   // where it will be, symbolic links resolved
    char *beside; // the temporary file; NULL for a device or a pipe, which is written directly
};

// False with a sentence when nothing can be written there.
bool newfile_open(struct newfile *n, const char *path, struct error *e);

// Puts it in its place if it is wanted and could be written; else takes it away. False with a
// sentence when it could not; what was not wanted gets none.
bool newfile_close(struct newfile *n, bool wanted, struct error *e);

#endif
