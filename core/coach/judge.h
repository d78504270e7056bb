// SPDX-License-Identifier: MIT
// What one action costs beside the best one, and why: asked after a game for all of its actions (coach/review.h), while
// playing before an action stands, and of whoever looks for something better than what was played.
//
// Both values come from searches of one depth, so that they can be compared. What book, proof or the end of the game
// prove comes first and is told as proven; the rest is an estimate and told as one. A game with secrets is judged from what
// the seat may know.
#ifndef ABAX_COACH_JUDGE_H
#define ABAX_COACH_JUDGE_H

#include "coach/facts.h"
#include "play/think.h"

enum {
    // For a search, if nobody says otherwise. A trial in a game with secrets takes as long as some nodes.
    REVIEW_NODES = 200000,
    REVIEW_TRIALS = 60000,

    // What an action costs, in thousandths of win chance, to be called so. Chosen by hand, not fitted to what
    // people call a mistake.
    REVIEW_INACCURATE = 50,
    REVIEW_MISTAKEN = 100,
    REVIEW_BLUNDERED = 200,
};

// How an action is judged.
enum review_word {
    REVIEW_FORCED, // there was no other
    REVIEW_BEST,
    REVIEW_GOOD,
    REVIEW_INACCURACY,
    REVIEW_MISTAKE,
    REVIEW_BLUNDER,
    REVIEW_MISSED_WIN, // a proven win was left
    REVIEW_LOST_DRAW,  // a proven draw became a proven loss
};

// What a position or an action is worth for a seat.
struct review_worth {
    int value;  // as in search/search.h
    int chance; // to win, in thousandths
    bool proven;
};

struct judgement {
    enum review_word word;
    int loss;                          // in thousandths of win chance
    struct review_worth before, after; // for the seat to act: with the best action, with this one
    struct search_line better; // the best line, which begins with the action when that is best
    struct facts why;          // for the better action, when something is wrong
    struct facts against;      // what is wrong with the action
};

// What is asked.
struct judge_task {
    struct thinker *thinker;
    const struct history *history;   // not over
    game_action action;              // legal
    uint64_t nodes;                  // for every search; 0: judge_usual_nodes
    const struct think_watch *watch; // whose `stop` is asked; or NULL
    // What is known about the position after the action, for the seat; or NULL.
    const struct review_worth *known;
    // Report what the seat could know about secrets: only in finished games, since guessing is part of playing.
    bool tells_beliefs;
};

// False when it was stopped: the judgement means nothing then. `known` counts only where it is proven.
bool judge(const struct judge_task *task, struct judgement *j);

// The default: page, terminal and command line take it, so that they say the same about a game.
uint64_t judge_usual_nodes(const struct game *g, const struct game_options *options);

// "best", "inaccuracy", "missed-win" and so on.
const char *review_word(enum review_word word);

// What a line is worth for the seat to act.
struct review_worth judge_worth(const struct game *g, const struct search_line *line);

// ---------------------------------------------------------------------------------------------
// Warnings, before an action stands
// ---------------------------------------------------------------------------------------------

// How much somebody wants to be warned about.
enum judge_strength { JUDGE_OFF, JUDGE_BLUNDERS, JUDGE_MISTAKES, JUDGE_ALL, JUDGE_STRENGTHS };

// "off", "blunders", "mistakes" or "all"; false when a word is none of them.
extern const char *const judge_strengths[JUDGE_STRENGTHS];
bool judge_strength(const char *word, enum judge_strength *strength);

// Whether an action is worth a warning: it costs the share of that strength or more. Whatever gives a proven result
// away for a worse one, and whatever loses by proof where another action does not, is warned of at every strength but off.
bool judge_warns(const struct judgement *j, enum judge_strength strength);

// The reason that goes with a warning: the most telling one that says more than the warning itself; NULL when there is none.
const struct fact *judge_reason(const struct judgement *j);

// The warning as a sentence, without its reasons: "This loses by force." What is estimated is said as such.
void judge_say(const struct judgement *j, const struct game *g, struct error *said);

#endif
