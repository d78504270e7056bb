// SPDX-License-Identifier: MIT
// A game that people play at one terminal, at the screen (tui/gameview.h) or line by line
// (cli/plain.c): the driver, the save slot, whose view is shown, hints and warnings. Every action
// is saved before it is shown, so a crash loses nothing that anybody saw.
#ifndef ABAX_TUI_LOCALGAME_H
#define ABAX_TUI_LOCALGAME_H

#include "coach/hint.h"
#include "coach/classify.h"
#include "play/driver.h"
#include "tui/saves.h"

enum { NOBODY = -1 };

struct local_game {
    const struct saves *saves;
    const struct catalogue *messages;
    struct driver driver;
    struct save_slot slot;
    bool finished; // the saved game is over: its file stays as it is, whatever is undone
    int viewer;    // in a game with hidden information, the seat whose person looks at the screen
    struct hint hint;
    unsigned hint_level;         // of the hint; 0: no help for this action yet
    enum warning_level warnings; // of an action that costs much, before it stands
    bool warned;                 // and it does not stand yet:
    game_action pending_action;
    struct move_classification classification;
    bool counted; // news: the adaptive level has counted this game
    bool unsaved; // news: `save_error` says why the game is not saved
    struct error save_error;
};

void local_game_init(struct local_game *local, const struct saves *saves,
                     const struct catalogue *messages, think_clock *clock);
void local_game_clear(struct local_game *local);

// Starts a match, resumes a saved one, or starts the next one of the series (after the last one, or
// before the end, another like this one; the request may be NULL). False leaves no game. If only
// saving fails, that is news.
bool local_game_begin(struct local_game *local, const struct match_setup *setup,
                      const struct series *series, uint64_t now, struct error *e);
bool local_game_resume(struct local_game *local, const struct saved_game *entry, uint64_t now,
                       struct error *e);
bool local_game_next(struct local_game *local, uint64_t seed, const struct series_request *request,
                     uint64_t now, struct error *e);

// The seat whose person may let another player start the next game, or NOBODY; and whether people
// may play the same deal again. Only between several people or in a series.
int local_game_chooser(const struct local_game *local);
bool local_game_may_repeat(const struct local_game *local);

// Takes the news from saving as a sentence; false if there are none.
bool local_game_news(struct local_game *local, struct text *text, bool *bad);

// ---------------------------------------------------------------------------------------------
// People
// ---------------------------------------------------------------------------------------------

int local_game_people(const struct local_game *local);
bool local_game_person_acts(const struct local_game *local);

// The seat that resigns or offers a draw on behalf of the people here, or NOBODY.
int local_game_speaker(const struct local_game *local);

// Whose view is shown: a seat or GAME_PUBLIC.
int local_game_viewpoint(const struct local_game *local);

// Whether the screen has to be handed to the next person before anything is shown.
bool local_game_covered(const struct local_game *local);

// ---------------------------------------------------------------------------------------------
// Actions; each saves the game
// ---------------------------------------------------------------------------------------------

bool local_game_play(struct local_game *local, game_action action, uint64_t now, struct error *e);
bool local_game_undo(struct local_game *local, uint64_t now, struct error *e);
bool local_game_redo(struct local_game *local, uint64_t now, struct error *e);
bool local_game_resign(struct local_game *local, int seat, uint64_t now, struct error *e);

// The seat that can accept the draw on offer, or NOBODY: then the seat to act may offer one.
int local_game_draw_acceptor(const struct local_game *local);
bool local_game_offer_draw(struct local_game *local, uint64_t now, struct error *e);

void local_game_save(struct local_game *local, uint64_t now);

// ---------------------------------------------------------------------------------------------
// Hints, warnings, review
// ---------------------------------------------------------------------------------------------

// Goes to the next hint level for the person to act; the first one searches. False with an error if
// there is no hint, or without one if `*unwanted` became true meanwhile.
bool local_game_hint(struct local_game *local, const struct think_watch *watch,
                     const bool *unwanted, struct error *e);

// Adds the hint as sentences and counts it.
void local_game_say_hint(struct local_game *local, struct text *text);

// The best action, if the hint level reveals it.
bool local_game_best_action(const struct local_game *local, game_action *action);

// Whether an action deserves a warning; call it before playing the action, which then waits. Only
// against computers, by `warnings`; a warning counts as the first hint level. False too if the
// watch stopped the search or the action cannot be classified. A change of the game forgets the
// warning.
bool local_game_warns(struct local_game *local, game_action action,
                      const struct think_watch *watch);

// Adds the warning with a reason, and on request (`better`) the better action, which counts as the
// last hint level.
void local_game_say_warning(struct local_game *local, bool better, struct text *text);

// Adds how much is warned of: "You are warned of mistakes before they stand."
void local_game_say_warnings(const struct local_game *local, struct text *text);

// Whether the game can be reviewed; if not, the error says why.
bool local_game_may_review(const struct local_game *local, struct error *e);

#endif
