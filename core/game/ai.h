// SPDX-License-Identifier: MIT
// The table of what the computer players and proofs know about a game. All of it is optional:
// without this table the search knows only the rules.
#ifndef ABAX_GAME_AI_H
#define ABAX_GAME_AI_H

#include "game/types.h"

struct game;
struct game_net; // game/net.h
struct level;    // game/level.h

// A missing member (NULL or 0) takes its default.
struct game_ai {
    // Evaluation.

    // How good a position that is not over looks for a seat, in hundredths of the game's own unit
    // (see the game's eval.c); bigger is better. Default: 0.
    int (*evaluate)(const struct game_position *p, int seat);
    const struct game_net *net; // the network in `evaluate`, for tuning; NULL: there is none
    int chance_scale;           // an evaluation of this much means a win chance of 73 %; 0: 400

    // In games with scores: an evaluation of this much means one point more at the end. 0: it is
    // not proportional (`margin`), or unknown.
    int margin_scale;

    // In an open game of two with scores: the points that a seat can expect to have more at the
    // end, in tenths, given its win chance in thousandths; 1000 and 0 mean that it is decided.
    // Antisymmetric in seat and chance. Default: by margin_scale.
    int (*margin)(const struct game_position *p, int seat, int chance);

    // Move ordering.

    // Scores for trying actions in a good order, bigger first. Default: all 0, as listed.
    void (*order)(const struct game_position *p, const game_action *list, unsigned count,
                  int *score);

    // Symmetries.

    unsigned symmetries; // how many there are, the identity included; 0 counts as 1

    // Applies a symmetry, such as a turn or a mirror, by a number below `symmetries`; 0 is the
    // identity. The symmetries form a group and commute with the rules: the same seats act, the
    // actions lead to the same positions under the symmetry, and ends and scores are equal. Works
    // on views: unknown stays unknown. `p` and `out` may alias. Required if there are symmetries.
    void (*apply_symmetry)(const struct game_position *p, unsigned symmetry,
                           struct game_position *out);

    // Proofs. These must be sound: proofs rely on them.

    // A key that is equal for positions from which the same game follows, at least for those that a
    // symmetry maps to each other; otherwise different positions differ (up to chance). Default:
    // the least key over all symmetries.
    uint64_t (*canonical_key)(const struct game_position *p);

    // Writes the legal actions without dominated ones to `list`, at least one unless the game is
    // over: the best result that the seat to act can force is among them. Capacity as for
    // `actions`. Default: all of them.
    unsigned (*undominated)(const struct game_position *p, game_action *list);

    // Solves a position that is not over without search, for the seat to act: GAME_WIN if it can
    // force a win, GAME_LOSS if it cannot escape a loss, GAME_DRAW if it does not know; `choices`
    // then becomes how many actions are worth trying, at least 1, and `value` a quick estimate in
    // the unit of `evaluate`. Two seats only. Default: GAME_DRAW, the number of undominated actions
    // and `evaluate`.
    enum game_outcome (*solve_static)(const struct game_position *p, unsigned *choices, int *value);

    // The opening book: positions with the default options in which the seat to act has lost, as
    // bytes that search/book.h reads. NULL: none.
    const char *book;

    // Levels.

    const struct level *levels; // LEVELS rows; NULL: those of play/levels.c

    // What each level scored against the one below, in thousandths (docs/levels.md). NULL: 750.
    const uint16_t *level_scores;
};

// ---------------------------------------------------------------------------------------------
// For callers: with the defaults
// ---------------------------------------------------------------------------------------------

int game_evaluate(const struct game *g, const struct game_position *p, int seat);
int game_chance_scale(const struct game *g);
void game_order(const struct game *g, const struct game_position *p, const game_action *list,
                unsigned count, int *score);
unsigned game_symmetries(const struct game *g);
void game_apply_symmetry(const struct game *g, const struct game_position *p, unsigned symmetry,
                         struct game_position *out);
uint64_t game_canonical_key(const struct game *g, const struct game_position *p);
unsigned game_undominated(const struct game *g, const struct game_position *p, game_action *list);
enum game_outcome game_solve_static(const struct game *g, const struct game_position *p,
                                    unsigned *choices, int *value);

#endif
