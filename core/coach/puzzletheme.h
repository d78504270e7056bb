// SPDX-License-Identifier: MIT
// Themes of puzzles, from rules and proofs, never from an estimate. A theme is a bit of
// puzzle.themes: the first ones exist in every game, those from PUZZLE_OWN_THEMES on are a game's
// own (`themes` and `theme` of game/game.h). What cannot be proven with the nodes allowed is left
// out.
#ifndef ABAX_COACH_PUZZLETHEME_H
#define ABAX_COACH_PUZZLETHEME_H

#include "coach/puzzle.h"

// Files hold these numbers: new ones come at the end.
enum puzzle_theme {
    // The line ends with the win, which can be forced in this many own actions and no sooner.
    PUZZLE_WIN_IN_1,
    PUZZLE_WIN_IN_2,
    PUZZLE_WIN_IN_3,
    PUZZLE_WIN_IN_MORE,
    // After an own action every answer leaves a win at once, but no single action wins after all of
    // them.
    PUZZLE_DOUBLE_THREAT,
    // After an own action the opponent would be better off doing nothing: then the goal could not
    // be forced.
    PUZZLE_ZUGZWANG,
    // Every other first action loses to the very next one, and this one does not
    // win at once: it parries a threat.
    PUZZLE_ONLY_DEFENCE,
    // An own action leaves the solver with fewer points more than before, as they
    // stand, although another one would not.
    PUZZLE_SACRIFICE,
    PUZZLE_LONG,  // four own actions or more
    PUZZLE_SAVED, // the draw is what there is to keep
    PUZZLE_BY_POINTS,
    PUZZLE_ONE_DEAL,     // of games with secrets: what the others hold follows from what is seen,
    PUZZLE_ANY_DEAL,     // or several deals agree with it
    PUZZLE_NOTHING_LOST, // what there is to keep is what the solver has
    PUZZLE_THEMES,
    PUZZLE_OWN_THEMES = 16, // the first one of the game itself
};

// The themes of a proven puzzle. `c->most` says how many positions a question
// may take.
unsigned puzzle_themes(struct puzzle_check *c, const struct puzzle *z);

// The id of a theme, such as "zugzwang", and what it is called; NULL and false
// when the game has no such theme.
const char *puzzle_theme_id(const struct game *g, unsigned theme);
bool puzzle_theme_name(const struct game *g, unsigned theme, struct message *message);

#endif
