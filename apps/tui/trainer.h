// SPDX-License-Identifier: MIT
// Practice with a game's puzzles at the terminal, whether it is drawn on a screen or told line by line: which puzzle comes, what was
// tried, the rating, and the file in which all of it is kept beside the games (tui/saves.h). The file is a list of attempts that
// only grows; what is due again and what counts follow from it. It is written whole or not at all.
#ifndef ABAX_TUI_TRAINER_H
#define ABAX_TUI_TRAINER_H

#include "coach/practice.h"
#include "coach/puzzlesolver.h"
#include "tui/saves.h"

enum { TRAINER_MOST_ATTEMPTS = 50000, TRAINER_SENTENCE_BYTES = 2400 };

enum trainer_mode {
    TRAINER_RUN,    // rated: near the solver's rating, each puzzle once
    TRAINER_STREAK, // harder and harder, until one is failed
    TRAINER_STORM,  // as many as can be in three minutes
    TRAINER_DAY,    // the day's
    TRAINER_RETRY,  // those that were failed and are due
    TRAINER_MODES
};

struct trainer_attempt {
    unsigned number;
    enum trainer_mode mode;
    bool first;  // of a streak or storm
    bool solved; // at the first try and without help
    int64_t day;
    unsigned rating; // of the solver behind it
};

// What is known of a puzzle.
struct trainer_puzzle {
    bool tried;
    struct practice_again again;
};

struct trainer {
    const struct game *game;
    struct puzzle_file file;
    const struct saves *saves;
    int64_t today;
    struct glicko solver;
    unsigned attempt_count;
    struct trainer_attempt *attempts;
    unsigned puzzles; // of the file
    struct trainer_puzzle *known;
    unsigned *ratings;
    bool *done;       // not to come
    unsigned *themes; // of each puzzle, a bit for each

    // Of this sitting.
    enum trainer_mode mode;
    uint64_t seed;
    unsigned begun, found, failed;
    bool *seen; // puzzles that came already
    bool unsaved;
    struct error save_error; // why nothing is kept, or what was set aside: told once
};

// Opens the puzzles of a game and what is kept of them. False with a sentence when the game has none; a damaged file is set aside, which is
// news. Clear it in any case.
bool trainer_open(struct trainer *trainer, const struct game *g, const struct saves *saves,
                  int64_t today, struct error *e);
void trainer_clear(struct trainer *trainer);

// Only puzzles with one of these themes, by their ids with commas between them. False with a sentence that names those that there are.
bool trainer_filter(struct trainer *trainer, const char *themes, struct error *e);

// What there is to tell of the file, once.
bool trainer_news(struct trainer *trainer, struct error *e);

// The next puzzle of the mode, from 0; PRACTICE_NONE when there is none.
int trainer_next(struct trainer *trainer);
bool trainer_read_puzzle(const struct trainer *trainer, unsigned number, struct puzzle *z,
                         struct error *e);

// An attempt is over; its rating counts when it is the first at this puzzle, in a run or on the day. Kept at once.
void trainer_record(struct trainer *trainer, unsigned number, bool solved);

// Figures of all attempts.
struct trainer_totals {
    unsigned tried, solved; // puzzles, at the first attempt
    unsigned due, waiting;  // failed ones that are due, and that will be
    unsigned streak, storm; // the best
};
void trainer_total(const struct trainer *trainer, struct trainer_totals *sums);

// ---------------------------------------------------------------------------------------------
// In words, the same at the screen and line by line (trainertext.c)
// ---------------------------------------------------------------------------------------------

void trainer_say_goal(const struct puzzle *z, const struct catalogue *words, struct text *t);

// "Red: jackal e2 to c2 (e2c2). Black: ..."
void trainer_say_line(const struct game *g, const struct game_position *p,
                      const game_action *actions, unsigned count, const struct catalogue *words,
                      struct text *t);

// What is wrong with an action: what is lost, the line that shows it, and reasons.
void trainer_say_wrong(const struct puzzle_solver *s, game_action action, const struct refutation *r,
                       const struct catalogue *words, struct text *t);

// Length, rating and themes, and what it did to the solver's rating.
void trainer_say_end(const struct trainer *trainer, const struct puzzle_solver *s, unsigned number,
                   bool solved, unsigned before, const struct catalogue *words, struct text *t);

// When there is no puzzle, or the sitting is over.
void trainer_say_over(const struct trainer *trainer, const struct catalogue *words, struct text *t);

// The rating and the figures, as lines.
void trainer_say_totals(const struct trainer *trainer, const struct catalogue *words,
                        struct text *t);

#endif
