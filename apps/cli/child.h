// SPDX-License-Identifier: MIT
// A UGI engine as a child process. Every wait has an end: an engine that crashes, keeps silent or
// talks nonsense is stopped, and the error says so.
#ifndef ABAX_CLI_CHILD_H
#define ABAX_CLI_CHILD_H

#include <stdatomic.h>
#include <sys/types.h>

#include "game/game.h"

enum { CHILD_SETTINGS = 16 };

struct child {
    const char *command;         // for the shell
    const atomic_bool *stop;     // true: wait no longer; or NULL
    const char *const *settings; // texts NAME=VALUE sent when it starts,
    unsigned setting_count;      // at most CHILD_SETTINGS
    unsigned ready_patience;     // milliseconds until `readyok`
    bool scored;                 // the last answer came with a score,
    int score;                   // in hundredths, for the seat that was asked
    char complaint[160];         // the last `info string error` since `isready`
    bool has_game;               // it has offered an option for the game
    pid_t pid;                   // 0: not running
    int to, from;                // its standard input and output
    size_t filled;               // bytes read ahead
    char ahead[1 << 16];
};

// Nothing runs yet.
void child_init(struct child *c, const char *command);

// Ends the process, if there is one.
void child_stop(struct child *c);

// Starts an engine that is not running and exchanges greetings with it, up to `ugiok`.
bool child_greet(struct child *c, struct error *e);

// Starts the engine when it is not running, tells it the game and its options, and begins a new
// game.
bool child_new_game(struct child *c, const struct game *g, const struct game_options *options,
                    struct error *e);

// Sends the line of a position and a `go` line, and waits for the answer for at most this many
// milliseconds. `action` is what the engine said, legal or not; `score` is what it thought of it.
bool child_ask(struct child *c, const char *position, const char *go, uint64_t patience,
               char action[GAME_ACTION_BYTES], struct error *e);

#endif
