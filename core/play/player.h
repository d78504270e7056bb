// SPDX-License-Identifier: MIT
// A player from a short text, such as "greedy" or "level:3". It owns what it needs to think,
// chooses an action for a line of play, and sees of it what the seat to act may see.
#ifndef ABAX_PLAY_PLAYER_H
#define ABAX_PLAY_PLAYER_H

#include "game/level.h"
#include "play/think.h"

// Kinds of players; the texts stand beside them.
enum player_kind {
    PLAYER_RANDOM, // random
    PLAYER_GREEDY, // greedy: takes an immediate win, otherwise random
    PLAYER_SEARCH, // nodes:N, movetime:MS, depth:N
    // level:N; like:N plays the same, and is the level that follows a person's results
    PLAYER_LEVEL,
};

#define PLAYER_SPECS "random, greedy, nodes:N, movetime:MS, depth:N, level:1 to level:10"

struct player_spec {
    enum player_kind kind;
    unsigned level;
    bool follows;     // like:N; play/like.h says which level comes next
    struct level row; // of a level that is being tuned, level:N@ROW; without nodes: the game's own
    struct think_limits limits;
};

struct player {
    struct player_spec spec;
    struct thinker thinker;
    struct random random;
    struct think_watch watch; // of its searches; nobody watches until somebody is put here
};

// Reads a player's text; a fault says what players there are.
bool player_read(const char *text, struct player_spec *spec, struct error *e);

// The megabytes that such a player thinks with.
size_t player_megabytes(const struct player_spec *spec);

// False, with a sentence, when there is no memory. `clock` may be NULL unless the player has a
// movetime. Release it with player_clear.
bool player_init(struct player *p, const struct player_spec *spec, think_clock *clock,
                 struct error *e);
void player_clear(struct player *p);

// Forgets earlier games. Equal seeds give equal choices in equal lines, except with a movetime.
void player_new_game(struct player *p, uint64_t seed);

// Chooses a legal action for a line that is not over.
game_action player_choose(struct player *p, const struct history *history);

#endif
