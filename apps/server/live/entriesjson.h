// SPDX-License-Identifier: MIT
// Entries of a journal as JSON, made where they are read: a long game has hundreds of kilobytes of
// them, and the loop has other people.
#ifndef ABAX_SERVER_LIVE_ENTRIESJSON_H
#define ABAX_SERVER_LIVE_ENTRIESJSON_H

#include "base/jsonwrite.h"
#include "server/live/payload.h"
#include "server/store/store.h"

// The entries from `first` on, with commas between them.
struct entries_json {
    struct payload *text; // NULL: none
    size_t *ends;         // of each
    unsigned first, count;
};

// The members of an entry, inside an object.
void entries_json_one(const struct store_entry *entry, unsigned seats, bool clocked,
                      struct json_writer *j);

// In any thread. Without memory there is none, and whoever needs it writes it.
void entries_json_make(struct entries_json *made, const struct store_entry *entries, unsigned count,
                       unsigned seats, bool clocked);
void entries_json_clear(struct entries_json *made);

// Writes `count` of them from a number on. False, with nothing written, when these are not there.
bool entries_json_add(const struct entries_json *made, unsigned from, unsigned count,
                      struct output *out);

// Whole journals of long games as they were last read, so that many who come to one do not have it
// read again and again: a few, from hundreds of entries on, for a minute or two behind the last who
// came. What a journal holds never changes, so one is good until the game goes on; it is the same
// for everybody, and whoever tells it leaves out what these eyes may not know yet. They belong to
// the loop.
struct entries_kept {
    struct entries_kept *next;
    unsigned owners;
    bool used; // since the last sweep
    char game[STORE_ID];
    struct store_entry *entries; // from the first on
    unsigned count;
    struct entries_json made;
};

// One with as many entries at least, which the caller has to drop again; or NULL.
struct entries_kept *entries_kept_find(struct entries_kept **list, const char *game,
                                       unsigned least);
void entries_kept_drop(struct entries_kept *k); // NULL is fine

// Keeps them, if they are many and there is memory; then entries and text have changed hands and
// are empty.
void entries_kept_add(struct entries_kept **list, const char *game, struct store_entry **entries,
                      unsigned count, struct entries_json *made);

// Every now and then; and with `all` at the end.
void entries_kept_sweep(struct entries_kept **list, bool all);

#endif
