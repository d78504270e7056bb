// SPDX-License-Identifier: MIT
// The storage as a whole: opening, and what every part of it needs.
#include "server/store/store.h"

#include "base/text.h"
#include "server/log.h"
#include "server/store/internal.h"
#include "server/timekeeper.h"

static const struct database_kind *kind_of(const char *where)
{
    return !strncmp(where, "postgres://", 11) || !strncmp(where, "postgresql://", 13)
               ? &database_postgres
               : &database_sqlite;
}

struct store *store_open(const char *where, struct error *e)
{
    struct store *s = calloc(1, sizeof *s);

    if (!s) {
        error_set(e, "store.memory", "no memory for the database");
        return NULL;
    }
    s->db = kind_of(where)->open(where, e);
    if (s->db && database_upgrade(s->db, SCHEMA_VERSION, e))
        return s;
    store_close(s);
    return NULL;
}

void store_close(struct store *s)
{
    if (!s)
        return;
    if (s->db)
        s->db->kind->close(s->db);
    free(s);
}

bool store_backup(struct store *s, const char *path, struct error *e)
{
    return s->db->kind->backup(s->db, path, e);
}

bool store_tidy(struct store *s, struct error *e)
{
    return !s->db->kind->tidy || s->db->kind->script(s->db, s->db->kind->tidy, e);
}

int store_news_fd(struct store *s)
{
    return s->db->kind->news_fd(s->db);
}

bool store_heard(struct store *s, char word[STORE_NEWS])
{
    return s->db->kind->heard(s->db, word, STORE_NEWS);
}

bool store_claim(struct store *s, int64_t *began, struct error *e)
{
    return s->db->kind->claim(s->db, began, e);
}

bool store_ask_time(struct store *s, struct timekeeper *t, struct error *e)
{
    const struct database_kind *kind = s->db->kind;
    int64_t asked = timekeeper_steady();

    if (!kind->now)
        return true;
    if (!kind->start(s->db, SQL_COUNT, kind->now, NULL, 0, e))
        return false;
    bool found = kind->step(s->db, e) == DATABASE_ROW;
    if (found)
        timekeeper_sync(t, asked, timekeeper_steady(), kind->number(s->db, 0));
    kind->finish(s->db);
    return found;
}

void store_keep_time(struct store *s, const struct timekeeper *t)
{
    s->time = t;
}

int64_t store_now(const struct store *s)
{
    return s->time ? timekeeper_now(s->time) : log_now();
}

bool store_alive(struct store *s)
{
    return s->db->kind->alive(s->db);
}

struct value store_number(int64_t number)
{
    return (struct value){VALUE_NUMBER, .number = number};
}

struct value store_real(double real)
{
    return (struct value){VALUE_REAL, .real = real};
}

struct value store_text(const char *text)
{
    return (struct value){VALUE_TEXT, .text = text};
}

struct value store_bytes(const unsigned char *bytes, size_t length)
{
    return (struct value){VALUE_BYTES, .bytes = bytes, .length = length};
}

struct value store_session_end(int64_t now, int days)
{
    return store_number(now - INT64_C(86400000) * days);
}

void store_fold(const char *name, char *folded, size_t capacity)
{
    size_t i = 0;

    for (; name[i] && i + 1 < capacity; i++)
        folded[i] = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] + 'a' - 'A') : name[i];
    folded[i] = 0;
}

bool store_blank(const unsigned char *bytes, size_t length)
{
    unsigned char any = 0;

    for (size_t i = 0; i < length; i++)
        any |= bytes[i];
    return any == 0;
}

bool store_check(struct store *s, struct error *e)
{
    const struct database_kind *kind = s->db->kind;
    bool sound = false;

    if (!kind->check)
        return true;
    if (!kind->start(s->db, SQL_COUNT, kind->check, NULL, 0, e))
        return false;
    enum database_step step = kind->step(s->db, e);
    if (step == DATABASE_ROW) {
        const char *message = kind->text(s->db, 0);
        sound = message && !strcmp(message, "ok");
        if (!sound)
            error_set(e, "store.damaged:reason", "the database file is damaged: %s",
                      error_quote(message ? message : "").text);
    } else if (step == DATABASE_END) {
        error_set(e, "store.damaged:reason", "the database file is damaged: %s", "no answer");
    }
    kind->finish(s->db);
    return sound;
}

bool store_is_text(const char *text, size_t capacity)
{
    size_t length = strnlen(text, capacity);

    return length < capacity && text_utf8(text, length) == length;
}

bool store_is_id(const char *id)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

    return store_is_text(id, STORE_ID) && id[0] && id[strspn(id, letters)] == 0;
}
