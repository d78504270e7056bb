// SPDX-License-Identifier: MIT
// Determinizations, "deals" for short: the complete positions that agree with a view, each with its
// probability. Games here have few, so they are listed once and known by their index from then on.
#ifndef ABAX_SEARCH_DETERMINIZE_H
#define ABAX_SEARCH_DETERMINIZE_H

#include "search/imperfect.h"

// So that a set of determinizations is one word. If there are more, a random part of them is
// listed.
enum { DETERMINIZATIONS_MAX = 64 };

struct determinizations {
    unsigned count;
    int seats;
    struct game_position at[DETERMINIZATIONS_MAX];
    uint8_t secret[DETERMINIZATIONS_MAX][GAME_MAX_SEATS];
    double weight[DETERMINIZATIONS_MAX];
    uint64_t alive; // the set of determinizations that are still possible
};

// Lists the determinizations of a view's public part, first those of the view itself. All weights
// are 1.
void determinize_all(struct determinizations *d, const struct game *g,
                     const struct game_options *options, const struct game_position *view);

// Whether two views, of games that are not over, are the same.
bool determinize_same_view(const struct game *g, const struct game_position *one,
                           const struct game_position *other);

// Plays an action in all determinizations that are still possible. Drops those that it ends and
// those whose public view is then not `seen`.
void determinize_advance(struct determinizations *d, const struct game *g, game_action action,
                         const struct game_position *seen);

// Cumulative weights for sampling, of the determinizations in which `seat` holds `secret` (-1: of
// all determinizations).
struct determinize_sampler {
    double sums[DETERMINIZATIONS_MAX];
};
void determinize_sampler_init(struct determinize_sampler *sampler, const struct determinizations *d,
                              int seat, int secret);
unsigned determinize_sample(const struct determinize_sampler *sampler,
                            const struct determinizations *d, struct random *r);

#endif
