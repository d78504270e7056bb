// SPDX-License-Identifier: MIT
// Empty databases and plausible rows for the tests of the storage, the same for SQLite and
// PostgreSQL, so that one test runs on both.
#include "tests/unit/stored.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---------------------------------------------------------------------------------------------
// Places
// ---------------------------------------------------------------------------------------------

static struct place *new_place(void)
{
    struct place *p = calloc(1, sizeof *p);

    assert_non_null(p);
    snprintf(p->folder, sizeof p->folder, "/tmp/abax-store-XXXXXX");
    assert_non_null(mkdtemp(p->folder));
    return p;
}

int place_sqlite(void **state)
{
    *state = new_place();
    return 0;
}

int place_postgres(void **state)
{
    struct place *p = new_place();

    p->cluster = calloc(1, sizeof *p->cluster);
    assert_non_null(p->cluster);
    cluster_create(p->cluster);
    cluster_start(p->cluster);
    *state = p;
    return 0;
}

int place_next(void **state)
{
    struct place *p = *state;
    char name[32];

    snprintf(name, sizeof name, "test%u", ++p->count);
    if (p->cluster)
        cluster_database(p->cluster, name, p->where, sizeof p->where);
    else
        snprintf(p->where, sizeof p->where, "%s/%s.db", p->folder, name);
    return 0;
}

int place_remove(void **state)
{
    struct place *p = *state;
    char command[128];

    if (p->cluster)
        cluster_remove(p->cluster);
    snprintf(command, sizeof command, "rm -rf %s", p->folder);
    assert_int_equal(system(command), 0);
    free(p->cluster);
    free(p);
    return 0;
}

// ---------------------------------------------------------------------------------------------
// Writing and reading
// ---------------------------------------------------------------------------------------------

struct store *stored_open(const char *where)
{
    struct error e = {0};
    struct store *s = store_open(where, &e);

    if (!s)
        fail_msg("%s: %s", where, e.message.text);
    return s;
}

void stored_write(struct store *s, struct store_write *writes, size_t count)
{
    struct error e = {0};

    if (!store_write(s, writes, count, &e))
        fail_msg("%s", e.message.text);
}

enum store_answer stored_one(struct store *s, struct store_write w)
{
    stored_write(s, &w, 1);
    return w.answer;
}

void stored_token(unsigned char token[STORE_HASH], int byte)
{
    memset(token, byte, STORE_HASH);
}

struct store_write stored_game(const char *id, int64_t created)
{
    struct store_write w = {.kind = STORE_ADD_GAME};

    snprintf(w.game.id, STORE_ID, "%s", id);
    snprintf(w.game.game, STORE_WORD, "tiku");
    snprintf(w.game.clock, STORE_WORD, "none");
    w.game.listed = true;
    w.game.created = w.game.changed = created;
    w.game.seats = 2;
    for (unsigned i = 0; i < w.game.seats; i++)
        snprintf(w.game.seat[i].kind, STORE_WORD, "open");
    return w;
}

struct store_write stored_entry(const char *id, unsigned number)
{
    struct store_write w = {.kind = STORE_ADD_ENTRY};

    snprintf(w.entry.game, STORE_ID, "%s", id);
    w.entry.number = number;
    snprintf(w.entry.kind, sizeof w.entry.kind, "act");
    w.entry.seat = (int)(number % 2);
    snprintf(w.entry.text, sizeof w.entry.text, "%s:%u", id, number);
    w.entry.at = STORED_TIME + number;
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        w.entry.left[seat] = 100000 * (seat + 1) - (int64_t)number;
    return w;
}

struct store_write stored_account(const char *name)
{
    struct store_write w = {.kind = STORE_ADD_ACCOUNT};

    snprintf(w.account.name, STORE_NAME, "%s", name);
    snprintf(w.account.password, STORE_PASSWORD, "hash of %s", name);
    w.account.created = STORED_TIME;
    return w;
}

struct store_write stored_rating(int64_t account, const char *player, unsigned games, double rating)
{
    struct store_write w = {.kind = STORE_SET_RATING};

    w.rating.account = account;
    snprintf(w.rating.player, STORE_WORD, "%s", player);
    snprintf(w.rating.game, STORE_WORD, "tiku");
    w.rating.rating = rating;
    w.rating.deviation = 100;
    w.rating.volatility = 0.06;
    w.rating.games = games;
    w.rating.changed = STORED_TIME + games;
    return w;
}

int64_t stored_person(struct store *s, const char *name)
{
    struct store_write w = stored_account(name);

    stored_write(s, &w, 1);
    assert_int_equal(w.answer, STORE_DONE);
    assert_true(w.account.id > 0);
    return w.account.id;
}

unsigned stored_length(struct store *s, const char *id)
{
    struct store_entry *entries;
    struct error e = {0};
    unsigned count;

    if (!store_journal(s, id, 0, &entries, &count, &e))
        fail_msg("%s", e.message.text);
    for (unsigned i = 0; i < count; i++) {
        struct store_write expected = stored_entry(id, i);
        assert_int_equal(entries[i].number, i);
        assert_string_equal(entries[i].game, id);
        assert_string_equal(entries[i].kind, expected.entry.kind);
        assert_string_equal(entries[i].text, expected.entry.text);
        assert_int_equal(entries[i].seat, expected.entry.seat);
        assert_int_equal(entries[i].at, expected.entry.at);
        assert_memory_equal(entries[i].left, expected.entry.left, sizeof expected.entry.left);
    }
    free(entries);
    return count;
}

struct store_game stored_read(struct store *s, const char *id)
{
    struct store_game game;
    struct error e = {0};
    bool found;

    if (!store_game(s, id, &game, &found, &e) || !found)
        fail_msg("game %s: %s", id, e.message.text);
    return game;
}
