// SPDX-License-Identifier: MIT
// A game in memory with those who follow it, and the commands that wait for it.
#ifndef ABAX_SERVER_LIVE_ROOMS_H
#define ABAX_SERVER_LIVE_ROOMS_H

#include "server/live/clients.h"

// What gives somebody a seat: its own token, or a session of the account that sits there.
struct claim {
    int seat;        // or GAME_PUBLIC: none
    int64_t account; // that sits there, or 0
    struct login session;
};

// Somebody who waits for the room of a game. `ready` runs in the loop, perhaps at once, and releases it.
struct arrival {
    struct arrival *next;
    void (*ready)(struct live_registry *reg, struct arrival *a, struct room *r,
                  const struct error *e);
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

struct room *room_find(struct live_registry *reg, const char *id);

// The room of a game for somebody, loaded when it is not in memory (look.c); without anybody, just loaded. `fresh`: it has to be read
// again even if it is there.
void room_want(struct live_registry *reg, const char *id, bool fresh, struct arrival *a);

// A game was loaded: the room is the registry's from now on.
void room_begin(struct live_registry *reg, struct room *r);

// Begins a game that is full and still open: two people sat down at once, and neither was the last.
void room_settle_phase(struct live_registry *reg, struct room *r);

// Stops a clock as of a time in which its people could not act; it goes on when they are there, or after a while.
void room_excuse(struct live_registry *reg, struct room *r, int64_t since, int64_t now);

// The clock has been paused: it goes on when its people are there, or after a while.
void room_paused(struct room *r, int64_t now);

// An entry that went to the disk beside the line of commands is back: applies and tells it, if it was stored (else NULL), and lets
// the line go on.
void room_entry_back(struct live_registry *reg, struct room *r, const struct store_entry *stored);

// Has read what others wrote, and then applies and tells it. Until then the room is stale and its commands wait.
void room_refresh(struct live_registry *reg, struct room *r);

// The same when it is known that only entries were added.
void room_catch_up(struct live_registry *reg, struct room *r);

// A look that failed is tried again, and the games of a start are woken up.
void room_look_tick(struct live_registry *reg, struct room *r, int64_t now);
void room_wake_tick(struct live_registry *reg, int64_t now);
void room_wake_end(struct live_registry *reg);
void room_sleepers_end(struct live_registry *reg);

// News of a game, or of any (NULL): one that is just being loaded may have been read before. Or the look is put off for a while.
void room_missed(struct live_registry *reg, const char *id);
void room_look_later(const struct live_registry *reg, struct room *r);

// Follows a room; an earlier watch of the same client is replaced.
bool room_watch(struct live_registry *reg, struct room *r, struct client *c,
                const struct claim *claim, bool scene, bool actions);
void room_leave(struct live_registry *reg, struct watch *w);
struct watch *room_watch_of(struct room *r, const struct client *c);

// Tells everybody who follows.
void room_tell_event(struct live_registry *reg, struct room *r, const struct store_entry *entry);
void room_tell_seats(struct live_registry *reg, struct room *r);

// An entry to those without a seat alone.
void room_tell_strangers(struct live_registry *reg, struct room *r,
                         const struct store_entry *entry);
void room_tell_said(struct live_registry *reg, struct room *r, const struct saying *saying);

// Only the seats: it is between the people of a game and those they invite.
void room_tell_declined(struct live_registry *reg, struct room *r,
                        const struct declining *declined);

// Sends one client the whole state, with entries that it does not know yet; `made`: as text, or NULL.
void room_tell_state(struct live_registry *reg, struct room *r, struct watch *w,
                     const struct store_entry *entries, unsigned count,
                     const struct entries_json *made);

// The seats whose people are connected here.
uint8_t room_here(const struct room *r);

// Clocks, idleness, computers: what time brings.
void room_tick(struct live_registry *reg, struct room *r, int64_t now);
void room_drop(struct live_registry *reg, struct room *r);

// ---------------------------------------------------------------------------------------------
// Commands (clientcommand.c)
// ---------------------------------------------------------------------------------------------

// Puts a command in the room's line. False with a sentence when the line is full.
bool client_command_add(struct live_registry *reg, struct room *r,
                        const struct client_command *command, struct error *e);

// Lets the next command go, if none is on its way.
void client_command_go(struct live_registry *reg, struct room *r);

// Refuses all that wait.
void client_command_clear(struct live_registry *reg, struct room *r, const struct error *e);

// The server's own command, such as "time".
void client_command_own(struct live_registry *reg, struct room *r, int seat, const char *kind,
                        const char *text, int64_t at);

// The action of a computer, or of a conditional line, for the game as it stood after so many.
void client_command_act(struct live_registry *reg, struct room *r, int seat, const char *text,
                        unsigned ply, bool planned, int64_t at);

// After an entry was applied: lets planned and computer's actions follow.
void client_command_follow(struct live_registry *reg, struct room *r, int64_t now);

// ---------------------------------------------------------------------------------------------
// Rematches and computers
// ---------------------------------------------------------------------------------------------

// Another game between the same people (rematch.c): stores it and the entry that names it.
bool rematch_begin(struct live_registry *reg, struct room *r, const struct client_command *command,
                   struct store_entry *entry, struct error *e);

// The seat to act is the computer's: gives the choice to a worker (computer.c).
void computer_think(struct live_registry *reg, struct room *r);

// The players of a game are not needed any more.
void computer_forget(struct live_registry *reg, const char *game);

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
void shade_entry(struct live_registry *reg, struct room *r, const struct store_entry *entry);
void shade_row(struct room *r);
void shade_clear(struct room *r);

// ---------------------------------------------------------------------------------------------
// What people say (said.c)
// ---------------------------------------------------------------------------------------------

// Somebody at a seat says a phrase. False with a sentence when it is none, or too much.
bool said_add(struct live_registry *reg, struct room *r, int seat, const char *phrase, int64_t now,
              struct error *e);
void said_heard(struct live_registry *reg, const char *word);

// Somebody called `name` declined the invitation to a game. False with a sentence when too many did just now.
bool said_decline(struct live_registry *reg, struct room *r, const char *name, int64_t now,
                  struct error *e);
void said_declined_heard(struct live_registry *reg, const char *word);

#endif
