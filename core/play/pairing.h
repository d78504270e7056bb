// SPDX-License-Identifier: MIT
// Who plays whom, from what has been played: pure functions on small tables, the same for every game. Players are numbered
// as the caller does. Points are counted in halves.
#ifndef ABAX_PLAY_PAIRING_H
#define ABAX_PLAY_PAIRING_H

#include <stdbool.h>
#include <stdint.h>

enum { PAIRING_MOST = 256, PAIRING_BYE = -1 };

struct pairing_player {
    int points;  // in halves
    int balance; // games at the first seat less games at the second
    int run;     // the last games at one seat: so many at the first, or, below 0, at the second
    bool had_bye;
    int last; // whom it played last, or -1
};

struct pairing {
    int first, second; // by seat; PAIRING_BYE as the second: the first has no opponent
};

// A round of a Swiss tournament. Players stand in order of their place. `met` is a table of count * count: how often two have
// met. In order of weight: nobody meets somebody again, where that is possible; the bye goes to the lowest who had none; points
// differ as little as possible; seats change and are balanced; in a group of equal points the upper half meets the lower one. Returns the number of pairs,
// the bye among them, the best first; -1 without memory.
int pairing_swiss(const struct pairing_player *players, int count, const uint8_t *met,
                  struct pairing *pairs);

// Those who are free in an arena, in order of their place. Nobody meets at once whom he met last, unless `again`; some may stay free.
int pairing_arena(const struct pairing_player *players, int count, bool again,
                  struct pairing *pairs);

// Round `round` (from 0) of all against all by the circle: with an odd number one has a bye. After every cycle of rounds
// the seats are the other way round.
int pairing_robin(int count, int round, struct pairing *pairs);
int pairing_robin_rounds(int count);

#endif
