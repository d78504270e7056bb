// SPDX-License-Identifier: MIT
// Saved games: records in the data folder. Names come from people and become file names only after
// a check; the contents are parsed as strictly as a stranger's record.
#include "tui/saves.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tui/datafile.h"

#define SAVES_ENDING ".abax"

// The record's tag of a game of a series.
#define SERIES_TAG "Series"

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

bool saves_open(struct saves *saves, struct error *e)
{
    return data_folder_open(saves->folder) ||
           error_set(e, "saves.folder",
                     "games are not kept: there is no data folder that can be written");
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
               error_set(e, "saves.unwritten:file,reason", "the game cannot be written to %s: %s",
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
        return error_set(e, "saves.name:name", "name '%s' is empty, too long or begins with a dot",
                         error_quote(name).text);
    for (const char *at = name; *at; at++) {
        if (*at == '/' || (unsigned char)*at < ' ' || *at == 127 || *at == '#')
            return error_set(e, "saves.letter:name",
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
    if (!data_path(saves->folder, path, name, SAVES_ENDING))
        return error_set(e, "saves.nowhere", "there is no data folder to save in");
    return write_match(path, m, series, now, e);
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

// `damaged` tells a text that is no record from a file that could not be read now.
static bool read_record(const char *path, struct record *r, bool *damaged, struct error *e)
{
    size_t length;
    char *bytes = data_read_whole(path, &length);

    record_init(r);
    *damaged = bytes != NULL;
    if (!bytes)
        return error_set(e, "saves.unread:file", "file %s cannot be read", path);
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

static bool read_match(const struct saves *saves, const char *name, struct match *m,
                       struct series *series, bool *damaged, struct error *e)
{
    char path[DATA_PATH_BYTES];
    struct record r;

    memset(m, 0, sizeof *m);
    data_path(saves->folder, path, name, SAVES_ENDING);
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
                    error_set(e, "saves.unwritten:file,reason",
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

    data_path(saves->folder, from, entry->name, entry->damaged ? DATA_DAMAGED : SAVES_ENDING);
    char *bytes = data_read_whole(from, &length);
    if (!bytes)
        return error_set(e, "saves.unread:file", "file %s cannot be read", from);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, DATA_FILE_MODE);
    bool good = fd >= 0 && write_bytes(fd, bytes, length);
    if (!good)
        error_set(e, "saves.unwritten:file,reason", "the game cannot be written to %s: %s", path,
                  strerror(errno));
    if (fd >= 0)
        close(fd);
    if (fd >= 0 && !good)
        unlink(path);
    free(bytes);
    return good;
}

// ---------------------------------------------------------------------------------------------
// The list
// ---------------------------------------------------------------------------------------------

static void summarise_match(const struct saves *saves, struct saved_game *entry,
                            const struct match *m)
{
    char status[MATCH_STATUS_BYTES];
    struct text t;

    text_init(&t, status, sizeof status);
    match_status(m, saves->messages, &t);
    text_init(&t, entry->summary, sizeof entry->summary);
    text_say_count(
        &t, saves->messages, m->history.length, "saves.summary:game,n,status", "%s, %u played. %s",
        "%s, %u played. %s",
        catalogue_text(saves->messages, m->setup.game->title, "%s.title", m->setup.game->name),
        m->history.length, status);
    entry->game = m->setup.game;
    entry->length = m->history.length;
}

// Gives a damaged file another ending, under which it is never read or written again, and says so.
static void set_aside(const struct saves *saves, struct saved_game *entry, const struct error *why)
{
    char from[DATA_PATH_BYTES], to[DATA_PATH_BYTES], ending[32], reason[256];
    struct text t;

    data_path(saves->folder, from, entry->name, SAVES_ENDING);
    for (unsigned number = 1; number < 1000; number++) {
        text_init(&t, ending, sizeof ending);
        if (number > 1)
            text_format(&t, ".%u", number);
        text_add(&t, DATA_DAMAGED);
        if (data_path(saves->folder, to, entry->name, ending) && access(to, F_OK) != 0)
            break;
    }
    text_init(&t, reason, sizeof reason);
    message_write(&why->message, saves->messages, &t);
    bool moved = rename(from, to) == 0;
    text_init(&t, entry->summary, sizeof entry->summary);
    text_say(&t, saves->messages, "saves.aside:name,file,reason",
             "The kept game %s cannot be read and was set aside as %s: %s.", entry->name,
             moved ? to : from, reason);
    entry->damaged = entry->found = true;
}

// The name in front of an ending; false when the file has another one.
static bool name_of(const char *file, const char *ending, char name[SAVES_NAME_BYTES])
{
    size_t length = strlen(file), tail = strlen(ending);
    struct text t;

    if (length <= tail || length - tail >= SAVES_NAME_BYTES || file[0] == '.' ||
        strcmp(file + length - tail, ending) != 0)
        return false;
    text_init(&t, name, SAVES_NAME_BYTES);
    text_format(&t, "%.*s", (int)(length - tail), file);
    return true;
}

// What the folder alone tells of a file; false when it is no kept game.
static bool find_entry(const struct saves *saves, const char *file, struct saved_game *entry)
{
    char path[DATA_PATH_BYTES];
    struct stat state;
    struct tm day;

    *entry = (struct saved_game){0};
    entry->damaged = name_of(file, DATA_DAMAGED, entry->name);
    if (!entry->damaged && !name_of(file, SAVES_ENDING, entry->name))
        return false;
    if (!data_path(saves->folder, path, entry->name,
                   entry->damaged ? DATA_DAMAGED : SAVES_ENDING) ||
        stat(path, &state) != 0 || !S_ISREG(state.st_mode))
        return false;
    entry->when = (long long)state.st_mtim.tv_sec * 1000000 + state.st_mtim.tv_nsec / 1000;
    if (localtime_r(&state.st_mtime, &day))
        strftime(entry->date, sizeof entry->date, "%Y-%m-%d %H:%M", &day);
    entry->slot = strchr(entry->name, '#') != NULL;
    return true;
}

// Reads what is listed; false when it cannot be read at all.
static bool read_entry(const struct saves *saves, struct saved_game *entry)
{
    char path[DATA_PATH_BYTES];
    struct series series;
    struct match m;
    struct error why;
    struct text t;
    bool damaged;

    if (entry->damaged) {
        text_init(&t, entry->summary, sizeof entry->summary);
        data_path(saves->folder, path, entry->name, DATA_DAMAGED);
        text_say(&t, saves->messages, "saves.damaged:file",
                 "This game cannot be read. It was set aside and is in %s.", path);
        return true;
    }
    bool good = read_match(saves, entry->name, &m, &series, &damaged, &why);
    if (good) {
        summarise_match(saves, entry, &m);
        entry->begun = entry->length > 0 || series.played > 0 || match_over(&m);
        entry->over = match_over(&m) && series.played + 1 >= series.games;
    } else if (damaged) {
        set_aside(saves, entry, &why);
    }
    match_clear(&m);
    return good || damaged;
}

static int later_first(const void *a, const void *b)
{
    const struct saved_game *left = a, *right = b;

    if (left->when != right->when)
        return left->when < right->when ? 1 : -1;
    return strcmp(left->name, right->name);
}

// Adds an entry; where there is no room it takes the place of the oldest, if that is older.
static unsigned add_entry(struct saved_game list[SAVES_MOST], unsigned count,
                          const struct saved_game *entry)
{
    unsigned oldest = 0;

    if (count < SAVES_MOST) {
        list[count] = *entry;
        return count + 1;
    }
    for (unsigned i = 1; i < count; i++) {
        if (list[i].when < list[oldest].when)
            oldest = i;
    }
    if (list[oldest].when < entry->when)
        list[oldest] = *entry;
    return count;
}

unsigned saves_list(const struct saves *saves, struct saved_game list[SAVES_MOST])
{
    DIR *folder = saves->folder[0] ? opendir(saves->folder) : NULL;
    unsigned found = 0, count = 0;
    struct saved_game entry;
    struct dirent *file;

    // cppcheck-suppress readdirCalled ; no other thread reads the folder
    while (folder && (file = readdir(folder))) {
        if (find_entry(saves, file->d_name, &entry))
            found = add_entry(list, found, &entry);
    }
    if (folder)
        closedir(folder);
    qsort(list, found, sizeof *list, later_first);
    for (unsigned i = 0; i < found; i++) {
        if (read_entry(saves, &list[i]) && (list[i].begun || list[i].damaged))
            list[count++] = list[i];
    }
    return count;
}

bool saves_visit(const struct game *g, void (*visit)(void *to, const struct match *m), void *to,
                 struct error *e)
{
    struct saved_game *list = malloc(SAVES_MOST * sizeof *list);
    struct saves saves = {.messages = NULL};
    bool good = (list || error_set(e, "gameview.memory", "there is no memory for a game")) &&
                saves_open(&saves, e);
    unsigned count = good ? saves_list(&saves, list) : 0;

    for (unsigned i = 0; i < count; i++) {
        struct series series;
        struct error ignored;
        struct match m;
        if (list[i].damaged || (g && list[i].game != g))
            continue;
        if (saves_read(&saves, &list[i], &m, &series, &ignored))
            visit(to, &m);
        match_clear(&m);
    }
    free(list);
    return good;
}

bool saves_latest(const struct saves *saves, const struct game *g, struct saved_game *entry)
{
    struct saved_game *list = malloc(SAVES_MOST * sizeof *list);
    unsigned count = list ? saves_list(saves, list) : 0;
    bool found = false;

    for (unsigned i = 0; i < count && !found; i++) {
        found = list[i].slot && !list[i].damaged && !list[i].over && (!g || list[i].game == g);
        if (found)
            *entry = list[i];
    }
    free(list);
    return found;
}

bool saves_remove(const struct saves *saves, const struct saved_game *entry, struct error *e)
{
    char path[DATA_PATH_BYTES];

    return (data_path(saves->folder, path, entry->name,
                      entry->damaged ? DATA_DAMAGED : SAVES_ENDING) &&
            unlink(path) == 0) ||
           error_set(e, "saves.unremoved:name,reason", "game '%s' cannot be removed: %s",
                     entry->name, strerror(errno));
}

// ---------------------------------------------------------------------------------------------
// Slots
// ---------------------------------------------------------------------------------------------

// Whether the file that was locked is still the one of that name.
static bool same_file(int fd, const char *path)
{
    struct stat held, named;

    return fstat(fd, &held) == 0 && stat(path, &named) == 0 && held.st_ino == named.st_ino &&
           held.st_dev == named.st_dev;
}

// Locks a slot: the lock goes with this process, however it ends; a lock file that remains
// means nothing.
static bool lock_slot(const struct saves *saves, const char *name, struct save_slot *slot)
{
    slot->lock = -1;
    if (!data_path(saves->folder, slot->lock_path, name, ".lock") ||
        !data_path(saves->folder, slot->path, name, SAVES_ENDING))
        return false;
    int fd = open(slot->lock_path, O_RDWR | O_CREAT | O_CLOEXEC, DATA_FILE_MODE);
    if (fd < 0)
        return false;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 || !same_file(fd, slot->lock_path)) {
        close(fd);
        return false;
    }
    slot->lock = fd;
    return true;
}

// Whether something is in the slot that must not be written over. A damaged game is set aside,
// which makes room.
static bool holds_game(const struct saves *saves, const char *name)
{
    char file[SAVES_NAME_BYTES + 8];
    struct saved_game entry;
    struct text t;

    text_init(&t, file, sizeof file);
    text_format(&t, "%s%s", name, SAVES_ENDING);
    if (!find_entry(saves, file, &entry))
        return saves_has(saves, name);
    bool read = read_entry(saves, &entry);
    return entry.damaged ? saves_has(saves, name) : !read || entry.begun;
}

static void slot_name(const struct game *g, unsigned number, char name[SAVES_NAME_BYTES])
{
    struct text t;

    text_init(&t, name, SAVES_NAME_BYTES);
    text_format(&t, "%s#%u", g->name, number);
}

bool saves_has(const struct saves *saves, const char *name)
{
    char path[DATA_PATH_BYTES];

    return data_path(saves->folder, path, name, SAVES_ENDING) && access(path, F_OK) == 0;
}

bool saves_claim_slot(const struct saves *saves, const struct game *g, struct save_slot *slot,
                      struct error *e)
{
    char name[SAVES_NAME_BYTES];

    for (unsigned number = 1; number <= SAVES_SLOTS; number++) {
        slot_name(g, number, name);
        if (!lock_slot(saves, name, slot))
            continue;
        if (!holds_game(saves, name))
            return true;
        save_slot_release(slot);
    }
    return error_set(e, "saves.full:most",
                     "this game is not kept: %d others are; remove some in the menu", SAVES_SLOTS);
}

bool saves_claim_game(const struct saves *saves, const struct saved_game *entry,
                      struct save_slot *slot, struct error *e)
{
    return lock_slot(saves, entry->name, slot) ||
           error_set(e, "saves.open", "this game is open in another window");
}

void save_slot_release(struct save_slot *slot)
{
    if (slot->lock >= 0) {
        unlink(slot->lock_path); // a process that opened it before sees that it has no name
        close(slot->lock);
    }
    slot->lock = -1;
}
