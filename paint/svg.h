// SPDX-License-Identifier: MIT
// A picture of any scene as one SVG document that needs nothing else: no scripts, no fonts, no files.
#ifndef ABAX_PAINT_SVG_H
#define ABAX_PAINT_SVG_H

#include "base/output.h"
#include "game/scene.h"

void paint_svg(const struct game *g, const struct game_options *options, const struct scene *s,
               struct output *out);

#endif
