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
};

// Lists the deals that agree with a view's public part, those of the view itself first, all with the same weight.
void deals_collect(struct deals *d, const struct game *g, const struct game_options *options,
                   const struct game_position *view);

// Weighs every deal by what is believed about each seat's secret, and adds no doubt.
void deals_weigh(struct deals *d, const double likely[GAME_MAX_SEATS][GAME_MAX_SECRETS]);

// Sums of weights for drawing, of all deals or of those with this secret of a seat (-1: of all).
struct deals_draw {
    double sums[DEALS_MOST];
};
void deals_draw_init(struct deals_draw *draw, const struct deals *d, int seat, int secret);
unsigned deals_draw(const struct deals_draw *draw, const struct deals *d, struct random *r);

#endif
