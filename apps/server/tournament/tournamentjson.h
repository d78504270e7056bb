// SPDX-License-Identifier: MIT
// A tournament as everybody may see it: JSON, plain text, CSV. No secret of a guest is in it.
#ifndef ABAX_SERVER_TOURNAMENT_TOURNAMENTJSON_H
#define ABAX_SERVER_TOURNAMENT_TOURNAMENTJSON_H

#include "base/jsonwrite.h"
#include "server/tournament/tournament.h"

// The row of a list, as an object.
void tournamentjson_row(const struct store_document *row, struct json_writer *j, const char *name);

// All of it as members of an object: settings, standings, pairs. Without `all`, pairs are those of
// the last round and those that are not finished.
void tournamentjson_whole(const struct tournament *m, bool all, struct json_writer *j);

// For people and for tables.
void tournament_text(const struct tournament *m, struct output *out);
void tournament_csv(const struct tournament *m, struct output *out);

#endif
