// SPDX-License-Identifier: MIT
// The bytes of a file in memory, and callbacks of SQLite that are the same for every such disk.
#include "tests/fuzz/vfs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void vfs_grow(struct vfs_bytes *b, size_t size)
{
    if (size > b->capacity) {
        b->capacity = size * 2;
        b->at = realloc(b->at, b->capacity);
        if (!b->at) {
            fputs("no memory for a file\n", stderr);
            abort();
        }
    }
    if (size > b->size) {
        memset(b->at + b->size, 0, size - b->size);
        b->size = size;
    }
}

void vfs_put(struct vfs_bytes *b, const void *from, size_t length, size_t at)
{
    vfs_grow(b, at + length);
    memcpy(b->at + at, from, length);
}

int vfs_read(const struct vfs_bytes *b, void *to, int length, sqlite3_int64 at)
{
    size_t from = (size_t)at, wanted = (size_t)length, there = 0;

    if (from < b->size)
        there = b->size - from < wanted ? b->size - from : wanted;
    if (there)
        memcpy(to, b->at + from, there);
    memset((char *)to + there, 0, wanted - there);
    return there == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

int vfs_control(sqlite3_file *file, int what, void *with)
{
    (void)file, (void)what, (void)with;
    return SQLITE_NOTFOUND;
}

int vfs_characteristics(sqlite3_file *file)
{
    (void)file;
    return 0;
}

void vfs_barrier(sqlite3_file *file)
{
    (void)file;
}

int vfs_full_name(sqlite3_vfs *vfs, const char *name, int capacity, char *to)
{
    (void)vfs;
    snprintf(to, (size_t)capacity, "%s", name);
    return SQLITE_OK;
}
