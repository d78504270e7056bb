// SPDX-License-Identifier: MIT
// The referee looks after tournaments (server/tournament): a thread with a connection of its own that reads, so that the loop never
// waits for it. It replays events, notices games that are over, pairs, and hands what is to be stored to the writer: the
// events of a round and its games are one transaction under the next number, so that of several processes one pairs, and a crash leaves all of
// it or nothing. Everything is made from what is stored; a restart begins with that.
//
// The loop asks by wishes, which come back through the inbox, and tells it of news.
#ifndef ABAX_SERVER_DIRECTOR_H
#define ABAX_SERVER_DIRECTOR_H

#include "server/live/message.h"
#include "server/tournament/tournament.h"
#include "server/store/token.h"
#include "server/store/writer.h"

enum referee_do {
    REFEREE_LIST,
    REFEREE_SHOW,
    REFEREE_CREATE,
    REFEREE_JOIN,
    REFEREE_LEAVE,
    REFEREE_BEGIN,
    REFEREE_CANCEL,
    REFEREE_REMOVE,
    REFEREE_SET,
    REFEREE_CHALLENGE,
};

enum referee_form { REFEREE_JSON, REFEREE_MESSAGE, REFEREE_TEXT, REFEREE_CSV };

// How it went, for whoever answers.
enum referee_answer {
    REFEREE_DONE,
    REFEREE_BAD,       // `fault` says why not
    REFEREE_FORBIDDEN, // not this person
    REFEREE_CONFLICT,  // not now
    REFEREE_UNKNOWN,   // there is no such tournament or player
    REFEREE_NO_STORE,  // the database does not answer
};

struct referee_wish {
    struct inbox_item item; // first; `done` gets it back in the loop, and frees it
    struct referee_wish *next;
    enum referee_do what;
    enum referee_form form; // of an answer
    char id[DOCUMENT_ID];
    uint64_t asker; // a request, or a client that watches
    int64_t ref;
    int64_t account, owner; // who asks, or 0; a bot's owner
    bool bot;
    char name[STORE_NAME];
    char token[TOKEN_TEXT]; // of a guest
    int player;             // that it is about
    struct tournament_settings settings;
    char title[DOCUMENT_TITLE];
    bool listed;
    int phase; // of a list, or -1: all
    int64_t before;
    unsigned tries;

    enum referee_answer answer;
    struct error fault;
    bool stored;
    struct message *text;
};

struct referee;

// A ladder's or league's id, which the game and the month decide: it cannot be made twice.
void referee_month_id(const char *form, const char *game, const char *month, char id[DOCUMENT_ID]);
void referee_month(int64_t now, char month[8]);

// `league`: computers play each other here when there is time for it.
struct referee *referee_open(const char *database, struct live_registry *reg, bool league,
                             struct error *e);

// Ends the thread; wishes that were not granted are forgotten. Before the writer ends.
void referee_close(struct referee *r);

// From any thread. The wish is the referee's until it comes back.
void referee_ask(struct referee *r, struct referee_wish *wish);

// Whether so many wait that nobody else should be let in.
bool referee_crowded(struct referee *r);

// News: a game or a document ("#ID") has changed; "" means that anything may have.
void referee_hear(struct referee *r, const char *word);

#endif
