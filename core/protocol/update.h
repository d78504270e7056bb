// SPDX-License-Identifier: MIT
// What a call has changed in a session's state, as events (docs/session.md, "Events").
#ifndef ABAX_PROTOCOL_UPDATE_H
#define ABAX_PROTOCOL_UPDATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/output.h"
#include "game/scene.h"
#include "protocol/scenejson.h"

struct session;

enum { UPDATE_GROUPS = 7, UPDATE_LIST_MOST = SCENE_MAX_SPOTS };

// Hashes of a scene's JSON, member by member; 0 for a part that it has not.
struct scene_hashes {
    uint64_t parts[SCENE_PARTS];
    unsigned counts[SCENE_LISTS];
    uint64_t lists[SCENE_LISTS][UPDATE_LIST_MOST]; // zeros after the count
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
    uint64_t groups[UPDATE_GROUPS];
    struct scene_hashes scene;
};

void update_clear(struct seen *seen);

// Writes the answer of a call: the events that lead to the present state, or the whole state where
// the caller does not want events. `touched`: the answer to a touch, or TOUCHES_NONE.
void update_write(struct session *s, int touched, struct output *out);

// Writes how a scene differs from the one of the state, as the member "change".
void update_write_look(const struct session *s, const struct scene *scene, struct json_writer *j);

// Writes the whole state with the number of the last event, for a caller that missed some.
void update_write_snapshot(struct session *s, struct output *out);

#endif
