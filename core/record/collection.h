// SPDX-License-Identifier: MIT
// Many games in one file: records as text, as JSON objects, and links, one per line, in any order.
// They are read one by one, so that a file may be larger than the memory; the size of one game is
// limited.
#ifndef ABAX_RECORD_COLLECTION_H
#define ABAX_RECORD_COLLECTION_H

#include "record/record.h"

enum { COLLECTION_GAME = 4 << 20 }; // bytes of a game at most

struct collection {
    size_t (*read)(void *to, char *bytes,
                   size_t capacity); // the number of bytes read; 0 at the end
    void *to;
    char *bytes; // the window that was read and not used yet
    size_t begin, filled, capacity;
    bool ended;      // everything was read
    bool cut;        // the last game that was read ended with the file, not by itself
    unsigned line;   // at `begin`, from 1
    uint64_t offset; // bytes before `begin`
    uint64_t games;  // that were read
};

void collection_init(struct collection *c, size_t (*read)(void *to, char *bytes, size_t capacity),
                     void *to);
void collection_clear(struct collection *c);

// Reads the next game. False with an empty `e` at the end, and with a sentence when the game is
// wrong or too long: `offset` is where it begins.
bool collection_next(struct collection *c, struct record *r, struct error *e);

#endif
