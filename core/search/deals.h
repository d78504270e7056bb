// SPDX-License-Identifier: MIT
// The deals that everybody must reckon with: every way in which the secrets may lie by what all can see, each with how likely it
// is. Small games have few, so they are listed once and then known by their number.
#ifndef ABAX_SEARCH_DEALS_H
#define ABAX_SEARCH_DEALS_H

#include "search/secrets.h"

enum { DEALS_MOST = 64 }; // a set of deals is a word; of more, a random part is listed

struct deals {
    unsigned count;
    int seats;
    struct game_position at[DEALS_MOST];
    uint8_t secret[DEALS_MOST][GAME_MAX_SEATS];
    double weight[DEALS_MOST];
    uint64_t alive; // the set of those that can still be
};

// Lists the deals that agree with a view's public part, those of the view itself first, all with the same weight.
void deals_collect(struct deals *d, const struct game *g, const struct game_options *options,
                   const struct game_position *view);

// Whether two views, which are not over, are the same.
bool deals_look_alike(const struct game *g, const struct game_position *one,
                      const struct game_position *other);

// Plays an action in all deals that can still be; those that it ends, or that then look otherwise to everybody than `seen`, cannot
// be any more.
void deals_advance(struct deals *d, const struct game *g, game_action action,
                   const struct game_position *seen);

// Sums of weights for drawing, of all deals or of those with this secret of a seat (-1: of all).
struct deals_draw {
    double sums[DEALS_MOST];
};
void deals_draw_init(struct deals_draw *draw, const struct deals *d, int seat, int secret);
unsigned deals_draw(const struct deals_draw *draw, const struct deals *d, struct random *r);

#endif
