// SPDX-License-Identifier: MIT
// Move classification: what an action costs compared with the best one, and why. Reviews ask it for
// every action of a finished game, warnings before an action is played, exercises for an attempt at
// something better.
//
// Both values come from searches of the same depth, so that they can be compared. What the book, a
// proof or the end of the game settles takes precedence and is reported as proven; everything else
// is reported as an estimate. In a game with secrets only what the seat may know counts.
#ifndef ABAX_COACH_CLASSIFY_H
#define ABAX_COACH_CLASSIFY_H

#include "coach/facts.h"
#include "play/think.h"

enum {
    // Defaults per search. A simulation in a game with secrets takes as long as several nodes.
    CLASSIFY_NODES = 200000,
    CLASSIFY_SIMULATIONS = 60000,

    // The loss of win chance, in thousandths, from which an action gets this class. Chosen by hand,
    // not fitted to what people call a mistake.
    CLASSIFY_INACCURACY_LOSS = 50,
    CLASSIFY_MISTAKE_LOSS = 100,
    CLASSIFY_BLUNDER_LOSS = 200,
};

// The class of an action.
enum move_class {
    MOVE_FORCED, // there was no other
    MOVE_BEST,
    MOVE_GOOD,
    MOVE_INACCURACY,
    MOVE_MISTAKE,
    MOVE_BLUNDER,
    MOVE_MISSED_WIN, // a proven win was left
    MOVE_LOST_DRAW,  // a proven draw became a proven loss
};

// The value of a position or an action for a seat.
struct seat_value {
    int value;  // as in search/search.h
    int chance; // to win, in thousandths
    bool proven;
};

struct move_classification {
    enum move_class class;
    int loss;                        // in thousandths of win chance
    struct seat_value before, after; // for the seat to act: with the best action, with this one
    struct search_line better; // the best line, which begins with the action when that is best
    struct facts why;          // for the better action, when something is wrong
    struct facts against;      // what is wrong with the action
};

// What is asked.
struct classify_task {
    struct thinker *thinker;
    const struct history *history;   // not over
    game_action action;              // legal
    uint64_t nodes;                  // for every search; 0: classify_default_nodes
    const struct think_watch *watch; // whose `stop` is asked; or NULL
    // What is known about the position after the action, for the seat; or NULL.
    const struct seat_value *known;
    // Report what the seat could know about secrets: only in finished games, since guessing is part
    // of playing.
    bool tells_beliefs;
};

// False when it was stopped: then the result must not be used. `known` counts only where it is
// proven.
bool classify_move(const struct classify_task *task, struct move_classification *j);

// The default of page, terminal and command line, so that they say the same about a game.
uint64_t classify_default_nodes(const struct game *g, const struct game_options *options);

// "best", "inaccuracy", "missed-win" and so on.
const char *move_class_id(enum move_class class);

// The value of a line for the seat to act.
struct seat_value seat_value_of_line(const struct game *g, const struct search_line *line);

// ---------------------------------------------------------------------------------------------
// Warnings, before an action stands
// ---------------------------------------------------------------------------------------------

// Which actions a player wants to be warned about.
enum warning_level { WARN_OFF, WARN_BLUNDERS, WARN_MISTAKES, WARN_ALL, WARNING_LEVELS };

// "off", "blunders", "mistakes" or "all"; false when a word is none of them.
extern const char *const warning_level_ids[WARNING_LEVELS];
bool warning_level_read(const char *word, enum warning_level *level);

// Whether an action deserves a warning at this level. Every level but off warns of an action that
// gives away a proven result, or that provably loses while another action does not.
bool classification_warns(const struct move_classification *j, enum warning_level level);

// The most telling reason that says more than the warning itself; NULL when there is none.
const struct fact *classification_reason(const struct move_classification *j);

// The warning as a sentence, without its reasons: "This loses by force." An estimate is marked as
// one.
void classification_say(const struct move_classification *j, const struct game *g,
                        struct message *message);

#endif
