// SPDX-License-Identifier: MIT
// The Universal Game Interface: lines in, lines out (docs/protocol.md). A session keeps the game, the
// options and the position, and answers every line at once. Work that takes time, a search or a perft, is
// a job that it hands to its host, who runs it beside the session.
#ifndef ABAX_PROTOCOL_UGI_H
#define ABAX_PROTOCOL_UGI_H

#include "play/think.h"
#include "base/output.h"

enum { UGI_ANSWER_BYTES = 1 << 16 };

// A search, or a perft when `perft` is not 0. The line stays as it is while the job runs.
struct ugi_job {
    const struct history *history;
    unsigned perft;
    bool infinite; // the answer waits for `stop`
    bool fresh;    // forget earlier games first
    size_t megabytes;
    unsigned threads;
    uint64_t seed;
    struct think_limits limits;
};

// Who runs jobs. `out` takes whole lines, from the session and from jobs at the same time.
struct ugi_host {
    struct output out;
    void (*start)(void *to, const struct ugi_job *job);
    void (*stop)(void *to);
    // Whether no job runs. One that was told to stop is waited for; that takes a moment only.
    bool (*idle)(void *to);
    void *to;
};

struct ugi {
    const struct ugi_host *host;
    const struct game *game;
    struct game_options options;
    struct history history;
    uint64_t seed, megabytes, threads, lines;
    bool fresh; // a new game began since the last search
    bool quit;
};

void ugi_init(struct ugi *u, const struct ugi_host *host, const struct game *g,
              const struct game_options *options);
void ugi_clear(struct ugi *u);

// Answers one line, which is taken apart in place. After `quit`, u->quit is true.
void ugi_line(struct ugi *u, char *line);

// Runs a job to its end and prints what it finds on the way. The last line, which ends the job for whoever
// reads along, goes to `last`: the host prints it when the session may start the next job, and after an
// infinite search not before it was told to stop.
void ugi_work(const struct ugi_job *job, struct thinker *t, bool (*stop)(void *to), void *to,
              struct output *out, struct text *last);

// Inside: reads and sets options.
void ugi_list_options(const struct ugi *u, struct output *out);
bool ugi_set_option(struct ugi *u, const char *name, const char *value, struct error *e);

// Inside: back to the start position.
void ugi_restart(struct ugi *u);

#endif
