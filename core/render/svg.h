// SPDX-License-Identifier: MIT
// A picture of any scene as one SVG document that needs nothing else: no scripts, no fonts, no
// files. Texts are in the language of `messages` (NULL: English).
#ifndef ABAX_RENDER_SVG_H
#define ABAX_RENDER_SVG_H

#include "base/catalogue.h"
#include "base/output.h"
#include "game/scene.h"

void render_svg(const struct game *g, const struct game_options *options, const struct scene *s,
                const struct catalogue *messages, struct output *out);

#endif
