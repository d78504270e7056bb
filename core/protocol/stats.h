// SPDX-License-Identifier: MIT
// Statistics of one person's games against computers: by game, seat, level and opening, and the
// level for an even game. Page and terminal pass their saved games and show the result.
#ifndef ABAX_PROTOCOL_STATS_H
#define ABAX_PROTOCOL_STATS_H

#include "base/catalogue.h"
#include "base/output.h"
#include "play/even.h"
#include "play/match.h"

enum {
    STATS_GAMES = 16,
    STATS_OPENINGS = 24,
    STATS_OPENING_ACTIONS = 2, // that make an opening
    STATS_OPENING_BYTES = STATS_OPENING_ACTIONS * GAME_ACTION_BYTES
};

struct stats_tally {
    unsigned games, won, drawn, lost;
};

// Of games that begin alike, mirror images among them; where the start is dealt, by the first
// action alone.
struct stats_opening {
    char actions[STATS_OPENING_BYTES]; // as they were played first
    uint64_t key;
    struct stats_tally tally;
};

struct stats_game {
    const struct game *game;
    struct stats_tally all, seats[GAME_MAX_SEATS], levels[LEVELS];
    unsigned opening_count; // in the order in which they came
    struct stats_opening openings[STATS_OPENINGS];
};

struct stats {
    unsigned game_count;
    struct stats_game games[STATS_GAMES];
    // Games that are not over, were aborted, started from a chosen position, or were not between
    // one person and computers.
    unsigned left_out;
};

// Counts a game.
void stats_add(struct stats *s, const struct match *m);

// The level for an even game, from games against levels.
void stats_even(const struct stats_game *g, struct even *even);

void stats_json(const struct stats *s, struct output *out);
void stats_text(const struct stats *s, const struct catalogue *messages, struct output *out);

#endif
