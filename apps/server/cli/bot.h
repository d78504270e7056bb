// SPDX-License-Identifier: MIT
// What the files of `abax bot` share: the bot, and the places in which it follows games.
#ifndef ABAX_SERVER_CLI_BOT_H
#define ABAX_SERVER_CLI_BOT_H

#include "cli/child.h"
#include "server/cli/botdeal.h"
#include "server/cli/botconnection.h"

enum {
    BOT_PLACES = 60,  // fewer than the 64 games that one socket may follow
    BOT_ENGINES = 8,  // processes at once: the one that waits longest makes room
    BOT_FAILURES = 3, // games in a row that the engine may lose by failing
    BOT_LEAST = 50,   // milliseconds of thinking
    BOT_SLACK = 5000, // milliseconds that an engine may take longer than told
    // Milliseconds that an engine may take to be ready while people wait, in this game and in others: some times what it took
    // when it was tried, within these bounds.
    BOT_READY_LEAST = 5000,
    BOT_READY_MOST = 60000,
    BOT_READY_TIMES = 4,
    BOT_WAITS = 30, // seconds that a game waits for players when all places are taken
    BOT_ID = 12,
    BOT_NAME = 32,
    BOT_ACCEPTS = 8, // games that the server lets a bot name
    BOT_PLIES = 4096,
    BOT_SHUNNED = 16,
    BOT_PAGE = 50, // games in one answer of the server,
    BOT_PAGES = 4, // and how many answers the bot reads
};

// What was asked of the server last, for when it refuses.
enum bot_request { BOT_NOTHING, BOT_JOIN, BOT_ACT, BOT_RESIGN, BOT_ABORT };

// A game that the bot follows.
struct bot_place {
    char id[BOT_ID]; // empty: free
    const struct game *game;
    struct game_options options;
    int seat; // -1: not known yet
    char start[GAME_TEXT_BYTES], position[GAME_TEXT_BYTES];
    char (*actions)[GAME_ACTION_BYTES]; // BOT_PLIES
    unsigned ply;
    int undo_to;
    bool joining; // a `join` is on its way: what comes before its state is in that state
    bool playing; // the game has begun
    bool over;
    bool failed;   // the engine has been started again once
    bool given_up; // the bot resigns, or breaks the game off
    bool sent;     // an action for this ply is on its way
    bool acted;    // the bot has acted in this game
    enum bot_request request;
    int ref; // of that request
    uint64_t used;
    uint64_t taken; // when, in microseconds
    struct child engine;
};

struct bot {
    struct bot_connection connection;
    struct bot_deal deal;
    struct output *out; // what people read along
    char name[BOT_NAME];
    char engine[1024];                   // for the shell
    char accepts[BOT_ACCEPTS][BOT_NAME]; // games that it takes challenges to
    unsigned accept_count;
    bool open; // takes open seats too
    uint64_t movetime;
    unsigned ready_patience;           // milliseconds that an engine may take to be ready
    int refs;                          // given to requests
    uint64_t moment;                   // counts what happens, to tell what was used last
    unsigned failures;                 // games in a row that were given up
    struct error failure;              // the last reason
    char shunned[BOT_SHUNNED][BOT_ID]; // games that cannot be followed, the latest ones
    unsigned shunned_count;
    struct bot_place places[BOT_PLACES];
};

// ---------------------------------------------------------------------------------------------
// Places (botplace.c)
// ---------------------------------------------------------------------------------------------

void bot_keep_text(char *to, size_t capacity, const char *from);

// The place of a game, or NULL; with an empty id a free place.
struct bot_place *bot_find(struct bot *b, const char *id);

// Takes the games on the server in which the bot has a seat or may have one, as long as there are places.
bool bot_look_for_games(struct bot *b, struct error *e);

// Asks for the state of the game in a place.
bool bot_join(struct bot *b, struct bot_place *p, struct error *e);

// Begins a request about a game, which a refusal will name.
struct json_writer *bot_request(struct bot *b, struct bot_place *p, struct bot_message *m,
                                enum bot_request request);

// Gives a place back: the engine ends, and the server is told when there is a socket.
void bot_leave(struct bot *b, struct bot_place *p);

// The same, and the game is not looked at again.
void bot_shun(struct bot *b, struct bot_place *p);

// ---------------------------------------------------------------------------------------------
// Asking the engine (botengine.c)
// ---------------------------------------------------------------------------------------------

// Starts the engine and greets it: false, with how it failed. No game and no server is needed.
bool bot_greet_engine(struct bot *b, struct error *e);

// Has the engine choose an action in every game that the bot is to take. With `strict` a game that it cannot play is an
// error; otherwise the bot does not take that game, and it is an error when none is left.
bool bot_try_engine(struct bot *b, bool strict, struct error *e);

// The engine's action in a game where the bot is to act, legal where the place stands.
bool bot_choose(struct bot *b, struct bot_place *p, uint64_t milliseconds,
                char action[GAME_ACTION_BYTES], struct error *e);

// ---------------------------------------------------------------------------------------------
// Playing (botplay.c)
// ---------------------------------------------------------------------------------------------

// Acts on a message of the server's. False when the connection or the bot is to end.
bool bot_hear(struct bot *b, const struct json_token *m, struct error *e);

// Whether the engine has failed too often.
bool bot_is_broken(const struct bot *b);

// Resigns every game that goes on, or breaks it off when it has not begun.
bool bot_give_up_all(struct bot *b, struct error *e);

// Whether a game goes on that has been given up.
bool bot_is_giving_up(const struct bot *b);

#endif
