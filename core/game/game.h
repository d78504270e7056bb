// SPDX-License-Identifier: MIT
// The interface between a game and everything else, in five small tables. This header is its
// manual.
//
// A game is one constant `struct game`: facts as plain data and the rules as functions. It points
// to up to five more tables, each described in its own header:
//
//   ui        what people see and touch: scene, words, editor      game/ui.h      required
//   hidden    what a seat may know, if it may not know everything  game/hidden.h  optional
//   ai        evaluation, move ordering, symmetries, proofs        game/ai.h      optional
//   coach     features and themes, to explain actions              game/coach.h   optional
//   learning  actions as numbers, positions as planes              game/learn.h   optional
//
// A game lives in one folder, exports one symbol (`game_NAME`) and is listed by one line in
// games/games.def. Search, players, front ends, protocol, tests and fuzzers know games through
// these tables only. docs/adding-a-game.md names the smallest game and the one with most tables.
//
// A game may not allocate, print, read clocks or files, hold mutable globals, know pixels, or know
// which players are people.
//
// Callers use the `game_...` functions, which supply the defaults. The two hottest calls, `actions`
// and `apply`, have no default and are called directly.
#ifndef ABAX_GAME_GAME_H
#define ABAX_GAME_GAME_H

#include "game/ai.h"
#include "game/coach.h"
#include "game/hidden.h"
#include "game/palette.h"
#include "game/types.h"
#include "game/ui.h"

struct game_learning; // game/learn.h

struct game {
    // Facts.
    const char *name;  // as typed: lower case, one word
    const char *title; // as shown
    const char *goal;  // a short sentence for a list of games
    const char *about; // one paragraph for people who do not know the game
    const char *seat_names[GAME_MAX_SEATS];

    // The colour of a seat's pieces (unless the scene gives them another one), of its edges and
    // outlines, and beside its name: enum palette. They must differ clearly, also in grey. All
    // zero: ivory, ebony, red, blue.
    uint8_t seat_colours[GAME_MAX_SEATS];

    struct game_option options[GAME_MAX_OPTIONS]; // ends at the first without a key

    // By rule number, from far from legal to nearly legal; rules[0] is unused but counted.
    const struct game_rule *rules;
    unsigned rule_count;

    unsigned position_size; // bytes used of a game_position
    unsigned max_actions;   // upper bound for any readable position
    unsigned max_path;      // spots in the longest path of an action

    // The game is drawn, with scores of 0, when a position occurs for this many times; 0: never.
    // The caller keeps the history and counts; the rules do not see it.
    unsigned repetition;

    enum game_next next; // who sits where in the next game of a match
    bool scores;         // results have scores
    bool points;         // scores of several games can be added up: a match may be won by their sum
    bool random_start;   // `start` depends on the seed
    bool unlisted;       // built and tested, but not offered to people

    // Rules, required.

    // The first position of a game.
    void (*start)(const struct game_options *options, uint64_t seed, struct game_position *p);

    // Reads a position text, strictly: exactly what `write` writes for some sound position, even
    // one that play cannot reach. On any error returns false with a sentence that names the bad
    // part; `p` is then unspecified. A game with hidden parts reads views as well ('?' for the
    // unknown).
    bool (*read)(const struct game_options *options, const char *text, struct game_position *p,
                 struct error *e);

    // Writes the position text. Reading it back gives an equal position.
    void (*write)(const struct game_position *p, struct text *t);

    // The seat to act; in a finished game, the seat that would act next.
    int (*to_act)(const struct game_position *p);

    // Writes all legal actions to `list`, in an order that is the same on every platform, and
    // returns how many; 0 exactly when the game is over. The capacity of `list` is max_actions plus
    // the slack.
    unsigned (*actions)(const struct game_position *p, game_action *list);

    // Plays a legal action: `after` becomes the position after it. `before` and `after` may be the
    // same object. Undefined for an action that `actions` does not list.
    void (*apply)(const struct game_position *before, game_action action,
                  struct game_position *after);

    // The text of a legal action, unique among the legal actions of the position: visible ASCII
    // without ( ) { } < > [ ] ! ? * and ", which records use.
    void (*action_text)(const struct game_position *p, game_action action, struct text *t);

    // The spots to touch, in order, for a legal action: at least one, unique in the position, and
    // no path begins with the whole of another. A front end narrows the legal actions by what was
    // touched until one is left, so a path may end with spots that rarely need touching (a number
    // to choose).
    void (*action_path)(const struct game_position *p, game_action action, struct game_path *path);

    // How the game stands by the rules alone; repetition is not asked here.
    void (*result)(const struct game_position *p, struct game_result *result);

    // Which rule forbids this path of spots? GAME_RULE_NONE when it is a legal action's path, or
    // the beginning of one, or so short that no rule can be named yet. Otherwise a number in
    // `rules`. Called only in positions that are not over, with touchable spots of the scene, at
    // most as many as the longest path of the game. If several rules forbid it, the one nearest to
    // legal (largest number) that a player would want to hear; take care that the answer is true.
    unsigned (*why)(const struct game_position *p, const struct game_path *path);

    // Rules with defaults (NULL takes the default).

    // Seats with these options. Default: 2.
    int (*seats)(const struct game_options *options);

    // The team of a seat; seats of one team win and lose together. Default: every seat is its own.
    int (*team)(const struct game_options *options, int seat);

    // Hash key: equal positions have equal keys, different ones differ (up to chance). Default: a
    // hash of the bytes.
    uint64_t (*key)(const struct game_position *p);

    // Whether a seat has lost already although the others play on. Default: no.
    bool (*eliminated)(const struct game_position *p, int seat);

    // The scores of a position that is not over when a seat (and its team) resigns or runs out of
    // time: what the rulebook counts at that moment. They come in as 0, and the caller makes sure
    // that the winners are ahead (play/match.c). Required if the game has `points`. Default:
    // nothing is counted.
    void (*score_at_resignation)(const struct game_position *p, int loser,
                                 int score[GAME_MAX_SEATS]);

    // Whether the players are still setting the game up (a draft). A revenge repeats their setup.
    // Default: no.
    bool (*preparing)(const struct game_position *p);

    // The other tables. NULL: the game has none of it.
    const struct game_ui *ui; // required
    const struct game_hidden *hidden;
    const struct game_ai *ai;
    const struct game_coach *coach;
    const struct game_learning *learning;
};

// The page does not learn: its module leaves the table of numbers and planes out, to load sooner.
#ifdef ABAX_NO_LEARNING
#define GAME_LEARNING(table) NULL
#else
#define GAME_LEARNING(table) &table
#endif

// A game's table is the only symbol that leaves its folder; the rest is hidden by the build.
#define GAME_EXPORT __attribute__((visibility("default")))

// ---------------------------------------------------------------------------------------------
// For callers: the rules with their defaults
// ---------------------------------------------------------------------------------------------

// A table of the game, or an empty one, so that callers can read a member without asking for the
// table.
extern const struct game_hidden game_no_hidden;
extern const struct game_ai game_no_ai;
extern const struct game_coach game_no_coach;

static inline const struct game_hidden *game_hidden(const struct game *g)
{
    return g->hidden ? g->hidden : &game_no_hidden;
}

static inline const struct game_ai *game_ai(const struct game *g)
{
    return g->ai ? g->ai : &game_no_ai;
}

static inline const struct game_coach *game_coach(const struct game *g)
{
    return g->coach ? g->coach : &game_no_coach;
}

int game_seats(const struct game *g, const struct game_options *options);

// Two seats that see everything. Alpha-beta, proofs, and statements about what a side can force are
// for these alone; all other games are searched by simulations (search/ismcts.h).
bool game_is_duel(const struct game *g, const struct game_options *options);

enum palette game_seat_colour(const struct game *g, int seat);
int game_team(const struct game *g, const struct game_options *options, int seat);
uint64_t game_key(const struct game *g, const struct game_position *p);
bool game_eliminated(const struct game *g, const struct game_position *p, int seat);
bool game_preparing(const struct game *g, const struct game_position *p);

// The game with this name, or NULL. games/registry.c defines it; directories that may not see the
// registry read names in texts through this.
const struct game *game_named(const char *name);

// Fills the whole list.
void game_list(const struct game *g, const struct game_position *p, struct game_actions *list);

bool game_listed(const struct game_actions *list, game_action action);

// Writes an action as text.
void game_write_action(const struct game *g, const struct game_position *p, game_action action,
                       char text[GAME_ACTION_BYTES]);

// The legal action with this text: the inverse of `action_text` over the legal list, so that there
// is no second parser to drift. False when no legal action has it.
bool game_find(const struct game *g, const struct game_position *p, const char *text,
               game_action *action);

// Sets one option from "key=value"; on an error returns false with a sentence, options unchanged.
bool game_set_option(const struct game *g, struct game_options *options, const char *assignment,
                     struct error *e);

unsigned game_option_count(const struct game *g);
unsigned game_value_count(const struct game_option *option);

// What a menu calls a value, in English.
const char *game_value_name(const struct game_option *option, unsigned value);

// Writes the options that differ from the default as "key=value,key=value", or "-".
void game_options_text(const struct game *g, const struct game_options *options, struct text *t);

// Steps to the next set of options, the last option fastest; false after the last set.
bool game_next_options(const struct game *g, struct game_options *options);

// "result ongoing" or "result win loss score 3 0", without the first word.
void game_result_text(const struct game *g, const struct game_options *options,
                      const struct game_result *result, struct text *t);

// In a game with scores that is over: the points that a seat has more than the best seat of another
// team.
int game_lead(const struct game *g, const struct game_options *options,
              const struct game_result *result, int seat);

#endif
