// SPDX-License-Identifier: MIT
// A scene as JSON, for renderers in other languages.
#ifndef ABAX_PROTOCOL_SCENEJSON_H
#define ABAX_PROTOCOL_SCENEJSON_H

#include "base/jsonwrite.h"
#include "game/scene.h"

// Writes the scene as docs/session.md describes it, under "Scenes".
void scene_json(const struct game *g, const struct game_options *options, const struct scene *s,
                struct json_writer *j, const char *name);

// ---------------------------------------------------------------------------------------------
// Its members one by one, for those who only write what has changed (updates.h)
// ---------------------------------------------------------------------------------------------

enum { SCENE_LISTS = 9, SCENE_PARTS = 7 };

struct scene_subject {
    const struct game *game;
    const struct game_options *options;
    const struct scene *scene;
};

// A list of objects; `write` fills the object of index i.
struct scene_list {
    const char *name;
    size_t count; // the offset of its count in the struct
    void (*write)(const struct scene *s, unsigned i, struct json_writer *j);
};

// Any other member; `write` writes nothing where the scene has none.
struct scene_part {
    const char *name;
    void (*write)(const struct scene_subject *subject, struct json_writer *j);
};

extern const struct scene_list scene_lists[SCENE_LISTS];
extern const struct scene_part scene_parts[SCENE_PARTS];

unsigned scene_list_count(const struct scene_list *list, const struct scene *s);

// {words: ["win", ...], scores: [3, ...]}
void result_json(const struct game *g, const struct game_options *options,
                 const struct game_result *result, struct json_writer *j, const char *name);

#endif
