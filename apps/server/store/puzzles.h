// SPDX-License-Identifier: MIT
// Attempts of accounts at puzzles, as they are stored: what each tried and how it ended, how strong
// solvers and puzzles are, and how long solvers have gone without an error. Included by store.h.
//
// A puzzle counts once for an account: of all its attempts at it the first may be rated, and the
// database has room for no second. Of a game an account has one attempt open at most. One that is
// rated or a day's stays until it is over; any other makes room for the next and has failed, as has
// a day's for that of a later day. Day by day the day's puzzle may be tried as well, even if it is
// known: that counts for the list of the day, not for a rating.
//
// How strong somebody is after an attempt is computed inside the transaction, by a function that
// comes with the write: attempts of all processes take effect one behind the other, each together
// with its ratings.
#ifndef ABAX_SERVER_STORE_PUZZLES_H
#define ABAX_SERVER_STORE_PUZZLES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

struct store;

enum {
    PUZZLES_NAME = 32,
    PUZZLES_GAME = 48,
    PUZZLES_ACTIONS = 400, // texts of actions with blanks between, and the terminator
    PUZZLES_LIST = 50,     // rows of a list at most
};

struct store_attempt {
    int64_t account;
    char game[PUZZLES_GAME];
    unsigned puzzle;               // its number in the game's file
    unsigned day;                  // since 1970, when it was the day's puzzle; 0: it was not
    bool rated;                    // the first at this puzzle; of one that begins: it may be
    int64_t began, ended;          // 0: it goes on
    bool solved;                   // then
    char actions[PUZZLES_ACTIONS]; // what was played
    double former, rating;         // of the solver, before and after; 0: nothing changed
};

// Of a solver or a puzzle. With no attempts nothing else is known.
struct puzzle_rating {
    double rating, deviation, volatility;
    unsigned attempts, solved; // rated ones
    int64_t changed;
};

// Rates an attempt that has ended. Where something has no attempts yet, it says how that begins.
typedef void puzzle_rate(const struct store_attempt *a, struct puzzle_rating *solver,
                         struct puzzle_rating *puzzle);

// An account at the puzzles of a game; with an empty name of a game: of all, in which only the days
// count.
struct store_solver {
    int64_t account;
    char name[PUZZLES_NAME]; // of the account, when read
    char game[PUZZLES_GAME];
    struct puzzle_rating rating;
    unsigned streak, best;    // rated ones that were solved without an error between, now and ever
    unsigned day;             // the last one whose puzzle was solved
    unsigned days, best_days; // in a row up to it, and ever
};

// The write STORE_PUZZLE of store.h.
//
// To begin: `attempt` has account, game, puzzle, day, rated and began.
//   STORE_DONE          it is begun; `left`, if it has an account, was open and has failed by that
//   STORE_ATTEMPT_OPEN  it was begun before and is still open
//   STORE_TAKEN         it counts no second time; or, if `left` has an account, that one stays open
// To end: `attempt` has account, game, puzzle, day, ended, solved and actions.
//   STORE_DONE          it is ended
//   STORE_ATTEMPT_ENDED it had ended before: nothing changes
//   STORE_MISSING       it was never begun
// `now`, `solver` and, at the end, `puzzle` are filled in with what is stored then.
struct store_puzzle {
    bool end;
    struct store_attempt attempt;
    puzzle_rate *rate;
    struct store_attempt now, left;
    struct store_solver solver;
    struct puzzle_rating puzzle;
};

// An account's attempt at a puzzle on a day (0: none), and the one that is open in a game: with a
// day in `like` that of a day, whichever, otherwise the other.
bool store_attempt(struct store *s, const struct store_attempt *key, struct store_attempt *attempt,
                   bool *found, struct error *e);
bool store_open_attempt(struct store *s, const struct store_attempt *like,
                        struct store_attempt *attempt, bool *found, struct error *e);

// An account's attempts, begun before `before`: newest first, at most PUZZLES_LIST.
bool store_attempts(struct store *s, int64_t account, int64_t before, struct store_attempt *list,
                    unsigned *count, struct error *e);

// Numbers of the puzzles of a game that an account has tried; the caller frees them.
bool store_tried(struct store *s, int64_t account, const char *game, unsigned **puzzles,
                 unsigned *count, struct error *e);

bool store_solver(struct store *s, int64_t account, const char *game, struct store_solver *solver,
                  bool *found, struct error *e);
bool store_puzzle_rating(struct store *s, const char *game, unsigned puzzle,
                         struct puzzle_rating *rating, bool *found, struct error *e);

// How many have tried a day's puzzle to an end and solved it, and the names of the first who did,
// in order; at most PUZZLES_LIST.
struct puzzle_day {
    unsigned tried, solved;
    unsigned count;
    char names[PUZZLES_LIST][PUZZLES_NAME];
};
bool store_puzzle_day(struct store *s, const char *game, unsigned day, struct puzzle_day *list,
                      struct error *e);

// The longest that run in a game, and the longest rows of days that have not been broken by `day`.
// At most PUZZLES_LIST.
bool store_streaks(struct store *s, const char *game, struct store_solver *list, unsigned *count,
                   struct error *e);
bool store_day_streaks(struct store *s, const char *game, unsigned day, struct store_solver *list,
                       unsigned *count, struct error *e);

#endif
