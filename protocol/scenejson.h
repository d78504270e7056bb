// SPDX-License-Identifier: MIT
// A scene as JSON, for painters in other languages.
#ifndef ABAX_PROTOCOL_SCENEJSON_H
#define ABAX_PROTOCOL_SCENEJSON_H

#include "base/jsonwrite.h"
#include "game/scene.h"

// Writes the scene as an object:
//   panels   [{id, title, style: "flat"|"piles"|"tops"|"tray"}]
//   spots    [{name, label, panel, use: "place"|"hand"|"button"|"picture", x, y}]  by number
//   pieces   [{kind, glyph, owner, value, level, rise, spot, other}]  bottom to top; owner is -1 for nobody
//   counters [{id, title, owner, value, word}]
//   marks    [{kind, spot, level}]
//   status   {over, seat, step, prompt}
//   result   {words, scores}, when it is over
// Coordinates are tenths of a square from the panel's lower left; y grows upward. Seats count from 0.
void scene_json(const struct game *g, const struct game_options *options, const struct scene *s,
                struct json_writer *j, const char *name);

// {words: ["win", ...], scores: [3, ...]}
void result_json(const struct game *g, const struct game_options *options,
                 const struct game_result *result, struct json_writer *j, const char *name);

#endif
