// SPDX-License-Identifier: MIT
// How a tournament stands, and why one is before the other. Points are counted in halves (of an
// arena: as they are), sums of products of points in quarters, so that nothing is rounded.
//
// Swiss: points, Buchholz, direct encounter, Sonneborn-Berger, wins. All against all and leagues:
// points, direct encounter, Sonneborn-Berger, wins. Arena: points, wins, fewer games. Ladder: its
// order. Who is equal in all of it shares a place.
//
//   Buchholz          the points of all opponents, each as often as one met him; a round without an opponent counts one's own points
//   direct encounter  the points that those who are still equal made against each other, if each has met each of the others
//   Sonneborn-Berger  the points of those whom one beat, and half the points of those with whom one drew
#ifndef ABAX_SERVER_TOURNAMENT_STANDINGS_H
#define ABAX_SERVER_TOURNAMENT_STANDINGS_H

#include "server/tournament/tournament.h"

struct standing {
    int player;
    int place;            // from 1
    int points;           // halves; of an arena whole ones
    int buchholz, direct; // halves
    int berger;           // quarters
    int wins, draws, losses, byes;
    int run; // arena: wins in a row just now
};

// All players, the best first; room for m->player_count.
void standings_make(const struct tournament *m, struct standing *list);

#endif
