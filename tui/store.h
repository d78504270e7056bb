// SPDX-License-Identifier: MIT
// Games kept in the user's data folder. Every game that is being played has a slot of its own, so that two windows
// never write the same file; a slot is written anew after every action, whole or not at all.
#ifndef ABAX_TUI_STORE_H
#define ABAX_TUI_STORE_H

#include "play/record.h"
#include "play/series.h"

enum { STORE_PATH_BYTES = 1024, STORE_MOST = 64, STORE_NAME_BYTES = 64, STORE_SLOTS = 9 };

struct store {
    char folder[STORE_PATH_BYTES]; // empty: there is none, and nothing is kept
};

// A slot that this program holds, until store_release.
struct store_slot {
    int lock; // a file descriptor, or -1: no slot
    char path[STORE_PATH_BYTES];
};

// A kept game, for a list.
struct store_entry {
    char name[STORE_NAME_BYTES]; // of the file, without its ending
    bool slot;                   // written by itself, not by a person
    bool begun;                  // something was played, in this game or one before it
    bool over;
    unsigned length; // actions
    long long when;  // seconds, to sort by
    const struct game *game;
    char summary[96];
};

// Finds the folder and makes it; false, with a sentence, when it cannot be used.
bool store_open(struct store *s, struct error *e);

// Takes a free slot for a new game, one without an unfinished game if there is one.
bool store_claim(const struct store *s, const struct game *g, struct store_slot *slot,
                 struct error *e);

// Takes the slot of an unfinished game; false when another window holds it.
bool store_claim_entry(const struct store *s, const struct store_entry *entry,
                       struct store_slot *slot, struct error *e);
void store_release(struct store_slot *slot);

// Writes a match: a slot, or under a name that a person chose. The match is paused and goes on at `now`.
bool store_write_slot(const struct store_slot *slot, struct match *m, const struct series *series,
                      uint64_t now, struct error *e);
bool store_write_name(const struct store *s, const char *name, struct match *m,
                      const struct series *series, uint64_t now, struct error *e);

// Reads a kept game as a match; release it with match_clear, also after a fault.
bool store_read(const struct store *s, const struct store_entry *entry, struct match *m,
                struct series *series, struct error *e);

// Kept games, the latest first; what cannot be read is left out. Returns how many.
unsigned store_list(const struct store *s, struct store_entry list[STORE_MOST]);

bool store_remove(const struct store *s, const struct store_entry *entry, struct error *e);

#endif
