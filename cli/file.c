// SPDX-License-Identifier: MIT
// Reads a whole file or standard input into memory, for commands that take records. Other commands must not open
// files: what they work on comes as words.
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

// Reads up to the end, or one byte more than is wanted.
static bool read_stream(FILE *file, size_t most, char **bytes, size_t *count)
{
    size_t room = 0;

    for (;;) {
        if (*count + 1 >= room) {
            room = room ? 2 * room : 1 << 16;
            char *more = realloc(*bytes, room);
            if (!more)
                return false;
            *bytes = more;
        }
        if (*count > most)
            return true;
        size_t got = fread(*bytes + *count, 1, room - *count - 1, file);
        *count += got;
        if (got == 0)
            break;
    }
    (*bytes)[*count] = 0;
    return feof(file) && !ferror(file);
}

char *cli_read_file(const char *path, size_t most, size_t *count, struct error *e)
{
    bool standard = !strcmp(path, "-");
    FILE *file = standard ? stdin : fopen(path, "rb");
    char *bytes = NULL;

    *count = 0;
    bool whole = file && read_stream(file, most, &bytes, count);
    if (file && !standard)
        fclose(file);
    if (whole && *count <= most)
        return bytes;
    free(bytes);
    if (whole) {
        error_set(e, "file.large:file,most", "file '%s' has more than %zu MiB: that is too much",
                  error_quote(path).text, most >> 20);
        return NULL;
    }
    error_set(e, "file.unread:file", "file '%s' cannot be read", error_quote(path).text);
    return NULL;
}
