// SPDX-License-Identifier: MIT
// Shared by the files of the storage, beside server/store/store.h.
#ifndef ABAX_SERVER_STORE_INTERNAL_H
#define ABAX_SERVER_STORE_INTERNAL_H

#include "server/store/database.h"
#include "server/store/sql.h"

struct store_write;
struct store_document;
struct store_event;
struct timekeeper;

struct store {
    struct database *db;
    const struct timekeeper *time; // or NULL: the own clock
};

struct value store_number(int64_t number);
struct value store_real(double real);
struct value store_text(const char *text);
struct value store_bytes(const unsigned char *bytes, size_t length);

// When a session that is over at a time after so many days was last alive.
struct value store_session_end(int64_t now, int days);

// Runs a statement to its end; `rows` is how many it changed or, when it only looks, found.
bool store_run(struct store *s, enum statement statement, const struct value *values,
               unsigned count, int64_t *rows, struct error *e);

// The answer to a write that changed something, or else found what it is about and was too late, or
// did not.
bool store_settle(struct store *s, struct store_write *w, int64_t changed, enum statement has,
                  const struct value *values, unsigned count, struct error *e);

// Whether an account is there; none at all counts as there.
bool store_has_account(struct store *s, int64_t account, bool *there, struct error *e);
struct value store_account_value(int64_t account);

// Runs a statement whose answer is STORE_DONE if it changed a row, else STORE_MISSING.
bool store_change(struct store *s, struct store_write *w, enum statement statement,
                  const struct value *values, unsigned count, struct error *e);

// Runs a statement that takes something away.
bool store_drop(struct store *s, struct store_write *w, enum statement statement, struct value what,
                struct error *e);

// Single writes (write.c). False when the database failed; otherwise the write has its answer.
// Whether its data are sound.
typedef bool store_writer(struct store *s, struct store_write *w, struct error *e);
store_writer store_write_one;
bool store_is_sound(const struct store_write *w);

// About people (accounts.c).
store_writer store_add_account, store_set_account, store_set_ban, store_set_block,
    store_drop_account;
store_writer store_add_session, store_touch_session, store_end_sessions, store_purge_sessions;
store_writer store_set_ready, store_set_rating;

// About seat draws and deals (deals.c).
store_writer store_deal, store_add_entry, store_set_plan;
bool store_is_deal(const struct store_write *w);

// About people who wait, and codes of games (seekstore.c).
store_writer store_pool;
bool store_is_pool(const struct store_write *w);

// About documents and their events (documentstore.c).
store_writer store_write_document;

// Sound data: a text that ends within its room and is UTF-8, as both databases want it; an id of a
// game or document, as it stands in addresses and, one beside the other, in news.
bool store_is_text(const char *text, size_t capacity);
bool store_is_id(const char *id);
bool store_is_document(const struct store_document *document);
bool store_is_event(const struct store_event *event);

store_writer store_add_finished; // finishedstore.c

// Writes of those who look after the server, and what is told to them (moderation.c).
store_writer store_set_mute, store_renew_password, store_add_report, store_close_report,
    store_add_audit;
// What people are told (outboxstore.c): a write, whether it is sound, and whose it is.
store_writer store_write_outbox;
struct store_outbox;
bool store_is_outbox(const struct store_outbox *write);
int64_t store_outbox_account(const struct store_outbox *write);

// About attempts at puzzles (puzzlestore.c).
store_writer store_try_puzzle;
struct store_puzzle;
bool store_is_puzzle(const struct store_puzzle *p);

// Called with every row of a statement; false without memory.
typedef bool (*store_row_reader)(struct database *db, void *to);

bool store_query(struct store *s, enum statement statement, const struct value *values,
                 unsigned count, store_row_reader read, void *to, struct error *e);

// Where rows go: a list of the caller's, long enough for what the statement is limited to; or,
// without one, a list that grows and is the caller's to free.
struct store_rows {
    void *at;
    size_t size; // of an element
    unsigned count, capacity;
    bool grows;
};

// Room for one more element, or NULL.
void *store_next_row(struct store_rows *rows);

// A statement into a list of the caller's, and into one that grows and is the caller's to free.
bool store_query_rows(struct store *s, enum statement statement, const struct value *values,
                      unsigned value_count, store_row_reader read, struct store_rows rows,
                      unsigned *count, struct error *e);
bool store_query_all(struct store *s, enum statement statement, const struct value *values,
                     unsigned value_count, store_row_reader read, size_t size, void **list,
                     unsigned *count, struct error *e);

// Columns of the row; no text is an empty one.
int64_t store_number_at(struct database *db, int column);
void store_text_at(struct database *db, int column, char *to, size_t capacity);

// A name as it is compared: capital letters of ASCII are small ones.
void store_fold(const char *name, char *folded, size_t capacity);

// Whether all bytes are 0.
bool store_blank(const unsigned char *bytes, size_t length);

#endif
