// SPDX-License-Identifier: MIT
// Files of SQLite's in memory, which can be put back to how they were: what an input stored is gone
// at once.
#ifndef ABAX_TESTS_FUZZ_MEMORY_H
#define ABAX_TESTS_FUZZ_MEMORY_H

// From now on SQLite has its files here, and its memory from a heap of its own. Before anything
// else of SQLite's.
void memory_begin(void);

// The files are to be put back to what they are now.
void memory_keep(void);

// Puts them back, while connections are open. They notice it by the log's index and forget what
// they had read.
void memory_restore(void);

#endif
