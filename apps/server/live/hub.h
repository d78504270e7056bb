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
#include "server/timekeeper.h"
#include "server/workers.h"
#include "server/store/reader.h"
#include "server/store/writer.h"

enum {
    HUB_SLOTS = 1 << 13,         // of the tables of rooms and clients
    HUB_QUEUE_MOST = 256 * 1024, // bytes; a client that does not take them is dropped
    HUB_LINE_MOST = 16,          // commands that wait at a room
    HUB_HELD_MOST = 16,          // messages of a client that wait for what it asked before
    HUB_LOOKS = 1 << 10,         // slots of games that are being read
    HUB_WATCHES_MOST = 64,       // rooms that one client follows
    HUB_STUDIES = 256,           // slots of studies that are open
    HUB_PROCESS = 9,             // a process's name for the others, and its terminator
};

struct room;
struct client;
struct request;
struct kept_computers;
struct referee;
struct meet_watch;
struct study_room;
struct study_watch;
struct herald;
struct entries_json;

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
    int seat;              // or GAME_PUBLIC
    bool scene, actions;   // wants them
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

// Somebody looks for an opponent.
struct place {
    unsigned char token[STORE_HASH]; // of the key that will open the seat
    int64_t told;                    // to the database
};

struct client {
    uint64_t id; // never used again
    struct client *next;
    void *link; // the transport's own
    char address[LIMITS_ADDRESS];
    struct watch *watches;
    unsigned watch_count;
    struct queued *first, *last;
    size_t queued;               // bytes
    bool doomed;                 // to be closed
    const char *why;             // then
    struct offer *offer;         // of a bot, or NULL
    struct place *place;         // of somebody who looks for an opponent, or NULL
    struct study_watch *studies; // that it looks at
    bool lobby;                  // wants to hear of the lobby
    int64_t lag;                 // half of the last measured way there and back
    int64_t heard;               // when anything last came from it, pongs too
    int64_t said;                // when it last said something
    struct limits_bucket bucket;
    unsigned waits;           // what it asked for is being read
    struct held *held, *tail; // what it said behind that (clientmessages.c)
    unsigned held_count;
};

// Somebody who waits for the room of a game. `ready` runs in the loop, perhaps at once, and releases it.
struct arrival {
    struct arrival *next;
    void (*ready)(struct hub *h, struct arrival *a, struct room *r, const struct error *e);
    uint64_t turn; // of the look that serves it
    bool patient;  // others go first
    bool bad;      // there is no room because of the game, not of the database
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
    bool planned; // a conditional line of the seat
};

struct room {
    struct room *next;
    struct live live;
    struct shade *shade; // what strangers are shown instead, or NULL (shade.c)
    struct watch *watches;
    struct client_command *first, *last;
    unsigned waiting;
    bool busy;          // an entry is on its way to the disk
    bool stale;         // there may be entries that others wrote
    bool stale_row;     // and not only entries
    int64_t look_at;    // in the database, not before
    bool thinking;      // a worker chooses for the seat to act
    bool dirty;         // somebody came, left or sat down
    bool removed;       // the game is no longer in the database
    int64_t think_at;   // not before
    int64_t idle_since; // nobody looks and nothing runs; 0: not idle
    int64_t resume_at;  // paused clocks go on then, even if nobody came
    int64_t owed;       // its clock must be stopped as of then, which is not stored yet; or 0
    int64_t lost;       // since then the seat to act was perhaps cut off (standstill.h); or 0
    int64_t lost_at;    // when this was noticed
    struct said said;
    unsigned plan_turn;          // counts conditional lines that were left here
    int64_t lag[GAME_MAX_SEATS]; // that was forgiven, less what each action brings
    struct elsewhere *elsewhere; // who is at other processes (presence.c)
    uint8_t present;             // what they were told of this one
    int64_t asked;               // when they were last asked who is there
};

// What layers above do for the live games. They hand it to hub_open, so that nothing here calls upward.
struct hub_callbacks {
    // A bot says on its socket which games it takes, or none any more; a client looks for an opponent.
    // Answered later. False with a sentence when that is refused at once.
    bool (*ready)(struct hub *h, struct client *c, const struct wire_message *m, int64_t now,
                  struct error *e);
    bool (*pair)(struct hub *h, struct client *c, const struct wire_message *m, int64_t now,
                 struct error *e);
    void (*unpair)(struct hub *h, struct client *c);
    void (*forget)(struct hub *h, struct client *c);           // the client is leaving
    void (*made)(struct hub *h, const struct store_game *row); // a new game keeps seats for bots
    void (*tick)(struct hub *h, int64_t now);
};

struct hub_host {
    void (*wake)(void *to);                        // from any thread: let the loop call hub_wake
    void (*writable)(void *to, struct client *c);  // there is something in its queue
    void (*answered)(void *to, struct request *r); // the answer to a request is there
    void *to;
    const struct hub_callbacks *above;
};

struct hub_counts {
    uint64_t messages, refused, events, dropped, turned_away, created, requests, computer;
    unsigned rooms, clients, visitors;
};

struct hub {
    struct hub_host host;
    pthread_t loop; // the thread to which all of this belongs
    struct reader *reader;
    struct writer *writer;
    struct workers *workers;
    struct inbox inbox;
    struct timekeeper time; // that all processes share
    struct limits *limits;
    struct listener *listener;
    struct explored *explored; // counts of finished rated games (explored.h)
    struct herald *herald;     // tells those who are away, or NULL (notices.h)
    struct room *rooms[HUB_SLOTS];
    struct look *looks[HUB_LOOKS];
    struct waking *waking;      // games after a start (look.c)
    int64_t wake_at;            // when the list of those is read; 0: it was
    bool wake_all;              // also what others were heard to look after
    bool woke_again;            // for processes that died before they were heard of
    char (*attended)[STORE_ID]; // games that others look after, until then (presence.c)
    unsigned attended_count, attended_room;
    struct sleeper *asleep; // games that could not be read for their computers (look.c)
    int64_t asleep_until;
    struct client *clients[HUB_SLOTS];
    struct request *requests;
    uint64_t last_id;
    bool stopping, ended; // the end has begun; no thread is left
    bool alone;           // no other process writes to this database
    int64_t began;        // when the first of the processes did that serve the database now
    int64_t outage; // since when nothing can be stored, until that is made good; 0: all is well
    int64_t probed;
    int64_t health_at;    // when it was last asked whether the database answers
    int64_t health_since; // since when that answer is awaited, or 0
    bool health_bad;      // it was no
    char process[HUB_PROCESS];
    struct process *processes;      // others (presence.c)
    int64_t beat;                   // when it was last told that this one is there
    int64_t limits_told;            // when others last heard what addresses have used
    bool lobby_changed, lobby_read; // it is to be told; it is being read for that
    bool unchecked;                 // not everybody's session could be looked at
    int64_t lobby_told;
    struct referee *referee;         // looks after tournaments, or NULL
    struct meet_watch *meet_watches; // who wants to hear of which (tournaments.c)
    struct study_room *studies[HUB_STUDIES];
    int64_t studies_purged;
    unsigned offers;    // of bots
    unsigned waiters;   // clients that look for an opponent
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
    int64_t lost, lost_at; // as in a room, for games that are being loaded
    struct hub_counts counts;
};

// Whether the caller may touch the hub: for asserts at the doors of live/.
static inline bool hub_in_loop(const struct hub *h)
{
    return pthread_equal(pthread_self(), h->loop);
}

// The time of all stamps that are stored or compared.
int64_t hub_now(const struct hub *h);

// Opens the database, starts the threads, and has the games woken up whose clocks run.
bool hub_open(struct hub *h, const char *database, unsigned workers, bool limited,
              const struct hub_host *host, struct error *e);

// Pauses clocks, stores what is in flight, and closes. Nothing may be called afterwards.
void hub_close(struct hub *h);

// At the beginning of every turn of the loop, before any event is handled.
void hub_turn(struct hub *h);

// In the loop, after hub_host.wake was called.
void hub_wake(struct hub *h);

// Has something read. False with a sentence when too much waits already, or at the end: the task stays the caller's.
bool hub_read(struct hub *h, enum reader_line line, struct reader_task *t, struct error *e);

// Something was missed: all is read again.
void hub_look_at_everything(struct hub *h);

// Tells the other processes a word; alone, nobody.
void hub_tell(struct hub *h, const char *word);

// About ten times a second.
void hub_tick(struct hub *h, int64_t now);

// ---------------------------------------------------------------------------------------------
// Clients (client.c, clientmessages.c)
// ---------------------------------------------------------------------------------------------

struct client *client_open(struct hub *h, void *link, const char *address, int64_t now);
void client_close(struct hub *h, struct client *c);
struct client *client_find(struct hub *h, uint64_t id);

// A whole message came.
void client_says(struct hub *h, struct client *c, const char *bytes, size_t length, int64_t now);

// A client's further messages wait until what it asked for has been read. `waits` is matched by one `client_resume`, if it is still there.
void client_resume(struct hub *h, struct client *c);
void client_forget_held(struct client *c);

// Joins a game (join.c). It is answered later.
void join_begin(struct hub *h, struct client *c, const struct wire_message *m);

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

struct room *room_find(struct hub *h, const char *id);

// The room of a game for somebody, loaded when it is not in memory (look.c); without anybody, just loaded. `fresh`: it has to be read
// again even if it is there.
void room_want(struct hub *h, const char *id, bool fresh, struct arrival *a);

// A game was loaded: the room is the hub's from now on.
void room_begin(struct hub *h, struct room *r);

// Begins a game that is full and still open: two people sat down at once, and neither was the last.
void room_settle_phase(struct hub *h, struct room *r);

// Stops a clock as of a time in which its people could not act; it goes on when they are there, or after a while.
void room_excuse(struct hub *h, struct room *r, int64_t since, int64_t now);

// The clock has been paused: it goes on when its people are there, or after a while.
void room_paused(struct room *r, int64_t now);

// An entry that went to the disk beside the line of commands is back: applies and tells it, if it was stored (else NULL), and lets
// the line go on.
void room_entry_back(struct hub *h, struct room *r, const struct store_entry *stored);

// Has read what others wrote, and then applies and tells it. Until then the room is stale and its commands wait.
void room_refresh(struct hub *h, struct room *r);

// The same when it is known that only entries were added.
void room_catch_up(struct hub *h, struct room *r);

// A look that failed is tried again, and the games of a start are woken up.
void room_look_tick(struct hub *h, struct room *r, int64_t now);
void room_wake_tick(struct hub *h, int64_t now);
void room_wake_end(struct hub *h);
void room_sleepers_end(struct hub *h);

// News of a game, or of any (NULL): one that is just being loaded may have been read before. Or the look is put off for a while.
void room_missed(struct hub *h, const char *id);
void room_look_later(const struct hub *h, struct room *r);

// Follows a room; an earlier watch of the same client is replaced.
bool room_watch(struct hub *h, struct room *r, struct client *c, const struct claim *claim,
                bool scene, bool actions);
void room_leave(struct hub *h, struct watch *w);
struct watch *room_watch_of(struct room *r, const struct client *c);

// Tells everybody who follows.
void room_tell_event(struct hub *h, struct room *r, const struct store_entry *entry);

// An entry to those without a seat alone.
void room_tell_strangers(struct hub *h, struct room *r, const struct store_entry *entry);
void room_tell_said(struct hub *h, struct room *r, const struct saying *saying);

// Only the seats: it is between the people of a game and those they invite.
void room_tell_declined(struct hub *h, struct room *r, const struct declining *declined);

// Sends one client the whole state, with entries that it does not know yet; `made`: as text, or NULL.
void room_tell_state(struct hub *h, struct room *r, struct watch *w,
                     const struct store_entry *entries, unsigned count,
                     const struct entries_json *made);

// The seats whose people are connected here.
uint8_t room_here(const struct room *r);

// Begins a turn of the loop; if it comes seconds late, every room is read again (standstill.c).
void standstill_look(struct hub *h);
// Clocks, idleness, computers: what time brings.
void room_tick(struct hub *h, struct room *r, int64_t now);
void room_drop(struct hub *h, struct room *r);

// ---------------------------------------------------------------------------------------------
// Commands (clientcommand.c)
// ---------------------------------------------------------------------------------------------

// Puts a command in the room's line. False with a sentence when the line is full.
bool client_command_add(struct hub *h, struct room *r, const struct client_command *command,
                        struct error *e);

// Lets the next command go, if none is on its way.
void client_command_go(struct hub *h, struct room *r);

// Refuses all that wait.
void client_command_clear(struct hub *h, struct room *r, const struct error *e);

// The server's own command, such as "time".
void client_command_own(struct hub *h, struct room *r, int seat, const char *kind, const char *text,
                        int64_t at);

// The action of a computer, or of a conditional line, for the game as it stood after so many.
void client_command_act(struct hub *h, struct room *r, int seat, const char *text, unsigned ply,
                        bool planned, int64_t at);

// After an entry was applied: lets planned and computer's actions follow.
void client_command_follow(struct hub *h, struct room *r, int64_t now);

// ---------------------------------------------------------------------------------------------
// Rematches and computers
// ---------------------------------------------------------------------------------------------

// Another game between the same people (rematch.c): stores it and the entry that names it.
bool rematch_begin(struct hub *h, struct room *r, const struct client_command *command,
                   struct store_entry *entry, struct error *e);

// The seat to act is the computer's: gives the choice to a worker (computer.c).
void computer_think(struct hub *h, struct room *r);

// The players of a game are not needed any more.
void computer_forget(struct hub *h, const char *game);

// ---------------------------------------------------------------------------------------------
// Logins (login.c)
// ---------------------------------------------------------------------------------------------

// The account whose session a token is; not found when it is nobody's or over. In a thread; then, in the loop, it is noted
// that it was used, which keeps it alive.
bool login_read(struct store *s, const char *token, struct login *session,
                struct store_account *account, bool *found, struct error *e);
void login_used(struct hub *h, const struct login *session, const struct store_account *account);

// Something about an account has changed: its clients whose sessions are over are closed, its games read again.
void login_check(struct hub *h, int64_t account);
void login_tick(struct hub *h, int64_t now);

// ---------------------------------------------------------------------------------------------
// Tournaments (tournaments.c), which the referee looks after in a thread of its own
// ---------------------------------------------------------------------------------------------

// After hub_open, and before hub_close.
bool meets_open(struct hub *h, const char *database, bool league, struct error *e);
void meets_close(struct hub *h);
void meets_tick(struct hub *h, int64_t now);

// A client wants to hear of a tournament, or no longer. Answered later.
bool meets_watch(struct hub *h, struct client *c, const struct wire_message *m, struct error *e);
void meets_forget(struct hub *h, const struct client *c);

// News: a tournament's ("#ID", or "" when some were missed), a game that is over, a round's new game, notes of our own.
void meets_heard(struct hub *h, const char *word);
void meets_game_changed(struct hub *h, const char *game);
void meets_game_made(struct hub *h, const struct store_game *row);
void meets_changed(struct hub *h, const char *id);

// A seat gives up because its player is not there.
void meets_resign(struct hub *h, const char *game, int seat);

// ---------------------------------------------------------------------------------------------
// Studies (studies.c, studyedit.c, studypeople.c): boards that several people look at and change together
// ---------------------------------------------------------------------------------------------

// A client looks at a study, or no longer; answered later. It wishes a change, which is answered when it is stored. It stands elsewhere.
bool studies_join(struct hub *h, struct client *c, const struct wire_message *m, struct error *e);
bool studies_edit(struct hub *h, struct client *c, const struct wire_message *m, int64_t now,
                  struct error *e);
bool studies_stand(struct hub *h, struct client *c, const struct wire_message *m, struct error *e);
void studies_forget(struct client *c);

// A study has changed beside us; with an empty id any may have. Something about an account has: its studies may have gone.
void studies_heard(struct hub *h, const char *id);
void studies_account(struct hub *h, int64_t account);

// Words about who is at other processes; one of these has ended.
void studies_heard_people(struct hub *h, const char *word);
void studies_lost(struct hub *h, const char *process);
void studies_tick(struct hub *h, int64_t now);
void studies_close(struct hub *h);

// ---------------------------------------------------------------------------------------------
// Who is at other processes (presence.c)
// ---------------------------------------------------------------------------------------------

// For a new room, or when words may have been missed.
void presence_begin(struct room *r);
void presence_clear(struct room *r);
void presence_tick(struct hub *h, struct room *r);
void presence_hub_tick(struct hub *h, int64_t now);
void presence_heard(struct hub *h, const char *word);

// Words may have been missed: nobody is thought silent for that.
void presence_missed(struct hub *h, int64_t now);

// This process ends.
void presence_end(struct hub *h);
void presence_close(struct hub *h);
// Takes out of a list the games that another process was heard to look after.
void presence_spare(struct hub *h, char (*ids)[STORE_ID], unsigned *count);

// The seats that have somebody at other processes; a further bit when anybody looks.
uint8_t presence_elsewhere(const struct room *r);

// Whether all other processes have answered since they were last asked who is there.
bool presence_known(const struct hub *h, const struct room *r);

// Whether the player of a seat was, or may have been, connected to this process, which was last heard at
// `heard`, and to no other one.
bool presence_was_at(const struct room *r, int seat, const char *process, int64_t heard);

// ---------------------------------------------------------------------------------------------
// When nothing can be stored (outage.c)
// ---------------------------------------------------------------------------------------------

// A task has failed.
void outage_noticed(struct hub *h);
void outage_tick(struct hub *h, int64_t now);

// A room whose clock is still to be stopped, and nothing is on its way: tries again, or finds that it has been done.
void outage_settle(struct hub *h, struct room *r, int64_t now);

// Before a command of a room goes: whether its clock must be stopped first, as of the beginning of the outage; that is then on its way.
bool outage_excuses(struct hub *h, struct room *r);

// Whether the database answers (health.c); at once, whatever it does.
bool health_good(const struct hub *h, int64_t now);
void health_tick(struct hub *h, int64_t now);

// ---------------------------------------------------------------------------------------------
// What strangers are shown where secrets or ratings matter (shade.c)
// ---------------------------------------------------------------------------------------------

// Whether strangers may not see how the game stands now.
bool shade_falls(const struct room *r);

// Begins to show a game that way, from all its entries. False without memory.
bool shade_begin(struct room *r, const struct store_entry *entries, unsigned count);

// The game as strangers are shown it.
const struct live *shade_live(const struct room *r);

// An entry was applied: tells strangers what may be told now. The row has changed. The room goes.
void shade_entry(struct hub *h, struct room *r, const struct store_entry *entry);
void shade_row(struct room *r);
void shade_clear(struct room *r);

// ---------------------------------------------------------------------------------------------
// Finished games, to be looked for (indexing.c)
// ---------------------------------------------------------------------------------------------

// A game has ended.
void indexing_soon(struct hub *h, int64_t now);
void indexing_tick(struct hub *h, int64_t now);

// ---------------------------------------------------------------------------------------------
// What people say (said.c)
// ---------------------------------------------------------------------------------------------

// Somebody at a seat says a phrase. False with a sentence when it is none, or too much.
bool said_add(struct hub *h, struct room *r, int seat, const char *phrase, int64_t now,
              struct error *e);
void said_heard(struct hub *h, const char *word);

// Somebody called `name` declined the invitation to a game. False with a sentence when too many did just now.
bool said_decline(struct hub *h, struct room *r, const char *name, int64_t now, struct error *e);
void said_declined_heard(struct hub *h, const char *word);

// ---------------------------------------------------------------------------------------------
// The lobby (lobby.c)
// ---------------------------------------------------------------------------------------------

// The lists of open games and of those being played, as members of an object. In a thread.
bool lobby_write(struct store *s, struct json_writer *j, struct error *e);

// The lobby has changed: whoever listens is told soon.
void lobby_changed(struct hub *h);
void lobby_tell(struct hub *h, struct client *c, int64_t ref);
void lobby_tick(struct hub *h, int64_t now);

#endif
