// SPDX-License-Identifier: MIT
// Who plays, and what they remember.
#ifndef ABAX_TESTS_SIM_PEOPLE_H
#define ABAX_TESTS_SIM_PEOPLE_H

#include "base/sha256.h"
#include "tests/sim/net.h"

enum { PEOPLE = 5, PEOPLE_GAMES = 24 };

struct holding {
    struct model_game *game;
    char token[TOKEN_TEXT];
    bool account;   // the session opens it too
    int seat;       // or -1: not told yet
    unsigned known; // entries that were told on any line
};

struct person {
    struct holding games[PEOPLE_GAMES];
    unsigned count;
    char name[16], session[TOKEN_TEXT];
};

extern struct people {
    struct person at[PEOPLE];
    int64_t last_ref;
    unsigned bursts; // answers that people may still give by themselves
    bool quiet;      // nobody does anything unasked
} people;

struct holding *person_holding(struct person *p, const struct model_game *g);
struct holding *person_add(struct person *p, struct model_game *g, const char *token, int seat);
struct line *person_line(int person, const struct model_game *g, struct random *r);
void person_join(struct line *l, struct model_game *g, struct random *r);
void person_connect(int person, struct random *r);

// Sends a command and remembers it. `ref`: wants an answer.
struct command *say_command(struct line *l, struct model_game *g, int seat, const char *kind,
                            const char *text, int64_t ply, bool ref);

// The seat plays a legal action, as far as this line knows the game.
struct command *say_action(struct line *l, struct model_game *g, int seat, struct random *r);

// Any word at a game (sayings.c).
void say_anything(struct line *l, struct model_game *g, int seat, struct random *r);

// Parts in deals (deals.c): what is asked of a seat is given, most of the time; the promise of a person's part.
void deals_answer(struct line *l, struct model_game *g, int seat, const struct told *t);
void deals_promise(const struct model_game *g, int person, char promise[SHA256_TEXT]);

// Questions over HTTP (asking.c).
void ask_create(int person, struct random *r);
void ask_seat(int person, struct model_game *g, struct random *r);
void ask_account(int person, bool again); // again: a session of the account that it has
void ask_something(int person, struct random *r);
struct ask *ask_new(int person, const char *path, struct random *r,
                    void (*answered)(struct ask *a, int status, const char *text));

// A tournament (tournaments.c), in some runs: people found it, join, begin it and come to their games. After all faults it comes to its end, and
// every process tells the same of it.
void tournaments_begin(void);
void tournaments_quiet(void);

#endif
