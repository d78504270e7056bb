// SPDX-License-Identifier: MIT
// A computer player, made from a short text such as "greedy" or "level:3". It chooses actions and
// sees no more of a game than the seat to act may see.
#ifndef ABAX_PLAY_PLAYER_H
#define ABAX_PLAY_PLAYER_H

#include "game/level.h"
#include "play/think.h"

// With the texts that name them.
enum player_kind {
    PLAYER_RANDOM, // random
    PLAYER_GREEDY, // greedy: takes an immediate win, otherwise random
    PLAYER_SEARCH, // nodes:N, movetime:MS, depth:N
    PLAYER_LEVEL,  // level:N, and like:N, the adaptive level
};

#define PLAYER_SPECS "random, greedy, nodes:N, movetime:MS, depth:N, level:1 to level:10"

struct player_spec {
    enum player_kind kind;
    unsigned level;
    bool adaptive;    // like:N; play/adaptive.h chooses N
    struct level row; // parameters for tuning, level:N@ROW; nodes 0: the game's own
    struct think_limits limits;
};

struct player {
    struct player_spec spec;
    struct thinker thinker;
    struct random random;
    struct think_watch watch; // of its searches; may be all zero
};

// Reads a player's text. The error lists the players.
bool player_read(const char *text, struct player_spec *spec, struct error *e);

// The memory of such a player, in megabytes.
size_t player_megabytes(const struct player_spec *spec);

// False, with an error, without memory. `clock` may be NULL unless the player has a movetime.
// Release with player_clear.
bool player_init(struct player *p, const struct player_spec *spec, think_clock *clock,
                 struct error *e);
void player_clear(struct player *p);

// Forgets earlier games. Equal seeds give equal choices in equal lines, except with a movetime.
void player_new_game(struct player *p, uint64_t seed);

// Chooses a legal action for a line that is not over.
game_action player_choose(struct player *p, const struct history *history);

#endif
