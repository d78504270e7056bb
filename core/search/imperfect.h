// SPDX-License-Identifier: MIT
// What imperfect-information searches (ISMCTS, CFR) share: their task, their report, and beliefs.
#ifndef ABAX_SEARCH_IMPERFECT_H
#define ABAX_SEARCH_IMPERFECT_H

#include "game/game.h"

// One action of the past as everybody saw it.
struct imperfect_past {
    struct game_position before; // the public view
    game_action action;
};

struct imperfect_report;
struct ismcts_memory; // search/ismcts.h

struct imperfect_task {
    const struct game *game;
    const struct game_options *options;
    // The view of `seat`, which is to act. A view with less than that asks what a seat would play
    // that knows no more.
    const struct game_position *view;
    int seat;
    const struct imperfect_past *past; // may be NULL
    unsigned past_count;
    uint64_t simulations; // 0: until `poll` says stop
    uint64_t budget;      // simulations that time allows: bounds the work of the endgame solver
    const game_action *forced; // play this at the root, to learn its value; NULL: free choice
    uint64_t seed;
    struct ismcts_memory *memory; // of the last task of this game, brought up to date; or NULL
    bool (*poll)(void *to);       // every 256 simulations; true: stop
    // After every doubling of the simulations; or NULL.
    void (*progress)(void *to, const struct imperfect_report *report);
    void *to;
};

// The belief about one seat: the probability of each secret, in thousandths.
struct imperfect_belief {
    int thousandths[GAME_MAX_SECRETS];
};

struct imperfect_choice {
    game_action action;
    uint64_t visits;
    // The probability with which a mixed strategy plays it, in millionths. All 0: the first choice
    // is always played.
    unsigned share;
    int chance; // win probability after it, in thousandths; a draw counts half
    // Our points less those of the best other team at the end, in tenths, averaged over the
    // simulations. A little too good, like `chance`: by half a point where it was measured.
    int margin;
};

struct imperfect_report {
    uint64_t simulations;
    unsigned count; // legal actions, most visited first
    struct imperfect_choice choices[GAME_MAX_ACTIONS];
    struct imperfect_belief beliefs[GAME_MAX_SEATS];
};

// Sorts the choices of a report, most visited first.
void imperfect_sort_choices(struct imperfect_report *report);

#endif
