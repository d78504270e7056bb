// SPDX-License-Identifier: MIT
// The puzzle trainer of the terminal, at the screen and line by line: which puzzle comes next, the
// attempts, the rating, and the file that holds them beside the saved games (tui/saves.h). The file
// is a list of attempts that only grows; repetitions and ratings follow from it.
#ifndef ABAX_TUI_TRAINER_H
#define ABAX_TUI_TRAINER_H

#include "coach/practice.h"
#include "coach/puzzlesolver.h"
#include "tui/saves.h"

enum { TRAINER_MOST_ATTEMPTS = 50000, TRAINER_SENTENCE_BYTES = 2400 };

enum trainer_mode {
    TRAINER_RUN,    // rated: near the solver's rating, each puzzle once
    TRAINER_STREAK, // harder and harder, until one fails
    TRAINER_STORM,  // as many as possible in three minutes
    TRAINER_DAY,    // the puzzle of the day
    TRAINER_RETRY,  // failed ones that are due again
    TRAINER_MODES
};

struct trainer_attempt {
    unsigned number;
    enum trainer_mode mode;
    bool first;  // of a streak or storm
    bool solved; // at the first try and without help
    int64_t day;
    unsigned rating; // of the solver after it
};

// What the attempts say about a puzzle.
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
    unsigned puzzles; // in the file; the arrays below have one entry for each
    struct trainer_puzzle *known;
    unsigned *ratings;
    bool *done;       // left out by trainer_filter
    unsigned *themes; // a bit for each theme

    // Since it was opened.
    enum trainer_mode mode;
    uint64_t seed;
    unsigned begun, found, failed;
    bool *seen; // puzzles that came already
    bool unsaved;
    struct error save_error; // why nothing is saved, or what was set aside: reported once
};

// Opens the puzzles of a game and its saved attempts. False if the game has no puzzles; a damaged
// file of attempts is set aside, which is news. Clear it in any case.
bool trainer_open(struct trainer *trainer, const struct game *g, const struct saves *saves,
                  int64_t today, struct error *e);
void trainer_clear(struct trainer *trainer);

// Only puzzles with one of these themes: ids with commas between them. The error lists the themes
// that exist.
bool trainer_filter(struct trainer *trainer, const char *themes, struct error *e);

// Takes the news about the file; false if there are none.
bool trainer_news(struct trainer *trainer, struct error *e);

// The next puzzle of the mode, from 0; PRACTICE_NONE if there is none.
int trainer_next(struct trainer *trainer);

// Records and saves an attempt. It changes the rating if it is the first at this puzzle and the
// mode is rated.
void trainer_record(struct trainer *trainer, unsigned number, bool solved);

// A mistake ends a streak and, in a storm, the puzzle. A storm has a time limit.
bool trainer_ends_with_failure(const struct trainer *trainer);
bool trainer_time_is_up(const struct trainer *trainer, uint64_t milliseconds);

// Figures of all attempts.
struct trainer_totals {
    unsigned tried, solved; // puzzles; solved at the first attempt
    unsigned due, waiting;  // failed ones that are due again, and that will be
    unsigned streak, storm; // the best
};
void trainer_total(const struct trainer *trainer, struct trainer_totals *sums);

// ---------------------------------------------------------------------------------------------
// Sentences, the same at the screen and line by line (trainertext.c)
// ---------------------------------------------------------------------------------------------

void trainer_say_goal(const struct puzzle *z, const struct catalogue *messages, struct text *t);

// "Red: jackal e2 to c2 (e2c2). Black: ..."
void trainer_say_line(const struct game *g, const struct game_position *p,
                      const game_action *actions, unsigned count, const struct catalogue *messages,
                      struct text *t);

// Why an action is wrong: what it loses, the refutation, and reasons.
void trainer_say_wrong(const struct puzzle_solver *s, game_action action,
                       const struct refutation *r, const struct catalogue *messages,
                       struct text *t);

// The end of a run, or that there is no puzzle.
void trainer_say_over(const struct trainer *trainer, const struct catalogue *messages,
                      struct text *t);

// Rating and totals, as lines.
void trainer_say_totals(const struct trainer *trainer, const struct catalogue *messages,
                        struct text *t);

// ---------------------------------------------------------------------------------------------
// A puzzle that is being solved, at the screen or line by line
// ---------------------------------------------------------------------------------------------

struct puzzle_task {
    struct trainer *trainer;
    unsigned number;
    struct puzzle_solver solver;
    bool failed; // by a wrong action, or there was help
    bool recorded;
    unsigned hint_level; // index of the next hint
    unsigned before;     // the rating before the attempt
};

// Reads a puzzle and sets up the match up to its position. Clear the match only on success.
bool puzzle_task_begin(struct puzzle_task *a, struct trainer *trainer, unsigned number,
                       struct match *m, struct error *e);

// Records the attempt; only the first call counts.
void puzzle_task_record(struct puzzle_task *a, bool solved);

// Before another puzzle: one that was begun counts as failed unless it is solved.
void puzzle_task_leave(struct puzzle_task *a);

// Adds the next hint: an area, then the action, then why. With help the attempt has failed.
void puzzle_task_hint(struct puzzle_task *a, const struct history *history,
                      const struct catalogue *words, struct text *t);

// Adds length, rating and themes, and the change of the solver's rating.
void puzzle_task_say_end(const struct puzzle_task *a, const struct catalogue *words,
                         struct text *t);

#endif
