// SPDX-License-Identifier: MIT
// The table of a match, as text and JSON, and its progress (matchtable.c).
#ifndef ABAX_CLI_MATCHTABLE_H
#define ABAX_CLI_MATCHTABLE_H

#include "cli/enginematch.h"

// What the table tells, wherever the games came from.
struct match_summary {
    const struct game *game;
    const struct game_options *options;
    enum schedule_kind kind;
    uint64_t seed, wanted; // games that were to be played
    const char *names[SCHEDULE_PLAYERS];
    unsigned byes[SCHEDULE_PLAYERS];
    const struct crosstable *table;
    bool timed; // time was limited, so that it is told
    bool sprt;
    int elo[2];
};

// "robin", "gauntlet" or "swiss"; and which of them settings have.
const char *match_kind_text(enum schedule_kind kind);
enum schedule_kind match_kind(const char *settings);

void match_print(const struct match_summary *s, struct output *out);
void match_print_json(const struct match_summary *s, struct output *out);
void match_game_json(const struct crosstable_game *g, unsigned seats, const char *const *names,
                     struct output *out);

// What stands in the table now.
void match_summary(const struct engine_match *m, struct match_summary *s);

// Tells how far the match is, now and then, and at the end. On a terminal the table is drawn over
// the last one.
void match_show_progress(struct engine_match *m, bool last);

#endif
