// SPDX-License-Identifier: MIT
// The middle of the server: clients, the rooms of the games they follow, and the line of commands at each. Everything
// here belongs to the event loop. A command is checked by the rules, stored by the writer, and only then applied, told
// to all and acknowledged. While one entry of a game is on its way to the disk, the next commands wait in line.
//
// Transport is not known here: whoever runs the hub hands in texts and takes messages out of queues.
#ifndef ABAX_SERVER_HUB_H
#define ABAX_SERVER_HUB_H

#include "base/jsonwrite.h"
#include "server/limits.h"
#include "server/live/live.h"
#include "server/live/message.h"
#include "server/live/sayings.h"
#include "server/live/wire.h"
#include "server/workers.h"
#include "server/store/writer.h"

enum {
    HUB_SLOTS = 1 << 13,         // of the tables of rooms and clients
    HUB_QUEUE_MOST = 256 * 1024, // bytes; a client that does not take them is dropped
    HUB_LINE_MOST = 16,          // commands that wait at a room
    HUB_WATCHES_MOST = 64,       // rooms that one client follows
    HUB_PROCESS = 9,             // a process's name for the others, and its terminator
};

struct room;
struct client;
struct request;
struct kept_computers;

// A session that somebody has shown.
struct login {
    int64_t account; // 0: none
    unsigned char hash[STORE_HASH];
};

// What gives somebody a seat: its own token, or a session of the account that sits there.
struct claim {
    int seat;        // or GAME_PUBLIC: none
    int64_t account; // that sits there, or 0
    struct login session;
};

// A client follows a room, from a seat or as a spectator.
struct watch {
    struct client *client;
    struct room *room;
    int seat; // or GAME_PUBLIC
    bool scene;
    int64_t account;       // that sits there, or 0
    struct login *session; // that opened the seat, or NULL
    struct watch *next_of_client, *next_of_room;
};

struct queued {
    struct queued *next;
    struct message *message;
};

// A bot takes challenges.
struct offer {
    struct login session;
    char games[STORE_GAMES];
    int64_t told; // to the others
};

struct client {
    uint64_t id; // never used again
    struct client *next;
    void *link; // the transport's own
    char address[LIMITS_ADDRESS];
    struct watch *watches;
    unsigned watch_count;
    struct queued *first, *last;
    size_t queued;       // bytes
    bool doomed;         // to be closed
    const char *why;     // then
    struct offer *offer; // of a bot, or NULL
    bool lobby;          // wants to hear of the lobby
    int64_t lag;         // half of the last measured way there and back
    int64_t heard;       // when anything last came from it, pongs too
    int64_t said;        // when it last said something
    struct limits_bucket bucket;
};

// A command that waits in line.
struct client_command {
    struct client_command *next;
    uint64_t client; // 0: the server's own
    int64_t ref;
    int seat;
    char kind[16];
    char text[64];
    int64_t ply;
    int64_t at, lag;
};

struct room {
    struct room *next;
    struct live live;
    struct watch *watches;
    struct client_command *first, *last;
    unsigned waiting;
    bool busy;          // an entry is on its way to the disk
    bool stale;         // there may be entries that others wrote
    bool thinking;      // a worker chooses for the seat to act
    bool dirty;         // somebody came, left or sat down
    bool removed;       // the game is no longer in the database
    int64_t think_at;   // not before
    int64_t idle_since; // nobody looks and nothing runs; 0: not idle
    int64_t resume_at;  // paused clocks go on then, even if nobody came
    struct said said;
    int64_t lag[GAME_MAX_SEATS]; // that was forgiven, less what each action brings
    struct elsewhere *elsewhere; // who is at other processes (presence.c)
    uint8_t present;             // what they were told of this one
    int64_t present_at;
};

struct hub_host {
    void (*wake)(void *to);                        // from any thread: let the loop call hub_wake
    void (*writable)(void *to, struct client *c);  // there is something in its queue
    void (*answered)(void *to, struct request *r); // the answer to a request is there
    void *to;
};

struct hub_counts {
    uint64_t messages, refused, events, dropped, turned_away, created, requests, computer;
    unsigned rooms, clients, visitors;
};

struct hub {
    struct hub_host host;
    pthread_t loop; // the thread to which all of this belongs
    struct store *reader;
    struct writer *writer;
    struct workers *workers;
    struct inbox inbox;
    struct limits *limits;
    struct listener *listener;
    struct room *rooms[HUB_SLOTS];
    struct client *clients[HUB_SLOTS];
    struct request *requests;
    uint64_t last_id;
    bool stopping;
    bool alone; // no other process writes to this database
    bool first; // none did when this one began
    int64_t
        outage; // since when nothing can be stored, until that has been made good; 0: all is well
    int64_t probed;
    char process[HUB_PROCESS];
    bool lobby_changed;
    int64_t lobby_told;
    unsigned offers;                  // of bots
    struct kept_computers *computers; // players of games (computer.c)
    size_t computer_megabytes;        // that they take
    uint64_t computer_uses;
    int64_t swept;   // limits
    int64_t purged;  // sessions
    unsigned looked; // the slot of clients whose sessions were looked at last
    int64_t started;
    struct hub_counts counts;
};

// Whether the caller may touch the hub: for asserts at the doors of live/.
static inline bool hub_in_loop(const struct hub *h)
{
    return pthread_equal(pthread_self(), h->loop);
}

// Opens the database twice, starts the threads, and wakes up the games whose clocks run.
bool hub_open(struct hub *h, const char *database, unsigned workers, bool limited,
              const struct hub_host *host, struct error *e);

// Pauses clocks, stores what is in flight, and closes. Nothing may be called afterwards.
void hub_close(struct hub *h);

// In the loop, after hub_host.wake was called.
void hub_wake(struct hub *h);

// Tells the other processes a word; alone, nobody.
void hub_tell(struct hub *h, const char *word);

// About ten times a second.
void hub_tick(struct hub *h, int64_t now);

// ---------------------------------------------------------------------------------------------
// Clients (client.c, talk.c)
// ---------------------------------------------------------------------------------------------

struct client *client_open(struct hub *h, void *link, const char *address, int64_t now);
void client_close(struct hub *h, struct client *c);
struct client *client_find(struct hub *h, uint64_t id);

// A whole message came.
void client_says(struct hub *h, struct client *c, const char *bytes, size_t length, int64_t now);

// Puts a message in a client's queue. The caller keeps its own share.
void client_send(struct hub *h, struct client *c, struct message *p);

// Begins a message of a type, which answers `ref` if that is not negative.
void client_begin(struct message_draft *d, struct json_writer *j, const char *type, int64_t ref);

// Sends what was written to a draft.
void client_send_draft(struct hub *h, struct client *c, struct message_draft *d);

// The connection will be closed; the reason is a lasting text, and short.
void client_doom(struct hub *h, struct client *c, const char *why);

// The next message of the queue, which the caller drops; NULL: none.
struct message *client_next(struct client *c);

// "refused" and "done". `r` may be NULL.
void client_refuse(struct hub *h, uint64_t id, int64_t ref, const struct room *r,
                   const struct error *e);
void client_refuse_with(struct hub *h, uint64_t client, int64_t ref, const struct room *r,
                        const char *id, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
void client_done(struct hub *h, uint64_t id, int64_t ref, const struct room *r);

// ---------------------------------------------------------------------------------------------
// Rooms (room.c)
// ---------------------------------------------------------------------------------------------

// The room of a game, loaded when it is not in memory. NULL with a sentence.
struct room *room_enter(struct hub *h, const char *id, struct error *e);
struct room *room_find(struct hub *h, const char *id);

// Stops a clock as of a time in which its people could not act; it goes on when they are there, or after a while.
void room_excuse(struct hub *h, struct room *r, int64_t since, int64_t now);

// Reads what others wrote, applies and tells it.
void room_refresh(struct hub *h, struct room *r);

// The same when it is known that only entries were added.
void room_catch_up(struct hub *h, struct room *r);

// Follows a room; an earlier watch of the same client is replaced.
bool room_watch(struct hub *h, struct room *r, struct client *c, const struct claim *claim,
                bool scene);
void room_leave(struct hub *h, struct watch *w);
struct watch *room_watch_of(struct room *r, const struct client *c);

// Tells everybody who follows.
void room_tell_event(struct hub *h, struct room *r, const struct store_entry *entry);
void room_tell_seats(struct hub *h, struct room *r);
void room_tell_said(struct hub *h, struct room *r, const struct saying *saying);

// Sends one client the whole state, with the entries behind number `since`.
void room_tell_state(struct hub *h, struct room *r, struct watch *w, int64_t since);

// The seats whose people are connected here.
uint8_t room_here(const struct room *r);

// Clocks, idleness, computers: what time brings.
void room_tick(struct hub *h, struct room *r, int64_t now);
void room_drop(struct hub *h, struct room *r);

// ---------------------------------------------------------------------------------------------
// Commands (command.c)
// ---------------------------------------------------------------------------------------------

// Puts a command in the room's line. False with a sentence when the line is full.
bool client_command_add(struct hub *h, struct room *r, const struct client_command *command,
                        struct error *e);

// Lets the next command go, if none is on its way.
void client_command_go(struct hub *h, struct room *r);

// The server's own command, such as "time".
void client_command_own(struct hub *h, struct room *r, int seat, const char *kind, const char *text,
                        int64_t at);

// After an entry was applied: lets planned and computer's actions follow.
void client_command_follow(struct hub *h, struct room *r, int64_t now);

// Stores that a full game has begun, where that was not stored with its last seat (phase.c).
void phase_begin(struct hub *h, struct room *r);

// Gives a new game with secrets a start whose secrets do not come from its seed (dealing.c).
void deal_apart(struct store_game *row);

// Another game between the same people (rematch.c): stores it and the entry that names it.
bool rematch_begin(struct hub *h, struct room *r, const struct client_command *command,
                   struct store_entry *entry, struct error *e);

// The seat to act is the computer's: gives the choice to a worker (computer.c).
void computer_think(struct hub *h, struct room *r);

// The players of a game are not needed any more.
void computer_forget(struct hub *h, const char *game);

// ---------------------------------------------------------------------------------------------
// Sessions (login.c) and bots (bots.c)
// ---------------------------------------------------------------------------------------------

// The account whose session a token is; not found when it is nobody's or over. Using it keeps it alive.
bool login_account(struct hub *h, const char *token, struct login *session,
                   struct store_account *account, bool *found, struct error *e);

// Something about an account has changed: its clients whose sessions are over are closed, its games read again.
void login_check(struct hub *h, int64_t account);
void login_tick(struct hub *h, int64_t now);

// A bot says on its socket which games it takes, or none any more.
bool bot_ready(struct hub *h, struct client *c, const struct wire_message *m, int64_t now,
               struct error *e);
void bot_withdraw(struct hub *h, struct client *c);
void bots_tick(struct hub *h, int64_t now);

// Tells bots that seats of a new game are kept for them.
void bots_invite(struct hub *h, const struct store_game *row);

// ---------------------------------------------------------------------------------------------
// Who is at other processes (presence.c)
// ---------------------------------------------------------------------------------------------

// For a new room, or when words may have been missed.
void presence_begin(struct room *r);
void presence_clear(struct room *r);
void presence_tick(struct hub *h, struct room *r, int64_t now);
void presence_heard(struct hub *h, const char *word);

// This process ends.
void presence_end(struct hub *h);

// The seats that have somebody at other processes; a further bit when anybody looks.
uint8_t presence_elsewhere(const struct room *r);

// ---------------------------------------------------------------------------------------------
// When nothing can be stored (outage.c)
// ---------------------------------------------------------------------------------------------

// A task has failed.
void outage_noticed(struct hub *h);
void outage_tick(struct hub *h, int64_t now);

// Before a command of a room goes: whether its clock must be stopped first, as of the beginning of the outage; that is then on its way.
bool outage_excuses(struct hub *h, struct room *r);

// ---------------------------------------------------------------------------------------------
// What people say (said.c)
// ---------------------------------------------------------------------------------------------

// Somebody at a seat says a phrase. False with a sentence when it is none, or too much.
bool said_add(struct hub *h, struct room *r, int seat, const char *phrase, int64_t now,
              struct error *e);
void said_heard(struct hub *h, const char *word);

// ---------------------------------------------------------------------------------------------
// The lobby (lobby.c)
// ---------------------------------------------------------------------------------------------

// The lists of open games and of those being played, as members of an object.
bool lobby_write(struct hub *h, struct json_writer *j, struct error *e);

// The lobby has changed: whoever listens is told soon.
void lobby_changed(struct hub *h);
void lobby_tell(struct hub *h, struct client *c, int64_t ref);
void lobby_tick(struct hub *h, int64_t now);

#endif
