// SPDX-License-Identifier: MIT
// Saved games: one file per game in the user's data folder, finished games too. The game being
// played has a slot that is rewritten after every action, whole or not at all, and locked, so that
// two windows never write the same file. A damaged file gets another ending and is never
// overwritten.
#ifndef ABAX_TUI_SAVES_H
#define ABAX_TUI_SAVES_H

#include "play/series.h"
#include "record/record.h"
#include "tui/datafile.h"

enum {
    SAVES_MOST = 400,
    SAVES_NAME_BYTES = 64,
    SAVES_DATE_BYTES = 20,
    SAVES_SUMMARY_BYTES = 480,
    SAVES_SLOTS = 9999
};

struct saves {
    char folder[DATA_PATH_BYTES];     // empty: there is none, and nothing is saved
    const struct catalogue *messages; // the language of summaries; NULL: English
};

// A slot that this process holds, until save_slot_release.
struct save_slot {
    int lock; // a file descriptor, or -1: no slot
    char path[DATA_PATH_BYTES], lock_path[DATA_PATH_BYTES];
};

// A saved game in a list.
struct saved_game {
    char name[SAVES_NAME_BYTES]; // of the file, without its ending
    bool slot;                   // saved automatically, not under a name that a person chose
    bool begun;                  // something was played, in this game or one before it
    bool over;
    bool damaged;    // cannot be read: `summary` says why and where it is; `game` is NULL
    bool found;      // damaged, and set aside only now
    unsigned length; // actions
    long long when;  // last written, in microseconds, to sort by
    const struct game *game;
    char date[SAVES_DATE_BYTES]; // last written
    char summary[SAVES_SUMMARY_BYTES];
};

// Finds the folder and makes it if there is none.
bool saves_open(struct saves *saves, struct error *e);

// Takes a slot for a new game. Never one in which something was played.
bool saves_claim_slot(const struct saves *saves, const struct game *g, struct save_slot *slot,
                      struct error *e);

// Takes the slot of a saved game; false if another process holds it.
bool saves_claim_game(const struct saves *saves, const struct saved_game *entry,
                      struct save_slot *slot, struct error *e);
void save_slot_release(struct save_slot *slot);

// Whether a game is saved under this name.
bool saves_has(const struct saves *saves, const char *name);

// Writes a match to a slot or under a name. The match is paused for it and resumes at `now`.
bool saves_write_slot(const struct save_slot *slot, struct match *m, const struct series *series,
                      uint64_t now, struct error *e);
bool saves_write_name(const struct saves *saves, const char *name, struct match *m,
                      const struct series *series, uint64_t now, struct error *e);

// Reads a saved game; clear the match with match_clear, also after an error.
bool saves_read(const struct saves *saves, const struct saved_game *entry, struct match *m,
                struct series *series, struct error *e);

// Detaches a finished game from its series, whose next game has a file of its own.
bool saves_end_series(const struct save_slot *slot, struct error *e);

// Lists the saved games, the latest first, and sets damaged ones aside. Returns their number.
unsigned saves_list(const struct saves *saves, struct saved_game list[SAVES_MOST]);

// Opens the folder and visits the match of every readable saved game, of game `g` or, with NULL, of
// any.
bool saves_visit(const struct game *g, void (*visit)(void *to, const struct match *m), void *to,
                 struct error *e);

// The latest unfinished game, of game `g` or, with NULL, of any; false if there is none.
bool saves_latest(const struct saves *saves, const struct game *g, struct saved_game *entry);

// Copies the file of a game, damaged or not, to a path where nothing is yet.
bool saves_export(const struct saves *saves, const struct saved_game *entry, const char *path,
                  struct error *e);

bool saves_remove(const struct saves *saves, const struct saved_game *entry, struct error *e);

#endif
