// SPDX-License-Identifier: MIT
// A session: one game behind a text API, driven by play/driver.h: words in, JSON out. The page
// calls it inside the WebAssembly module, other programs through `abax session`. docs/session.md
// lists the calls and their answers.
#ifndef ABAX_PROTOCOL_SESSION_H
#define ABAX_PROTOCOL_SESSION_H

#include "base/output.h"
#include "coach/puzzlesolver.h"
#include "play/driver.h"
#include "play/journal.h"
#include "protocol/seen.h"

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
    uint64_t now;  // milliseconds, as the caller said last
    int viewpoint; // whose view is shown: a seat, GAME_PUBLIC, or SESSION_TO_ACT
    struct seen seen;
    struct journal journal; // of the entries that it followed
    bool follows;           // it may go on with one more entry

    // The puzzle that is being solved; the match follows it.
    enum session_puzzle puzzle;
    struct puzzle_solver solver;
    game_action tried; // where it was wrong
    bool refuted;      // its refutation is known
    struct refutation refutation;
};

enum { SESSION_TO_ACT = -2 };

// The engine uses the host's clock and stop.
void session_init(struct session *s, const struct command_host *host);
void session_clear(struct session *s);

// Answers one call with one JSON object. A call that fails changes and writes nothing.
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

// Calls (sessiongame.c, sessionengine.c). One that fails has changed nothing.
bool session_new(struct session *s, const struct session_call *c);
bool session_follow(struct session *s, const struct session_call *c);
bool session_setup(struct session *s, const struct session_call *c);
bool session_entry(struct session *s, const struct session_call *c);
bool session_step(struct session *s, const struct session_call *c);
bool session_choose(struct session *s, const struct session_call *c);
bool session_hint(struct session *s, const struct session_call *c);
bool session_judge(struct session *s, const struct session_call *c);
bool session_stats(struct session *s, const struct session_call *c); // stats.c
bool session_moves(struct session *s, const struct session_call *c);
bool session_look(struct session *s, const struct session_call *c);
struct think_watch session_watch(const struct session *s); // stops when the host says so
bool session_explore(struct session *s, const struct session_call *c); // explore.c

// A call as a row. A function that fails has changed nothing.
struct session_row {
    const char *name;
    unsigned least, most;
    // Nothing; a match; a match that is no puzzle; a puzzle.
    enum { CALL_FREE, CALL_MATCH, CALL_NO_PUZZLE, CALL_PUZZLE } needs;
    bool (*run)(struct session *s, const struct session_call *c);
};

// The calls for studying, which the small module leaves out (sessionpuzzle.c).
extern const struct session_row session_study_rows[];
extern const unsigned session_study_row_count;

// Puzzles (sessionpuzzle.c, sessionpractice.c).
bool session_puzzle_hint(struct session *s, const struct session_call *c);
bool session_puzzles(struct session *s, const struct session_call *c);
bool session_practice(struct session *s, const struct session_call *c);
void session_end_puzzle(struct session *s); // another game has begun
struct json_writer;
void session_puzzle_json(const struct session *s, struct json_writer *j);
void session_themes_json(const struct puzzle *z, struct json_writer *j);

// The answer after most calls: the state, or what has changed in it (update.c). `touched`: the
// answer to a touch, or TOUCHES_NONE.
bool session_answer(struct session *s, const struct session_call *c);
bool session_answer_touch(struct session *s, int touched, const struct session_call *c);
bool session_events(struct session *s, const struct session_call *c);
bool session_snapshot(struct session *s, const struct session_call *c);

// Writes how a scene differs from the one of the state, as the member "change" (update.c).
struct scene;
void session_look_json(const struct session *s, const struct scene *scene, struct json_writer *j);

// The match as a record, and a match from one (sessiongame.c).
bool session_record(const struct session *s, const char *const *words, unsigned count,
                    struct output *out, struct error *e);
bool session_load(const char *record, struct match *m, struct series *series, struct error *e);

#endif
