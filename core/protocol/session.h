// SPDX-License-Identifier: MIT
// One game at a text door, driven by play/driver.h: words in, JSON out. The page talks to it inside the WebAssembly module, other
// programs through `abax session`. docs/session.md lists the calls and what they answer.
#ifndef ABAX_PROTOCOL_SESSION_H
#define ABAX_PROTOCOL_SESSION_H

#include "base/output.h"
#include "coach/puzzlesolver.h"
#include "play/driver.h"

struct command_host;

// Whether there is a puzzle, and what became of the last action that was tried.
enum session_puzzle {
    SESSION_NO_PUZZLE,
    SESSION_ASKED, // nothing was tried yet
    SESSION_RIGHT,
    SESSION_WRONG,
    SESSION_SOLVED,
    SESSION_SHOWN, // given up
};

struct session {
    struct driver driver;
    const struct command_host *host;
    uint64_t now; // milliseconds, as the caller said last
    int eyes;     // whose view is shown: a seat, GAME_PUBLIC, or SESSION_TO_ACT

    // Of a puzzle that is being solved; the match follows it.
    enum session_puzzle puzzle;
    struct puzzle_solver solver;
    game_action tried; // where it was wrong
    bool refuted;      // the next is known of it
    struct refutation refutation;
};

enum { SESSION_TO_ACT = -2 };

// The host's clock and stop are for thinking.
void session_init(struct session *s, const struct command_host *host);
void session_clear(struct session *s);

// Answers one call with one JSON object. A fault leaves everything as it was and writes nothing.
bool session_call(struct session *s, const char *const *words, unsigned count, struct output *out,
                  struct error *e);

// ---------------------------------------------------------------------------------------------
// Between the files of the session
// ---------------------------------------------------------------------------------------------

// The words after a call's name.
struct session_call {
    const char *const *words;
    unsigned count;
    struct output *out;
    struct error *e;
};

// Calls (sessionsetup.c, sessionthink.c). One that fails has changed nothing.
bool session_new(struct session *s, const struct session_call *c);
bool session_follow(struct session *s, const struct session_call *c);
bool session_setup(struct session *s, const struct session_call *c);
bool session_step(struct session *s, const struct session_call *c);
bool session_hint(struct session *s, const struct session_call *c);
bool session_judge(struct session *s, const struct session_call *c);
bool session_stats(struct session *s, const struct session_call *c); // stats.c
bool session_moves(struct session *s, const struct session_call *c);
bool session_look(struct session *s, const struct session_call *c);
bool session_explore(struct session *s, const struct session_call *c); // explore.c

// A call as a row. A function that fails has changed nothing.
struct session_row {
    const char *name;
    unsigned least, most;
    enum {
        CALL_FREE,
        CALL_MATCH,
        CALL_NO_PUZZLE,
        CALL_PUZZLE
    } needs; // a match, one that is no puzzle, a puzzle
    bool (*run)(struct session *s, const struct session_call *c);
};

// Calls that nobody makes at a table (sessionlater.c).
extern const struct session_row session_later_rows[];
extern const unsigned session_later_row_count;

// Puzzles (sessionpuzzle.c, sessionpractice.c).
bool session_puzzle(struct session *s, const struct session_call *c);
bool session_try(struct session *s, const struct session_call *c);
bool session_refute(struct session *s, const struct session_call *c);
bool session_reveal(struct session *s, const struct session_call *c);
bool session_puzzle_hint(struct session *s, const struct session_call *c);
bool session_puzzles(struct session *s, const struct session_call *c);
bool session_practice(struct session *s, const struct session_call *c);
void session_end_puzzle(struct session *s); // another game has begun
struct json_writer;
void session_puzzle_json(const struct session *s, struct json_writer *j);
void session_themes_json(const struct puzzle *z, struct json_writer *j);

// The answer after most calls: the state (sessionstate.c). `touched` is the answer of touch_spot, or -1.
bool session_answer(struct session *s, const struct session_call *c);
void session_state(const struct session *s, int touched, struct output *out);

// Whose view is shown: a seat or GAME_PUBLIC.
int session_eyes(const struct session *s);

// The match as a record, and a match from one (sessionsave.c).
bool session_record(const struct session *s, const char *const *words, unsigned count,
                    struct output *out, struct error *e);
bool session_load(const char *record, struct match *m, struct series *series, struct error *e);

#endif
