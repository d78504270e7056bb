// SPDX-License-Identifier: MIT
// What the files of `abax solve` share.
#ifndef ABAX_CLI_SOLVE_H
#define ABAX_CLI_SOLVE_H

#include "cli/cli.h"
#include "search/proof.h"

enum { SOLVE_MAX_LINE = 64 };

// What the options of `abax solve` say.
struct solve_options {
    uint64_t memory, patience;      // megabytes; seconds, 0: no limit
    const char *certificate, *book; // files, or NULL
    bool search;                    // ask no book
};

// One question and what was found out.
struct solve {
    const struct arguments *arguments;
    const struct solve_options *chosen;
    const struct history *history;
    double began, reported; // seconds on the clock
    void *memory;           // all zero
    size_t bytes;
    bool large; // large pages have been asked for

    bool proven;
    bool known; // from the book
    int winner; // a seat, or -1: a draw, or
    int denied; // the one seat that was asked about and cannot force a win; otherwise -1
    int margin; // in games with scores, when the search finds it; otherwise 0
    uint64_t nodes;
    unsigned length; // of a line of best play, as far as it is known
    game_action actions[SOLVE_MAX_LINE];
};

// By proof-number search. `abax-lab` writes certificate and book as well, if they are wanted.
bool solve_by_proof(struct solve *s, struct error *e);

// Whether the time is over. Now and then a line of progress goes to standard error: nodes, then
// `words`.
bool solve_poll(struct solve *s, uint64_t nodes, const char *words);

// Both questions of a proof, and what the search needs.
struct solve_proof {
    struct solve *solve;
    struct proof *proof;
    struct proof_table table;
    struct proof_task task[2];
    struct proof_report report[2];
    const struct proof_share *share; // or NULL
};

#endif
