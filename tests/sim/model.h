// SPDX-License-Identifier: MIT
// What is true in a run, apart from what the server says: the entries that were committed, the
// games that they give by the rules, the commands that people sent and what they were answered. The
// checks compare.
#ifndef ABAX_TESTS_SIM_MODEL_H
#define ABAX_TESTS_SIM_MODEL_H

#include "server/live/live.h"
#include "tests/sim/sim.h"

enum { MODEL_GAMES = 128, MODEL_COMMANDS = 4096 };

// How a game stood after some number of entries.
struct moment {
    struct game_position position;
    unsigned ply;
    int to_act;
    bool over;
};

struct model_game {
    char id[STORE_ID];
    bool known; // its row was read
    struct live_state state;
    struct store_entry *entries;
    struct moment *moments; // count + 1
    int64_t *stored;        // when, by true time
    unsigned count, capacity;
    int64_t forgiven[GAME_MAX_SEATS], acted[GAME_MAX_SEATS];
    int sitter[GAME_MAX_SEATS]; // the person who has the seat, as far as they know, or -1
};

enum fate {
    FATE_WAITS,   // for an answer
    FATE_DONE,    // acknowledged
    FATE_REFUSED, // did not happen
    FATE_UNSURE,  // may have happened
};

struct command {
    int64_t ref;
    unsigned connection; // on which it went
    struct model_game *game;
    int seat;
    char kind[16], text[64];
    int64_t ply;       // or -1
    bool asks;         // it has a ref, so it must be answered
    bool enters;       // makes an entry
    unsigned from, to; // entries that there were when it was sent and answered
    int64_t sent, answered;
    enum fate fate;
};

extern struct model {
    struct model_game *games[MODEL_GAMES];
    unsigned game_count;
    struct command commands[MODEL_COMMANDS];
    unsigned command_count;
    unsigned acknowledged, refused, crashes, rated, parts, pairs;
} model;

// The game of that name; made when it is new.
struct model_game *model_game(const char *id);

// Reads the row from the files, if that has not been done. False when there is none.
bool model_row(struct model_game *g);

// An entry was committed.
void model_stored(const struct store_entry *entry);

// All that was committed is in the files.
void model_compare(void);

// The same, and what else is there is from now on true: a commit in which a process died, or whose
// sync failed, may turn out to have been stored. When a process begins, it is settled.
void model_learn(void);

// The end: every acknowledged command is in the journal once, in its time; there is no entry
// without a sender; and the rest.
void model_finish(void);

// Checks of one entry's clocks (clocks.c), before it is applied to the game.
void clocks_check(struct model_game *g, const struct store_entry *entry);

struct command *model_command(int64_t ref);

// Every rated game counts once (ratings.c).
void ratings_check(struct store *s);

// Deals follow from the stored shares, and acknowledged shares are stored (deals.c). Whether a text
// has a share of a game in it.
void deals_check(struct store *s);
bool deals_part_in(const struct model_game *g, const char *bytes, size_t length);

// The tournament is sound (tournaments.c). Whether a game is one of its rounds: then the director
// may resign for an absent player.
void tournaments_check(struct store *s);
bool tournaments_has(const struct model_game *g);

void database_install(void);

#endif
