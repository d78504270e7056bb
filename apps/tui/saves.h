// SPDX-License-Identifier: MIT
// Games kept in the user's data folder, one file a game, finished ones too. A game that is being played is written anew
// after every action, whole or not at all, and locked, so that two windows never write the same file. A file that cannot
// be read gets another ending and is never written over.
#ifndef ABAX_TUI_SAVES_H
#define ABAX_TUI_SAVES_H

#include "record/record.h"
#include "play/series.h"

enum {
    DATA_PATH_BYTES = 1024,
    SAVES_MOST = 400,
    SAVES_NAME_BYTES = 64,
    SAVES_DATE_BYTES = 20,
    SAVES_SUMMARY_BYTES = 480,
    SAVES_SLOTS = 9999
};

struct saves {
    char folder[DATA_PATH_BYTES];  // empty: there is none, and nothing is kept
    const struct catalogue *words; // the language of summaries; NULL: English
};

// A slot that this program holds, until shelf_release.
struct save_slot {
    int lock; // a file descriptor, or -1: no slot
    char path[DATA_PATH_BYTES], lock_path[DATA_PATH_BYTES];
};

// A kept game, for a list.
struct saved_game {
    char name[SAVES_NAME_BYTES]; // of the file, without its ending
    bool slot;                   // written by itself, not by a person
    bool begun;                  // something was played, in this game or one before it
    bool over;
    bool damaged;    // cannot be read: `summary` tells why and where it is, `game` is NULL
    bool found;      // damaged, and only set aside now
    unsigned length; // actions
    long long when;  // microseconds, to sort by
    const struct game *game;
    char date[SAVES_DATE_BYTES]; // when it was last written
    char summary[SAVES_SUMMARY_BYTES];
};

// Finds the folder and makes it; false, with a sentence, when it cannot be used.
bool saves_open(struct saves *saves, struct error *e);

// Takes a slot in which nothing was played for a new game; false when there is none: nothing is ever written over.
bool saves_claim_slot(const struct saves *saves, const struct game *g, struct save_slot *slot,
                      struct error *e);

// Takes the slot of a kept game; false when another window holds it.
bool saves_claim_game(const struct saves *saves, const struct saved_game *entry,
                      struct save_slot *slot, struct error *e);
void save_slot_release(struct save_slot *slot);

// Whether a game is kept under this name.
bool saves_has(const struct saves *saves, const char *name);

// Writes a match: a slot, or under a name that a person chose. The match is paused and goes on at `now`.
bool saves_write_slot(const struct save_slot *slot, struct match *m, const struct series *series,
                      uint64_t now, struct error *e);
bool saves_write_name(const struct saves *saves, const char *name, struct match *m,
                      const struct series *series, uint64_t now, struct error *e);

// Reads a kept game as a match; release it with match_clear, also after a fault.
bool saves_read(const struct saves *saves, const struct saved_game *entry, struct match *m,
                struct series *series, struct error *e);

// A game of a series is finished and the next one has begun: this one stays as a game of its own.
bool saves_end_series(const struct save_slot *slot, struct error *e);

// Kept games, the latest first, at most so many. What cannot be read is set aside under another ending and listed as
// damaged. Returns how many.
unsigned saves_list(const struct saves *saves, struct saved_game list[SAVES_MOST]);

// Opens the shelf and shows every kept game that can be read, of this game or, with NULL, of any. What cannot be read is
// passed over: the shelf itself tells of it. False, with a sentence, when there is no shelf.
bool saves_visit(const struct game *g, void (*visit)(void *to, const struct match *m), void *to,
                 struct error *e);

// The latest game that goes on, of this game or, with NULL, of any; false when there is none.
bool saves_latest(const struct saves *saves, const struct game *g, struct saved_game *entry);

// Copies the file of a game, damaged or not, to a path where nothing is yet.
bool saves_export(const struct saves *saves, const struct saved_game *entry, const char *path,
                  struct error *e);

bool saves_remove(const struct saves *saves, const struct saved_game *entry, struct error *e);

#endif
