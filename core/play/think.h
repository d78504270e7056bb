// SPDX-License-Identifier: MIT
// Thinking about a line of play for the seat to act, from what that seat may know. Open games go to the
// search in search/search.h; this is the one place where games with hidden parts get their own.
//
// A thinker owns the memory that thinking needs, allocated once. No clock is read here: whoever wants time
// limits hands one in.
#ifndef ABAX_PLAY_THINK_H
#define ABAX_PLAY_THINK_H

#include "play/solver.h"
#include "play/history.h"
#include "search/parallel.h"

// Microseconds since some moment; never goes back.
typedef uint64_t think_clock(void);

struct think_limits {
    struct search_limits search;
    uint64_t milliseconds; // stop then; 0: no limit
    bool no_certainty;     // ask neither book nor proof: weaker levels play what they see
    uint64_t enough;       // begin no further depth after so many milliseconds; 0: no limit
};

// Who watches: both may be NULL.
struct think_watch {
    bool (*stop)(void *to); // true: stop now
    void (*progress)(void *to, const struct search_report *report);
    void *to;
    bool (*ponders)(void *to); // while true, the time that is limited does not run; or NULL
};

struct thinker {
    struct search *searches[PARALLEL_MOST]; // one a thread
    unsigned threads;
    struct tt table;
    void *memory; // of the table
    size_t megabytes;
    bool clean;   // the memory is all zero
    bool touched; // all of the memory is there: the system has handed out its pages
    struct solver solver;
    think_clock *clock;                           // or NULL when no limit in time is ever given
    struct random random;                         // guesses at what is hidden
    struct hidden_belief beliefs[GAME_MAX_SEATS]; // of the last thinking about a game with secrets
    struct ismcts_memory ismcts; // of such a game, while its search lies in the table's memory

    // While thinking.
    struct think_limits limits;
    struct think_watch watch;
    uint64_t began;
    uint64_t counted; // from when time counts: later, when there was pondering
    uint64_t until;   // milliseconds since then at which to stop what is being done; 0: no limit
    bool had_enough;

    // While thinking with proofs.
    const struct history *history;
    enum solver_word known; // about the position, for the seat to act
    game_action known_action;
    bool denied; // the seat to act is known not to win
};

// False, with a sentence, when there is no memory. Release it with thinker_clear.
bool thinker_init(struct thinker *t, size_t megabytes, think_clock *clock, struct error *e);
void thinker_clear(struct thinker *t);

// Gives the table another size and empties it; on a fault the old table stays. The memory is only reserved: the system hands
// it out as searches touch it.
bool thinker_resize(struct thinker *t, size_t megabytes, struct error *e);

// Lets open games be searched by so many threads (at most PARALLEL_MOST); on a fault the number stays.
bool thinker_threads(struct thinker *t, unsigned threads, struct error *e);

// Forgets everything, as for a new game, so that equal seeds give equal choices.
void thinker_forget(struct thinker *t, uint64_t seed);

// Does now what the next search of the game would do before it can begin: takes all memory. So that no search whose time is
// limited pays for it. False, with a sentence, when there is too little.
bool thinker_ready(struct thinker *t, const struct game *g, struct error *e);

// Thinks about a line that is not over. The report has at least one line of at least one action. Unless certainty is
// declined, whatever the book or a proof knows is said in every line, how many lines are wanted or how deep, and no
// estimate contradicts it; a value of SEARCH_WON is then a win whose length nobody knows.
void think(struct thinker *t, const struct history *history, const struct think_limits *limits,
           const struct think_watch *watch, struct search_report *report);

// The same about one legal action: the report has one line, which begins with it. A depth counts from before the
// action, so that its value can be compared with what `think` found at that depth.
void think_about(struct thinker *t, const struct history *history, game_action action,
                 const struct think_limits *limits, const struct think_watch *watch,
                 struct search_report *report);

#endif
