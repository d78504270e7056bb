// SPDX-License-Identifier: MIT
// The command table: words in, text out. The command line, the page and the tests share it.
#ifndef ABAX_PROTOCOL_COMMAND_H
#define ABAX_PROTOCOL_COMMAND_H

#include "game/attempt.h"
#include "game/game.h"
#include "coach/lesson.h"
#include "play/history.h"
#include "base/output.h"

enum { SEES_ALL = -2, ANY_NUMBER = 1000000 };

#define UNSET UINT64_MAX // a number that was not given and whose default is the command's

struct command;

// What a command may ask of its host.
struct command_host {
    uint64_t (*clock)(void);                      // microseconds since some moment; never goes back
    size_t megabytes;                             // for the table of a long search
    bool (*stop)(void *to);                       // true: a long command must stop; NULL: never
    void (*progress)(void *to, const char *line); // reports the progress of a long command
    void *to;
    const struct catalogue *messages; // the language of what people read; NULL: English
    void (*help)(const struct command *c, const struct catalogue *messages,
                 struct output *out); // prints what --help asks for; NULL: there is no such option
};

// A sentence that only --help prints. The page's module has none of them: nobody asks it, and
// people load it.
#ifdef ABAX_NO_HELP
#define COMMAND_HELP(id, english)                                                                  \
    {                                                                                              \
        NULL, NULL                                                                                 \
    }
enum {
    COMMAND_ONLY_JSON = 1
}; // nor answers laid out for a terminal, nor drawings: the page draws itself
#else
#define COMMAND_HELP(id, english) SENTENCE(id, english)
enum { COMMAND_ONLY_JSON = 0 };
#endif

// The words of a command line, read. `rest` are the words that are neither options nor the game.
struct arguments {
    const struct command_host *host;
    const struct game *game;
    struct game_options options;
    const char *position; // NULL: the start
    uint64_t seed;
    int seat;                        // what this seat may see, or SEES_ALL
    bool json;                       // answer in JSON
    uint64_t nodes, movetime, depth; // limits of a search; 0: none
    uint64_t lines;
    uint64_t threads, hash; // of an analysis; a hash of 0 is the host's
    uint64_t hint_level;    // of a hint
    const char *form;       // of a record, or NULL
    uint64_t ply;           // of a record, or UNSET
    const void *chosen;     // the command's struct X_options, filled by its options
    const char **rest;
    unsigned rest_count;
};

// ---------------------------------------------------------------------------------------------
// Options
// ---------------------------------------------------------------------------------------------

// What the value of an option is, and what it is stored as.
enum option_kind {
    OPTION_FLAG,    // none: bool
    OPTION_WORD,    // const char *
    OPTION_NUMBER,  // from `least` to `most`: uint64_t
    OPTION_SEAT,    // counted from 1, 0 being the public: int, counted from 0
    OPTION_SETTING, // key=value: an option of the game
    OPTION_READ,    // two words that `read` understands
    OPTION_TAKE,    // one word that `read` understands, each time the option is given
};

// A row. Each command has its rows beside it; a list ends with a row without a name.
struct option {
    const char *brief; // or NULL
    const char *name;
    const char *values; // for --help; NULL or empty when it takes none
    struct sentence help;
    enum option_kind kind;
    bool local; // `place` is in the command's struct X_options, not in struct arguments
    size_t place;
    uint64_t least, most;
    bool (*read)(const char **values, void *place, struct error *e);
};

// The parts of a row: its words and kind (FLAG, WORD, ...), and where its value goes.
#define OPTION(word, shown, sort) .name = (word), .values = (shown), .kind = OPTION_##sort
#define OPTION_SHARED(field)      .place = offsetof(struct arguments, field)
#define OPTION_LOCAL(type, field) .local = true, .place = offsetof(struct type, field)
#define OPTION_END                                                                                 \
    {                                                                                              \
        .name = NULL                                                                               \
    }

// What several commands take, as lists.
extern const struct option options_setting[], options_position[], options_seed[], options_seat[];
extern const struct option options_nodes[], options_movetime[], options_depth[];
extern const struct option options_json[];
extern const struct option options_form[]; // --to, --ply, --seat

#define OPTIONS_START  options_setting, options_position, options_seed
#define OPTIONS_LIMITS options_nodes, options_movetime, options_depth

// The option with this name in NULL-terminated lists, or NULL; the nearest name, or NULL.
const struct option *options_find(const struct option *const *lists, const char *word);
const char *options_nearest(const struct option *const *lists, const char *word);

// How many words after the option are its values.
unsigned option_values(const struct option *o);

// Reads the values to where they belong; `chosen` is the command's struct X_options.
bool option_read(const struct option *o, const char **values, struct arguments *a, void *chosen,
                 struct error *e);

// Prints a line for each.
void options_help(const struct option *const *lists, const struct catalogue *messages,
                  struct output *out);

// ---------------------------------------------------------------------------------------------
// Commands
// ---------------------------------------------------------------------------------------------

enum command_game {
    COMMAND_NO_GAME,
    COMMAND_GAME,         // GAME comes first
    COMMAND_ANY_GAME,     // it may, otherwise the first listed game is meant
    COMMAND_ASKED_GAME,   // it may, otherwise there is none: the command asks for it
    COMMAND_GAME_OR_WORD, // it may, otherwise another word of the command
};

enum { COMMAND_OPTIONS_BYTES = 1024 };

// One row of the table. `run` returns false after filling `e`; it must not have written anything
// then.
struct command {
    const char *name;
    const char *usage;    // the words after the name
    struct sentence help; // one line for the list
    struct sentence more; // further lines for --help, or nothing
    enum command_game game;
    const struct option *const *options; // lists, NULL-terminated
    unsigned least, most;                // words in `rest`
    // NULL: another program has the command.
    bool (*run)(const struct arguments *a, struct output *out, struct error *e);
    const void *defaults;        // what the struct X_options holds before options are read, or NULL
    size_t options_bytes;        // at most COMMAND_OWN_BYTES
    const char *instead_of_game; // an option with which no GAME is named, or NULL
    const char *program;         // that people call for it; NULL: abax
};

#define COMMAND_OPTIONS(...) ((const struct option *const[]){__VA_ARGS__, NULL})
#define COMMAND_NO_DEFAULTS  NULL, 0, NULL, NULL
#define COMMAND_NO_OPTIONS   ((const struct option *const[]){NULL})

// Commands of the table with files of their own.
void protocol_games_json(struct output *out);
bool protocol_analyse(const struct arguments *a, struct output *out, struct error *e);
bool protocol_review(const struct arguments *a, struct output *out, struct error *e);
bool protocol_hint(const struct arguments *a, struct output *out, struct error *e);
bool protocol_best(const struct arguments *a, struct output *out, struct error *e);
bool protocol_lesson(const struct arguments *a, struct output *out, struct error *e);
bool protocol_try(const struct arguments *a, struct output *out, struct error *e);
bool protocol_edit(const struct arguments *a, struct output *out, struct error *e);
bool protocol_pass(const struct arguments *a, struct output *out, struct error *e);
bool protocol_convert(const struct arguments *a, struct output *out, struct error *e);

extern const struct command protocol_commands[];
extern const unsigned protocol_command_count;

// The command with this name in a table, or NULL.
const struct command *command_find(const struct command *table, unsigned count, const char *name);

// Prints the help of a command, or its line in a
// list.
void command_help(const struct command *c, const struct catalogue *messages, struct output *out);
void command_list(const struct command *c, const struct catalogue *messages, struct output *out);

// Reads the words after the command's name and runs it. The words are reordered in place.
bool command_run(const struct command *c, const char **words, unsigned count,
                 const struct command_host *host, struct output *out, struct error *e);

// Finds the game with this name; the sentence suggests the nearest name.
bool command_game(const char *name, const struct game **g, struct error *e);

// The position that -p or the seed gives. Fails for the view of one seat: rules need to know
// everything to play on.
bool arguments_complete_start(const struct arguments *a, struct game_position *p, struct error *e);

// A line from that position with the first `count` of the rest played. Cleared already on an error.
bool arguments_history(const struct arguments *a, unsigned count, struct history *history,
                       struct error *e);

// Judges an attempt in a line: an action text, or names of spots with commas between them. False,
// with a sentence, when it names spots that are not there.
bool command_attempt(const struct history *history, const char *attempt,
                     struct attempt_answer *answer, struct error *e);

// The same as words: "legal", "incomplete: ..." or "refused RULE: SENTENCE".
enum { COMMAND_WHY_BYTES = 512 };
bool command_why(const struct history *history, const char *attempt,
                 const struct catalogue *language, char words[COMMAND_WHY_BYTES], struct error *e);

// Reads the game's lesson; a game without one is an error.
bool command_lesson(const struct game *g, struct lesson *lesson, struct error *e);

// Keeps the nearer of two names to a word. At first `*nearest` is NULL and stays so when no name is
// near.
void command_nearer(const char *word, const char *name, const char **nearest);

// The name nearest to `word` among `count`, or NULL when none is near.
const char *command_nearest(const char *word, const char *(*name)(unsigned index), unsigned count);

#endif
