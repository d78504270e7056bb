// SPDX-License-Identifier: MIT
// Files are written beside the old one, synced and renamed: a reader finds the old text or the new
// one, never a part.
#include "tui/datafile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 4 << 20, FOLDER_MODE = 0700 };

// ---------------------------------------------------------------------------------------------
// The folder
// ---------------------------------------------------------------------------------------------

static bool make_folder(const char *path)
{
    return mkdir(path, FOLDER_MODE) == 0 || errno == EEXIST;
}

// Makes a folder and those above it.
static bool make_folders(char *path)
{
    for (char *at = path + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = 0;
        bool made = make_folder(path);
        *at = '/';
        if (!made)
            return false;
    }
    return make_folder(path);
}

bool data_folder_open(char folder[DATA_PATH_BYTES])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct text t;

    text_init(&t, folder, DATA_PATH_BYTES);
    if (data && data[0] == '/')
        text_format(&t, "%s/abax", data);
    else if (home && home[0] == '/')
        text_format(&t, "%s/.local/share/abax", home);
    if (folder[0] && !t.cut && make_folders(folder) && access(folder, W_OK | X_OK) == 0)
        return true;
    folder[0] = 0;
    return false;
}

bool data_path(const char *folder, char path[DATA_PATH_BYTES], const char *name, const char *ending)
{
    struct text t;

    text_init(&t, path, DATA_PATH_BYTES);
    text_format(&t, "%s/%s%s", folder, name, ending);
    return folder[0] && !t.cut;
}

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

struct datafile_sink {
    FILE *file;
};

static void write_to(void *to, const char *bytes, size_t count)
{
    struct datafile_sink *sink = to;

    fwrite(bytes, 1, count, sink->file);
}

static bool sync_folder(const char *path)
{
    char folder[DATA_PATH_BYTES];
    struct text t;
    const char *slash = strrchr(path, '/');

    text_init(&t, folder, sizeof folder);
    text_format(&t, "%.*s", (int)(slash - path), path);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool synced = fsync(fd) == 0;
    close(fd);
    return synced;
}

bool data_write_whole(const char *path, void (*write)(const void *what, struct output *out),
                      const void *what)
{
    char beside[DATA_PATH_BYTES];
    struct text t;

    text_init(&t, beside, sizeof beside);
    text_format(&t, "%s.%ld", path, (long)getpid());
    int fd = t.cut ? -1 : open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, DATA_FILE_MODE);
    struct datafile_sink sink = {fd < 0 ? NULL : fdopen(fd, "w")};
    if (!sink.file) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    struct output out = {write_to, &sink};
    write(what, &out);
    bool good = fflush(sink.file) == 0 && !ferror(sink.file) && fsync(fd) == 0;
    good &= fclose(sink.file) == 0;
    if (good && rename(beside, path) == 0)
        return sync_folder(path);
    unlink(beside);
    return false;
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

char *data_read_whole(const char *path, size_t *length)
{
    FILE *file = fopen(path, "re");
    char *bytes = file ? malloc(MOST_BYTES) : NULL;

    if (bytes)
        *length = fread(bytes, 1, MOST_BYTES, file);
    if (bytes && (ferror(file) || *length == MOST_BYTES)) {
        free(bytes);
        bytes = NULL;
    }
    if (bytes)
        bytes[*length] = 0;
    if (file)
        fclose(file);
    return bytes;
}
