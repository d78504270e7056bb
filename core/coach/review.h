// SPDX-License-Identifier: MIT
// The review of a match: what every action cost compared with the best one, what was better and
// why, how accurately each seat played, and where a proven result changed.
//
// Both values of an action come from searches of the same depth, so that they can be compared. In a
// game with secrets only what the seat could know counts. The review goes from the last position to
// the first, since a proof near the end helps before it. Each call takes one position, so that a
// page can work in slices. Deterministic: the same match, nodes and table size give the same
// review, if no step was stopped.
#ifndef ABAX_COACH_REVIEW_H
#define ABAX_COACH_REVIEW_H

#include "coach/classify.h"
#include "play/match.h"

enum {
    REVIEW_NO_ACCURACY = -1,

    // The cost of a random choice is estimated from this many actions, each with this part of the
    // nodes.
    REVIEW_SAMPLES = 4,
    REVIEW_SAMPLE_PART = 20,
    // A seat with less than one game at stake that lost less than one may have been lost from the
    // start or had no hard choice: then its accuracy would measure the noise of the search.
    REVIEW_LEAST_STAKE = 1000,
};

struct review_ply {
    int seat;
    game_action action; // as played
    enum move_class class;
    int loss;                        // in thousandths of win chance
    int stake;                       // what a legal action chosen by chance loses on average
    struct seat_value before, after; // for the seat: with the best action, with what was played
    struct search_line better; // the best line, which begins with what was played when that is best
    struct facts why;          // for the better action, when something went wrong
    struct facts against;      // what is wrong with what was played
};

struct review {
    const struct match *match; // must not change meanwhile
    uint64_t nodes;
    unsigned count; // actions
    unsigned done;  // positions, of count + 1
    struct review_ply *plies;
    // Values of the last position; of a game that goes on, only what is known.
    struct seat_value end[GAME_MAX_SEATS];
    int end_seat; // for this seat; -1 when it is over: for all
};

// Reviews the actions that stand in the match now; `nodes` (0: the default) for every search.
// False, with a sentence, when there is no memory. Release it with review_clear.
bool review_of_match(struct review *r, const struct match *m, uint64_t nodes, struct error *e);
void review_clear(struct review *r);

// The default: page, terminal and command line take it, so that they say the same about a game.
uint64_t review_default_nodes(const struct match *m);

// Takes the next position. Always pass the same thinker; the first step clears it. False when
// `watch` stopped it or memory ran out: nothing has changed then, and the step can be tried again.
bool review_step(struct review *r, struct thinker *t, const struct think_watch *watch);
bool review_finished(const struct review *r);

// An action, its grade, and for a mistake what it was worth before and after, as words in a
// language: "White: block stands on f3 and f4 (f3v), blunder, from 52 % to a proven loss". The same
// wherever a review is read.
void review_say_ply(const struct review *r, unsigned index, const struct catalogue *messages,
                    struct text *t);

// "why: ..." or "but then: ..." with the facts that a review reports; nothing when there are none.
void review_say_facts(const struct review *r, const struct facts *facts, bool why,
                      const struct catalogue *messages, struct text *t);

// "better: " and the first action of the better line.
void review_say_better(const struct review *r, unsigned index, const struct catalogue *messages,
                       struct text *t);

// ", then " and how that line goes on: the first actions in words, the others as they are typed.
// Nothing where it ends, or where going on would need what the seat does not know.
void review_say_then(const struct review *r, unsigned index, const struct catalogue *messages,
                     struct text *t);

// "a proven win" and so on.
const char *review_proven_text(enum game_outcome outcome, const struct catalogue *messages);

// Whether an action belongs into the list of mistakes.
bool review_is_mistake(const struct review_ply *ply);

// The mistakes, largest first: their plies go to `at`, which has space for all plies; returns how
// many.
unsigned review_mistakes(const struct review *r, unsigned *at);

// How well a seat played, in tenths of a percent; REVIEW_NO_ACCURACY when too little was at stake.
// With x, what its actions lost as a share of what chance would have lost in the same positions (at
// most 1), it is 1 - x * x * x: 0 for play no better than chance, 100 % for play that loses
// nothing. A ratio, so that it depends neither on the scale of an evaluation nor on how much is at
// stake in a game.
int review_accuracy(const struct review *r, int seat);

// What the position before an action (or, at `count`, the last one) is worth for a seat of a game
// for two; -1 when the review has not come there.
int review_chance(const struct review *r, unsigned index, int seat);

// A proven result that changed: by action `index` what was proven for its seat became something
// else, or (settled) from this position on everything is proven to the end.
struct review_turn {
    unsigned index;
    bool settled;
    enum game_outcome from, to; // for the seat that acted; settled: `to` for the seat to act
    bool open;                  // after the action nothing is proven: `to` means nothing
};

// The turning points in the order of play; space for count + 1. Returns how many.
unsigned review_turns(const struct review *r, struct review_turn *turns);

#endif
