// SPDX-License-Identifier: MIT
// Ends games of a match early: when a proof says how they end, when both players have said the same for long enough, and when
// they go on for too long. What is proven never differs from what perfect play would give; the rest is agreed beforehand.
#ifndef ABAX_PLAY_UMPIRE_H
#define ABAX_PLAY_UMPIRE_H

#include "play/crosstable.h"
#include "play/match.h"
#include "play/think.h"

struct umpire_rules {
    uint64_t prove; // nodes for a proof after every action; 0: none
    struct {
        uint64_t score;   // hundredths
        uint64_t actions; // so many in a row, of both; 0: never
    } win, draw;
    uint64_t longest; // actions; a longer game is drawn
};

struct umpire {
    const struct umpire_rules *rules;
    struct thinker thinker; // where `thinks`
    bool thinks;
    struct {
        int side;        // who wins by what was said
        unsigned count;  // actions in a row
        unsigned spoken; // a bit for each seat
    } win, draw;
};

void umpire_init(struct umpire *u, const struct umpire_rules *rules);
void umpire_clear(struct umpire *u);

// A new game. False, with a sentence, without memory.
bool umpire_begin(struct umpire *u, uint64_t seed, struct error *e);

// A seat has acted and thought so of its position, or has not said.
void umpire_hear(struct umpire *u, int seat, bool scored, int score);

// Ends the match, which has no running clock, when it has to end: true, and how. The watch may stop the proof.
bool umpire_ends(struct umpire *u, struct match *m, const struct think_watch *watch,
                 enum crosstable_end *end);

// Whether a proof can be had in such games, and scores compared; a sentence says why not.
bool umpire_fits(const struct umpire_rules *rules, const struct game *g,
                 const struct game_options *options, struct error *e);

#endif
