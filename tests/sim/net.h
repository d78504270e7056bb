// SPDX-License-Identifier: MIT
// The network between people and processes: lines are sockets, in order both ways and cut at any time; a question is one HTTP request.
#ifndef ABAX_TESTS_SIM_NET_H
#define ABAX_TESTS_SIM_NET_H

#include "server/api/request.h"
#include "tests/sim/model.h"

enum { NET_LINES = 512, NET_FOLLOWS = 24, NET_SAID = 64 };

// A game that is followed on a line.
struct follow {
    struct model_game *game;
    int eyes;       // as the server last told: a seat, or GAME_PUBLIC
    bool joined;    // a state has arrived
    unsigned known; // entries that the person has been told of
    uint8_t here;   // seats whose people are said to be connected
};

struct line {
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
struct told {
    enum { SAYS_STATE, SAYS_EVENT, SAYS_DONE, SAYS_REFUSED, SAYS_SEATS, SAYS_OTHER } type;
    struct model_game *game;
    unsigned number, first; // entries in all, and the first of those that came with it
    int you, to_act;
    uint8_t here;
    uint8_t asked, missing; // seats whose promise or part is awaited
    int64_t ref;
    char said[NET_SAID]; // the id of a refusal
    bool twice;          // a fault of a test
};

struct ask {
    int person, process;
    unsigned life;
    enum request_method method;
    char path[REQUEST_PATH], token[TOKEN_TEXT], body[640];
    struct request *request;
    struct model_game *game;
    int seat;
    unsigned since; // entries of the game, when it was asked
    void (*answered)(struct ask *a, int status, const char *text); // status 0: the connection broke
    bool over;
    struct ask *next;
};

extern struct net {
    struct line lines[NET_LINES];
    unsigned count;
    struct ask *asks;
    unsigned waiting; // asks
} net;

struct line *line_open(int person, int process);
void line_say(struct line *l, const char *text);
void line_cut(struct line *l);
struct follow *line_follow(struct line *l, const struct model_game *g, bool make);

// Takes over the question.
void ask(struct ask *a);

// For processes: what arrives, and what leaves.
void process_mail(int process, unsigned life, int kind, void *about, char *text);
enum { MAIL_OPEN, MAIL_TEXT, MAIL_CLOSE, MAIL_ASK, MAIL_GONE };
bool process_lives(int process, unsigned life);
unsigned process_life(int process);
void net_sent(struct line *l, const char *bytes, size_t length);
void net_closed(struct line *l); // by the server
void net_answered(struct ask *a, int status, const char *bytes, size_t length);
void net_crashed(int process);

// Checks a message as it leaves the server (messages.c).
struct told told_read(struct line *l, const char *bytes, size_t length);

// The same for an answer over HTTP that anybody may read.
void told_check_answer(const struct model_game *g, const char *bytes, size_t length);

// What people make of it (people.c).
void people_begin(void);
void people_told(struct line *l, const struct told *t);
void people_opened(struct line *l);
void people_closed(struct line *l);
void people_step(const struct step *s);
void people_secret(const char *text, struct model_game *g);

// Whether a text has a secret of anybody in it.
const char *people_secret_in(const char *bytes, size_t length);

// After all faults: everything must go on.
void people_quiet(void);

#endif
