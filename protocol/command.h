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

// What a command may ask of whoever runs it.
struct command_host {
    uint64_t (*clock)(void); // microseconds since some moment; never goes back
    size_t megabytes;        // for the table of a long search
    bool (*stop)(void *to);  // true: a long command shall end; NULL: never
    void (*progress)(void *to, const char *words); // tells how far a long command is
    void *to;
    const struct catalogue *words; // the language of what people read; NULL: English
};

// What a command's words said. `rest` are the words that are neither options nor the game.
struct arguments {
    const struct command_host *host;
    const struct game *game;
    struct game_options options;
    const char *position; // NULL: the start
    uint64_t seed;
    uint64_t seconds;   // how long to measure
    int seat;           // what this seat may see, or SEES_ALL
    bool json;          // answer in JSON
    bool sprt;          // stop when elo[0] or elo[1] is clearly the better guess
    int elo[2];         // of --sprt
    const char *record; // a file, or NULL
    const char *players[GAME_MAX_SEATS];
    uint64_t nodes, movetime, depth; // limits of a search; 0: none
    uint64_t rung;                   // of a hint
    uint64_t lines, games, positions, threads, random_plies;
    uint64_t memory, patience;          // of a proof: megabytes; seconds, 0: no limit
    const char *certificate, *book;     // files, or NULL
    const char *form, *to;              // of a record: its form; a file or folder, or NULL
    uint64_t ply;                       // of a record, or UNSET
    uint64_t port, workers, ping, slow; // of a server
    const char *bind, *database, *data; // of a server, or NULL
    bool proxy, no_limits;              // of a server
    const char *server, *token, *ca;    // of a bot, or NULL
    const char *accept;                 // games that a bot takes challenges to, or NULL
    bool open;                          // a bot takes open seats
    bool ascii, colourless, plain;      // of a game at the terminal
    const char **rest;
    unsigned rest_count;
};

// What a command takes besides its own words: the game, and options by the table in arguments.c.
enum takes {
    TAKES_GAME = 1 << 0,     // GAME comes first
    TAKES_ANY_GAME = 1 << 1, // it may, otherwise the first listed game is meant
    TAKES_OPTION = 1 << 2,
    TAKES_POSITION = 1 << 3,
    TAKES_SEED = 1 << 4,
    TAKES_SEAT = 1 << 5,
    TAKES_TIME = 1 << 6,
    TAKES_LIMITS = 1 << 7, // --nodes, --movetime, --depth
    TAKES_NODES = 1 << 8,
    TAKES_LINES = 1 << 9,
    TAKES_JSON = 1 << 10,
    TAKES_PLAYERS = 1 << 11, // --p1 to --p4, --games, --sprt, --record
    TAKES_POSITIONS = 1 << 12,
    TAKES_THREADS = 1 << 13,  // --threads, --random-plies
    TAKES_PROOF = 1 << 14,    // --seat, --seconds, --memory, --certificate, --book
    TAKES_FORM = 1 << 15,     // --to, --ply
    TAKES_PLACE = 1 << 16,    // --out
    TAKES_RUNG = 1 << 17,     // --rung
    TAKES_SCREEN = 1 << 18,   // --ascii, --no-colour, --plain, --seed
    TAKES_SERVER = 1 << 19,   // --port, --bind, --workers, --proxy, --no-limits, --db
    TAKES_DATABASE = 1 << 20, // --db
    TAKES_BOT =
        1 << 21, // --server, --token, --ca, --accept, --open, --movetime; "--" ends the options
    TAKES_START = TAKES_OPTION | TAKES_POSITION | TAKES_SEED,
};

// One row of the table. `run` returns false after filling `e`; it must not have written anything then.
struct command {
    const char *name;
    const char *usage;    // the words after the name
    const char *help;     // one line for the list
    const char *more;     // further lines for --help, or NULL
    unsigned takes;       // enum takes
    unsigned least, most; // words in `rest`
    bool (*run)(const struct arguments *a, struct output *out, struct error *e);
};

// Commands of the table that have a file of their own.
void protocol_games_json(struct output *out);
bool protocol_analyse(const struct arguments *a, struct output *out, struct error *e);
bool protocol_choose(const struct arguments *a, struct output *out, struct error *e);
bool protocol_review(const struct arguments *a, struct output *out, struct error *e);
bool protocol_hint(const struct arguments *a, struct output *out, struct error *e);
bool protocol_best(const struct arguments *a, struct output *out, struct error *e);
bool protocol_lesson(const struct arguments *a, struct output *out, struct error *e);
bool protocol_try(const struct arguments *a, struct output *out, struct error *e);
bool protocol_touch(const struct arguments *a, struct output *out, struct error *e);
bool protocol_edit(const struct arguments *a, struct output *out, struct error *e);
bool protocol_pass(const struct arguments *a, struct output *out, struct error *e);
bool protocol_convert(const struct arguments *a, struct output *out, struct error *e);

extern const struct command protocol_commands[];
extern const unsigned protocol_command_count;

// The command with this name in a table, or NULL.
const struct command *command_find(const struct command *table, unsigned count, const char *name);

// Prints the help of one command, or one line for each of a table.
void command_help(const struct command *c, struct output *out);
void command_list(const struct command *table, unsigned count, struct output *out);

// Prints a line for each option that a command with these `takes` has.
void arguments_help(unsigned takes, struct output *out);

// Reads the words after the command's name and runs it. The words are reordered in place.
bool command_run(const struct command *c, const char **words, unsigned count,
                 const struct command_host *host, struct output *out, struct error *e);

// Finds the game with this name; the sentence suggests the nearest name.
bool command_game(const char *name, const struct game **g, struct error *e);

// The position that -p or the seed gives.
bool arguments_start(const struct arguments *a, struct game_position *p, struct error *e);

// The same, refused when it is a view: rules need to know everything to play on.
bool arguments_complete_start(const struct arguments *a, struct game_position *p, struct error *e);

// A line from that position with the first `count` of the rest played. Cleared already on a fault.
bool arguments_history(const struct arguments *a, unsigned count, struct history *history,
                       struct error *e);

// Judges an attempt in a line: an action text, or names of spots with commas between them. False, with a
// sentence, when it names spots that are not there.
bool command_judge(const struct history *history, const char *attempt,
                   struct attempt_answer *answer, struct error *e);

// The same as words: "legal", "incomplete: ..." or "refused RULE: SENTENCE".
enum { COMMAND_WHY_BYTES = 512 };
bool command_why(const struct history *history, const char *attempt,
                 const struct catalogue *language, char words[COMMAND_WHY_BYTES], struct error *e);

// Reads the game's lesson; a game without one is a fault.
bool command_lesson(const struct game *g, struct lesson *lesson, struct error *e);

// The word nearest to `word` among `count` names, or NULL when none is near.
const char *command_nearest(const char *word, const char *(*name)(unsigned index), unsigned count);

#endif
