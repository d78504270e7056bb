// SPDX-License-Identifier: MIT
// Games kept in the user's data folder. Every game that is being played has a slot of its own, so that two windows
// never write the same file; a slot is written anew after every action, whole or not at all.
#ifndef ABAX_TUI_SHELF_H
#define ABAX_TUI_SHELF_H

#include "record/record.h"
#include "play/series.h"

enum { SHELF_PATH_BYTES = 1024, SHELF_MOST = 400, SHELF_NAME_BYTES = 64, SHELF_SLOTS = 40 };

struct shelf {
    char folder[SHELF_PATH_BYTES]; // empty: there is none, and nothing is kept
    const struct catalogue *words; // the language of summaries; NULL: English
};

// A slot that this program holds, until shelf_release.
struct shelf_slot {
    int lock; // a file descriptor, or -1: no slot
    char path[SHELF_PATH_BYTES];
};

// A kept game, for a list.
struct shelf_entry {
    char name[SHELF_NAME_BYTES]; // of the file, without its ending
    bool slot;                   // written by itself, not by a person
    bool begun;                  // something was played, in this game or one before it
    bool over;
    unsigned length; // actions
    long long when;  // seconds, to sort by
    const struct game *game;
    char summary[240];
};

// Finds the folder and makes it; false, with a sentence, when it cannot be used.
bool shelf_open(struct shelf *s, struct error *e);

// Takes a slot without an unfinished game for a new one; false when there is none: nothing is ever written over.
bool shelf_claim(const struct shelf *s, const struct game *g, struct shelf_slot *slot,
                 struct error *e);

// Takes the slot of an unfinished game; false when another window holds it.
bool shelf_claim_entry(const struct shelf *s, const struct shelf_entry *entry,
                       struct shelf_slot *slot, struct error *e);
void shelf_release(struct shelf_slot *slot);

// Whether a game is kept under this name.
bool shelf_has(const struct shelf *s, const char *name);

// Writes a match: a slot, or under a name that a person chose. The match is paused and goes on at `now`.
bool shelf_write_slot(const struct shelf_slot *slot, struct match *m, const struct series *series,
                      uint64_t now, struct error *e);
bool shelf_write_name(const struct shelf *s, const char *name, struct match *m,
                      const struct series *series, uint64_t now, struct error *e);

// Reads a kept game as a match; release it with match_clear, also after a fault.
bool shelf_read(const struct shelf *s, const struct shelf_entry *entry, struct match *m,
                struct series *series, struct error *e);

// Kept games, the latest first; what cannot be read is left out. Returns how many.
unsigned shelf_list(const struct shelf *s, struct shelf_entry list[SHELF_MOST]);

bool shelf_remove(const struct shelf *s, const struct shelf_entry *entry, struct error *e);

#endif
