// SPDX-License-Identifier: MIT
// The table of a game with hidden information: what a seat may know, and what agrees with that.
//
// A view is a position with the unknown marked. Every message, log and computer player of such a
// game works from a view. On a view, only these may be called: `to_act`, `actions`, `action_text`,
// `action_path`, `write`, `why`, `scene`, `say`, the functions of this table and `apply_symmetry`;
// `apply` too if the game has `replay_view`.
#ifndef ABAX_GAME_HIDDEN_H
#define ABAX_GAME_HIDDEN_H

#include "base/random.h"
#include "game/types.h"

struct game;

enum {
    GAME_MAX_SECRETS = 8,
    GAME_MAX_DETERMINIZATIONS = 64, // of a view, in a game that can list them
};

// How it stands with the objective of a puzzle (`objective`).
enum game_objective {
    GAME_OBJECTIVE_OPEN,   // not failed so far
    GAME_OBJECTIVE_MET,    // the seat's next turn has come, or the game is over
    GAME_OBJECTIVE_FAILED, // something was lost
};

struct game_hidden {
    // Required.

    // What a seat (or GAME_PUBLIC) may know of a position. A view of a view is possible.
    void (*view)(const struct game_position *p, int seat, struct game_position *seen);

    // Whether nothing is unknown.
    bool (*complete)(const struct game_position *p);

    // Draws a determinization: a complete position that the seat with this view cannot tell from
    // the true one, each with equal chance.
    void (*determinize)(const struct game_position *seen, struct random *r,
                        struct game_position *full);

    // What only this seat (and its team) knows, as a number below GAME_MAX_SECRETS; -1 if the
    // position is a view that does not know it. Seats decide by nothing else that others do not
    // see.
    int (*secret)(const struct game_position *p, int seat);
    const char *secret_names[GAME_MAX_SECRETS]; // for people, by that number

    // With defaults (NULL takes the default).

    // Lists all determinizations, each once, in an order that is the same on every platform.
    // Returns how many, at most GAME_MAX_DETERMINIZATIONS, the capacity of `list`. For proofs: what
    // holds in each of them holds whatever the others have. Default: they cannot be listed, and
    // there are no puzzles.
    unsigned (*determinizations)(const struct game_position *seen, struct game_position *list);

    // A view from which the game can be replayed: the earlier position `then`, or a view of it,
    // with exactly what the later view `now` knows of the secrets. Playing the same actions leads
    // from `seen` to `now`, so the past can be sent to an engine that may know no more than that.
    // What is unknown in a position to which an action is applied was therefore not revealed by it.
    // Default: views cannot be played on from.
    void (*replay_view)(const struct game_position *then, const struct game_position *now,
                        struct game_position *seen);

    // What a puzzle may ask of a seat besides winning, such as to lose nothing before its next
    // turn. `objective` says it in words that follow a name and "to act:". `check_objective` says
    // how it stands after an action, given complete positions, if it was open before. Both or
    // neither. Default: puzzles ask for wins only.
    const char *objective;
    enum game_objective (*check_objective)(const struct game_position *before,
                                           const struct game_position *after, int seat);
};

// ---------------------------------------------------------------------------------------------
// For callers: for every game. Without hidden information every seat sees all of a position.
// ---------------------------------------------------------------------------------------------

void game_view(const struct game *g, const struct game_position *p, int seat,
               struct game_position *seen);
bool game_complete(const struct game *g, const struct game_position *p);
void game_determinize(const struct game *g, const struct game_position *seen, struct random *r,
                      struct game_position *full);

// `list` holds GAME_MAX_DETERMINIZATIONS. Returns 0 if they cannot be listed.
unsigned game_determinizations(const struct game *g, const struct game_position *seen,
                               struct game_position *list);

// 0 where nothing is hidden.
int game_secret(const struct game *g, const struct game_position *p, int seat);

#endif
