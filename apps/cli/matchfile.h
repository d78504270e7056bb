// SPDX-License-Identifier: MIT
// The file of a match: games that were played, and tables of several files (matchfile.c).
#ifndef ABAX_CLI_MATCHFILE_H
#define ABAX_CLI_MATCHFILE_H

#include "cli/enginematch.h"

// The record of a game that was just played, as text to be freed.
char *match_record_text(const struct engine_match *m, const struct match *played,
                        const struct crosstable_game *g);

// Opens the file of --record or --resume; what the latter holds becomes `known`.
bool match_open_file(struct engine_match *m, struct error *e);

// The known game with this number, or NULL.
const struct crosstable_game *match_known(const struct engine_match *m, uint64_t number);

// --merge: prints the table of the games in files.
bool match_merge(const struct arguments *a, struct output *out, struct error *e);

#endif
