// SPDX-License-Identifier: MIT
// What is asked of a search by trials, and what is believed about the secrets.
#ifndef ABAX_SEARCH_SECRETS_H
#define ABAX_SEARCH_SECRETS_H

#include "game/game.h"

// One action of the past as everybody saw it.
struct hidden_past {
    struct game_position before; // the public view
    game_action action;
};

struct hidden_report;
struct hidden_memory; // search/hidden.h

struct hidden_task {
    const struct game *game;
    const struct game_options *options;
    const struct game_position
        *view; // of `seat`, which is to act; or less, then it is asked what such a seat would play
    int seat;
    const struct hidden_past *past; // may be NULL
    unsigned past_count;
    uint64_t trials; // 0: until `poll` says stop
    uint64_t
        effort; // so many trials there is about time for: what is solved instead may take as long
    const game_action
        *first; // what we play now, to find out what it is worth; NULL: the search chooses
    uint64_t seed;
    struct hidden_memory *memory; // of the last task of this game, brought up to date; or NULL
    bool (*poll)(void *to);       // asked every 256 trials; true: stop
    void (*progress)(void *to, const struct hidden_report *report); // whenever they double; or NULL
    void *to;
};

// What is believed about a seat: a chance in thousandths for each secret it may have.
struct hidden_belief {
    int thousandths[GAME_MAX_SECRETS];
};

struct hidden_choice {
    game_action action;
    uint64_t visits;
    unsigned
        share;  // in millionths, with which a solution draws it; all 0: the first is always chosen
    int chance; // of our winning after it, in thousandths; a draw counts half
    int margin; // our points less those of the best other team at the end, in tenths, on average over
        // the trials; like the chance it is a little too good: by half a point where it was measured
};

struct hidden_report {
    uint64_t trials;
    unsigned count; // legal actions, most visited first
    struct hidden_choice choices[GAME_MAX_ACTIONS];
    struct hidden_belief beliefs[GAME_MAX_SEATS];
};

// Sorts the choices of a report, most visited first.
void secrets_sort(struct hidden_report *report);

#endif
