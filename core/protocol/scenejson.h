// SPDX-License-Identifier: MIT
// A scene as JSON, for renderers in other languages.
#ifndef ABAX_PROTOCOL_SCENEJSON_H
#define ABAX_PROTOCOL_SCENEJSON_H

#include "base/jsonwrite.h"
#include "game/scene.h"

// Writes the scene as docs/session.md describes it, under "Scenes".
void scene_json(const struct game *g, const struct game_options *options, const struct scene *s,
                struct json_writer *j, const char *name);

// {words: ["win", ...], scores: [3, ...]}
void result_json(const struct game *g, const struct game_options *options,
                 const struct game_result *result, struct json_writer *j, const char *name);

#endif
