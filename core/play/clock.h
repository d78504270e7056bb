// SPDX-License-Identifier: MIT
// Clocks of a match: none, a time for the game, a time with an increment for every turn (Fischer), or days
// for every turn, with a bank of days behind them or without. No clock is read here: whoever calls says what time it is, in milliseconds, so that tests
// and servers own the time.
#ifndef ABAX_PLAY_CLOCK_H
#define ABAX_PLAY_CLOCK_H

#include "game/game.h"

enum { CLOCK_TEXT_BYTES = 32, CLOCK_STOPPED = -1 };

struct clock_rule {
    uint64_t base; // milliseconds for the game, or for every turn when `each_turn`; 0: no clock
    uint64_t increment; // added after every turn
    bool each_turn;     // correspondence: the base is given anew for every turn
    uint64_t bank;      // then: for turns that take longer, once for the whole game
};

struct clock {
    struct clock_rule rule;
    int64_t left[GAME_MAX_SEATS]; // when the running clock began to run; the bank included
    int64_t bank[GAME_MAX_SEATS]; // what was left of it when the seat's turn began
    int running;                  // a seat, or CLOCK_STOPPED
    uint64_t since;               // when it began to run
};

// Reads "none", "600" (seconds for the game), "300+5" (and seconds a turn) "3d" (days a turn) or "3d/14d" (and a bank of
// days). Seconds may have up to three decimals: programs play "2.5+0.05".
bool clock_read(const char *text, struct clock_rule *rule, struct error *e);
void clock_write(const struct clock_rule *rule, struct text *t);

void clock_init(struct clock *c, const struct clock_rule *rule);

// Lets a seat's clock run from now on, or none with CLOCK_STOPPED; what ran before is charged first.
// Returns the milliseconds that were charged.
uint64_t clock_run(struct clock *c, int seat, uint64_t now);

// A seat has finished its turn: gives the increment, or the days anew.
void clock_turn(struct clock *c, int seat);

// Milliseconds left, not below 0; only with a clock.
uint64_t clock_left(const struct clock *c, int seat, uint64_t now);

// How long a program should think with so many milliseconds on its clock and so many more a turn: `enough` is when it
// should begin nothing new, `most` when it has to stop.
void clock_share(uint64_t left, uint64_t increment, uint64_t *enough, uint64_t *most);

// The seat whose time is up, or CLOCK_STOPPED.
int clock_fallen(const struct clock *c, uint64_t now);

// "4:05", "1:02:03", "2 d 3 h", and tenths below ten seconds: "9.3".
void clock_show(uint64_t milliseconds, struct text *t);

#endif
