// SPDX-License-Identifier: MIT
// Practice with a game's puzzles at the terminal, whether it is drawn on a screen or told line by line: which puzzle comes, what was
// tried, the rating, and the file in which all of it is kept beside the games (tui/saves.h). The file is a list of attempts that
// only grows; what is due again and what counts follow from it. It is written whole or not at all.
#ifndef ABAX_TUI_DRILL_H
#define ABAX_TUI_DRILL_H

#include "coach/practice.h"
#include "coach/puzzlesolver.h"
#include "tui/saves.h"

enum { DRILL_MOST_ATTEMPTS = 50000, DRILL_SENTENCE = 2400 };

enum drill_mode {
    DRILL_RUN,    // rated: near the solver's rating, each puzzle once
    DRILL_STREAK, // harder and harder, until one is failed
    DRILL_STORM,  // as many as can be in three minutes
    DRILL_DAY,    // the day's
    DRILL_RETRY,  // those that were failed and are due
    DRILL_MODES
};

struct drill_attempt {
    unsigned number;
    enum drill_mode mode;
    bool first;  // of a streak or storm
    bool solved; // at the first try and without help
    int64_t day;
    unsigned rating; // of the solver behind it
};

// What is known of a puzzle.
struct drill_mark {
    bool tried;
    struct practice_again again;
};

struct drill {
    const struct game *game;
    struct puzzle_file file;
    const struct saves *saves;
    int64_t today;
    struct glicko solver;
    unsigned attempt_count;
    struct drill_attempt *attempts;
    unsigned puzzles; // of the file
    struct drill_mark *marks;
    unsigned *ratings;
    bool *done;       // not to come
    unsigned *themes; // of each puzzle, a bit for each

    // Of this sitting.
    enum drill_mode mode;
    uint64_t seed;
    unsigned begun, found, failed;
    bool *met; // puzzles that came already
    bool unsaved;
    struct error save_error; // why nothing is kept, or what was set aside: told once
};

// Opens the puzzles of a game and what is kept of them. False with a sentence when the game has none; a damaged file is set aside, which is
// news. Clear it in any case.
bool drill_open(struct drill *d, const struct game *g, const struct saves *saves, int64_t today,
                struct error *e);
void drill_clear(struct drill *d);

// Only puzzles with one of these themes, by their ids with commas between them. False with a sentence that names those that there are.
bool drill_only(struct drill *d, const char *themes, struct error *e);

// What there is to tell of the file, once.
bool drill_news(struct drill *d, struct error *e);

// The next puzzle of the mode, from 0; PRACTICE_NONE when there is none.
int drill_next(struct drill *d);
bool drill_read(const struct drill *d, unsigned number, struct puzzle *z, struct error *e);

// An attempt is over; its rating counts when it is the first at this puzzle, in a run or on the day. Kept at once.
void drill_finish(struct drill *d, unsigned number, bool solved);

// Figures of all attempts.
struct drill_sums {
    unsigned tried, solved; // puzzles, at the first attempt
    unsigned due, waiting;  // failed ones that are due, and that will be
    unsigned streak, storm; // the best
};
void drill_sum(const struct drill *d, struct drill_sums *sums);

// ---------------------------------------------------------------------------------------------
// In words, the same at the screen and line by line (drilltold.c)
// ---------------------------------------------------------------------------------------------

void drill_say_goal(const struct puzzle *z, const struct catalogue *words, struct text *t);

// "Red: jackal e2 to c2 (e2c2). Black: ..."
void drill_say_line(const struct game *g, const struct game_position *p, const game_action *actions,
                    unsigned count, const struct catalogue *words, struct text *t);

// What is wrong with an action: what is lost, the line that shows it, and reasons.
void drill_say_wrong(const struct puzzle_solver *s, game_action action, const struct refutation *r,
                     const struct catalogue *words, struct text *t);

// Length, rating and themes, and what it did to the solver's rating.
void drill_say_end(const struct drill *d, const struct puzzle_solver *s, unsigned number,
                   bool solved, unsigned before, const struct catalogue *words, struct text *t);

// When there is no puzzle, or the sitting is over.
void drill_say_over(const struct drill *d, const struct catalogue *words, struct text *t);

// The rating and the figures, as lines.
void drill_say_sums(const struct drill *d, const struct catalogue *words, struct text *t);

#endif
