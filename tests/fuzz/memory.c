// SPDX-License-Identifier: MIT
// What stands for the disk in the whole fuzz target. All runs in one thread, and no transaction is
// open between two inputs: locks are never waited for, and files can change under connections,
// which compare the head of the log's index before they trust what they have read. Two equal heads
// have equal pages, since the head has a sum of all that the log holds.
#include "tests/fuzz/memory.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/vfs.h"

enum {
    FILES = 8,
    NAME = 96,
    REGIONS = 16,
    CLASSES = 13, // of the heap: 16 bytes to 64 kB
    SMALLEST = 16,
    PIECE = 1 << 20,
};

struct file {
    char name[NAME];
    bool there, written;
    unsigned handles;
    struct vfs_bytes now, kept;
    unsigned char *regions[REGIONS], *kept_region;
};

struct handle {
    sqlite3_file base;
    struct file *file;
};

// SQLite's table of a disk has no place for a pointer of ours everywhere.
static struct {
    sqlite3_vfs vfs;
    struct file files[FILES];
    void *unused[CLASSES];
    unsigned char *piece, *piece_end;
} memory;

static struct file *file_of(sqlite3_file *file)
{
    return ((struct handle *)file)->file;
}

static void *need(void *got)
{
    if (!got) {
        fputs("served: no memory\n", stderr);
        abort();
    }
    return got;
}

// ---------------------------------------------------------------------------------------------
// Bytes of a file
// ---------------------------------------------------------------------------------------------

static int close_file(sqlite3_file *file)
{
    file_of(file)->handles--;
    return SQLITE_OK;
}

static int read_file(sqlite3_file *file, void *to, int length, sqlite3_int64 at)
{
    return vfs_read(&file_of(file)->now, to, length, at);
}

static int write_file(sqlite3_file *file, const void *from, int length, sqlite3_int64 at)
{
    struct file *f = file_of(file);

    f->written = true;
    vfs_put(&f->now, from, (size_t)length, (size_t)at);
    return SQLITE_OK;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size)
{
    struct file *f = file_of(file);

    f->written = true;
    if ((size_t)size < f->now.size)
        f->now.size = (size_t)size;
    return SQLITE_OK;
}

static int sync_file(sqlite3_file *file, int flags)
{
    (void)file, (void)flags;
    return SQLITE_OK;
}

static int size_of_file(sqlite3_file *file, sqlite3_int64 *size)
{
    *size = (sqlite3_int64)file_of(file)->now.size;
    return SQLITE_OK;
}

// ---------------------------------------------------------------------------------------------
// Locks and the log's index
// ---------------------------------------------------------------------------------------------

static int lock_file(sqlite3_file *file, int lock)
{
    (void)file, (void)lock;
    return SQLITE_OK;
}

static int reserved(sqlite3_file *file, int *to)
{
    (void)file;
    *to = 0;
    return SQLITE_OK;
}

static int sector(sqlite3_file *file)
{
    (void)file;
    return 4096;
}

static int map(sqlite3_file *file, int region, int size, int extend, void volatile **to)
{
    struct file *f = file_of(file);

    *to = NULL;
    if (region >= REGIONS || size != VFS_REGION)
        return SQLITE_IOERR_SHMMAP;
    if (!f->regions[region] && extend)
        f->regions[region] = need(calloc(1, VFS_REGION));
    *to = f->regions[region];
    return SQLITE_OK;
}

static int lock_index(sqlite3_file *file, int from, int count, int flags)
{
    (void)file, (void)from, (void)count, (void)flags;
    return SQLITE_OK;
}

static int unmap(sqlite3_file *file, int drop)
{
    struct file *f = file_of(file);

    for (unsigned i = 0; i < REGIONS && drop; i++) {
        free(f->regions[i]);
        f->regions[i] = NULL;
    }
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_of_file,
    .xLock = lock_file,
    .xUnlock = lock_file,
    .xCheckReservedLock = reserved,
    .xFileControl = vfs_control,
    .xSectorSize = sector,
    .xDeviceCharacteristics = vfs_characteristics,
    .xShmMap = map,
    .xShmLock = lock_index,
    .xShmBarrier = vfs_barrier,
    .xShmUnmap = unmap,
};

// ---------------------------------------------------------------------------------------------
// The disk
// ---------------------------------------------------------------------------------------------

static struct file *find(const char *name, bool make)
{
    struct file *unused = NULL;

    for (unsigned i = 0; i < FILES; i++) {
        struct file *f = &memory.files[i];
        if (f->there && !strcmp(f->name, name))
            return f;
        if (!f->there && !f->handles && !unused)
            unused = f;
    }
    if (!make)
        return NULL;
    need(unused);
    snprintf(unused->name, sizeof unused->name, "%s", name);
    unused->there = true;
    unused->now.size = 0;
    return unused;
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    struct handle *h = (struct handle *)file;

    (void)vfs;
    h->file = find(name ? name : "temporary", true);
    h->file->handles++;
    h->base.pMethods = &methods;
    if (out)
        *out = flags;
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int sync)
{
    struct file *f = find(name, false);

    (void)vfs, (void)sync;
    if (!f)
        return SQLITE_IOERR_DELETE_NOENT;
    f->there = false;
    return SQLITE_OK;
}

static int is_there(sqlite3_vfs *vfs, const char *name, int flags, int *to)
{
    (void)vfs, (void)flags;
    *to = find(name, false) != NULL;
    return SQLITE_OK;
}

static int randomness(sqlite3_vfs *vfs, int count, char *to)
{
    (void)vfs;
    memset(to, 7, (size_t)count);
    return count;
}

// ---------------------------------------------------------------------------------------------
// The heap of SQLite, which is not instrumented: a word for the class, then the bytes
// ---------------------------------------------------------------------------------------------

static unsigned class_of(int size)
{
    unsigned class = 0;

    while (class < CLASSES && SMALLEST << class < size)
        class ++;
    return class;
}

static void *heap_take(int size)
{
    unsigned class = class_of(size);
    size_t whole = 16 + (class < CLASSES ? (size_t)SMALLEST << class : (size_t)size);
    uint64_t *block;

    if (class == CLASSES) {
        block = need(malloc(whole));
    } else if ((block = memory.unused[class])) {
        memory.unused[class] = *(void **)(block + 2);
    } else {
        if ((size_t)(memory.piece_end - memory.piece) < whole) {
            memory.piece = need(malloc(PIECE));
            memory.piece_end = memory.piece + PIECE;
        }
        block = (uint64_t *)(void *)memory.piece;
        memory.piece += whole;
    }
    block[0] = class;
    block[1] = class < CLASSES ? (uint64_t)SMALLEST << class : (uint64_t)size;
    return block + 2;
}

static void heap_free(void *at)
{
    uint64_t *block = (uint64_t *)at - 2;

    if (block[0] == CLASSES) {
        free(block);
        return;
    }
    *(void **)at = memory.unused[block[0]];
    memory.unused[block[0]] = block;
}

static int heap_size(void *at)
{
    return at ? (int)((uint64_t *)at)[-1] : 0;
}

static void *heap_change(void *at, int size)
{
    if (heap_size(at) >= size)
        return at;
    void *other = heap_take(size);
    memcpy(other, at, (size_t)heap_size(at));
    heap_free(at);
    return other;
}

static int heap_round(int size)
{
    unsigned class = class_of(size);

    return class < CLASSES ? SMALLEST << class : (size + 7) & ~7;
}

static int heap_open(void *to)
{
    (void)to;
    return SQLITE_OK;
}

static void heap_close(void *to)
{
    (void)to;
}

// ---------------------------------------------------------------------------------------------

void memory_begin(void)
{
    static const sqlite3_mem_methods heap = {heap_take,  heap_free, heap_change, heap_size,
                                             heap_round, heap_open, heap_close,  NULL};

    sqlite3_config(SQLITE_CONFIG_MALLOC, &heap);
    sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    memory.vfs = *sqlite3_vfs_find(NULL); // for what is not said below
    memory.vfs.szOsFile = sizeof(struct handle);
    memory.vfs.zName = "memory";
    memory.vfs.xOpen = open_file;
    memory.vfs.xDelete = delete_file;
    memory.vfs.xAccess = is_there;
    memory.vfs.xFullPathname = vfs_full_name;
    memory.vfs.xRandomness = randomness;
    sqlite3_vfs_register(&memory.vfs, 1);
}

void memory_keep(void)
{
    for (unsigned i = 0; i < FILES; i++) {
        struct file *f = &memory.files[i];
        f->kept.size = 0;
        if (f->now.size)
            vfs_put(&f->kept, f->now.at, f->now.size, 0);
        f->written = false;
        if (!f->regions[0])
            continue;
        f->kept_region = need(f->kept_region ? f->kept_region : malloc(VFS_REGION));
        memcpy(f->kept_region, f->regions[0], VFS_REGION);
    }
}

static void restore_file(struct file *f)
{
    f->now.size = f->kept.size;
    if (f->kept.size)
        memcpy(f->now.at, f->kept.at, f->kept.size);
    f->written = false;
}

static void restore_index(struct file *f)
{
    if (f->kept_region)
        memcpy(f->regions[0], f->kept_region, VFS_REGION);
    for (unsigned i = 1; i < REGIONS && f->regions[i]; i++)
        memset(f->regions[i], 0, VFS_REGION);
}

void memory_restore(void)
{
    bool written = false;

    for (unsigned i = 0; i < FILES; i++) {
        written = written || memory.files[i].written;
        if (memory.files[i].written)
            restore_file(&memory.files[i]);
    }
    for (unsigned i = 0; i < FILES && written; i++)
        restore_index(&memory.files[i]);
}
