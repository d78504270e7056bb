// SPDX-License-Identifier: MIT
// Tournament pairing: pure functions on small tables. Players have the caller's numbers. Points are
// counted in halves.
#ifndef ABAX_PLAY_PAIRING_H
#define ABAX_PLAY_PAIRING_H

#include <stdbool.h>
#include <stdint.h>

enum { PAIRING_MOST = 256, PAIRING_BYE = -1 };

struct pairing_player {
    int points;  // in halves
    int balance; // games at the first seat less games at the second
    int run;     // of the last games in one seat: positive in the first, negative in the second
    bool had_bye;
    int last; // the last opponent, or -1
};

struct pairing {
    int first, second; // by seat; PAIRING_BYE as the second: the first has no opponent
};

// Pairs a Swiss round. Players come in order of their standing. `met` is a matrix of count * count:
// how often two have met. In order of importance: nobody meets again if that is possible; the bye
// goes to the lowest player without one; points differ as little as possible; seats alternate and
// are balanced; in a group of equal points the upper half meets the lower half. Returns the number
// of pairs with the bye, the best first; -1 without memory.
int pairing_swiss(const struct pairing_player *players, int count, const uint8_t *met,
                  struct pairing *pairs);

// Pairs the free players of an arena, in order of their standing. Nobody meets the last opponent
// again, unless `again`; some may stay free.
int pairing_arena(const struct pairing_player *players, int count, bool again,
                  struct pairing *pairs);

// Round `round` (from 0) of a round robin by the circle method; with an odd count one player has a
// bye. Seats swap after every cycle of rounds.
int pairing_robin(int count, int round, struct pairing *pairs);
int pairing_robin_rounds(int count);

#endif
