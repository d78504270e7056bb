// SPDX-License-Identifier: MIT
// A layer under SQLite (a VFS) that keeps two versions of each file: what was written, and what was
// synced. A copy of the second is what a power cut would leave. Only the database and its log are
// kept so; the tests of faults install it.
#include "tests/unit/powercut.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "tests/unit/subjects.h"

enum { PATH = 512, RANGES = 65536, CHUNK = 65536 };

struct range {
    sqlite3_int64 from;
    int length;
};

// A file and, at `safe`, what is certain of it.
struct file {
    sqlite3_file base;
    sqlite3_file *real;
    char name[PATH];
    int safe;
    struct range *dirty;
    unsigned count;
};

static struct {
    sqlite3_vfs vfs;
    sqlite3_vfs *under;
    sqlite3_io_methods methods;
    unsigned long syncs;
} disk;

static struct file *file_of(sqlite3_file *file)
{
    return (struct file *)file;
}

// ---------------------------------------------------------------------------------------------
// What a write and a sync do
// ---------------------------------------------------------------------------------------------

static int disk_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 at)
{
    struct file *f = file_of(file);

    if (f->dirty) {
        assert_true(f->count < RANGES);
        f->dirty[f->count++] = (struct range){at, length};
    }
    return f->real->pMethods->xWrite(f->real, bytes, length, at);
}

static void make_safe(struct file *f, struct range range)
{
    char bytes[CHUNK];

    assert_true(range.length <= CHUNK);
    int code = f->real->pMethods->xRead(f->real, bytes, range.length, range.from);
    assert_true(code == SQLITE_OK || code == SQLITE_IOERR_SHORT_READ);
    assert_int_equal(pwrite(f->safe, bytes, (size_t)range.length, range.from), range.length);
}

static int disk_sync(sqlite3_file *file, int flags)
{
    struct file *f = file_of(file);
    int code = f->real->pMethods->xSync(f->real, flags);
    sqlite3_int64 size = 0;

    if (code != SQLITE_OK || !f->dirty)
        return code;
    disk.syncs++;
    for (unsigned i = 0; i < f->count; i++)
        make_safe(f, f->dirty[i]);
    f->count = 0;
    f->real->pMethods->xFileSize(f->real, &size);
    assert_int_equal(ftruncate(f->safe, size), 0);
    return code;
}

static int disk_close(sqlite3_file *file)
{
    struct file *f = file_of(file);
    int code = f->real->pMethods->xClose(f->real);

    if (f->dirty)
        close(f->safe);
    free(f->dirty);
    free(f->real);
    return code;
}

// ---------------------------------------------------------------------------------------------
// Passed on
// ---------------------------------------------------------------------------------------------

#define PASS(name, parameters, ...)                                                                \
    static int disk_##name parameters                                                              \
    {                                                                                              \
        sqlite3_file *real = file_of(file)->real;                                                  \
        return real->pMethods->x##name(real, ##__VA_ARGS__);                                       \
    }

PASS(Read, (sqlite3_file * file, void *to, int length, sqlite3_int64 at), to, length, at)
PASS(Truncate, (sqlite3_file * file, sqlite3_int64 size), size)
PASS(FileSize, (sqlite3_file * file, sqlite3_int64 *size), size)
PASS(Lock, (sqlite3_file * file, int lock), lock)
PASS(Unlock, (sqlite3_file * file, int lock), lock)
PASS(CheckReservedLock, (sqlite3_file * file, int *to), to)
PASS(FileControl, (sqlite3_file * file, int what, void *with), what, with)
PASS(SectorSize, (sqlite3_file * file))
PASS(ShmMap, (sqlite3_file * file, int page, int size, int extend, void volatile **to), page, size,
     extend, to)
PASS(ShmLock, (sqlite3_file * file, int from, int count, int flags), from, count, flags)
PASS(ShmUnmap, (sqlite3_file * file, int drop), drop)

static void disk_ShmBarrier(sqlite3_file *file)
{
    file_of(file)->real->pMethods->xShmBarrier(file_of(file)->real);
}

// A disk that promises nothing about what a cut leaves.
static int disk_characteristics(sqlite3_file *file)
{
    (void)file;
    return 0;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = disk_close,
    .xRead = disk_Read,
    .xWrite = disk_write,
    .xTruncate = disk_Truncate,
    .xSync = disk_sync,
    .xFileSize = disk_FileSize,
    .xLock = disk_Lock,
    .xUnlock = disk_Unlock,
    .xCheckReservedLock = disk_CheckReservedLock,
    .xFileControl = disk_FileControl,
    .xSectorSize = disk_SectorSize,
    .xDeviceCharacteristics = disk_characteristics,
    .xShmMap = disk_ShmMap,
    .xShmLock = disk_ShmLock,
    .xShmBarrier = disk_ShmBarrier,
    .xShmUnmap = disk_ShmUnmap,
};

// ---------------------------------------------------------------------------------------------
// The disk
// ---------------------------------------------------------------------------------------------

static void safe_name(const char *name, const char *end, char to[PATH])
{
    snprintf(to, PATH, "%s%s.safe", name, end);
}

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    struct file *f = file_of(file);
    char safe[PATH];

    (void)vfs;
    f->base.pMethods = NULL;
    f->real = calloc(1, (size_t)disk.under->szOsFile);
    assert_non_null(f->real);
    int code = disk.under->xOpen(disk.under, name, f->real, flags, out);
    if (code != SQLITE_OK) {
        free(f->real);
        return code;
    }
    f->base.pMethods = &methods;
    f->dirty = NULL;
    f->count = 0;
    if (name && flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL)) {
        safe_name(name, "", safe);
        f->safe = open(safe, O_RDWR | O_CREAT, 0600);
        f->dirty = calloc(RANGES, sizeof *f->dirty);
        assert_true(f->safe >= 0 && f->dirty);
    }
    return code;
}

void powercut_install(void)
{
    disk.under = sqlite3_vfs_find(NULL);
    disk.vfs = *disk.under;
    disk.vfs.zName = "powercut";
    disk.vfs.szOsFile = sizeof(struct file);
    disk.vfs.xOpen = disk_open;
    assert_int_equal(sqlite3_vfs_register(&disk.vfs, 1), SQLITE_OK);
}

void powercut_remove(void)
{
    assert_int_equal(sqlite3_vfs_unregister(&disk.vfs), SQLITE_OK);
    assert_int_equal(sqlite3_vfs_register(disk.under, 1), SQLITE_OK);
}

unsigned long powercut_syncs(void)
{
    return disk.syncs;
}

static void copy_file(const char *from, const char *to)
{
    char command[2 * PATH + 16];

    snprintf(command, sizeof command, "cp %s %s", from, to);
    assert_int_equal(system(command), 0);
}

void powercut(const char *path, const char *to)
{
    char from[PATH], log[PATH];

    safe_name(path, "", from);
    copy_file(from, to);
    safe_name(path, "-wal", from);
    snprintf(log, sizeof log, "%s-wal", to);
    copy_file(from, log);
    snprintf(log, sizeof log, "%s-shm", to);
    unlink(log);
}
