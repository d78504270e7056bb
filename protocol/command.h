// SPDX-License-Identifier: MIT
// The command table: words in, text out. The command line, the page and the tests share it.
#ifndef ABAX_PROTOCOL_COMMAND_H
#define ABAX_PROTOCOL_COMMAND_H

#include "game/game.h"
#include "play/line.h"
#include "protocol/output.h"

// What a command's words said. `rest` are the words that are neither options nor the game.
struct arguments {
    const struct game *game;
    struct game_options options;
    const char *position; // NULL: the start
    uint64_t seed;
    int seat;         // what this seat may see, or SEES_ALL
    unsigned seconds; // how long to measure
    const char **rest;
    unsigned rest_count;
};

enum { SEES_ALL = -2, ANY_NUMBER = 1000000 };

// What a command takes besides its own words.
enum takes {
    TAKES_GAME = 1,  // GAME comes first
    TAKES_START = 2, // -o, -p and --seed
    TAKES_SEAT = 4,  // --seat
    TAKES_TIME = 8,  // --seconds
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

extern const struct command protocol_commands[];
extern const unsigned protocol_command_count;

// The command with this name in a table, or NULL.
const struct command *command_find(const struct command *table, unsigned count, const char *name);

// Prints the help of one command, or one line for each of a table.
void command_help(const struct command *c, struct output *out);
void command_list(const struct command *table, unsigned count, struct output *out);

// Reads the words after the command's name and runs it. The words are reordered in place.
bool command_run(const struct command *c, const char **words, unsigned count, struct output *out,
                 struct error *e);

// Finds the game with this name; the sentence suggests the nearest name.
bool command_game(const char *name, const struct game **g, struct error *e);

// The position that -p or the seed gives.
bool arguments_start(const struct arguments *a, struct game_position *p, struct error *e);

// The same, refused when it is a view: rules need to know everything to play on.
bool arguments_complete_start(const struct arguments *a, struct game_position *p, struct error *e);

// A line from that position with the first `count` of the rest played. Cleared already on a fault.
bool arguments_line(const struct arguments *a, unsigned count, struct line *line, struct error *e);

// The word nearest to `word` among `count` names, or NULL when none is near.
const char *command_nearest(const char *word, const char *(*name)(unsigned index), unsigned count);

#endif
