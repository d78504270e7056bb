// SPDX-License-Identifier: MIT
// Reads a whole file or standard input into memory, for commands that take records. Other commands
// must not open files: what they work on comes as words.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

// Reads up to the end, or one byte more than is wanted.
static bool read_stream(FILE *file, size_t most, char **bytes, size_t *count)
{
    size_t capacity = 0;

    for (;;) {
        if (*count + 1 >= capacity) {
            capacity = capacity ? 2 * capacity : 1 << 16;
            char *more = realloc(*bytes, capacity);
            if (!more)
                return false;
            *bytes = more;
        }
        if (*count > most)
            return true;
        size_t got = fread(*bytes + *count, 1, capacity - *count - 1, file);
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
    errno = file ? 0 : errno;
    bool whole = file && read_stream(file, most, &bytes, count);
    int reason = errno;
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
    errno = reason ? reason : ENOMEM;
    cli_unread(path, e);
    return NULL;
}

bool cli_unread(const char *path, struct error *e)
{
    return error_set(e, "file.unread:file,reason", "file '%s' cannot be read: %s",
                     error_quote(path).text, strerror(errno));
}

bool cli_unwritten(const char *path, struct error *e)
{
    return error_set(e, "file.unwritten:file,reason", "file '%s' cannot be written: %s",
                     error_quote(path).text, strerror(errno));
}

bool cli_in_file(const char *path, struct error *e)
{
    struct error inner = *e;

    error_set(e, "matchfile.fault:file,fault", "file '%s', %.240s", error_quote(path).text,
              inner.message.text);
    return error_within(e, "fault", &inner);
}

bool cli_may_write(const char *path, struct error *e)
{
    bool fresh = access(path, F_OK) != 0;
    FILE *file = fopen(path, "ab");

    if (!file)
        return cli_unwritten(path, e);
    fclose(file);
    if (fresh)
        remove(path);
    return true;
}
