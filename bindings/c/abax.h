// SPDX-License-Identifier: MIT
// The library of Abax: the rules of its games, views of hidden games, pictures, search, proofs,
// players and records. This is the only header that programs need (batch.h beside it steps many
// games at once); docs/library.md begins gently.
//
// How it is built:
// - A *game* is a constant that the library owns. A *position* is plain bytes of the caller, copied
//   by assignment, with no past. A *history* is a start and the actions since: it knows what only a
//   past can tell, such as a draw by repetition. An *engine* searches histories, a *player* chooses
//   actions as a level does, a *record* is a saved game.
// - The caller releases each object that abax_THING_new (or _read, _of, _copy) returned with
//   abax_THING_free, which takes NULL too. Every other returned pointer belongs to the library:
//   constants live as long as the program, the others as long as the object they came from.
// - There is no global state. One thread at a time may use an object, several threads different
//   objects at the same time; const arguments may be shared. Any thread may call abax_engine_stop
//   and abax_player_stop.
// - Functions that can fail return false, or 0 bytes of text, and fill an abax_error, which may be
//   NULL. A failed call changes nothing. Bad texts, illegal actions, NULL and buffers that are too
//   small are errors like any other.
// - Functions that write text take a buffer and its capacity and return the bytes of the whole
//   text, with the terminator. If that is more than the capacity, the text is cut, terminated, and
//   the error is ABAX_ROOM. With capacity 0 the buffer may be NULL, and a long text is no error.
// - Seats are counted from 0; seat 0 acts first. Texts that people read count them from 1.
// - A language is NULL or "en", or another of abax_language; what people read comes in it.
//
// Within one ABAX_ABI nothing here changes its meaning or size; new functions may come.
#ifndef ABAX_ABAX_H
#define ABAX_ABAX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define ABAX_API __attribute__((visibility("default")))
#else
#define ABAX_API
#endif

#ifdef __cplusplus
#define ABAX_ALIGNED alignas(16)
extern "C" {
#else
#define ABAX_ALIGNED _Alignas(16)
#endif

enum {
    ABAX_ABI = 1,
    ABAX_MAX_SEATS = 4,
    ABAX_MAX_ACTIONS = 1200,   // legal actions of any position
    ABAX_POSITION_BYTES = 320, // of an abax_position
    ABAX_TEXT_BYTES = 640,     // the longest position text and its terminator
    ABAX_ACTION_BYTES = 16,    // the longest action text and its terminator
    ABAX_OPTIONS_BYTES = 128,  // the longest text of options and its terminator
    ABAX_MAX_LINES = 8,        // of a search
    ABAX_LINE_LENGTH = 48,     // actions of a line
    ABAX_MAX_THREADS = 64,     // of an engine
    ABAX_PUBLIC = -1,          // a "seat" that sees what everybody may see: the observer
    ABAX_ALL = -2,             // a "seat" that sees everything
};

// ---------------------------------------------------------------------------------------------
// The library
// ---------------------------------------------------------------------------------------------

// "0.9.1"; and the ABAX_ABI that the library was built with, which must be that of the header.
ABAX_API const char *abax_version(void);
ABAX_API unsigned abax_abi(void);

// Bytes of the types that the caller keeps, for callers from other languages.
ABAX_API size_t abax_position_size(void);
ABAX_API size_t abax_error_size(void);
ABAX_API size_t abax_result_size(void);
ABAX_API size_t abax_limits_size(void);
ABAX_API size_t abax_report_size(void);
ABAX_API size_t abax_line_size(void);
ABAX_API size_t abax_node_size(void);

// The languages by number, "en" first; NULL behind the last.
ABAX_API unsigned abax_language_count(void);
ABAX_API const char *abax_language(unsigned index);

// ---------------------------------------------------------------------------------------------
// Errors and other sentences
// ---------------------------------------------------------------------------------------------

typedef enum abax_code {
    ABAX_OK = 0,
    ABAX_ARGUMENT,   // a wrong argument: NULL, no such seat, something uninitialised
    ABAX_UNKNOWN,    // no such game, option, language, player or form
    ABAX_UNREADABLE, // a text that is not what it should be
    ABAX_ILLEGAL,    // the rules forbid it: `rule` and `sentence` say why
    ABAX_OVER,       // the game is over
    ABAX_HIDDEN,     // it needs what a view does not know
    ABAX_UNFIT,      // this game cannot have it, such as a proof with more than two seats
    ABAX_ROOM,       // the buffer is too small
    ABAX_MEMORY,     // there is not enough memory
} abax_code;

// A sentence for people. As an error, it begins small, names what is wrong, and has no full stop.
// All of it is written by the library.
typedef struct abax_error {
    int32_t code;       // abax_code
    char id[60];        // stable, never translated: "action.illegal"
    char rule[64];      // when a rule refuses: its stable id; else empty
    char sentence[384]; // in English
    char kept[512];     // what other languages need; opaque
} abax_error;

// The sentence in a language.
ABAX_API size_t abax_error_text(const abax_error *error, const char *language, char *buffer,
                                size_t capacity);

// ---------------------------------------------------------------------------------------------
// Games
// ---------------------------------------------------------------------------------------------

typedef struct abax_game abax_game;

// The games by number, NULL behind the last; and by name, NULL with a suggestion in the error when
// there is none.
ABAX_API unsigned abax_game_count(void);
ABAX_API const abax_game *abax_game_at(unsigned index);
ABAX_API const abax_game *abax_game_find(const char *name, abax_error *error);

// As typed, in lower case; as shown; what one is after; one paragraph; the whole rules in Markdown.
// NULL for no game.
ABAX_API const char *abax_game_name(const abax_game *game);
ABAX_API const char *abax_game_title(const abax_game *game);
ABAX_API const char *abax_game_goal(const abax_game *game, const char *language);
ABAX_API const char *abax_game_about(const abax_game *game, const char *language);
ABAX_API const char *abax_game_rules(const abax_game *game, const char *language);

// Facts; false and 0 for no game.
ABAX_API bool abax_game_is_hidden(const abax_game *game);  // seats do not see everything
ABAX_API bool abax_game_is_dealt(const abax_game *game);   // the start depends on the seed
ABAX_API bool abax_game_has_scores(const abax_game *game); // results have scores
ABAX_API unsigned
abax_game_repetition(const abax_game *game); // drawn when a position stands so often; 0: never
ABAX_API unsigned abax_game_max_actions(const abax_game *game); // an upper bound of legal actions

// A name for a seat, such as "White"; NULL where the game never has it.
ABAX_API const char *abax_game_seat_name(const abax_game *game, int seat, const char *language);

// Options and their values by number, NULL behind the last. The first value is the default.
ABAX_API const char *abax_game_option(const abax_game *game, unsigned option);
ABAX_API const char *abax_game_option_title(const abax_game *game, unsigned option,
                                            const char *language);
ABAX_API const char *abax_game_value(const abax_game *game, unsigned option, unsigned value);
ABAX_API const char *abax_game_value_title(const abax_game *game, unsigned option, unsigned value,
                                           const char *language);

// All sets of options, as the texts that abax_position_start takes; number 0 is "-", the default.
ABAX_API unsigned abax_game_variant_count(const abax_game *game);
ABAX_API size_t abax_game_variant(const abax_game *game, unsigned variant, char *buffer,
                                  size_t capacity, abax_error *error);

// The rules that can refuse an attempt, by number: stable id and sentence, NULL behind the last.
ABAX_API const char *abax_game_rule(const abax_game *game, unsigned index);
ABAX_API const char *abax_game_rule_text(const abax_game *game, unsigned index,
                                         const char *language);

// ---------------------------------------------------------------------------------------------
// Positions
// ---------------------------------------------------------------------------------------------

// Where a game stands. Copy it by assignment; only functions of the library look inside. To keep
// one for other programs, write its text.
typedef struct abax_position {
    ABAX_ALIGNED unsigned char bytes[ABAX_POSITION_BYTES];
} abax_position;

// An action: a number that means something for the position it was listed for, in this version of
// the library. To keep one, write its text, which stays what it is.
typedef uint32_t abax_action;

typedef enum abax_outcome { ABAX_LOSS, ABAX_DRAW, ABAX_WIN } abax_outcome;

// How a game stands. While `over` is 0 the rest is 0.
typedef struct abax_result {
    int32_t over;
    int32_t repeated;                // drawn by repetition, which only a history knows
    int32_t scored;                  // `score` counts
    int32_t seats;                   // of the game; filled in any case
    int32_t outcome[ABAX_MAX_SEATS]; // abax_outcome
    int32_t score[ABAX_MAX_SEATS];
} abax_result;

// The first position: options as "key=value,key=value" (NULL, "" or "-": the default) and a seed
// for the deal.
ABAX_API bool abax_position_start(const abax_game *game, const char *options, uint64_t seed,
                                  abax_position *position, abax_error *error);

// Reads a position text strictly; '?' in hidden games is what a view does not know. And writes it.
ABAX_API bool abax_position_read(const abax_game *game, const char *options, const char *text,
                                 abax_position *position, abax_error *error);
ABAX_API size_t abax_position_text(const abax_position *position, char *buffer, size_t capacity,
                                   abax_error *error);

// Whether two positions are equal: the same game, options and text. False for what is no position.
ABAX_API bool abax_position_equal(const abax_position *a, const abax_position *b);

// A hash: equal positions have equal ones, different ones of a game differ up to chance. 0 for what
// is no position.
ABAX_API uint64_t abax_position_hash(const abax_position *position);

// Its game (NULL for what is no position) and options.
ABAX_API const abax_game *abax_position_game(const abax_position *position);
ABAX_API size_t abax_position_options(const abax_position *position, char *buffer, size_t capacity,
                                      abax_error *error);

// Seats with these options; 0 for what is no position. Seats of one team win and lose together; -1:
// no such seat.
ABAX_API int abax_position_seats(const abax_position *position);
ABAX_API int abax_position_team(const abax_position *position, int seat);

// The seat to act, which may act several times in a row: ask after every action. -1 when the game
// is over.
ABAX_API int abax_position_seat(const abax_position *position);

// How the game stands by the rules. A view may not know it (ABAX_HIDDEN).
ABAX_API bool abax_position_result(const abax_position *position, abax_result *result,
                                   abax_error *error);

// By what rule the game ended, in sentences: number `index` with its stable id; false behind the
// last, the code being ABAX_OK. Nothing while the game goes on.
ABAX_API bool abax_position_verdict(const abax_position *position, unsigned index,
                                    abax_error *verdict);

// How many legal actions there are; writes the first `capacity` of them. Always in the same order,
// and 0 exactly when the game is over. With capacity 0 the list may be NULL. ABAX_MAX_ACTIONS are
// enough.
ABAX_API unsigned abax_position_actions(const abax_position *position, abax_action *list,
                                        unsigned capacity);

// The text of a legal action ("a2a4"), the action with a text, and a legal action in words ("to
// a4").
ABAX_API size_t abax_position_action_text(const abax_position *position, abax_action action,
                                          char *buffer, size_t capacity, abax_error *error);
ABAX_API bool abax_position_action(const abax_position *position, const char *text,
                                   abax_action *action, abax_error *error);
ABAX_API size_t abax_position_action_words(const abax_position *position, abax_action action,
                                           const char *language, char *buffer, size_t capacity,
                                           abax_error *error);

// Plays an action by number or by text; a refusal (ABAX_ILLEGAL) has the rule's id and a sentence,
// and changes nothing.
ABAX_API bool abax_position_apply(abax_position *position, abax_action action, abax_error *error);
ABAX_API bool abax_position_play(abax_position *position, const char *text, abax_error *error);

// Plays an action that abax_position_actions has listed for exactly this position. Nothing is
// checked: with anything else the position is worth nothing afterwards, and what follows may crash.
// For inner loops.
ABAX_API void abax_position_apply_listed(abax_position *position, abax_action action);

// What a seat (or ABAX_PUBLIC) may know, as a position with the rest unknown; in open games, the
// position. What is equal for a seat gives equal bytes. `view` may be the position itself.
ABAX_API bool abax_position_view(const abax_position *position, int seat, abax_position *view,
                                 abax_error *error);

// Whether nothing is unknown.
ABAX_API bool abax_position_complete(const abax_position *position);

// A complete position that whoever has this view cannot tell from the true one, each with equal
// chance.
ABAX_API bool abax_position_redeal(const abax_position *view, uint64_t seed, abax_position *full,
                                   abax_error *error);

// How many such positions there are; writes the first `capacity` of them, each once and always in
// the same order. 0 with an error (ABAX_UNFIT) where the game cannot list them. With capacity 0 the
// list may be NULL.
ABAX_API unsigned abax_position_deals(const abax_position *view, abax_position *list,
                                      unsigned capacity, abax_error *error);

// How good the position looks for a seat without any search, in hundredths of the game's own unit.
// 0 where nothing is said.
ABAX_API int abax_position_evaluate(const abax_position *position, int seat);

typedef enum abax_form { ABAX_FORM_TEXT, ABAX_FORM_SVG } abax_form;

// Draws what a seat sees; ABAX_ALL is as the seat to act sees it. SVG is a whole document.
ABAX_API size_t abax_position_show(const abax_position *position, int seat, abax_form form,
                                   const char *language, char *buffer, size_t capacity,
                                   abax_error *error);

// ---------------------------------------------------------------------------------------------
// Actions as numbers, positions as planes: for programs that learn (docs/python.md; many games at
// once: batch.h)
// ---------------------------------------------------------------------------------------------

// Of a game and its options, and fixed for them.
typedef struct abax_space {
    uint32_t actions;               // numbers of actions are below this
    uint32_t planes, rows, columns; // of bytes, the planes first; row 0 is the lowest
    uint32_t reserved[4];
} abax_space;

ABAX_API bool abax_position_space(const abax_position *position, abax_space *space,
                                  abax_error *error);

// The numbers of the legal actions, in the order of abax_position_actions; as there, it answers how
// many there are.
ABAX_API unsigned abax_position_numbers(const abax_position *position, uint16_t *numbers,
                                        unsigned capacity);

// The number of a legal action, or -1; the legal action with a number. Unlike the actions
// themselves, numbers mean the same in every position and version.
ABAX_API int abax_position_number(const abax_position *position, abax_action action,
                                  abax_error *error);
ABAX_API bool abax_position_numbered(const abax_position *position, unsigned number,
                                     abax_action *action, abax_error *error);

// What a seat sees, as bytes; and what a plane shows, in a few English words.
ABAX_API bool abax_position_planes(const abax_position *position, int seat, uint8_t *planes,
                                   size_t capacity, abax_error *error);
ABAX_API size_t abax_position_plane(const abax_position *position, unsigned plane, char *buffer,
                                    size_t capacity, abax_error *error);

// ---------------------------------------------------------------------------------------------
// Histories
// ---------------------------------------------------------------------------------------------

typedef struct abax_history abax_history;

// A history that begins with a position; a copy of one. NULL on an error.
ABAX_API abax_history *abax_history_new(const abax_position *start, abax_error *error);
ABAX_API abax_history *abax_history_copy(const abax_history *history, abax_error *error);
ABAX_API void abax_history_free(abax_history *history);

// Where it began, where it stands, how many actions were played, and which (NULL: the position
// only).
ABAX_API bool abax_history_start(const abax_history *history, abax_position *position);
ABAX_API bool abax_history_position(const abax_history *history, abax_position *position);
ABAX_API unsigned abax_history_length(const abax_history *history);
ABAX_API bool abax_history_action(const abax_history *history, unsigned index, abax_action *action,
                                  abax_position *before);

// As of positions, with draws by repetition: then there are no legal actions.
ABAX_API int abax_history_seat(const abax_history *history);
ABAX_API unsigned abax_history_actions(const abax_history *history, abax_action *list,
                                       unsigned capacity);
ABAX_API bool abax_history_apply(abax_history *history, abax_action action, abax_error *error);
ABAX_API bool abax_history_play(abax_history *history, const char *text, abax_error *error);
ABAX_API bool abax_history_undo(abax_history *history, unsigned actions, abax_error *error);
ABAX_API bool abax_history_result(const abax_history *history, abax_result *result,
                                  abax_error *error);

// One or two sentences: who is to act, or who won by which rule.
ABAX_API size_t abax_history_status(const abax_history *history, const char *language, char *buffer,
                                    size_t capacity, abax_error *error);

// Draws it with the last turn marked.
ABAX_API size_t abax_history_show(const abax_history *history, int seat, abax_form form,
                                  const char *language, char *buffer, size_t capacity,
                                  abax_error *error);

// ---------------------------------------------------------------------------------------------
// Engines: search, proofs, hints. They know what the seat to act may know, and nothing else.
// ---------------------------------------------------------------------------------------------

typedef struct abax_engine abax_engine;

// What may be spent; 0 is no limit. Without any limit a search goes on until all is proven or
// somebody stops it. Fill it with zeros first.
typedef struct abax_limits {
    uint64_t nodes; // of each thread
    uint64_t milliseconds;
    uint32_t depth;       // not of proofs
    uint32_t lines;       // best lines wanted, at most ABAX_MAX_LINES; 0 counts as 1
    uint64_t reserved[4]; // 0
} abax_limits;

// A line of play and what it is worth for the seat to act.
typedef struct abax_line {
    int32_t value;        // in hundredths of the game's own unit; beyond 15000, a decided game
    int32_t chance;       // to win, in thousandths
    int32_t proven;       // 1: `outcome` is certain; 0: `value` is an estimate
    int32_t outcome;      // abax_outcome, when proven
    int32_t margin_known; // 1: the margin is certain; 2: it is expected; 0: nothing is known of it
    int32_t margin;       // points more than the others at the end, in tenths
    uint32_t length;      // of the actions, at least 1; of hidden games, 1
    abax_action actions[ABAX_LINE_LENGTH];
    uint32_t reserved[8];
} abax_line;

typedef struct abax_report {
    uint64_t nodes;
    uint64_t milliseconds;
    uint32_t depth;      // that was completed
    uint32_t line_count; // at least 1, best first
    abax_line lines[ABAX_MAX_LINES];
    uint64_t reserved[4];
} abax_report;

// Who watches; each may be NULL. They are called in the thread that called, `stop` very often. `to`
// is handed to them.
typedef struct abax_watch {
    bool (*stop)(void *to);                                // true: end now, with what was found
    void (*progress)(void *to, const abax_report *report); // after each depth
    void *to;
    void *reserved[2]; // NULL
} abax_watch;

// An engine with a table of so many megabytes (1 to 65536) that thinks with so many threads (1 to
// ABAX_MAX_THREADS).
ABAX_API abax_engine *abax_engine_new(unsigned megabytes, unsigned threads, abax_error *error);
ABAX_API void abax_engine_free(abax_engine *engine);

// Forgets everything. With one thread and no limit in time, equal seeds and questions give equal
// answers. A new engine has seed 0.
ABAX_API void abax_engine_forget(abax_engine *engine, uint64_t seed);

// Searches a history that is not over. The watch may be NULL.
ABAX_API bool abax_engine_search(abax_engine *engine, const abax_history *history,
                                 const abax_limits *limits, const abax_watch *watch,
                                 abax_report *report, abax_error *error);

// Looks for a proof of who wins with best play, in open games of two seats. The report has one
// line; it is `proven`, or the limits were not enough.
ABAX_API bool abax_engine_solve(abax_engine *engine, const abax_history *history,
                                const abax_limits *limits, const abax_watch *watch,
                                abax_report *report, abax_error *error);

// Help for the seat to act, as sentences: 1 where to look, 2 three good actions, 3 the best one, 4
// why it is best.
ABAX_API size_t abax_engine_hint(abax_engine *engine, const abax_history *history, unsigned rung,
                                 const char *language, char *buffer, size_t capacity,
                                 abax_error *error);

// Ends the search that runs in another thread, or if none does, the next one. Taken back by
// abax_engine_forget.
ABAX_API void abax_engine_stop(abax_engine *engine);

// ---------------------------------------------------------------------------------------------
// Players
// ---------------------------------------------------------------------------------------------

typedef struct abax_player abax_player;

// The levels are 1 to this; what is said of one.
ABAX_API unsigned abax_level_count(void);
ABAX_API const char *abax_level_about(unsigned level, const char *language);

// A player: "level:1" to "level:10", "random", "greedy", "nodes:N", "movetime:MS" or "depth:N".
// Equal seeds give equal choices in equal histories, but for movetime. For each seat of a game make
// one of its own, since it remembers.
ABAX_API abax_player *abax_player_new(const char *player, uint64_t seed, abax_error *error);
ABAX_API void abax_player_free(abax_player *player);

// Forgets the game, for another one.
ABAX_API void abax_player_new_game(abax_player *player, uint64_t seed);

// Chooses a legal action for the seat to act, from what that seat may know.
ABAX_API bool abax_player_choose(abax_player *player, const abax_history *history,
                                 abax_action *action, abax_error *error);

// Lets it choose now from what it has found, or if it does not think, the next time. Taken back by
// abax_player_new_game.
ABAX_API void abax_player_stop(abax_player *player);

// ---------------------------------------------------------------------------------------------
// Records
// ---------------------------------------------------------------------------------------------

typedef struct abax_record abax_record;

typedef enum abax_record_form {
    ABAX_RECORD_TEXT, // docs/records.md, abax-record(5)
    ABAX_RECORD_JSON,
    ABAX_RECORD_LINK,    // letters, digits, '-' and '_': for an address, after '#'
    ABAX_RECORD_ACTIONS, // of the main line, one a line
} abax_record_form;

// An action of a record. Node 0 is the start; a parent comes before its children. The first child
// goes on with its parent's line, the others are variations. Pointers live as long as the record.
typedef struct abax_node {
    const char *action;           // empty at the start
    const char *comment;          // UTF-8, or NULL
    const char *note;             // "!", "?", "!!", "??", "!?", "?!" or empty
    int32_t seat;                 // that played it; -1 at the start
    uint32_t parent, child, next; // next: of the same parent; 0: none
    int64_t spent;                // milliseconds, or -1
    uint64_t reserved[2];
} abax_node;

// Reads one game: text, JSON (begins with '{') or a link ("#...", "link:..." or an address). NULL
// on an error, which names the line. All of what was read is legal.
ABAX_API abax_record *abax_record_read(const char *text, size_t length, abax_error *error);

// A record of a history. While a game with secrets goes on it is what the seat (or ABAX_PUBLIC) may
// know; ABAX_ALL keeps everything.
ABAX_API abax_record *abax_record_of(const abax_history *history, int seat, abax_error *error);
ABAX_API void abax_record_free(abax_record *record);

ABAX_API size_t abax_record_text(const abax_record *record, abax_record_form form, char *buffer,
                                 size_t capacity, abax_error *error);

// Its game, who sits where (empty: nobody said), the date ("2026-11-15" or empty), and how it
// ended. An end on time, by resignation or agreement counts too.
ABAX_API const abax_game *abax_record_game(const abax_record *record);
ABAX_API const char *abax_record_name(const abax_record *record, int seat);
ABAX_API const char *abax_record_date(const abax_record *record);
ABAX_API bool abax_record_result(const abax_record *record, abax_result *result, abax_error *error);
ABAX_API bool abax_record_set_name(abax_record *record, int seat, const char *name,
                                   abax_error *error);
ABAX_API bool abax_record_set_date(abax_record *record, const char *date, abax_error *error);

// Actions of the main line; a history that stands after so many of them, to step through it. A
// record of one seat's view cannot be played through where the game cannot play on from views
// (ABAX_HIDDEN).
ABAX_API unsigned abax_record_length(const abax_record *record);
ABAX_API abax_history *abax_record_history(const abax_record *record, unsigned actions,
                                           abax_error *error);

// The tree: nodes, the start included.
ABAX_API unsigned abax_record_node_count(const abax_record *record);
ABAX_API bool abax_record_node(const abax_record *record, unsigned index, abax_node *node,
                               abax_error *error);

#ifdef __cplusplus
}
#endif

#endif
