// SPDX-License-Identifier: MIT
// Adjudication in engine matches: ends games early by proof, by the scores that both players
// report, or by length. A proof gives what perfect play would give; the other two are agreed
// beforehand.
#ifndef ABAX_PLAY_ADJUDICATOR_H
#define ABAX_PLAY_ADJUDICATOR_H

#include "play/crosstable.h"
#include "play/match.h"
#include "play/think.h"

struct adjudicator_rules {
    uint64_t prove; // nodes for a proof search after every action; 0: none
    struct {
        uint64_t score;   // hundredths
        uint64_t actions; // in a row, of both players; 0: never
    } win, draw;
    uint64_t longest; // in actions; a longer game is drawn
};

struct adjudicator {
    const struct adjudicator_rules *rules;
    struct thinker thinker; // where `thinks`
    bool thinks;
    struct {
        int side;        // the winner by the scores
        unsigned count;  // actions in a row
        unsigned spoken; // a bit for each seat that reported such a score
    } win, draw;
};

void adjudicator_init(struct adjudicator *a, const struct adjudicator_rules *rules);
void adjudicator_clear(struct adjudicator *a);

// Begins a game. False, with an error, without memory.
bool adjudicator_begin(struct adjudicator *a, uint64_t seed, struct error *e);

// Records the score that a seat reported with its action, if it did.
void adjudicator_add_score(struct adjudicator *a, int seat, bool scored, int score);

// Ends the match, whose clocks are stopped, if a rule says so: true, with the reason. The watch may
// stop the proof.
bool adjudicator_ends(struct adjudicator *a, struct match *m, const struct think_watch *watch,
                      enum crosstable_end *end);

// Whether the rules fit the game; false with an error.
bool adjudicator_check(const struct adjudicator_rules *rules, const struct game *g,
                       const struct game_options *options, struct error *e);

#endif
