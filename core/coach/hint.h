// SPDX-License-Identifier: MIT
// Help for the seat to act, on four levels: where to look, three good actions, the best one, and
// why it is best. In a lost position every level says so, and the actions are those that resist.
// Hints always come from the full engine, whatever the opponent's level, and from what the seat may
// know. The front end that shows a level counts it in the match (match_count_hint).
#ifndef ABAX_COACH_HINT_H
#define ABAX_COACH_HINT_H

#include "coach/facts.h"
#include "play/think.h"

enum {
    HINT_AREA = 1,
    HINT_CANDIDATES = 2,
    HINT_BEST = 3,
    HINT_REASON = 4,
    HINT_MOST_CANDIDATES = 3,
    HINT_MOST_REASONS = 4,
    HINT_MOST_SPOTS = 64,
    HINT_BYTES = 1024, // the longest text of a level and its terminator
    HINT_GOOD = 50,    // what a candidate may cost at most, in thousandths of win chance
    HINT_HOPE = 50,    // a smaller chance than this, in thousandths, is called probably lost
};

// How the position stands for the seat to act, as far as a hint must not call an action good.
enum hint_standing {
    HINT_OPEN,
    HINT_LOSING, // by estimate
    HINT_LOST,   // every action loses: proven
    HINT_STANDINGS,
};

// What the offered actions of such a position are.
enum hint_resists {
    HINT_TRY,     // the best that the search found
    HINT_LONGEST, // every other action loses sooner: proven
    HINT_POINTS,  // every other action loses by more points: proven
    HINT_RESISTS,
};

// A part of a board, or all of a tray. The action happens somewhere in it.
struct hint_area {
    const char *panel, *title;
    // "upper", "middle", "lower" and "left", "middle", "right"; NULL for a tray.
    const char *row, *column;
    char near[12]; // the spot in its middle; empty: a tray
    unsigned count;
    char spots[HINT_MOST_SPOTS][12];
};

// An action and the others that lead to the same game.
struct hint_action {
    game_action action;
    char text[GAME_ACTION_BYTES];
    unsigned also_count;
    char also[SEARCH_MAX_SYMMETRIC][GAME_ACTION_BYTES];
};

struct hint {
    const struct game *game;
    struct game_position position; // in which it is given
    int seat;
    game_action best;
    struct search_line found; // the best line
    enum hint_standing standing;
    enum hint_resists resists;
    struct hint_area area;
    unsigned candidate_count;
    // Sorted as bytes, so that the order reveals nothing.
    struct hint_action candidates[HINT_MOST_CANDIDATES];
    struct hint_action named; // the best
    struct facts reasons;     // at most HINT_MOST_REASONS
};

// Limits of the full engine in a game.
struct think_limits hint_limits(const struct game *g, const struct game_options *options);

// Thinks about a line that is not over.
void hint_think(struct thinker *t, const struct history *history, const struct think_limits *limits,
                const struct think_watch *watch, struct hint *h);

// The same for an action that is known to be the best, as in a puzzle: without a search, with
// certain facts as the only reasons. There may be none.
void hint_known(const struct history *history, game_action best, struct hint *h);

// A level from 1 to 4 in a language: one sentence or several; `names` are those of the seats.
void hint_text(const struct hint *h, unsigned level, const struct catalogue *messages,
               const char *const names[GAME_MAX_SEATS], struct text *t);

// The reasons alone, for showing them after level 3.
void hint_why(const struct hint *h, const struct catalogue *messages,
              const char *const names[GAME_MAX_SEATS], struct text *t);

// "lost" or "losing", and "longest", "points" or "try": stable ids. NULL while the position is
// open.
const char *hint_standing_id(const struct hint *h);
const char *hint_resists_id(const struct hint *h);

#endif
