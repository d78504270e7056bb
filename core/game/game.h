// SPDX-License-Identifier: MIT
// The contract between a game and everything else. This header is its manual.
//
// A game is one constant `struct game`: facts as plain data, eleven required functions, and a few
// more that have a default. It lives in one folder, exports one symbol (`game_NAME`) and is listed
// by one line in games/games.def. Search, players, front ends, protocol, tests and fuzzers know
// games through this header alone.
//
// What a game may not do: allocate, print, read clocks or files, hold mutable globals, know pixels,
// or know who is a person and who is a computer.
//
// Callers use the `game_...` functions at the end of this file; they supply the defaults.
// The two hottest calls, `actions` and `apply`, have no default and are called directly.
#ifndef ABAX_GAME_GAME_H
#define ABAX_GAME_GAME_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/random.h"
#include "base/text.h"
#include "game/palette.h"

enum {
    GAME_MAX_SEATS = 4,
    GAME_MAX_OPTIONS = 4,
    GAME_MAX_VALUES = 4,
    GAME_MAX_SECRETS = 8,
    GAME_MAX_DETERMINIZATIONS = 64, // of a view, in a game that can list them
    GAME_MAX_ACTIONS = 1200, // no game has more legal actions in any position that can be read
    GAME_ACTION_SLACK = 16,  // room behind a list, so that a generator may write a few in one store
    GAME_MAX_PATH = 4,       // spots in the longest path of an action
    GAME_POSITION_BYTES = 256,
    GAME_TEXT_BYTES = 640,  // the longest position text and its terminator
    GAME_ACTION_BYTES = 16, // the longest action text and its terminator
    GAME_WORDS_BYTES = 160, // the longest action in words and its terminator, in any language
    GAME_NAMED_BYTES = GAME_WORDS_BYTES + GAME_ACTION_BYTES + 3, // with the text behind it
    GAME_PUBLIC = -1,   // a "seat" that sees only what everybody may see
    GAME_RULE_NONE = 0, // the rule number that means: nothing forbids it
    GAME_MAX_FEATURES = 16,
    GAME_MAX_THEMES = 14,
    GAME_NO_VALUE = INT16_MIN,
};

#define GAME_NO_ANSWER UINT32_MAX

// ---------------------------------------------------------------------------------------------
// Plain data
// ---------------------------------------------------------------------------------------------

// Seats are counted from 0 in code and from 1 in every text. Seat 0 acts first.

// A position: opaque plain bytes, copied by assignment. Each game lays its own struct over the first
// `position_size` bytes; the rest means nothing. It holds the options too, so that no function but `start` and `read` needs
// them. Two positions are equal exactly when their options and texts are equal; unless the game
// gives its own `key`, the bytes must be equal then as well (no padding, nothing left over).
struct game_position {
    alignas(16) unsigned char bytes[GAME_POSITION_BYTES]; // what malloc gives is aligned enough
};

// One atomic decision by the seat to act, in the game's own encoding: meaningful only together with
// the position it was listed for. A turn may be several actions by one seat: ask `to_act`, never flip.
typedef uint32_t game_action;

// A spot is a place that can be touched: a square, a piece in hand, a button such as "pass". It is an
// index into the spots of the position's scene (game/scene.h).
typedef uint16_t game_spot;

struct game_actions {
    unsigned count;
    game_action at[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
};

struct game_path {
    unsigned count;
    game_spot at[GAME_MAX_PATH];
};

enum game_outcome { GAME_LOSS, GAME_DRAW, GAME_WIN };

// How it stands with the objective of a puzzle (`objective`).
enum game_objective {
    GAME_OBJECTIVE_OPEN,   // not failed so far
    GAME_OBJECTIVE_MET,    // the seat's next turn has come, or the game is over
    GAME_OBJECTIVE_FAILED, // something was lost
};

// How a game ended: a word and, if the game has scores, a number a seat. While `over` is false the
// rest is zero.
struct game_result {
    bool over;
    enum game_outcome outcome[GAME_MAX_SEATS];
    int score[GAME_MAX_SEATS];
};

// An option and its values; the first value is the default.
struct game_option {
    const char *key;
    const char *title; // one line for a menu
    const char *values[GAME_MAX_VALUES];
    const char *names[GAME_MAX_VALUES]; // what a menu calls them; NULL: as they are written
};

// Chosen values, as indexes into the option's values, in the order of the game's options. All zero is
// the default set.
struct game_options {
    uint8_t value[GAME_MAX_OPTIONS];
};

// A rule that can forbid an attempt. The id is stable and never translated; the sentence is what a
// player is told.
struct game_rule {
    const char *id;
    const char *sentence;
};

// A term in which players of this game talk about an action, such as "it opens the middle". Reasons compare two
// actions by it (coach/reasons.h). Each is a number that follows from the rules alone; "yes" is 1.
struct game_feature {
    const char *id; // stable, never translated
    int step; // above 0: more is better for whoever acts; below: less is. What differs by less than
              // this counts as equal.
};

// What a puzzle of this game can be about besides what it can be in every game (coach/puzzletheme.h).
struct game_theme {
    const char *id;   // stable, never translated
    const char *name; // for people, as NAME.theme.ID; the id is this with hyphens
};

struct game_value {
    int number;         // GAME_NO_VALUE: the term has no meaning here
    game_action answer; // of the next seat, which shows it; or GAME_NO_ANSWER
};

// Who sits where in the next game of a match between the same players.
enum game_next {
    GAME_ROTATE,      // everybody takes the next seat: two players swap
    GAME_LOSER_FIRST, // the loser may take the first seat; after a draw the players swap
    GAME_REVENGE,     // two players swap, and may play the deal of the game before once more
};

struct scene;
struct scene_desk;    // game/scene.h
struct game_editor;   // game/edit.h
struct game_net;      // game/net.h
struct game_learning; // game/learn.h
struct level;         // game/level.h

// ---------------------------------------------------------------------------------------------
// The table
// ---------------------------------------------------------------------------------------------

struct game {
    // Facts.
    const char *name;  // as typed: lower case, one word
    const char *title; // as shown
    const char *goal;  // what one is after, in a short sentence for a list of games
    const char *about; // one paragraph for somebody who does not know the game
    const char *seat_names[GAME_MAX_SEATS];
    // Whose is what: the colour of a seat's pieces (unless the scene gives them another), of its edges and outlines,
    // and beside its name. Colours of one game differ clearly, also in grey. All zero: ivory, ebony, red, blue.
    uint8_t seat_colours[GAME_MAX_SEATS];         // enum palette
    struct game_option options[GAME_MAX_OPTIONS]; // ends at the first without a key
    const struct game_rule
        *rules;             // by rule number, from far from legal to nearly legal; rules[0] unused
    unsigned rule_count;    // rules[0] included
    unsigned position_size; // bytes used of a game_position
    unsigned max_actions;   // upper bound for any readable position
    unsigned max_path;      // spots in the longest path of an action
    bool either_end; // the two spots of a path may be touched in either order: halves of a block
    unsigned
        loose; // the spot of a path with this number, from 1, may be touched at any time, such as the piece of
    // the hand; such spots stand nowhere else in a path. 0: there is none
    unsigned
        repetition;   // the game is drawn, with scores of 0, when a position stands for this many
                      // times; 0: never. Whoever keeps the history counts; the rules do not see it.
    const char *book; // positions in which the seat to act has lost, with the default options, as
                      // bytes that search/book.h reads; NULL: none
    const struct game_net *net; // the learned part of `evaluate`, for tuning; NULL: there is none
    int chance_scale;           // an evaluation of this much means a win chance of 73 %; 0: 400
    int margin_scale; // and of this much, one point of score more at the end; 0: not so simple (`margin`)
    const struct level *levels; // LEVELS rows; NULL: those of play/levels.c
    const uint16_t *
        level_scores; // what each level scored against the one below, in thousandths (docs/levels.md); NULL: 750
    const struct game_feature
        *features; // terms for reasons, most telling first; ends at the first without
                   // an id; NULL: there are none
    const struct game_theme
        *themes;         // of puzzles; ends at the first without an id; NULL: there are none.
                         // Files hold their places: new ones come at the end
    enum game_next next; // custom of a match of several games
    bool scores;         // results have scores
    bool points;         // scores of several games can be added up: a match may be won by their sum
    bool random_start;   // `start` depends on the seed
    unsigned
        symmetries; // how many there are, the identity included (`apply_symmetry`); 0 counts as 1
    bool hidden;    // seats do not see everything: `view`, `complete` and `determinize` are given
    bool unlisted;  // built and tested, but not offered to people

    // Required.

    // The first position of a game.
    void (*start)(const struct game_options *options, uint64_t seed, struct game_position *p);

    // Reads a position text, strictly: exactly what `write` writes for some sound position, even one
    // that play cannot reach. On any fault returns false with a sentence that names the bad part; `p`
    // is then unspecified. A game with hidden parts reads views as well ('?' for the unknown).
    bool (*read)(const struct game_options *options, const char *text, struct game_position *p,
                 struct error *e);

    // Writes the position text. Reading it back gives an equal position.
    void (*write)(const struct game_position *p, struct text *t);

    // The seat to act; in a finished game, the seat that would act next.
    int (*to_act)(const struct game_position *p);

    // Writes all legal actions to `list`, in an order that is the same on every platform, and returns
    // how many; 0 exactly when the game is over. `list` has room for max_actions plus the slack.
    unsigned (*actions)(const struct game_position *p, game_action *list);

    // Plays a legal action: `after` becomes the position after it. `before` and `after` may be the same
    // object. Undefined for an action that `actions` does not list.
    void (*apply)(const struct game_position *before, game_action action,
                  struct game_position *after);

    // The text of a legal action, unique among the legal actions of the position: visible ASCII without
    // ( ) { } < > [ ] ! ? * and ", which records use.
    void (*action_text)(const struct game_position *p, game_action action, struct text *t);

    // The spots to touch, in order, for a legal action: at least one, unique in the position, and no
    // path begins with the whole of another. A front end narrows the legal actions by what was touched
    // until one is left, so a path may end with spots that rarely need touching (a number to choose).
    void (*action_path)(const struct game_position *p, game_action action, struct game_path *path);

    // How the game stands by the rules alone; repetition is not asked here.
    void (*result)(const struct game_position *p, struct game_result *result);

    // Describes the position for one seat (or GAME_PUBLIC). `p` is already that seat's view. The scene
    // comes in empty (scene_init).
    void (*scene)(const struct game_position *p, int seat, struct scene *scene);

    // Which rule forbids this path of spots? GAME_RULE_NONE when it is a legal action's path, or the
    // beginning of one, or so short that no rule can be named yet. Otherwise a number in `rules`. Called
    // only in positions that are not over, with touchable spots of the scene, at most as many as the
    // longest path of the game. If several rules forbid it, the one nearest to legal (largest number)
    // that a player would want to hear; take care that the answer is true.
    unsigned (*why)(const struct game_position *p, const struct game_path *path);

    // With defaults (NULL takes the default).

    // The spot that a path names when this one is touched after those: a piece on several spots may be
    // touched at any of them, while paths name one. Idempotent. Default: the spot itself.
    game_spot (*resolve_spot)(const struct game_position *p, const struct game_path *touched,
                              game_spot spot);

    // Seats with these options. Default: 2.
    int (*seats)(const struct game_options *options);

    // The team of a seat; seats of one team win and lose together. Default: every seat is its own.
    int (*team)(const struct game_options *options, int seat);

    // Hash key: equal positions have equal keys, different ones differ (up to chance). Default: a hash
    // of the bytes.
    uint64_t (*key)(const struct game_position *p);

    // A legal action in words, for people: what goes where, as a sentence with an id (base/sentence.h) that begins with a
    // small letter and has no full stop: "totem to c3, a 2 on b4". It names every place and number that the player chose,
    // so that no two legal actions of a position are called alike, and nothing that is untrue. Default: the text.
    void (*say)(const struct game_position *p, game_action action, struct error *said);

    // Reads an action-shaped text as a path, whether or not it is legal here; false when it does not
    // have the shape of an action. Default: the text is names of spots one after the other.
    bool (*attempt)(const struct game_position *p, const char *text, struct game_path *path);

    // What a seat may know of a position, as a position with the unknown marked. Default: all of it.
    void (*view)(const struct game_position *p, int seat, struct game_position *seen);

    // Whether nothing is unknown. Default: yes. On an incomplete position only these may be called:
    // `to_act`, `actions`, `action_text`, `action_path`, `say`, `write`, `scene`, `why`, `view`,
    // `determinize`, `determinizations`, `replay_view` and `apply_symmetry`; where the game has
    // `replay_view`, `apply` too.
    bool (*complete)(const struct game_position *p);

    // Draws a determinization: a complete position that the seat with this view cannot tell from the
    // true one, each with equal chance. Default: the position itself.
    void (*determinize)(const struct game_position *seen, struct random *r,
                        struct game_position *full);

    // Lists all determinizations, each once, in an order that is the same on every platform. Returns how
    // many, at most GAME_MAX_DETERMINIZATIONS, the capacity of `list`. For proofs: what holds in each of
    // them holds whatever the others have. Default: the position itself where nothing is hidden,
    // otherwise they cannot be listed (0).
    unsigned (*determinizations)(const struct game_position *seen, struct game_position *list);

    // A view from which the game can be replayed: the earlier position `then`, or a view of it, with
    // exactly what the later view `now` knows of the secrets. Playing the same actions leads from `seen`
    // to `now`, so the past can be sent to an engine that may know no more than that. What is unknown in
    // a position to which an action is applied was therefore not revealed by it. Default: views cannot be
    // played on from.
    void (*replay_view)(const struct game_position *then, const struct game_position *now,
                        struct game_position *seen);

    // What only this seat (and its team) knows, as a number below GAME_MAX_SECRETS; -1 when the position is
    // a view that does not know it. Only hidden games have it, and seats decide by nothing else that
    // others do not see.
    int (*secret)(const struct game_position *p, int seat);
    const char *secret_names[GAME_MAX_SECRETS]; // for people, by that number

    // Adds what everybody saw of an action to the clues of a scene (game/scene.h). Called for each action
    // since the start, in order, with the public view of the position before it. Only hidden games have
    // it. Default: nothing.
    void (*track_clues)(const struct game_position *before, game_action action,
                        struct scene_desk *desk);

    // Adds the events of an action to a scene (scene_event in game/scene.h), if it did more than the board
    // shows: who was eliminated and by whom, whose turn is skipped and why. Called for each action of the
    // last turn, in order. Both positions are views of the seat for which the scene is made; `s->you` is
    // the reader's seat, and `s->status.over` says whether the scene shows the end. Default: nothing.
    void (*add_events)(const struct game_position *before, game_action action,
                       const struct game_position *after, struct scene *s);

    // Whether a seat has lost already although the others play on. Default: no.
    bool (*eliminated)(const struct game_position *p, int seat);

    // What a puzzle may ask of a seat besides winning, such as to lose nothing before its next turn.
    // `objective` says it in words that follow a name and "to act:". `check_objective` says how it stands
    // after an action, given complete positions, if it was open before. Both or neither, in hidden games.
    // Default: puzzles ask for wins only.
    const char *objective;
    enum game_objective (*check_objective)(const struct game_position *before,
                                           const struct game_position *after, int seat);

    // The scores of a position that is not over when a seat (and its team) resigns or runs out of time:
    // what the rulebook counts at that moment. They come in as 0, and the caller makes sure that the
    // winners are ahead (play/match.c). Required if the game has `points`. Default: nothing is counted.
    void (*score_at_resignation)(const struct game_position *p, int loser,
                                 int score[GAME_MAX_SEATS]);

    // How good a position that is not over looks for a seat, in hundredths of the game's own unit (see
    // the game's eval.c); bigger is better. Default: 0.
    int (*evaluate)(const struct game_position *p, int seat);

    // In an open game of two with scores: the points that a seat can expect to have more at the end, in
    // tenths, if its chance to win is so many thousandths; 1000 and 0 mean that it is decided. For the other
    // seat and its chance the same with the other sign. Default: by margin_scale.
    int (*margin)(const struct game_position *p, int seat, int chance);

    // Scores for trying actions in a good order, bigger first. Default: all 0, as listed.
    void (*order)(const struct game_position *p, const game_action *list, unsigned count,
                  int *score);

    // Applies a symmetry, such as a turn or a mirror, by a number below `symmetries`; 0 is the identity.
    // The symmetries form a group and commute with the rules: the same seats act, the actions lead to
    // the same positions under the symmetry, and ends and scores are equal. Works on views: unknown
    // stays unknown. `p` and `out` may alias. Required if there are symmetries.
    void (*apply_symmetry)(const struct game_position *p, unsigned symmetry,
                           struct game_position *out);

    // What the features of a legal action are, for the seat to act, whose view the position is. Given exactly when
    // there are features, and then `say_feature` too.
    void (*measure)(const struct game_position *seen, game_action action,
                    struct game_value values[GAME_MAX_FEATURES]);

    // What a feature's number means, as a sentence about the action ("it"): `own` is the name of who acts, `name` of
    // the next seat, `answer` an action's text. As arguments they are called so, and the number is n. False when
    // this number is not worth a sentence.
    bool (*say_feature)(unsigned feature, int number, const char *own, const char *name,
                        const char *answer, struct error *said);

    // Which of the themes a legal action has, by the rules alone, as bits. Given exactly when there are themes.
    unsigned (*theme)(const struct game_position *before, game_action action);

    // How positions are put together by touches. Default: only as texts.
    const struct game_editor *editor;

    // Actions as numbers and positions as planes. Default: there are none, and programs that learn cannot use the game.
    const struct game_learning *learning;

    // Whether the players are still setting the game up (a draft). A revenge repeats what they made. Default: no.
    bool (*preparing)(const struct game_position *p);

    // For proofs. These must be sound: proofs rely on them.

    // A key that is equal for positions from which the same game follows, at least for those that a
    // symmetry maps to each other; otherwise different positions differ (up to chance). Default: the
    // least key over all symmetries.
    uint64_t (*canonical_key)(const struct game_position *p);

    // Writes the legal actions without dominated ones to `list`, at least one unless the game is over:
    // the best result that the seat to act can force is among them. Capacity as for `actions`.
    // Default: all of them.
    unsigned (*undominated)(const struct game_position *p, game_action *list);

    // Solves a position that is not over without search, for the seat to act: GAME_WIN if it can force a
    // win, GAME_LOSS if it cannot escape a loss, GAME_DRAW if it does not know; `choices` then becomes how
    // many actions are worth trying, at least 1, and `value` a quick estimate in the unit of `evaluate`.
    // Two seats only. Default: GAME_DRAW, the number of undominated actions and `evaluate`.
    enum game_outcome (*solve_static)(const struct game_position *p, unsigned *choices, int *value);
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
// For callers: the contract with its defaults
// ---------------------------------------------------------------------------------------------

int game_seats(const struct game *g, const struct game_options *options);

// Two seats that see everything. What sets one side against the other (alpha-beta, proofs, talk of what somebody can
// force) is for these alone; all other games are searched by ISMCTS (search/ismcts.h).
bool game_is_duel(const struct game *g, const struct game_options *options);

enum palette game_seat_colour(const struct game *g, int seat);
int game_team(const struct game *g, const struct game_options *options, int seat);
uint64_t game_key(const struct game *g, const struct game_position *p);
void game_view(const struct game *g, const struct game_position *p, int seat,
               struct game_position *seen);
bool game_complete(const struct game *g, const struct game_position *p);
void game_determinize(const struct game *g, const struct game_position *seen, struct random *r,
                      struct game_position *full);
unsigned game_determinizations(const struct game *g, const struct game_position *seen,
                               struct game_position *list); // room for GAME_MAX_DETERMINIZATIONS
int game_secret(const struct game *g, const struct game_position *p,
                int seat); // 0 where nothing is hidden
bool game_eliminated(const struct game *g, const struct game_position *p, int seat);
int game_evaluate(const struct game *g, const struct game_position *p, int seat);
int game_chance_scale(const struct game *g);
unsigned game_symmetries(const struct game *g);
unsigned game_feature_count(const struct game *g);
void game_apply_symmetry(const struct game *g, const struct game_position *p, unsigned symmetry,
                         struct game_position *out);
bool game_preparing(const struct game *g, const struct game_position *p);
void game_order(const struct game *g, const struct game_position *p, const game_action *list,
                unsigned count, int *score);
uint64_t game_canonical_key(const struct game *g, const struct game_position *p);
unsigned game_undominated(const struct game *g, const struct game_position *p, game_action *list);
enum game_outcome game_solve_static(const struct game *g, const struct game_position *p,
                                    unsigned *choices, int *value);

// The game with this name, or NULL. The registry (games/registry.c) has the answer; rooms that may not see it
// read names in texts through this.
const struct game *game_named(const char *name);

// Fills the whole list.
void game_list(const struct game *g, const struct game_position *p, struct game_actions *list);

// Writes an action as text.
void game_write_action(const struct game *g, const struct game_position *p, game_action action,
                       char text[GAME_ACTION_BYTES]);

// An action in words: to be told in any language, or added in the one of `words` (NULL: English).
void game_say(const struct game *g, const struct game_position *p, game_action action,
              struct error *said);
void game_add_words(const struct game *g, const struct game_position *p, game_action action,
                    const struct catalogue *words, struct text *t);

// The same with the text behind it, for those who type: "totem to c3, a 2 on b4 (c3b42)"; only the text where the game has
// no words.
void game_add_named(const struct game *g, const struct game_position *p, game_action action,
                    const struct catalogue *words, struct text *t);

// The legal action with this text: the inverse of `action_text` over the legal list, so that there is
// no second parser to drift. False when no legal action has it.
bool game_find(const struct game *g, const struct game_position *p, const char *text,
               game_action *action);

// Sets one option from "key=value"; on a fault returns false with a sentence, options unchanged.
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

// In a game with scores that is over: the points that a seat has more than the best seat of another team.
int game_lead(const struct game *g, const struct game_options *options,
              const struct game_result *result, int seat);

#endif
