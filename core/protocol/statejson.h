// SPDX-License-Identifier: MIT
// The state of a session's match as JSON, whole or in the groups of members that events carry.
#ifndef ABAX_PROTOCOL_STATEJSON_H
#define ABAX_PROTOCOL_STATEJSON_H

#include "base/jsonwrite.h"
#include "protocol/session.h"

// Whose view is shown: a seat or GAME_PUBLIC.
int state_viewpoint(const struct session *s);

// Members that change together: an event of this type has all of them. `touched` is the answer to
// a touch (enum touch_answer), or TOUCHES_NONE. Nothing is written where there is nothing to say.
struct state_group {
    const char *type;
    void (*write)(const struct session *s, int touched, struct json_writer *j);
};

enum { STATE_GROUPS = 7 };

extern const struct state_group state_groups[STATE_GROUPS];

// What does not change while a match lasts: game, options, seats, and what the clock allows.
void state_setup_json(const struct session *s, struct json_writer *j);

// The action of an index as an object, where `before` is the position that it was played in.
void state_action_json(const struct match *m, unsigned index, const struct game_position *before,
                       struct json_writer *j, const char *name);

// The scene that the viewpoint sees.
void state_scene(const struct session *s, struct scene *scene);

// All of it, as the member of an object, or alone without a name.
void state_json(const struct session *s, int touched, struct json_writer *j, const char *name);

#endif
