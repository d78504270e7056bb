// SPDX-License-Identifier: MIT
// A disk whose power can fail: SQLite writes through it to real files, and beside each of them it
// keeps what the disk would have if everything that was written since the last sync were lost.
#ifndef ABAX_TESTS_UNIT_POWERCUT_H
#define ABAX_TESTS_UNIT_POWERCUT_H

// From now on SQLite opens files on this disk.
void powercut_install(void);
void powercut_remove(void);

// Copies what a power cut at this moment would leave of a database to another name.
void powercut(const char *path, const char *to);

// How often a file was synced.
unsigned long powercut_syncs(void);

#endif
