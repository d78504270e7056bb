// SPDX-License-Identifier: MIT
// Kept games as files: written beside, synced, renamed, so a file is whole or the old one. Names come from people and
// become file names only after a check. Whatever a file holds is read as a record, as strictly as from a stranger.
#include "tui/datafile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SERIES_TAG "Series"

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

bool saves_open(struct saves *saves, struct error *e)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct text t;

    text_init(&t, saves->folder, sizeof saves->folder);
    if (data && data[0] == '/')
        text_format(&t, "%s/abax", data);
    else if (home && home[0] == '/')
        text_format(&t, "%s/.local/share/abax", home);
    if (saves->folder[0] && !t.cut && make_folders(saves->folder) &&
        access(saves->folder, W_OK | X_OK) == 0)
        return true;
    saves->folder[0] = 0;
    return error_set(e, "shelf.folder",
                     "games are not kept: there is no data folder that can be written");
}

bool data_path(const struct saves *saves, char path[DATA_PATH_BYTES], const char *name,
               const char *ending)
{
    struct text t;

    text_init(&t, path, DATA_PATH_BYTES);
    text_format(&t, "%s/%s%s", saves->folder, name, ending);
    return saves->folder[0] && !t.cut;
}

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

struct sink {
    FILE *file;
};

static void write_to(void *to, const char *bytes, size_t count)
{
    struct sink *sink = to;

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
    struct sink sink = {fd < 0 ? NULL : fdopen(fd, "w")};
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

static void write_record(const void *record, struct output *out)
{
    record_write(record, out);
}

static bool write_whole(const char *path, const struct record *r)
{
    return data_write_whole(path, write_record, r);
}

static void add_series(struct record *r, const struct series *s)
{
    char storage[SERIES_TEXT_BYTES];
    struct text t;

    if (!s || s->games < 2)
        return;
    text_init(&t, storage, sizeof storage);
    series_write(s, r->setup.game, record_seats(r), &t);
    record_add_tag(r, SERIES_TAG, storage);
}

static bool write_match(const char *path, struct match *m, const struct series *series,
                        uint64_t now, struct error *e)
{
    struct record r;
    bool running = m->clock.running != CLOCK_STOPPED;

    record_init(&r);
    match_pause(m, now);
    bool good = record_of_match(&r, m, RECORD_ALL, e);
    if (running)
        match_resume(m, now);
    if (good) {
        add_series(&r, series);
        good = write_whole(path, &r) ||
               error_set(e, "shelf.unwritten:file,reason", "the game cannot be written to %s: %s",
                         path, strerror(errno));
    }
    record_clear(&r);
    return good;
}

bool saves_write_slot(const struct save_slot *slot, struct match *m, const struct series *series,
                      uint64_t now, struct error *e)
{
    return slot->lock < 0 || write_match(slot->path, m, series, now, e);
}

static bool check_name(const char *name, struct error *e)
{
    if (!name[0] || name[0] == '.' || strlen(name) >= SAVES_NAME_BYTES - 8)
        return error_set(e, "shelf.name:name", "name '%s' is empty, too long or begins with a dot",
                         error_quote(name).text);
    for (const char *at = name; *at; at++) {
        if (*at == '/' || (unsigned char)*at < ' ' || *at == 127 || *at == '#')
            return error_set(e, "shelf.letter:name",
                             "name '%s' has a character that names of files do not take here",
                             error_quote(name).text);
    }
    return true;
}

bool saves_write_name(const struct saves *saves, const char *name, struct match *m,
                      const struct series *series, uint64_t now, struct error *e)
{
    char path[DATA_PATH_BYTES];

    if (!check_name(name, e))
        return false;
    if (!data_path(saves, path, name, SAVES_ENDING))
        return error_set(e, "shelf.nowhere", "there is no data folder to save in");
    return write_match(path, m, series, now, e);
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

// `damaged` tells a text that is no record from a file that could not be read now.
static bool read_record(const char *path, struct record *r, bool *damaged, struct error *e)
{
    size_t length;
    char *bytes = data_read_whole(path, &length);

    record_init(r);
    *damaged = bytes != NULL;
    if (!bytes)
        return error_set(e, "shelf.unread:file", "file %s cannot be read", path);
    bool good = record_read(r, bytes, length, e);
    free(bytes);
    return good;
}

// What cannot be right gives a match of one game.
static void read_series(const struct record *r, struct series *s)
{
    struct error ignored;
    bool found = false;

    for (unsigned i = 0; i < r->tag_count; i++) {
        if (!strcmp(r->tags[i].name, SERIES_TAG))
            found = series_read(s, r->setup.game, record_seats(r), r->tags[i].value, &ignored);
    }
    if (!found)
        series_init(s, r->setup.game, 1, false, &ignored);
}

bool read_match(const struct saves *saves, const char *name, struct match *m, struct series *series,
                bool *damaged, struct error *e)
{
    char path[DATA_PATH_BYTES];
    struct record r;

    memset(m, 0, sizeof *m);
    data_path(saves, path, name, SAVES_ENDING);
    bool good = read_record(path, &r, damaged, e) && record_match(&r, m, e);
    if (good)
        read_series(&r, series);
    record_clear(&r);
    return good;
}

bool saves_read(const struct saves *saves, const struct saved_game *entry, struct match *m,
                struct series *series, struct error *e)
{
    bool damaged;

    return read_match(saves, entry->name, m, series, &damaged, e);
}

bool saves_end_series(const struct save_slot *slot, struct error *e)
{
    struct record r;
    bool damaged;
    bool good = slot->lock < 0 || read_record(slot->path, &r, &damaged, e);

    if (slot->lock < 0)
        return true;
    for (unsigned i = 0; good && i < r.tag_count; i++) {
        if (!strcmp(r.tags[i].name, SERIES_TAG))
            r.tags[i].value[0] = 0; // read as a match of one game
    }
    good = good && (write_whole(slot->path, &r) ||
                    error_set(e, "shelf.unwritten:file,reason",
                              "the game cannot be written to %s: %s", slot->path, strerror(errno)));
    record_clear(&r);
    return good;
}

static bool write_bytes(int fd, const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        ssize_t wrote = write(fd, bytes + at, length - at);
        if (wrote < 0 && errno != EINTR)
            return false;
        at += wrote > 0 ? (size_t)wrote : 0;
    }
    return fsync(fd) == 0;
}

bool saves_export(const struct saves *saves, const struct saved_game *entry, const char *path,
                  struct error *e)
{
    char from[DATA_PATH_BYTES];
    size_t length = 0;

    data_path(saves, from, entry->name, entry->damaged ? DATA_DAMAGED : SAVES_ENDING);
    char *bytes = data_read_whole(from, &length);
    if (!bytes)
        return error_set(e, "shelf.unread:file", "file %s cannot be read", from);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, DATA_FILE_MODE);
    bool good = fd >= 0 && write_bytes(fd, bytes, length);
    if (!good)
        error_set(e, "shelf.unwritten:file,reason", "the game cannot be written to %s: %s", path,
                  strerror(errno));
    if (fd >= 0)
        close(fd);
    if (fd >= 0 && !good)
        unlink(path);
    free(bytes);
    return good;
}
