// SPDX-License-Identifier: MIT
// What the two in-memory disks for SQLite share (tests/fuzz/memory.c, tests/sim/disk.c): the bytes
// of a file, and the callbacks that need no state.
#ifndef ABAX_TESTS_FUZZ_VFS_H
#define ABAX_TESTS_FUZZ_VFS_H

#include <sqlite3.h>
#include <stddef.h>

enum { VFS_REGION = 32768 }; // bytes of a region of the log's index, as SQLite has it

struct vfs_bytes {
    unsigned char *at;
    size_t size, capacity;
};

// At least `size` bytes; new ones are 0. Ends the process when there is no memory.
void vfs_grow(struct vfs_bytes *b, size_t size);

// Writes over what is there, or past its end.
void vfs_put(struct vfs_bytes *b, const void *from, size_t length, size_t at);

// As xRead: what is missing is 0.
int vfs_read(const struct vfs_bytes *b, void *to, int length, sqlite3_int64 at);

// Callbacks of sqlite3_io_methods and sqlite3_vfs.
int vfs_control(sqlite3_file *file, int what, void *with);
int vfs_characteristics(sqlite3_file *file); // none: nothing is atomic
void vfs_barrier(sqlite3_file *file);
int vfs_full_name(sqlite3_vfs *vfs, const char *name, int capacity, char *to);

#endif
