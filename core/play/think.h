// SPDX-License-Identifier: MIT
// Searching a position of a game for the seat to act, from what that seat may know. Duels get
// alpha-beta (search/search.h), helped by the solver; all other games get ISMCTS (search/ismcts.h).
//
// A thinker owns the memory that searches need. It reads time only through a clock that the caller
// hands in.
#ifndef ABAX_PLAY_THINK_H
#define ABAX_PLAY_THINK_H

#include "play/solver.h"
#include "play/history.h"
#include "search/parallel.h"

// Microseconds since some moment. Monotonic.
typedef uint64_t think_clock(void);

struct think_limits {
    struct search_limits search;
    uint64_t milliseconds; // stop then; 0: no limit
    bool no_certainty;     // use neither book nor proof search: for weaker levels
    uint64_t enough;       // begin no iteration after this many milliseconds; 0: no limit
};

// Callbacks of the caller; each may be NULL.
struct think_watch {
    bool (*stop)(void *to); // true: stop now
    void (*progress)(void *to, const struct search_report *report);
    void *to;
    bool (*ponders)(void *to); // while true, time does not count
};

struct thinker {
    struct search *searches[PARALLEL_MOST]; // one per thread
    unsigned threads;
    struct tt table;
    void *memory; // of the table
    size_t megabytes;
    bool clean;   // the memory is all zero
    bool touched; // the system has committed all pages of the memory
    struct solver solver;
    think_clock *clock;                              // or NULL without time limits
    struct random random;                            // for determinizations
    struct imperfect_belief beliefs[GAME_MAX_SEATS]; // of the last ISMCTS search
    struct ismcts_memory ismcts; // of such a game, while its search lies in the table's memory

    // During a search.
    struct think_limits limits;
    struct think_watch watch;
    uint64_t began;
    uint64_t counted; // when time began to count: after pondering
    uint64_t until;   // when to stop the current part, in milliseconds since then; 0: never
    bool had_enough;

    // During a search with proofs.
    const struct history *history;
    enum solver_word known; // the position's proven value for the seat to act
    game_action known_action;
    bool denied; // the seat to act is known not to win
};

// False, with an error, without memory. Release with thinker_clear.
bool thinker_init(struct thinker *t, size_t megabytes, think_clock *clock, struct error *e);
void thinker_clear(struct thinker *t);

// Resizes and empties the table; on an error the old table stays. The memory is only reserved: the
// system commits it as searches touch it.
bool thinker_resize(struct thinker *t, size_t megabytes, struct error *e);

// Sets the number of threads for duels (at most PARALLEL_MOST); on an error it stays.
bool thinker_threads(struct thinker *t, unsigned threads, struct error *e);

// Clears everything for a new game, so that equal seeds give equal choices.
void thinker_forget(struct thinker *t, uint64_t seed);

// Commits all memory now, so that no search with a time limit pays for it. False, with an error,
// without memory.
bool thinker_ready(struct thinker *t, const struct game *g, struct error *e);

// Searches the current position of a game that is not over. The report has at least one line of at
// least one action. Unless `no_certainty` is set, every line agrees with the book and the proof
// search, with any number of lines and any depth, and no estimate contradicts them. SEARCH_WON is
// then a win of unknown length.
void think(struct thinker *t, const struct history *history, const struct think_limits *limits,
           const struct think_watch *watch, struct search_report *report);

// The same for one legal action: the report has one line, which begins with it. The depth counts
// from before the action, so that the value compares with what `think` reports at that depth.
void think_about(struct thinker *t, const struct history *history, game_action action,
                 const struct think_limits *limits, const struct think_watch *watch,
                 struct search_report *report);

#endif
