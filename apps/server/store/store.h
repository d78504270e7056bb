// SPDX-License-Identifier: MIT
// Storage: what the server remembers, behind one table of functions with two implementations,
// SQLite (one file) and PostgreSQL (a URL). Rows are plain data. A connection belongs to one
// thread.
//
// A game is a row, its seats, and a journal: entries that are only ever added, numbered from 0
// without a gap. The number is share of the key, so that two writers cannot both add the same one:
// the second is told STORE_TAKEN and looks again. The state of a game is what replaying its journal
// gives; nothing else is true.
//
// Writes come in batches that are stored together or, write by write, refused; when store_write
// returns, what was stored survives a power cut. Secrets (tokens, passwords) are never stored, only
// their hashes.
//
// Texts are UTF-8. Ids of games are letters, digits, '-' and '_'. Names of accounts are one
// account's, without regard to capital letters of ASCII.
#ifndef ABAX_SERVER_STORE_STORE_H
#define ABAX_SERVER_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "game/game.h"
#include "server/store/finished.h"
#include "server/store/seeks.h"
#include "server/store/puzzles.h"
#include "server/store/documents.h"
#include "server/store/outbox.h"

enum {
    STORE_ID = 12,        // the name of a game in addresses, and its terminator
    STORE_NAME = 32,      // of people, UTF-8, and its terminator
    STORE_WORD = 48,      // a player's text, a clock, a kind
    STORE_HASH = 32,      // bytes of a token's hash
    STORE_PASSWORD = 128, // of a password's hash, as libsodium writes it
    STORE_OPTIONS = 80,
    STORE_LIST = 50, // rows of a list at most
    STORE_PLAN = 640,
    STORE_SERIES = 160,
    STORE_SHARE = 65,            // of a deal
    STORE_NEWS = 64,             // a word that processes tell each other
    STORE_REMARK = 400,          // what somebody adds to a report, UTF-8
    STORE_REPORTS = 20,          // of one account that wait at most
    STORE_GAMES = 256,           // names of games with blanks between
    STORE_SESSION_IDLE = 30,     // days without use after which a session is over; a bot's never is
    STORE_SESSION_LONGEST = 180, // days
};

enum store_answer {
    STORE_DONE,
    STORE_TAKEN, // somebody else was first: this number, name or seat is taken, or not the next one
    STORE_MISSING,        // there is no such game, seat or account
    STORE_DUPLICATE,      // duplicate request (same token): it has the seat `number` already
    STORE_PAIRED,         // the player has an opponent already: `seek.found` names the game
    STORE_ATTEMPT_OPEN,   // the attempt at this puzzle was begun before and is still open
    STORE_ATTEMPT_ENDED,  // the attempt had ended before: nothing changes
    STORE_RATING_CHANGED, // another game was rated meanwhile: read the ratings and write again
    // The database failed: the error says how, and nothing of the batch is stored. If store_write
    // returned true: the data of this write alone are invalid (not UTF-8, not a number, too many
    // seats).
    STORE_FAILED,
};

enum store_phase { STORE_OPEN, STORE_PLAYING, STORE_OVER };

// Who sits where: as the seats were taken, to be drawn when the game begins, or drawn.
enum store_seat_draw { STORE_DRAW_NONE, STORE_DRAW_PENDING, STORE_DRAW_DONE };

struct timekeeper;

struct store_seat {
    char kind[STORE_WORD];           // "open", "person", "bot" or a player's text such as "level:3"
    char name[STORE_NAME];           // with an account, its name is read, whatever was written
    int64_t account;                 // 0: none
    unsigned char token[STORE_HASH]; // hash of the secret that opens the seat; all 0: none
    char commitment[STORE_SHARE],    // of the deal (play/deal.h), or empty; "?": asked for
        share[STORE_SHARE];          // in either "-": it did not come in time
    bool muted;                      // its account, when read
    int64_t away_since, away_until;  // when read: the account's last vacation; 0: none
    double rating, deviation;        // of the player at this game, when read; 0: none
    double former, became;           // what this game did to the rating, when read; 0: nothing
};

struct store_game {
    char id[STORE_ID];
    char game[STORE_WORD];
    char options[STORE_OPTIONS]; // as game_options_text writes them
    uint64_t seed;
    char start[GAME_TEXT_BYTES]; // a complete position, or empty: from the seed
    char clock[STORE_WORD];
    bool listed; // in the lobby
    bool rated;
    bool guests; // people without an account may take a seat
    // Milliseconds since 1970. In a row that was read, `changed` is not before the last entry.
    int64_t created, changed;
    enum store_phase phase;
    char before[STORE_ID]; // the game of which this is the rematch, or empty
    // How it stood when this game began (play/series.h), or empty: a game by itself.
    char series[STORE_SERIES];
    enum store_seat_draw draw;
    // The server's share of the deal. Empty: players have to trust the server.
    char dealer[STORE_SHARE];
    // One letter per seat: w won, l lost, d drawn, - aborted. Empty: not over, or unknown.
    char result[GAME_MAX_SEATS + 1];
    unsigned seats;
    struct store_seat seat[GAME_MAX_SEATS];
    unsigned entries; // in the journal
};

// An entry of a game's journal; play/journal.h lists the kinds. `left` is the time of every seat
// after it.
struct store_entry {
    char game[STORE_ID];
    unsigned number;
    char kind[16];
    int seat;
    char text[64];
    int64_t at;
    int64_t left[GAME_MAX_SEATS];
};

// Conditional lines that a seat has left: nobody else's business, so they are not in the journal.
struct store_plan {
    char game[STORE_ID];
    unsigned seat;
    unsigned at;           // the number of actions before their first
    char text[STORE_PLAN]; // a line each
};

struct store_account {
    int64_t id;
    char name[STORE_NAME];
    char password[STORE_PASSWORD];
    bool bot;
    bool banned;
    int64_t created;
    int64_t used;  // when its session was, if it was found by one
    int64_t owner; // of a bot: the account that made it, or 0
    bool muted;    // says nothing to others
};

// A bot that waits for challenges.
struct store_ready {
    int64_t account;
    char name[STORE_NAME];   // when read
    char games[STORE_GAMES]; // names with blanks between; empty: none any more
    int64_t until;           // unless it says so again
};

// Somebody whom an account does not want to meet.
struct store_block {
    int64_t account, other;
    char name[STORE_NAME]; // of the other, when read
    bool on;               // when written: from now on, or no longer
};

// Somebody tells those who look after the server of a person or a game.
struct store_report {
    int64_t number;                        // filled in by the database
    int64_t account, about;                // 0: gone; about a game alone
    char by[STORE_NAME], name[STORE_NAME]; // of both, when read
    char game[STORE_ID];                   // or empty
    char reason[STORE_WORD];
    char text[STORE_REMARK];
    int64_t at, closed; // 0: it waits
};

// What somebody who looks after the server did.
struct store_audit {
    int64_t at;
    char who[STORE_NAME];
    char did[STORE_WORD];
    char about[STORE_WORD];
};

struct store_session {
    int64_t began, used;
};

struct store_rating {
    int64_t account;         // 0: a level of the computer, in `player`
    char player[STORE_WORD]; // "level:3", or empty
    char name[STORE_NAME];   // of the account, when read
    char game[STORE_WORD];
    double rating, deviation, volatility;
    unsigned games;
    int64_t changed;
    char by[STORE_ID]; // when written: the game that changed it
    double former;     // and what it was before
};

enum store_write_kind {
    // game; with a `token` the answer is STORE_DUPLICATE if it opens a seat of the game of this
    // name
    STORE_ADD_GAME,
    // game.id, number, seat, at: only an open one, and for an account or a token only its first
    STORE_TAKE_SEAT,
    STORE_ADD_ENTRY, // entry
    STORE_SET_PHASE, // game.id, game.phase, game.result, at
    // game.id, number, seat.share: STORE_TAKEN if it was given before; or instead seat.commitment,
    // at: STORE_TAKEN if it was not asked for, or has been answered
    STORE_SET_SHARE,
    // game.id, game.seed, game.start, at: an open game begins so; STORE_TAKEN when it has begun
    STORE_SET_DEAL,
    // game.id, game.seats, order: STORE_TAKEN when they were drawn, or never were to be
    STORE_DRAW_SEATS,
    STORE_ADD_ACCOUNT, // account; its id is filled in
    // account: name and password, each unless it is empty; former: the name that it has then
    STORE_SET_ACCOUNT,
    STORE_SET_BAN,        // account.id, account.banned
    STORE_SET_MUTE,       // account.id, account.muted
    STORE_RENEW_PASSWORD, // account.id, account.password; `former` is what it must still be
    STORE_ADD_REPORT,     // report: STORE_TAKEN when one that waits says so already, or too many do
    STORE_CLOSE_REPORT,   // report.number, at
    STORE_ADD_AUDIT,      // audit
    STORE_ADD_FINISHED,   // finished: once a game
    // account.id: all its data goes, its games stay without its name and its token
    STORE_DROP_ACCOUNT,
    // account.id, token, at; former: the password that was shown, STORE_MISSING when it has been
    // changed since
    STORE_ADD_SESSION,
    STORE_TOUCH_SESSION,  // token, at: it was used
    STORE_DROP_SESSION,   // token; account.id, for the news
    STORE_END_SESSIONS,   // account.id: all but the one of `token`, if any
    STORE_PURGE_SESSIONS, // at: those that are over by then
    STORE_SET_READY,      // ready
    STORE_SET_BLOCK,      // block
    STORE_PUBLISH,        // word: nothing is stored, the other processes hear it
    // rating; an account's is kept in the history as well. `games` must be one more than is stored,
    // else another game was rated meanwhile: STORE_TAKEN. Then the writes that this one goes with,
    // and all others that go with them, are not stored either: they answer STORE_RATING_CHANGED.
    STORE_SET_RATING,
    STORE_DROP_GAME,    // game.id
    STORE_PROBE,        // changes nothing: can anything be stored?
    STORE_SET_PLAN,     // plan; an empty text takes it away
    STORE_ADD_DOCUMENT, // of server/store/documents.h
    STORE_SET_DOCUMENT,
    STORE_DROP_DOCUMENT,
    STORE_PURGE_DOCUMENTS,
    STORE_ADD_EVENT,
    STORE_OUTBOX,    // outbox: what people are told when they are away (outbox.h)
    STORE_ADD_SEEK,  // seek, of server/store/seeks.h; STORE_PAIRED: there is an opponent already
    STORE_KEEP_SEEK, // seek.token, seek.until: the player still waits; STORE_PAIRED likewise
    STORE_DROP_SEEK, // token: nobody waits any more
    STORE_ADD_PAIR,  // pair, at: STORE_TAKEN when one of them does not wait any more
    STORE_PUZZLE,    // puzzle, of server/store/puzzles.h: an attempt begins or ends
    // code: of an open game; the one it has is filled in. STORE_TAKEN: another has it
    STORE_ADD_CODE,
};

struct store_write {
    enum store_write_kind kind;
    union {
        struct store_game game;
        struct store_entry entry;
        struct store_account account;
        struct store_rating rating;
        struct store_ready ready;
        struct store_block block;
        struct store_document document;
        struct store_event event;
        struct store_seek seek;
        struct store_pair pair;
        struct store_code code;
        struct store_report report;
        struct store_audit audit;
        struct store_finished finished;
        struct store_outbox outbox;
        struct store_puzzle puzzle;
        char word[STORE_NEWS];
    };
    struct store_plan
        plan; // with STORE_ADD_ENTRY and a text: only if this is still what the seat has left
    unsigned number;               // of a seat
    uint8_t order[GAME_MAX_SEATS]; // of a seat draw: the seat to which each one goes
    struct store_seat seat;
    unsigned char token[STORE_HASH];
    char former[STORE_PASSWORD];
    int64_t at;
    // Goes with the nearest write before it that does not say so: only if that one is done.
    bool with_last;
    bool outrun;              // filled in: a rating that hangs on it was changed meanwhile
    enum store_answer answer; // filled in
};

struct store;

// Opens a database: "postgres://..." or the name of an SQLite file, which is created. Brings the
// schema up to date. NULL with a sentence on an error; a database from a newer version is refused.
struct store *store_open(const char *where, struct error *e);
void store_close(struct store *s);

// Writes a batch: one transaction, durable on return. False with a sentence, and nothing stored,
// when the database failed; otherwise every write has its answer, and those that were refused left
// the others alone. Writes to one game, account or rating take effect in the order given; documents
// go before games, games before accounts, accounts before ratings. When a PostgreSQL server goes
// away during a commit and does not come back within seconds, nobody can know: the sentence says
// so, and whoever tries again finds his own entry there (STORE_TAKEN).
bool store_write(struct store *s, struct store_write *writes, size_t count, struct error *e);

// Reading. False with a sentence when the database failed; *found tells whether there was anything.
bool store_game(struct store *s, const char *id, struct store_game *game, bool *found,
                struct error *e);

// Seats of a game that are asked for a commitment to a share of the deal; and those for whose word
// it waits: these, or when all have answered those whose share was committed to and is not there
// yet.
uint8_t store_asked(const struct store_game *game);
uint8_t store_awaited(const struct store_game *game);

// The entries from a number on, in order; the caller frees them.
bool store_journal(struct store *s, const char *id, unsigned from, struct store_entry **entries,
                   unsigned *count, struct error *e);

// The plans of a game, by seat.
bool store_plans(struct store *s, const char *id, struct store_plan plans[GAME_MAX_SEATS],
                 unsigned *count, struct error *e);

// Open games of the lobby, or games that are being played, as far as listed; an account's games,
// created before `before` milliseconds: the `created` of the last is the cursor for more. Newest
// first, at most STORE_LIST.
bool store_lobby(struct store *s, enum store_phase phase, struct store_game *games, unsigned *count,
                 struct error *e);
bool store_games_of(struct store *s, int64_t account, int64_t before, struct store_game *games,
                    unsigned *count, struct error *e);

// The same without those that are played by link only: what others may see.
bool store_shown_games_of(struct store *s, int64_t account, int64_t before,
                          struct store_game *games, unsigned *count, struct error *e);

// Those of an account's games that are not over, seats kept for it included. Newest first, at most
// STORE_LIST.
bool store_games_now(struct store *s, int64_t account, struct store_game *games, unsigned *count,
                     struct error *e);

// Games that are being played with a clock or a computer's turn: what a server must wake up after a
// restart. Ids, to be freed.
bool store_running(struct store *s, char (**ids)[STORE_ID], unsigned *count, struct error *e);

bool store_account_named(struct store *s, const char *name, struct store_account *account,
                         bool *found, struct error *e);
bool store_account_by_id(struct store *s, int64_t id, struct store_account *account, bool *found,
                         struct error *e);

// Whose session it is at that time, if it is not over.
bool store_account_of_session(struct store *s, const unsigned char token[STORE_HASH], int64_t now,
                              struct store_account *account, bool *found, struct error *e);

// Bots that are ready at that time, by name, at most STORE_LIST; none that is banned.
bool store_ready(struct store *s, int64_t now, struct store_ready *list, unsigned *count,
                 struct error *e);

// Whether an account has blocked another one, and whom it has, by name, at most STORE_LIST.
bool store_blocked(struct store *s, int64_t account, int64_t other, bool *blocked, struct error *e);
bool store_blocks(struct store *s, int64_t account, struct store_block *list, unsigned *count,
                  struct error *e);

// Reports that wait, oldest first, and an account's own, newest first; what was done last. At most
// STORE_LIST.
bool store_reports(struct store *s, struct store_report *list, unsigned *count, struct error *e);
bool store_reports_by(struct store *s, int64_t account, struct store_report *list, unsigned *count,
                      struct error *e);
bool store_audits(struct store *s, struct store_audit *list, unsigned *count, struct error *e);

// An account's sessions, newest first, and the names of its bots. At most STORE_LIST.
bool store_sessions(struct store *s, int64_t account, struct store_session *list, unsigned *count,
                    struct error *e);
bool store_bots_of(struct store *s, int64_t account, char (*names)[STORE_NAME], unsigned *count,
                   struct error *e);

// Names of games behind one, in order, at most STORE_LIST: to walk through all.
bool store_ids(struct store *s, const char *after, char (*ids)[STORE_ID], unsigned *count,
               struct error *e);

bool store_rating(struct store *s, int64_t account, const char *player, const char *game,
                  struct store_rating *rating, bool *found, struct error *e);

// Everybody who is rated in a game, levels of the computer too, banned accounts not. First comes
// whose strength is surely highest: by rating less two deviations. At most STORE_LIST.
bool store_leaders(struct store *s, const char *game, struct store_rating *ratings, unsigned *count,
                   struct error *e);

// The history of an account's rating: the newest `most`, oldest first.
bool store_rating_history(struct store *s, int64_t account, const char *game,
                          struct store_rating *ratings, unsigned most, unsigned *count,
                          struct error *e);

// Counts row by row: now and then, not with every request.
struct store_counts {
    int64_t games, playing, entries, accounts;
};
bool store_counts(struct store *s, struct store_counts *counts, struct error *e);

// A copy of everything to a file, while others go on writing (SQLite; PostgreSQL says to use
// pg_dump). An older file of that name stays until the new one is whole. To restore, put it in the
// place of the database.
bool store_backup(struct store *s, const char *path, struct error *e);

// Whether the database itself is sound; what stands in it is another question.
bool store_check(struct store *s, struct error *e);

// Does work beside a writer that the writer would have to stop for otherwise (SQLite: moves the log
// into the file). For a connection of its own, every now and then.
bool store_tidy(struct store *s, struct error *e);

// News between processes on one database, as words without blanks: of a game that has got entries
// its id and a '.', of one that has changed otherwise its id, of an account whose sessions, name or
// rights have changed '@' and its number; of a document '#' and its id, and a '.' when it has got
// an event; and whatever STORE_PUBLISH tells. SQLite has one process and hears nothing. `fd` is
// readable when there is news and never changes; -1: none ever. store_heard gives the next word, or
// an empty one: news were missed while the connection was lost, so look at everything. Listening
// begins with store_news_fd; after a loss store_alive begins it again.
int store_news_fd(struct store *s);
bool store_heard(struct store *s, char word[STORE_NEWS]);

// Says that this process serves the database, as long as the connection is there; once, before
// anything is written. *began is when this one begins; where others serve it, it becomes when the
// first of them did, who found nobody. False with a sentence when another one serves a file: it has
// room for one.
bool store_claim(struct store *s, int64_t *began, struct error *e);

// The time that all who serve the database share (server/timekeeper.h): asks the database for it,
// if it has a clock of its own; from then on this connection's is that one. Without it, it is the
// time of day.
bool store_ask_time(struct store *s, struct timekeeper *t, struct error *e);
void store_keep_time(struct store *s, const struct timekeeper *t);
int64_t store_now(const struct store *s);

// Whether the connection still works; tries to connect again when it does not.
bool store_alive(struct store *s);

#endif
