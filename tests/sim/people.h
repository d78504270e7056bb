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
    int seat;       // or -1: not known yet
    unsigned known; // entries that were received on any connection
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
    bool quiet;      // people do nothing unasked
} people;

struct holding *person_holding(struct person *p, const struct model_game *g);
struct holding *person_add(struct person *p, struct model_game *g, const char *token, int seat);
struct connection *person_connection(int person, const struct model_game *g, struct random *r);
void person_join(struct connection *conn, struct model_game *g, struct random *r);
void person_connect(int person, struct random *r);

// Sends a command and remembers it. `ref`: wants an answer.
struct command *say_command(struct connection *conn, struct model_game *g, int seat,
                            const char *kind, const char *text, int64_t ply, bool ref);

// The seat plays a legal action, as far as this connection knows the game.
struct command *say_action(struct connection *conn, struct model_game *g, int seat,
                           struct random *r);

// Any message about a game (sayings.c).
void say_anything(struct connection *conn, struct model_game *g, int seat, struct random *r);

// Shares in deals (deals.c): what is asked of a seat is sent, most of the time; the commitment to a
// person's share.
void deals_answer(struct connection *conn, struct model_game *g, int seat,
                  const struct received *t);
void deals_commitment(const struct model_game *g, int person, char commitment[SHA256_TEXT]);

// Questions over HTTP (asking.c).
void ask_create(int person, struct random *r);
void ask_seat(int person, struct model_game *g, struct random *r);
void ask_account(int person, bool again); // again: a session of the account that it has
void ask_something(int person, struct random *r);
struct question *question_new(int person, const char *path, struct random *r,
                              void (*answered)(struct question *a, int status, const char *text));

// A tournament (tournaments.c), in some runs: people found it, join, begin it and come to their
// games. After all faults it comes to its end, and every process shows the same standings.
void tournaments_begin(void);
void tournaments_quiet(void);

#endif
