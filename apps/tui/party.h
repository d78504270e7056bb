// SPDX-License-Identifier: MIT
// A game that people play at a terminal, whether it is drawn on a screen (tui/sitting.h) or told line by line
// (cli/plain.c): the driver, where the game is kept, who may look, and the help that was asked for. Every action is
// written to the shelf before anybody is told of it, so that a crash loses nothing that was seen.
#ifndef ABAX_TUI_PARTY_H
#define ABAX_TUI_PARTY_H

#include "coach/hint.h"
#include "coach/classify.h"
#include "play/driver.h"
#include "tui/shelf.h"

enum { NOBODY = -1 };

struct party {
    const struct shelf *shelf;
    const struct catalogue *words;
    struct driver driver;
    struct shelf_slot slot;
    bool finished; // what is kept is over: it stays as it is, whatever is taken back
    int confirmed; // in a game with secrets, the person who looks
    struct hint hint;
    unsigned hint_level;         // of the hint; 0: no help for this action yet
    enum warning_level warnings; // of an action that costs much, before it stands
    bool warned;                 // and it does not stand yet:
    game_action doubted;
    struct move_classification judged;
    bool counted; // news: who follows the person's results has one more
    bool unkept;  // news: `trouble` tells why the game is not kept
    struct error save_error;
};

void party_init(struct party *p, const struct shelf *shelf, const struct catalogue *words,
                think_clock *clock);
void party_clear(struct party *p);

// Begins a match, goes on with one that was kept, or begins the next one of the series (after the last one, or before
// the end, another like this one; the wish may be NULL). A fault leaves no game; one of keeping is news.
bool party_begin(struct party *p, const struct match_setup *setup, const struct series *series,
                 uint64_t now, struct error *e);
bool party_resume(struct party *p, const struct shelf_entry *entry, uint64_t now, struct error *e);
bool party_next(struct party *p, uint64_t seed, const struct series_request *wish, uint64_t now,
                struct error *e);

// The person who may let another begin the next game, or -1; and whether people may want the same deal again. Only where
// several people play, or a series does.
int party_chooser(const struct party *p);
bool party_may_repeat(const struct party *p);

// What keeping the game brought since the last call, as a sentence; false when there is nothing.
bool party_news(struct party *p, struct text *text, bool *bad);

// ---------------------------------------------------------------------------------------------
// Who looks
// ---------------------------------------------------------------------------------------------

int party_persons(const struct party *p);
bool party_person_acts(const struct party *p);

// The seat that speaks for the people here, or NOBODY.
int party_speaker(const struct party *p);

// Whose view is shown: a seat or GAME_PUBLIC.
int party_eyes(const struct party *p);

// Whether the seat to act has to be called before anything is shown.
bool party_covered(const struct party *p);

// ---------------------------------------------------------------------------------------------
// What is done; each keeps the game
// ---------------------------------------------------------------------------------------------

bool party_play(struct party *p, game_action action, uint64_t now, struct error *e);
bool party_undo(struct party *p, uint64_t now, struct error *e);
bool party_redo(struct party *p, uint64_t now, struct error *e);
bool party_resign(struct party *p, int seat, uint64_t now, struct error *e);

// The seat that would accept the draw that is offered, or NOBODY: then the one to act may offer it.
int party_accepts(const struct party *p);
bool party_offer_draw(struct party *p, uint64_t now, struct error *e);

void party_keep(struct party *p, uint64_t now);

// The next hint level for the person to act; thinks at the first one. False with a sentence when there is none, or
// when the watch says so (`wanted` becomes false, and there is no sentence then).
bool party_hint(struct party *p, const struct think_watch *watch, const bool *unwanted,
                struct error *e);

// The hint level as sentences, and counts it.
void party_say_hint(struct party *p, struct text *text);

// Whether the person is warned of an action, which then waits: asked before it is played. In games against computers, of what costs as much as
// `warnings` says; it counts as the first hint level. False too when the watch stopped it or it cannot be judged. A
// change of the game forgets it.
bool party_warns(struct party *p, game_action action, const struct think_watch *watch);

// The warning as sentences with a reason, and on request (`better`) with what is better: that counts as the last hint level.
void party_say_warning(struct party *p, bool better, struct text *text);

// How much is warned of: "Warnings: of mistakes."
void party_say_warnings(const struct party *p, struct text *text);

// Whether the game can be reviewed; otherwise a sentence says why not.
bool party_may_review(const struct party *p, struct error *e);

// The best action that the help found, once its hint level tells it.
bool party_best(const struct party *p, game_action *action);

#endif
