// SPDX-License-Identifier: MIT
// A game that people play at a terminal, whether it is drawn on a screen (tui/sitting.h) or told line by line
// (cli/plain.c): the driver, where the game is kept, who may look, and the help that was asked for. Every action is
// written to the shelf before anybody is told of it, so that a crash loses nothing that was seen.
#ifndef ABAX_TUI_LOCALGAME_H
#define ABAX_TUI_LOCALGAME_H

#include "coach/hint.h"
#include "coach/classify.h"
#include "play/driver.h"
#include "tui/saves.h"

enum { NOBODY = -1 };

struct local_game {
    const struct saves *saves;
    const struct catalogue *words;
    struct driver driver;
    struct save_slot slot;
    bool finished; // what is kept is over: it stays as it is, whatever is taken back
    int viewer;    // in a game with secrets, the person who looks
    struct hint hint;
    unsigned hint_level;         // of the hint; 0: no help for this action yet
    enum warning_level warnings; // of an action that costs much, before it stands
    bool warned;                 // and it does not stand yet:
    game_action pending_action;
    struct move_classification judged;
    bool counted; // news: who follows the person's results has one more
    bool unsaved; // news: `trouble` tells why the game is not kept
    struct error save_error;
};

void local_game_init(struct local_game *local, const struct saves *saves,
                     const struct catalogue *words, think_clock *clock);
void local_game_clear(struct local_game *local);

// Begins a match, goes on with one that was kept, or begins the next one of the series (after the last one, or before
// the end, another like this one; the wish may be NULL). A fault leaves no game; one of keeping is news.
bool local_game_begin(struct local_game *local, const struct match_setup *setup,
                      const struct series *series, uint64_t now, struct error *e);
bool local_game_resume(struct local_game *local, const struct saved_game *entry, uint64_t now,
                       struct error *e);
bool local_game_next(struct local_game *local, uint64_t seed, const struct series_request *wish,
                     uint64_t now, struct error *e);

// The person who may let another begin the next game, or -1; and whether people may want the same deal again. Only where
// several people play, or a series does.
int local_game_chooser(const struct local_game *local);
bool local_game_may_repeat(const struct local_game *local);

// What keeping the game brought since the last call, as a sentence; false when there is nothing.
bool local_game_news(struct local_game *local, struct text *text, bool *bad);

// ---------------------------------------------------------------------------------------------
// Who looks
// ---------------------------------------------------------------------------------------------

int local_game_people(const struct local_game *local);
bool local_game_person_acts(const struct local_game *local);

// The seat that speaks for the people here, or NOBODY.
int local_game_speaker(const struct local_game *local);

// Whose view is shown: a seat or GAME_PUBLIC.
int local_game_viewpoint(const struct local_game *local);

// Whether the seat to act has to be called before anything is shown.
bool local_game_covered(const struct local_game *local);

// ---------------------------------------------------------------------------------------------
// What is done; each keeps the game
// ---------------------------------------------------------------------------------------------

bool local_game_play(struct local_game *local, game_action action, uint64_t now, struct error *e);
bool local_game_undo(struct local_game *local, uint64_t now, struct error *e);
bool local_game_redo(struct local_game *local, uint64_t now, struct error *e);
bool local_game_resign(struct local_game *local, int seat, uint64_t now, struct error *e);

// The seat that would accept the draw that is offered, or NOBODY: then the one to act may offer it.
int local_game_draw_acceptor(const struct local_game *local);
bool local_game_offer_draw(struct local_game *local, uint64_t now, struct error *e);

void local_game_save(struct local_game *local, uint64_t now);

// The next hint level for the person to act; thinks at the first one. False with a sentence when there is none, or
// when the watch says so (`wanted` becomes false, and there is no sentence then).
bool local_game_hint(struct local_game *local, const struct think_watch *watch,
                     const bool *unwanted, struct error *e);

// The hint level as sentences, and counts it.
void local_game_say_hint(struct local_game *local, struct text *text);

// Whether the person is warned of an action, which then waits: asked before it is played. In games against computers, of what costs as much as
// `warnings` says; it counts as the first hint level. False too when the watch stopped it or it cannot be judged. A
// change of the game forgets it.
bool local_game_warns(struct local_game *local, game_action action,
                      const struct think_watch *watch);

// The warning as sentences with a reason, and on request (`better`) with what is better: that counts as the last hint level.
void local_game_say_warning(struct local_game *local, bool better, struct text *text);

// How much is warned of: "Warnings: of mistakes."
void local_game_say_warnings(const struct local_game *local, struct text *text);

// Whether the game can be reviewed; otherwise a sentence says why not.
bool local_game_may_review(const struct local_game *local, struct error *e);

// The best action that the help found, once its hint level tells it.
bool local_game_best_action(const struct local_game *local, game_action *action);

#endif
