// SPDX-License-Identifier: MIT
// Many games one after the other: records as text, as JSON objects, and links, one a line, in any order. They are read one by
// one, so that a file may be larger than the memory; one game has a limit.
#ifndef ABAX_RECORD_COLLECTION_H
#define ABAX_RECORD_COLLECTION_H

#include "record/record.h"

enum { COLLECTION_GAME = 4 << 20 }; // bytes of a game at most

struct collection {
    size_t (*read)(void *to, char *bytes, size_t room); // how many came; 0 at the end
    void *to;
    char *bytes; // the window that was read and not used yet
    size_t begin, filled, room;
    bool ended;      // nothing comes any more
    bool cut;        // the last game that was read ended with the file, not by itself
    unsigned line;   // at `begin`, from 1
    uint64_t offset; // bytes before `begin`
    uint64_t games;  // that were read
};

void collection_init(struct collection *c, size_t (*read)(void *to, char *bytes, size_t room),
                     void *to);
void collection_clear(struct collection *c);

// Reads the next game. False without a sentence, `e` being empty, when there is none any more; with one when it is wrong or
// too long: `offset` is where it begins.
bool collection_next(struct collection *c, struct record *r, struct error *e);

#endif
