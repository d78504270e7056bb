// SPDX-License-Identifier: MIT
// What the caller of a session knows of its state, so that a call answers only what has changed
// (update.c).
#ifndef ABAX_PROTOCOL_SEEN_H
#define ABAX_PROTOCOL_SEEN_H

#include <stdbool.h>
#include <stdint.h>

#include "game/scene.h"
#include "protocol/scenejson.h"

enum { SEEN_GROUPS = 7, SEEN_LIST_MOST = SCENE_MAX_SPOTS };

// Hashes of a scene's JSON, member by member; 0 for a part that it has not.
struct scene_hashes {
    uint64_t parts[SCENE_PARTS];
    unsigned counts[SCENE_LISTS];
    uint64_t lists[SCENE_LISTS][SEEN_LIST_MOST]; // zeros after the count
};

// What the caller knows: hashes of the JSON that was written last. Equal hashes count as equal
// content.
struct seen {
    bool on;           // the caller wants events, not whole states
    bool begun;        // a state was written before
    unsigned number;   // of the last event, from 1
    uint64_t setup;    // what does not change during a match
    unsigned length;   // of the game
    unsigned count;    // of its actions, those that can be redone too
    uint64_t *actions; // this array grows
    unsigned capacity; // of it
    uint64_t groups[SEEN_GROUPS];
    struct scene_hashes scene;
};

#endif
