// SPDX-License-Identifier: MIT
// The registry of live games and clients: everything that the event loop owns. A command is checked
// by the rules, stored by the writer, and only then applied, sent to all who follow the game, and
// acknowledged. While an entry of a game is being stored, the game's next commands wait.
//
// The registry knows no sockets: the transport hands in messages and takes others out of queues
// (live_registry_host).
#ifndef ABAX_SERVER_LIVE_REGISTRY_H
#define ABAX_SERVER_LIVE_REGISTRY_H

#include "base/jsonwrite.h"
#include "server/limits.h"
#include "server/live/live.h"
#include "server/live/payload.h"
#include "server/live/sayings.h"
#include "server/live/wire.h"
#include "server/timekeeper.h"
#include "server/workers.h"
#include "server/store/reader.h"
#include "server/store/writer.h"

enum {
    REGISTRY_SLOTS = 1 << 13,       // of the tables of live games and clients
    CLIENT_QUEUE_MOST = 256 * 1024, // bytes; a client that does not take them is dropped
    LIVE_GAME_COMMANDS_MOST = 16,   // commands that wait at a live game
    CLIENT_HELD_MOST = 16,          // messages of a client that wait for what it asked before
    REGISTRY_LOADS = 1 << 10,       // slots of games that are being read
    CLIENT_WATCHES_MOST = 64,       // live games that one client follows
    REGISTRY_STUDIES = 256,         // slots of studies that are open
    PROCESS_NAME = 9,               // a process's name for the others, and its terminator
};

struct live_game;
struct client;
struct login;
struct watch;
struct request;
struct kept_computers;
struct director;
struct tournament_watch;
struct live_study;
struct study_watch;
struct notifier;
struct entries_json;

// Handles one kind of message. It answers now or later; false with an error refuses at once.
typedef bool live_message_handler(struct live_registry *reg, struct client *c,
                                  const struct wire_message *m, int64_t now, struct error *e);

// What the layers above (tournaments, studies, the API) do for live games. They hand it to
// live_registry_open, so that live games never call upward.
struct live_registry_callbacks {
    live_message_handler *handlers[WIRE_KINDS]; // NULL: live games handle this kind themselves
    void (*withdraw)(struct live_registry *reg, struct client *c); // its offers and its search end
    void (*forget)(struct live_registry *reg, struct client *c);   // the client is closed
    // Returns the login by which the client holds its i-th resource above, or NULL after the last.
    const struct login *(*login_at)(const struct client *c, unsigned i);
    void (*game_made)(struct live_registry *reg, const struct store_game *row);
    void (*game_changed)(struct live_registry *reg,
                         const char *id); // its row, not only its entries
    // News of other processes that is not about live games ("#...", "$..."); "" means that some
    // were lost.
    void (*news)(struct live_registry *reg, const char *word);
    void (*account_changed)(struct live_registry *reg, int64_t account);
    void (*process_lost)(struct live_registry *reg, const char *process);
    void (*tick)(struct live_registry *reg, int64_t now);
    void (*close)(struct live_registry *reg); // after the readers and clients have gone
};

struct live_registry_host {
    // from any thread: let the loop call live_registry_wake
    void (*wake)(void *to);
    void (*writable)(void *to, struct client *c);  // there is something in its queue
    void (*answered)(void *to, struct request *r); // the answer to a request is there
    void *to;
    const struct live_registry_callbacks *above;
};

struct live_registry_counts {
    uint64_t messages, refused, events, dropped, turned_away, created, requests, computer;
    unsigned games, clients, visitors;
};

struct live_registry {
    struct live_registry_host host;
    live_message_handler *handlers[WIRE_KINDS];
    pthread_t loop; // the thread to which all of this belongs
    struct reader *reader;
    struct writer *writer;
    struct workers *workers;
    struct inbox inbox;
    struct timekeeper time; // that all processes share
    struct limits *limits;
    struct listener *listener;
    struct explored *explored; // counts of finished rated games (explored.h)
    struct notifier *notifier; // notifies people who are away, or NULL (notices.h)
    struct live_game *games[REGISTRY_SLOTS];
    struct load *loads[REGISTRY_LOADS];
    struct waking *waking;      // games after a start (load.c)
    int64_t wake_at;            // when the list of those is read; 0: it was
    bool wake_all;              // also what others were heard to look after
    bool woke_again;            // for processes that died before they were heard of
    char (*attended)[STORE_ID]; // games that others look after, until then (presence.c)
    unsigned attended_count, attended_capacity;
    struct sleeper *asleep; // games that could not be read for their computers (load.c)
    int64_t asleep_until;
    struct client *clients[REGISTRY_SLOTS];
    struct request *requests;
    uint64_t last_id;
    int64_t last_created; // of the games that this process made
    bool stopping, ended; // the end has begun; no thread is left
    bool alone;           // no other process writes to this database
    int64_t began;        // when the first of the processes did that serve the database now
    int64_t outage; // since when nothing can be stored, until that is made good; 0: all is well
    int64_t probed;
    int64_t health_at;    // when it was last asked whether the database answers
    int64_t health_since; // since when that answer is awaited, or 0
    bool health_bad;      // it was no
    char process[PROCESS_NAME];
    struct process *processes;    // others (presence.c)
    int64_t beat;                 // when it was last told that this one is there
    int64_t limits_sent_at;       // when others last heard what addresses have used
    bool lobby_broadcast_pending; // the lobby has changed since it was last sent
    bool lobby_query_in_flight;   // it is being read in order to be sent
    bool unchecked;               // not everybody's session could be looked at
    int64_t lobby_sent_at;
    struct director *director;                   // runs the tournaments, or NULL
    struct tournament_watch *tournament_watches; // clients that follow a tournament
    struct live_study *studies[REGISTRY_STUDIES];
    int64_t studies_purged;
    unsigned offers;    // of bots
    unsigned seeking;   // clients that look for an opponent
    int64_t pool_until; // as long somebody does by HTTP
    int64_t pool_looked;
    bool pool_read;                   // who waits is being read
    unsigned pool_writes;             // pairs on their way to the disk
    struct kept_computers *computers; // players of games (computer.c)
    size_t computer_megabytes;        // that they take
    uint64_t computer_uses;
    struct entries_kept *journals; // of long games (entriesjson.h)
    int64_t swept, purged;         // limits and journals, sessions
    unsigned looked;               // the slot of clients whose sessions were looked at last
    bool indexing;                 // finished games are being read (indexing.c)
    int64_t index_at;              // when to look for some again
    int64_t started;
    int64_t serves;        // since when it has served without standing still
    int64_t turned;        // when the loop last began a turn
    int64_t lost, lost_at; // as in a live game, for games that are being loaded
    struct live_registry_counts counts;
};

// Whether the caller is the event loop: for asserts at the entry points of live/.
static inline bool live_registry_in_loop(const struct live_registry *reg)
{
    return pthread_equal(pthread_self(), reg->loop);
}

// The time of all stamps that are stored or compared, shared by all processes.
int64_t live_registry_now(const struct live_registry *reg);

// A creation time that this process gives to one game only. Lists of games are read page by page
// with the creation time as the cursor, so games of one time would be lost between two pages.
int64_t live_registry_creation_time(struct live_registry *reg);

// Opens the database, starts the threads, and loads the games whose clocks run.
bool live_registry_open(struct live_registry *reg, const char *database, unsigned workers,
                        bool limited, const struct live_registry_host *host, struct error *e);

// Pauses clocks, stores what is in flight, and closes. Nothing may be called afterwards.
void live_registry_close(struct live_registry *reg);

// At the beginning of every turn of the loop, before any event is handled.
void live_registry_begin_turn(struct live_registry *reg);

// In the loop, after live_registry_host.wake was called.
void live_registry_wake(struct live_registry *reg);

// Submits a task to the readers. False with a sentence if too many wait or the server ends: the
// task stays the caller's.
bool live_registry_read(struct live_registry *reg, enum reader_queue queue, struct reader_task *t,
                        struct error *e);

// News was missed: reads all games again (load.c).
void live_registry_reload_all(struct live_registry *reg);

// Publishes a word to the other processes, if there are any.
void live_registry_publish(struct live_registry *reg, const char *word);

// About ten times a second.
void live_registry_tick(struct live_registry *reg, int64_t now);

#endif
