// SPDX-License-Identifier: MIT
// A game in memory with those who follow it, and the commands that wait for it.
#ifndef ABAX_SERVER_LIVE_LIVEGAMES_H
#define ABAX_SERVER_LIVE_LIVEGAMES_H

#include "server/live/clients.h"

// What gives somebody a seat: its own token, or a session of the account that sits there.
struct seat_access {
    int seat;        // or GAME_PUBLIC: none
    int64_t account; // that sits there, or 0
    struct login session;
};

// Somebody who waits for a live game. `ready` runs in the loop, perhaps at once, and releases it.
struct load_waiter {
    struct load_waiter *next;
    void (*ready)(struct live_registry *reg, struct load_waiter *waiter, struct live_game *live,
                  const struct error *e);
    uint64_t turn; // of the load that serves it
    bool patient;  // others go first
    bool bad;      // there is none because of the game, not of the database
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

struct live_game {
    struct live_game *next;
    struct live_state state;
    struct spectator_delay *delay; // what spectators are shown instead, or NULL (spectatordelay.c)
    struct watch *watches;
    struct client_command *first, *last;
    unsigned waiting;
    bool busy;            // an entry is on its way to the disk
    bool stale;           // there may be entries that others wrote
    bool stale_row;       // and not only entries
    int64_t next_read_at; // earliest time of the next read of the database
    bool thinking;        // a worker chooses for the seat to act
    bool dirty;           // somebody came, left or sat down
    bool removed;         // the game is no longer in the database
    int64_t think_at;     // not before
    int64_t idle_since;   // nobody looks and nothing runs; 0: not idle
    int64_t resume_at;    // paused clocks go on then, even if nobody came
    int64_t owed;         // its clock must be stopped as of then, which is not stored yet; or 0
    int64_t lost;         // since then the seat to act was perhaps cut off (standstill.h); or 0
    int64_t lost_at;      // when this was noticed
    struct said said;
    unsigned plan_turn;          // counts conditional lines that were left here
    int64_t lag[GAME_MAX_SEATS]; // that was forgiven, less what each action brings
    struct elsewhere *elsewhere; // who is at other processes (presence.c)
    uint8_t present;             // what they were told of this one
    int64_t asked;               // when they were last asked who is there
};

struct live_game *live_game_find(struct live_registry *reg, const char *id);

// A live game, loaded when it is not in memory (load.c); without anybody, just loaded. `fresh`: it
// has to be read again even if it is there.
void live_game_load(struct live_registry *reg, const char *id, bool fresh,
                    struct load_waiter *waiter);

// A game was loaded: it is the registry's from now on.
void live_game_add(struct live_registry *reg, struct live_game *live);

// Begins a game that is full and still open: two people sat down at once, and neither was the last.
void live_game_settle_phase(struct live_registry *reg, struct live_game *live);

// Stops a clock as of a time in which its people could not act; it goes on when they are there, or
// after a while.
void live_game_excuse(struct live_registry *reg, struct live_game *live, int64_t since,
                      int64_t now);

// The clock has been paused: it goes on when its people are there, or after a while.
void live_game_paused(struct live_game *live, int64_t now);

// An entry that went to the disk beside the line of commands is back: applies and tells it, if it
// was stored (else NULL), and lets the line go on.
void live_game_entry_stored(struct live_registry *reg, struct live_game *live,
                            const struct store_entry *stored);

// Has read what others wrote, and then applies and tells it. Until then the live game is stale and
// its commands wait.
void live_game_refresh(struct live_registry *reg, struct live_game *live);

// The same when it is known that only entries were added.
void live_game_catch_up(struct live_registry *reg, struct live_game *live);

// A load that failed is tried again, and the games of a start are woken up.
void live_game_load_tick(struct live_registry *reg, struct live_game *live, int64_t now);
void live_game_wake_tick(struct live_registry *reg, int64_t now);
void live_game_wake_end(struct live_registry *reg);
void live_game_sleepers_end(struct live_registry *reg);

// News of a game, or of any (NULL): one that is just being loaded may have been read before. Or the
// load is put off for a while.
void live_game_news_missed(struct live_registry *reg, const char *id);
void live_game_load_later(const struct live_registry *reg, struct live_game *live);

// Follows a live game; an earlier watch of the same client is replaced.
bool live_game_watch(struct live_registry *reg, struct live_game *live, struct client *c,
                     const struct seat_access *seat_access, bool scene, bool actions);
void live_game_leave(struct live_registry *reg, struct watch *w);
struct watch *live_game_watch_of(struct live_game *live, const struct client *c);

// Tells everybody who follows.
void live_game_send_event(struct live_registry *reg, struct live_game *live,
                          const struct store_entry *entry);

// An entry to those without a seat alone.
void live_game_send_to_spectators(struct live_registry *reg, struct live_game *live,
                                  const struct store_entry *entry);
void live_game_send_said(struct live_registry *reg, struct live_game *live,
                         const struct saying *saying);

// Only the seats: it is between the people of a game and those they invite.
void live_game_send_declined(struct live_registry *reg, struct live_game *live,
                             const struct declining *declined);

// Sends one client the whole state, with entries that it does not know yet; `made`: as text, or
// NULL.
void live_game_send_state(struct live_registry *reg, struct live_game *live, struct watch *w,
                          const struct store_entry *entries, unsigned count,
                          const struct entries_json *made);

// The seats whose people are connected here.
uint8_t live_game_seats_here(const struct live_game *live);

// Clocks, idleness, computers: what time brings.
void live_game_tick(struct live_registry *reg, struct live_game *live, int64_t now);
void live_game_drop(struct live_registry *reg, struct live_game *live);

// ---------------------------------------------------------------------------------------------
// Commands (clientcommand.c)
// ---------------------------------------------------------------------------------------------

// Puts a command in the live game's line. False with a sentence when the line is full.
bool client_command_add(struct live_registry *reg, struct live_game *live,
                        const struct client_command *command, struct error *e);

// Lets the next command go, if none is on its way.
void client_command_go(struct live_registry *reg, struct live_game *live);

// Refuses all that wait.
void client_command_clear(struct live_registry *reg, struct live_game *live, const struct error *e);

// The server's own command, such as "time".
void client_command_own(struct live_registry *reg, struct live_game *live, int seat,
                        const char *kind, const char *text, int64_t at);

// The action of a computer, or of a conditional line, for the game as it stood after so many.
void client_command_act(struct live_registry *reg, struct live_game *live, int seat,
                        const char *text, unsigned ply, bool planned, int64_t at);

// After an entry was applied: lets planned and computer's actions follow.
void client_command_follow(struct live_registry *reg, struct live_game *live, int64_t now);

// ---------------------------------------------------------------------------------------------
// Rematches and computers
// ---------------------------------------------------------------------------------------------

// Another game between the same people (rematch.c): stores it and the entry that names it.
bool rematch_begin(struct live_registry *reg, struct live_game *live,
                   const struct client_command *command, struct store_entry *entry,
                   struct error *e);

// The seat to act is the computer's: gives the choice to a worker (computer.c).
void computer_think(struct live_registry *reg, struct live_game *live);

// The players of a game are not needed any more.
void computer_forget(struct live_registry *reg, const char *game);

// ---------------------------------------------------------------------------------------------
// What spectators are shown where secrets or ratings matter (spectatordelay.c)
// ---------------------------------------------------------------------------------------------

// Whether spectators may not see how the game stands now.
bool spectator_delay_applies(const struct live_game *live);

// Begins to show a game that way, from all its entries. False without memory.
bool spectator_delay_begin(struct live_game *live, const struct store_entry *entries,
                           unsigned count);

// The game as spectators are shown it.
const struct live_state *spectator_delay_state(const struct live_game *live);

// An entry was applied: tells spectators what may be told now. The row has changed. The live game
// goes.
void spectator_delay_apply(struct live_registry *reg, struct live_game *live,
                           const struct store_entry *entry);
void spectator_delay_set_row(struct live_game *live);
void spectator_delay_clear(struct live_game *live);

// ---------------------------------------------------------------------------------------------
// What people say (said.c)
// ---------------------------------------------------------------------------------------------

// Somebody at a seat says a phrase. False with a sentence when it is none, or too much.
bool said_add(struct live_registry *reg, struct live_game *live, int seat, const char *phrase,
              int64_t now, struct error *e);
void said_heard(struct live_registry *reg, const char *word);

// Somebody called `name` declined the invitation to a game. False with a sentence when too many did
// just now.
bool said_decline(struct live_registry *reg, struct live_game *live, const char *name, int64_t now,
                  struct error *e);
void said_declined_heard(struct live_registry *reg, const char *word);

#endif
