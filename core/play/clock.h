// SPDX-License-Identifier: MIT
// Clocks of a match: none, a time for the game, a time with an increment per turn (Fischer), or
// days per turn (correspondence), with or without a bank of extra days. The caller passes the
// current time in milliseconds, so tests and servers control time.
#ifndef ABAX_PLAY_CLOCK_H
#define ABAX_PLAY_CLOCK_H

#include "game/game.h"

enum { CLOCK_TEXT_BYTES = 32, CLOCK_STOPPED = -1 };

struct clock_rule {
    uint64_t base;      // milliseconds for the game, or per turn if `each_turn`; 0: no clock
    uint64_t increment; // added after every turn
    bool each_turn;     // correspondence: every turn gets the base again
    uint64_t bank;      // then: for longer turns, once for the whole game
};

struct clock {
    struct clock_rule rule;
    int64_t left[GAME_MAX_SEATS]; // when the running clock started; includes the bank
    int64_t bank[GAME_MAX_SEATS]; // its rest when the seat's turn began
    int running;                  // a seat, or CLOCK_STOPPED
    uint64_t since;               // when it started
};

// Reads "none", "600" (seconds per game), "300+5" (plus seconds per turn), "3d" (days per turn) or
// "3d/14d" (plus a bank). Seconds may have up to three decimals: engines play "2.5+0.05".
bool clock_read(const char *text, struct clock_rule *rule, struct error *e);
void clock_write(const struct clock_rule *rule, struct text *t);

void clock_init(struct clock *c, const struct clock_rule *rule);

// Charges the running clock, then starts a seat's, or none with CLOCK_STOPPED. Returns the
// milliseconds charged.
uint64_t clock_run(struct clock *c, int seat, uint64_t now);

// Ends a seat's turn: adds the increment, or resets the days.
void clock_turn(struct clock *c, int seat);

// Milliseconds left, at least 0; only with a clock.
uint64_t clock_left(const struct clock *c, int seat, uint64_t now);

// Time management for an engine with `left` milliseconds and an increment per turn: `enough` is
// when to begin no new iteration, `most` when to stop.
void clock_share(uint64_t left, uint64_t increment, uint64_t *enough, uint64_t *most);

// The seat whose time is up, or CLOCK_STOPPED.
int clock_fallen(const struct clock *c, uint64_t now);

// "4:05", "1:02:03", "2 d 3 h", and tenths below ten seconds: "9.3".
void clock_show(uint64_t milliseconds, struct text *t);

#endif
