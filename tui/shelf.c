// SPDX-License-Identifier: MIT
// Kept games as files: written beside, synced, renamed, so a file is whole or the old one; locked, so that two
// windows never write the same slot. Names come from people and become file names only after a check. Whatever a file
// holds is read as a record, as strictly as from a stranger; a damaged one is left alone and not listed.
#include "tui/shelf.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define ENDING     ".abax"
#define SERIES_TAG "Series"

enum { MOST_BYTES = 4 << 20, MODE = 0600, FOLDER_MODE = 0700 };

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

bool shelf_open(struct shelf *s, struct error *e)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct text t;

    text_init(&t, s->folder, sizeof s->folder);
    if (data && data[0] == '/')
        text_format(&t, "%s/abax", data);
    else if (home && home[0] == '/')
        text_format(&t, "%s/.local/share/abax", home);
    if (s->folder[0] && !t.cut && make_folders(s->folder) && access(s->folder, W_OK | X_OK) == 0)
        return true;
    s->folder[0] = 0;
    return error_set(e, "shelf.folder",
                     "games are not kept: there is no data folder that can be written");
}

static bool path_in(const struct shelf *s, char path[SHELF_PATH_BYTES], const char *name,
                    const char *ending)
{
    struct text t;

    text_init(&t, path, SHELF_PATH_BYTES);
    text_format(&t, "%s/%s%s", s->folder, name, ending);
    return s->folder[0] && !t.cut;
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
    char folder[SHELF_PATH_BYTES];
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

// Writes beside the file first and then puts that in its place: a reader finds the old text or the new one.
static bool write_whole(const char *path, const struct record *r)
{
    char beside[SHELF_PATH_BYTES];
    struct text t;

    text_init(&t, beside, sizeof beside);
    text_format(&t, "%s.%ld", path, (long)getpid());
    int fd = t.cut ? -1 : open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, MODE);
    struct sink sink = {fd < 0 ? NULL : fdopen(fd, "w")};
    if (!sink.file) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    struct output out = {write_to, &sink};
    record_write(r, &out);
    bool good = fflush(sink.file) == 0 && !ferror(sink.file) && fsync(fd) == 0;
    good &= fclose(sink.file) == 0;
    if (good && rename(beside, path) == 0)
        return sync_folder(path);
    unlink(beside);
    return false;
}

// A match of several games as one tag: games, played, by score, repeated, then three numbers a player.
static void add_series(struct record *r, const struct series *s)
{
    char storage[160];
    struct text t;

    if (!s || s->games < 2)
        return;
    text_init(&t, storage, sizeof storage);
    text_format(&t, "%u %u %d %d", s->games, s->played, s->by_score, s->repeated);
    for (int i = 0; i < GAME_MAX_SEATS; i++)
        text_format(&t, " %d %u %d", s->place[i], s->half_points[i], s->scores[i]);
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

bool shelf_write_slot(const struct shelf_slot *slot, struct match *m, const struct series *series,
                      uint64_t now, struct error *e)
{
    return slot->lock < 0 || write_match(slot->path, m, series, now, e);
}

static bool check_name(const char *name, struct error *e)
{
    if (!name[0] || name[0] == '.' || strlen(name) >= SHELF_NAME_BYTES - 8)
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

bool shelf_write_name(const struct shelf *s, const char *name, struct match *m,
                      const struct series *series, uint64_t now, struct error *e)
{
    char path[SHELF_PATH_BYTES];

    if (!check_name(name, e))
        return false;
    if (!path_in(s, path, name, ENDING))
        return error_set(e, "shelf.nowhere", "there is no data folder to save in");
    return write_match(path, m, series, now, e);
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

static char *read_whole(const char *path, size_t *length)
{
    FILE *file = fopen(path, "re");
    char *bytes = file ? malloc(MOST_BYTES) : NULL;

    if (bytes)
        *length = fread(bytes, 1, MOST_BYTES, file);
    if (bytes && (ferror(file) || *length == MOST_BYTES)) {
        free(bytes);
        bytes = NULL;
    }
    if (file)
        fclose(file);
    return bytes;
}

static bool read_record(const char *path, struct record *r, struct error *e)
{
    size_t length;
    char *bytes = read_whole(path, &length);

    record_init(r);
    if (!bytes)
        return error_set(e, "shelf.unread:file", "file %s cannot be read", path);
    bool good = record_read(r, bytes, length, e);
    free(bytes);
    return good;
}

static bool read_numbers(const char *text, int *numbers, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        char *end;
        errno = 0;
        long n = strtol(text, &end, 10);
        if (end == text || errno || n < -100000 || n > 100000)
            return false;
        numbers[i] = (int)n;
        text = end;
    }
    return true;
}

// What cannot be right gives a match of one game.
static void read_series(const struct record *r, struct series *s)
{
    int n[4 + 3 * GAME_MAX_SEATS];
    struct error ignored;
    bool found = false;

    for (unsigned i = 0; i < r->tag_count; i++) {
        if (!strcmp(r->tags[i].name, SERIES_TAG))
            found = read_numbers(r->tags[i].value, n, sizeof n / sizeof *n);
    }
    bool sound = found && n[0] >= 1 && n[1] >= 0 && n[1] <= n[0] &&
                 series_init(s, r->setup.game, (unsigned)n[0], n[2] != 0, &ignored);
    for (int i = 0; sound && i < GAME_MAX_SEATS; i++)
        sound = n[4 + 3 * i] >= 0 && n[4 + 3 * i] < GAME_MAX_SEATS && n[5 + 3 * i] >= 0;
    if (!sound) {
        series_init(s, r->setup.game, 1, false, &ignored);
        return;
    }
    s->played = (unsigned)n[1];
    s->repeated = n[3] != 0;
    for (int i = 0; i < GAME_MAX_SEATS; i++) {
        s->place[i] = n[4 + 3 * i];
        s->half_points[i] = (unsigned)n[5 + 3 * i];
        s->scores[i] = n[6 + 3 * i];
    }
}

bool shelf_read(const struct shelf *s, const struct shelf_entry *entry, struct match *m,
                struct series *series, struct error *e)
{
    char path[SHELF_PATH_BYTES];
    struct record r;

    memset(m, 0, sizeof *m);
    path_in(s, path, entry->name, ENDING);
    bool good = read_record(path, &r, e) && record_match(&r, m, e);
    if (good)
        read_series(&r, series);
    record_clear(&r);
    return good;
}

static void summarise(const struct shelf *s, struct shelf_entry *entry, const struct match *m)
{
    char status[256];
    struct text t;

    text_init(&t, status, sizeof status);
    match_status(m, s->words, &t);
    text_init(&t, entry->summary, sizeof entry->summary);
    text_say_count(&t, s->words, m->history.length, "shelf.summary:game,n,status",
                   "%s, %u played. %s", "%s, %u played. %s",
                   catalogue_text(s->words, m->setup.game->title, "%s.title", m->setup.game->name),
                   m->history.length, status);
    entry->game = m->setup.game;
    entry->length = m->history.length;
}

static bool read_entry(const struct shelf *s, const char *file, struct shelf_entry *entry)
{
    size_t length = strlen(file), ending = strlen(ENDING);
    char path[SHELF_PATH_BYTES];
    struct series series;
    struct match m;
    struct stat state;
    struct error ignored;
    struct text t;

    if (length <= ending || length - ending >= SHELF_NAME_BYTES || file[0] == '.' ||
        strcmp(file + length - ending, ENDING) != 0)
        return false;
    *entry = (struct shelf_entry){0};
    text_init(&t, entry->name, sizeof entry->name);
    text_format(&t, "%.*s", (int)(length - ending), file);
    if (!path_in(s, path, entry->name, ENDING) || stat(path, &state) != 0 ||
        !S_ISREG(state.st_mode))
        return false;
    entry->when = (long long)state.st_mtime;
    entry->slot = strchr(entry->name, '#') != NULL;
    bool good = shelf_read(s, entry, &m, &series, &ignored);
    if (good) {
        summarise(s, entry, &m);
        entry->begun = entry->length > 0 || series.played > 0;
        entry->over = match_over(&m) && series.played + 1 >= series.games;
    }
    match_clear(&m);
    return good;
}

static int later_first(const void *a, const void *b)
{
    const struct shelf_entry *left = a, *right = b;

    if (left->when != right->when)
        return left->when < right->when ? 1 : -1;
    return strcmp(left->name, right->name);
}

unsigned shelf_list(const struct shelf *s, struct shelf_entry list[SHELF_MOST])
{
    DIR *folder = s->folder[0] ? opendir(s->folder) : NULL;
    unsigned count = 0;
    struct dirent *file;

    // cppcheck-suppress readdirCalled ; nobody else reads the folder
    while (folder && count < SHELF_MOST && (file = readdir(folder)))
        count += read_entry(s, file->d_name, &list[count]);
    if (folder)
        closedir(folder);
    qsort(list, count, sizeof *list, later_first);
    return count;
}

bool shelf_remove(const struct shelf *s, const struct shelf_entry *entry, struct error *e)
{
    char path[SHELF_PATH_BYTES];

    return (path_in(s, path, entry->name, ENDING) && unlink(path) == 0) ||
           error_set(e, "shelf.unremoved:name,reason", "game '%s' cannot be removed: %s",
                     entry->name, strerror(errno));
}

// ---------------------------------------------------------------------------------------------
// Slots
// ---------------------------------------------------------------------------------------------

// Locks a slot: the lock goes with this process, however it ends. The file beside it stays; only its lock counts.
static bool lock_slot(const struct shelf *s, const char *name, struct shelf_slot *slot)
{
    char path[SHELF_PATH_BYTES];

    slot->lock = -1;
    if (!path_in(s, path, name, ".lock") || !path_in(s, slot->path, name, ENDING))
        return false;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, MODE);
    if (fd < 0)
        return false;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        close(fd);
        return false;
    }
    slot->lock = fd;
    return true;
}

static bool holds_unfinished(const struct shelf *s, const char *name)
{
    char file[SHELF_NAME_BYTES + 8];
    struct shelf_entry entry;
    struct text t;

    text_init(&t, file, sizeof file);
    text_format(&t, "%s%s", name, ENDING);
    return read_entry(s, file, &entry) && !entry.over && entry.begun;
}

static void slot_name(const struct game *g, unsigned number, char name[SHELF_NAME_BYTES])
{
    struct text t;

    text_init(&t, name, SHELF_NAME_BYTES);
    text_format(&t, "%s#%u", g->name, number);
}

bool shelf_has(const struct shelf *s, const char *name)
{
    char path[SHELF_PATH_BYTES];

    return path_in(s, path, name, ENDING) && access(path, F_OK) == 0;
}

bool shelf_claim(const struct shelf *s, const struct game *g, struct shelf_slot *slot,
                 struct error *e)
{
    char name[SHELF_NAME_BYTES];

    for (unsigned number = 1; number <= SHELF_SLOTS; number++) {
        slot_name(g, number, name);
        if (!lock_slot(s, name, slot))
            continue;
        if (!holds_unfinished(s, name))
            return true;
        shelf_release(slot);
    }
    return error_set(e, "shelf.full:most",
                     "this game is not kept: %d unfinished ones are; remove some in the menu",
                     SHELF_SLOTS);
}

bool shelf_claim_entry(const struct shelf *s, const struct shelf_entry *entry,
                       struct shelf_slot *slot, struct error *e)
{
    return lock_slot(s, entry->name, slot) ||
           error_set(e, "shelf.open", "this game is open in another window");
}

void shelf_release(struct shelf_slot *slot)
{
    if (slot->lock >= 0)
        close(slot->lock);
    slot->lock = -1;
}
