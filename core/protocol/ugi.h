// SPDX-License-Identifier: MIT
// The Universal Game Interface: lines in, lines out (docs/protocol.md). It plays through a driver,
// as every front end does, and answers every line at once. Work that takes time, a search or a
// perft, is a job for its host, which runs it in parallel.
//
// An engine does not use these parts of the driver: computers at seats (each `go` has its own
// limits, so the driver's helper thinks, with the same books, proofs and memory through a game),
// the match's clocks (the referee keeps them and sends them with `go`), touches, and series.
#ifndef ABAX_PROTOCOL_UGI_H
#define ABAX_PROTOCOL_UGI_H

#include "base/output.h"
#include "play/driver.h"

enum { UGI_ANSWER_BYTES = 1 << 16 };

// A search, or a perft when `perft` is not 0. The line stays as it is while the job runs, and the
// thinker is the job's.
struct ugi_job {
    const struct history *history;
    struct thinker *thinker; // of a search
    unsigned perft;
    bool infinite; // the answer waits for `stop`
    bool ponders;  // it and the clock wait for `ponderhit`, or for `stop`
    size_t megabytes;
    unsigned threads;
    struct think_limits limits;
};

// Who runs jobs. `out` takes whole lines, from the session and from jobs at the same time.
struct ugi_host {
    struct output out;
    void (*start)(void *to, const struct ugi_job *job);
    void (*stop)(void *to);
    // The expected move was made: a job that ponders goes on as one that does not. False when none
    // does.
    bool (*ponderhit)(void *to);
    // Whether no job runs. Waits for a job that was asked to stop, which takes a moment.
    bool (*idle)(void *to);
    void *to;
};

struct ugi {
    const struct ugi_host *host;
    struct match_setup setup; // of a new game
    struct driver driver;     // the game as it stands
    uint64_t megabytes, threads, lines;
    game_action only[GAME_MAX_ACTIONS]; // of the last `go searchmoves`
    bool quit;
};

// Begins with the start of a game. `clock` measures searches.
bool ugi_init(struct ugi *u, const struct ugi_host *host, think_clock *clock, const struct game *g,
              const struct game_options *options, struct error *e);
void ugi_clear(struct ugi *u);

// Answers one line, which is taken apart in place. After `quit`, u->quit is true.
void ugi_line(struct ugi *u, char *line);

// Runs a job to its end and prints what it finds on the way. The last line, which tells the reader
// that the job ended, goes to `last`: the host prints it when the session may start the next job,
// and after an infinite search only after `stop`. `ponders` says whether pondering still goes on.
void ugi_work(const struct ugi_job *job, bool (*stop)(void *to), bool (*ponders)(void *to),
              void *to, struct output *out, struct text *last);

// Inside: reads and sets options.
void ugi_list_options(const struct ugi *u, struct output *out);
bool ugi_set_option(struct ugi *u, const char *name, const char *value, struct error *e);

// Inside: gives a thinker its threads and its table, when it has others. On failure it keeps what
// it had.
bool ugi_prepare(struct thinker *t, unsigned threads, size_t megabytes, struct error *e);

// Inside: a new game, by this setup. Searches forget the one before.
bool ugi_begin(struct ugi *u, const struct match_setup *setup, struct error *e);

#endif
