// SPDX-License-Identifier: MIT
// A file of openings for matches: one position text a line, as `abax-lab openings` writes them;
// lines that are empty or begin with '#' are left out.
#ifndef ABAX_CLI_OPENINGFILE_H
#define ABAX_CLI_OPENINGFILE_H

#include "game/game.h"

struct openings {
    char *bytes;
    const char **texts;
    unsigned count;
};

// Reads the file, "-" for standard input: every position is complete and not the end of a game, and
// no two of them are the same game by symmetry. Otherwise false, with a sentence that names the
// line. Release it with openings_clear in any case.
bool openings_read(struct openings *o, const char *path, const struct game *g,
                   const struct game_options *options, struct error *e);

// The same with one position.
bool openings_one(struct openings *o, const char *text, const struct game *g,
                  const struct game_options *options, struct error *e);
void openings_clear(struct openings *o);

#endif
