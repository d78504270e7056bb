// SPDX-License-Identifier: MIT
// The network between people and processes: connections are sockets, in order both ways and cut at
// any time; a question is one HTTP request.
#ifndef ABAX_TESTS_SIM_NET_H
#define ABAX_TESTS_SIM_NET_H

#include "server/api/request.h"
#include "tests/sim/model.h"

enum { NET_CONNECTIONS = 512, NET_FOLLOWS = 24, NET_SAID = 64 };

// A game that is followed on a connection.
struct follow {
    struct model_game *game;
    int viewpoint;  // as the server last said: a seat, or GAME_PUBLIC
    bool joined;    // a state has arrived
    unsigned known; // entries that the person has received
    uint8_t here;   // seats whose people are said to be connected
};

struct connection {
    unsigned id;
    int person, process;
    unsigned life;         // of the process
    struct client *client; // at the server
    bool open;             // as far as the person knows
    int64_t latency, to_server, to_client, stalled;
    int64_t cut; // what would arrive later is lost
    struct follow follows[NET_FOLLOWS];
    unsigned count;
};

// What a message of the server says, checked when it is sent.
struct received {
    enum { SAYS_STATE, SAYS_EVENT, SAYS_DONE, SAYS_REFUSED, SAYS_SEATS, SAYS_OTHER } type;
    struct model_game *game;
    unsigned number, first; // entries in all, and the first of those that came with it
    int you, to_act;
    uint8_t here;
    uint8_t asked, missing; // seats whose commitment or share is awaited
    int64_t ref;
    char said[NET_SAID]; // the id of a refusal
    bool twice;          // by a mutation
};

struct question {
    int person, process;
    unsigned life;
    enum request_method method;
    char path[REQUEST_PATH], token[TOKEN_TEXT], body[640];
    struct request *request;
    struct model_game *game;
    int seat;
    unsigned since; // entries of the game, when it was asked
    void (*answered)(struct question *a, int status,
                     const char *text); // status 0: the connection broke
    bool over;
    struct question *next;
};

extern struct net {
    struct connection connections[NET_CONNECTIONS];
    unsigned count;
    struct question *questions;
    unsigned waiting; // questions
} net;

struct connection *connection_open(int person, int process);
void connection_send(struct connection *conn, const char *text);
void connection_cut(struct connection *conn);
struct follow *connection_follow(struct connection *conn, const struct model_game *g, bool make);

// Takes over the question.
void question_send(struct question *a);

// For processes: what arrives, and what leaves.
void process_mail(int process, unsigned life, int kind, void *about, char *text);
enum { MAIL_OPEN, MAIL_TEXT, MAIL_CLOSE, MAIL_ASK, MAIL_GONE };
bool process_lives(int process, unsigned life);
unsigned process_life(int process);
void net_sent(struct connection *conn, const char *bytes, size_t length);
void net_closed(struct connection *conn); // by the server
void net_answered(struct question *a, int status, const char *bytes, size_t length);
void net_crashed(int process);

// Checks a message as it leaves the server (messages.c).
struct received received_read(struct connection *conn, const char *bytes, size_t length);

// The same for a public answer over HTTP.
void answer_check(const struct model_game *g, const char *bytes, size_t length);

// What people make of it (people.c).
void people_begin(void);
void people_receive(struct connection *conn, const struct received *t);
void people_opened(struct connection *conn);
void people_closed(struct connection *conn);
void people_step(const struct step *s);
void people_secret(const char *text, struct model_game *g);

// The secret of a person that a text has in it, or NULL.
const char *people_secret_in(const char *bytes, size_t length);

// After all faults: everything must go on.
void people_quiet(void);

#endif
