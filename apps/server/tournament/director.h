// SPDX-License-Identifier: MIT
// The director runs the tournaments (server/tournament) in a thread with a database connection of
// its own, so that the event loop never waits for it. It replays the event log of each tournament,
// notices finished games, pairs the next round, and hands what is to be stored to the writer. The
// events of a round and its games are one transaction under the next number: of several processes
// one pairs, and a crash leaves all of it or nothing. A restart begins with what is stored.
//
// The event loop submits requests, which come back through the inbox, and posts news.
#ifndef ABAX_SERVER_TOURNAMENT_DIRECTOR_H
#define ABAX_SERVER_TOURNAMENT_DIRECTOR_H

#include "server/live/payload.h"
#include "server/tournament/tournament.h"
#include "server/store/token.h"
#include "server/store/writer.h"

enum director_request_kind {
    DIRECTOR_LIST,
    DIRECTOR_SHOW,
    DIRECTOR_CREATE,
    DIRECTOR_JOIN,
    DIRECTOR_LEAVE,
    DIRECTOR_BEGIN,
    DIRECTOR_CANCEL,
    DIRECTOR_REMOVE,
    DIRECTOR_SET,
    DIRECTOR_CHALLENGE,
};

enum director_form { DIRECTOR_JSON, DIRECTOR_MESSAGE, DIRECTOR_TEXT, DIRECTOR_CSV };

// How it went, for whoever answers.
enum director_answer {
    DIRECTOR_DONE,
    DIRECTOR_BAD,       // `error` says why not
    DIRECTOR_FORBIDDEN, // not this person
    DIRECTOR_CONFLICT,  // not now
    DIRECTOR_UNKNOWN,   // there is no such tournament or player
    DIRECTOR_NO_STORE,  // the database does not answer
};

struct director_request {
    struct inbox_item item; // first; `done` gets it back in the loop, and frees it
    struct director_request *next;
    enum director_request_kind what;
    enum director_form form; // of an answer
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

    enum director_answer answer;
    struct error error;
    bool stored;
    struct payload *text;
};

struct director;

// A ladder's or league's id, which the game and the month decide: it cannot be made twice.
void director_month_id(const char *form, const char *game, const char *month, char id[DOCUMENT_ID]);
void director_month(int64_t now, char month[8]);

// `league`: computers play each other here when there is time for it.
struct director *director_open(const char *database, struct live_registry *reg, bool league,
                               struct error *e);

// Ends the thread; requests that were not granted are forgotten. Before the writer ends.
void director_close(struct director *r);

// From any thread. The request is the director's until it comes back.
void director_submit(struct director *r, struct director_request *request);

// Whether so many wait that nobody else should be let in.
bool director_is_crowded(struct director *r);

// News: a game or a document ("#ID") has changed; "" means that anything may have.
void director_post_news(struct director *r, const char *word);

#endif
