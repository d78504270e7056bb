// SPDX-License-Identifier: MIT
// The storage between bad data and a bad database: no field that is unsound is stored, and
// whichever call of the database fails, nothing of the batch is stored and the caller is told.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "server/inbox.h"
#include "server/store/writer.h"
#include "tests/unit/broken.h"
#include "tests/unit/stored.h"

// ---------------------------------------------------------------------------------------------
// Everything that a database has, as one text
// ---------------------------------------------------------------------------------------------

static void add_rows(sqlite3 *raw, const char *table, FILE *to)
{
    char sql[128];
    sqlite3_stmt *rows;

    snprintf(sql, sizeof sql, "SELECT * FROM %s", table);
    assert_int_equal(sqlite3_prepare_v2(raw, sql, -1, &rows, NULL), SQLITE_OK);
    while (sqlite3_step(rows) == SQLITE_ROW) {
        fprintf(to, "%s", table);
        for (int i = 0; i < sqlite3_column_count(rows); i++) {
            const unsigned char *bytes = sqlite3_column_blob(rows, i);
            fputc('|', to);
            for (int k = 0; k < sqlite3_column_bytes(rows, i); k++)
                fprintf(to, "%02x", bytes[k]);
        }
        fputc('\n', to);
    }
    sqlite3_finalize(rows);
}

// The caller frees it.
static char *contents(const char *where)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    sqlite3 *raw;
    sqlite3_stmt *tables;

    assert_non_null(to);
    assert_int_equal(sqlite3_open(where, &raw), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(raw,
                                        "SELECT name FROM sqlite_master WHERE type = 'table'"
                                        " ORDER BY name",
                                        -1, &tables, NULL),
                     SQLITE_OK);
    while (sqlite3_step(tables) == SQLITE_ROW)
        add_rows(raw, (const char *)sqlite3_column_text(tables, 0), to);
    sqlite3_finalize(tables);
    sqlite3_close(raw);
    fclose(to);
    return text;
}

// ---------------------------------------------------------------------------------------------
// Sound data
// ---------------------------------------------------------------------------------------------

static struct store_write write_of(enum store_write_kind kind, const char *game, int64_t account)
{
    struct store_write w = {.kind = kind, .at = 4000};

    if (game)
        snprintf(w.game.id, STORE_ID, "%s", game);
    else
        w.account.id = account;
    return w;
}

static struct store_write seat_of(const char *game, unsigned number, int64_t account)
{
    struct store_write w = write_of(STORE_TAKE_SEAT, game, 0);

    w.number = number;
    snprintf(w.seat.kind, STORE_WORD, "person");
    w.seat.account = account;
    return w;
}

static struct store_write plan_of(const char *game, const char *text)
{
    struct store_write w = {.kind = STORE_SET_PLAN};

    snprintf(w.plan.game, STORE_ID, "%s", game);
    snprintf(w.plan.text, STORE_PLAN, "%s", text);
    return w;
}

static struct store_write ready_of(int64_t account, const char *games)
{
    struct store_write w = {.kind = STORE_SET_READY};

    w.ready = (struct store_ready){.account = account, .until = 9000};
    snprintf(w.ready.games, STORE_GAMES, "%s", games);
    return w;
}

// Only bots wait for challenges.
static int64_t robot(struct store *s)
{
    struct store_write w = stored_account("Robot");

    w.account.bot = true;
    stored_write(s, &w, 1);
    return w.account.id;
}

static struct store_write word_of(const char *word)
{
    struct store_write w = {.kind = STORE_PUBLISH};

    snprintf(w.word, STORE_NEWS, "%s", word);
    return w;
}

// The write is refused, and the one beside it is stored.
static void refuse(struct store *s, struct store_write w, int line)
{
    struct store_write batch[] = {w, stored_entry("beside", stored_length(s, "beside"))};

    stored_write(s, batch, 2);
    if (batch[0].answer != STORE_FAILED)
        fail_msg("line %d: stored", line);
    assert_int_equal(batch[1].answer, STORE_DONE);
}

// A field of a write that is sound otherwise: changed, or a text without an end, or one that is not
// UTF-8.
#define REFUSED(write, change)                                                                     \
    do {                                                                                           \
        struct store_write w = write;                                                              \
        change;                                                                                    \
        refuse(s, w, __LINE__);                                                                    \
    } while (0)
#define REFUSED_TEXT(write, field)                                                                 \
    do {                                                                                           \
        REFUSED(write, memset(w.field, 'x', sizeof w.field));                                      \
        REFUSED(write, memcpy(w.field, "\xc3(", 3));                                               \
    } while (0)

static void unsound_games_are_refused(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    struct store_write game = stored_game("new", 1), seat = seat_of("beside", 1, 0);

    stored_one(s, stored_game("beside", 1));
    REFUSED_TEXT(game, game.id);
    REFUSED(game, w.game.id[0] = 0);
    REFUSED(game, w.game.id[1] = ' ');
    REFUSED_TEXT(game, game.game);
    REFUSED_TEXT(game, game.options);
    REFUSED_TEXT(game, game.start);
    REFUSED_TEXT(game, game.clock);
    REFUSED_TEXT(game, game.before);
    REFUSED_TEXT(game, game.seat[0].kind);
    REFUSED_TEXT(game, game.seat[1].name);
    REFUSED(game, w.game.phase = (enum store_phase)9);
    REFUSED(game, w.game.seats = GAME_MAX_SEATS + 1);
    REFUSED_TEXT(seat, game.id);
    REFUSED_TEXT(seat, seat.name);
    REFUSED(seat, w.number = GAME_MAX_SEATS);
    REFUSED(write_of(STORE_SET_PHASE, "beside", 0), w.game.phase = (enum store_phase)9);
    REFUSED(write_of(STORE_SET_PHASE, "beside", 0), w.game.id[0] = 0);
    REFUSED(write_of(STORE_DROP_GAME, "beside", 0), w.game.id[0] = '/');
    REFUSED(write_of((enum store_write_kind)99, "beside", 0), w.at = 0);
    assert_int_equal(stored_one(s, game), STORE_DONE); // as it was
    assert_int_equal(stored_one(s, seat), STORE_DONE);
    store_close(s);
}

static void unsound_entries_and_plans_are_refused(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    struct store_write plan = plan_of("beside", "a b"), entry;

    stored_one(s, stored_game("beside", 1));
    stored_one(s, stored_game("other", 1));
    entry = stored_entry("other", 0);
    REFUSED_TEXT(entry, entry.game);
    REFUSED_TEXT(entry, entry.kind);
    REFUSED_TEXT(entry, entry.text);
    REFUSED(entry, w.entry.number = UINT32_MAX);
    REFUSED(entry, w.entry.seat = GAME_PUBLIC - 1);
    REFUSED(entry, w.entry.seat = GAME_MAX_SEATS);
    REFUSED_TEXT(plan, plan.game);
    REFUSED_TEXT(plan, plan.text);
    REFUSED(plan, w.plan.seat = GAME_MAX_SEATS);
    REFUSED(plan, w.plan.at = UINT32_MAX);
    assert_int_equal(stored_one(s, entry), STORE_DONE);
    assert_int_equal(stored_one(s, plan), STORE_DONE);
    store_close(s);
}

static void unsound_people_are_refused(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    int64_t ann = stored_person(s, "Ann");
    struct store_write account = stored_account("Ben"), rating = stored_rating(ann, "", 1, 1500),
                       ready = ready_of(robot(s), "tiku"), word = word_of("word");

    stored_one(s, stored_game("beside", 1));
    REFUSED_TEXT(account, account.name);
    REFUSED_TEXT(account, account.password);
    REFUSED(account, w.account.name[0] = 0);
    REFUSED_TEXT(rating, rating.game);
    REFUSED_TEXT(rating, rating.player);
    REFUSED(rating, w.rating.player[0] = 'x'); // nobody is both
    REFUSED(rating, w.rating.account = 0);
    REFUSED(rating, w.rating.rating = INFINITY);
    REFUSED(rating, w.rating.deviation = NAN);
    REFUSED(rating, w.rating.volatility = -INFINITY);
    REFUSED(rating, w.rating.games = UINT32_MAX);
    REFUSED(ready, w.ready.account = 0);
    REFUSED_TEXT(ready, ready.games);
    REFUSED_TEXT(word, word);
    REFUSED(word, w.word[0] = 0);
    REFUSED(word, w.word[1] = ' ');
    assert_int_equal(stored_one(s, account), STORE_DONE);
    assert_int_equal(stored_one(s, rating), STORE_DONE);
    assert_int_equal(stored_one(s, ready), STORE_DONE);
    assert_int_equal(stored_one(s, word), STORE_DONE);
    store_close(s);
}

// ---------------------------------------------------------------------------------------------
// A database that fails
// ---------------------------------------------------------------------------------------------

// Lets every call that the write makes fail, one after the other. The first try that meets no fault
// has its answer.
static unsigned break_write(struct store *s, const char *where, struct store_write w,
                            enum store_answer answer)
{
    struct broken b;
    struct error e = {0};
    char *before = contents(where);
    unsigned faults = 0;

    broken_begin(&b, s);
    for (broken_after(&b, 0); !store_write(s, &w, 1, &e); broken_after(&b, ++faults)) {
        assert_true(b.failed && faults < 30);
        assert_string_equal(e.message.text, "broken");
        assert_int_equal(w.answer, STORE_FAILED);
        char *after = contents(where);
        assert_string_equal(after, before);
        free(after);
    }
    broken_end(&b, s);
    assert_false(b.failed);
    assert_int_equal(w.answer, answer);
    free(before);
    return faults;
}

static void whatever_fails_nothing_is_stored(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    int64_t ann = stored_person(s, "Ann"), bot = robot(s);
    struct store_write game = stored_game("new", 1), same = stored_account("Ann"),
                       session = write_of(STORE_ADD_SESSION, NULL, ann),
                       ends = write_of(STORE_END_SESSIONS, NULL, ann);

    stored_one(s, stored_game("game", 1));
    game.game.seat[1].account = ann;
    same.kind = STORE_SET_ACCOUNT;
    same.account.id = ann;
    stored_token(session.token, 7);
    stored_token(ends.token, 8);
    struct store_write begun = write_of(STORE_SET_PHASE, "game", 0);
    begun.game.phase = STORE_PLAYING;
    const struct {
        struct store_write write;
        enum store_answer answer;
    } writes[] = {
        {game, STORE_DONE},
        {game, STORE_TAKEN},
        {seat_of("game", 1, ann), STORE_DONE},
        {seat_of("game", 1, ann), STORE_TAKEN},
        {seat_of("game", 1, ann + 9), STORE_MISSING},
        {stored_entry("game", 0), STORE_DONE},
        {stored_entry("game", 0), STORE_TAKEN},
        {begun, STORE_DONE},
        {begun, STORE_TAKEN},
        {stored_account("Ben"), STORE_DONE},
        {stored_account("BEN"), STORE_TAKEN},
        {same, STORE_DONE},
        {session, STORE_DONE},
        {session, STORE_TAKEN},
        {ends, STORE_DONE},
        {write_of(STORE_PURGE_SESSIONS, NULL, 0), STORE_DONE},
        {write_of(STORE_PURGE_DOCUMENTS, NULL, 0), STORE_DONE},
        {ready_of(bot, "tiku"), STORE_DONE},
        {stored_rating(ann, "", 1, 1600), STORE_DONE},
        {stored_rating(ann, "", 1, 1600), STORE_TAKEN},
        {plan_of("game", "a b"), STORE_DONE},
        {plan_of("game", ""), STORE_DONE},
        {word_of("word"), STORE_DONE},
        {write_of(STORE_DROP_ACCOUNT, NULL, ann), STORE_DONE},
        {write_of(STORE_DROP_GAME, "game", 0), STORE_DONE},
    };
    for (unsigned i = 0; i < sizeof writes / sizeof *writes; i++) {
        // At least the beginning and the end of the transaction, and mostly a statement.
        assert_true(break_write(s, place->where, writes[i].write, writes[i].answer) >= 2);
    }
    store_close(s);
}

static void a_second_try_succeeds(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    struct broken b;

    stored_one(s, stored_game("game", 1));
    broken_begin(&b, s);
    for (unsigned calls = 0; calls < 4; calls++) {
        b.again = true;
        broken_after(&b, calls);
        assert_int_equal(stored_one(s, stored_entry("game", calls)), STORE_DONE);
        assert_true(b.failed);
    }
    broken_end(&b, s);
    assert_int_equal(stored_length(s, "game"), 4);
    store_close(s);
}

// A database as it was made at first is brought to the newest version, or stays as it is.
static void upgrades_that_fail_change_nothing(void **state)
{
    const struct place *place = *state;
    struct error e = {0};
    struct store s = {.db = database_sqlite.open(place->where, &e)};
    struct broken b;
    unsigned faults = 0;

    assert_non_null(s.db);
    broken_begin(&b, &s);
    b.kind.identity = database_sqlite.identity;
    b.kind.news = database_sqlite.news;
    b.kind.clustered = database_sqlite.clustered;
    b.kind.own = database_sqlite.own;
    for (broken_after(&b, 0); !database_upgrade(s.db, SCHEMA_VERSION, &e);
         broken_after(&b, ++faults)) {
        assert_true(b.failed && faults < 60);
        assert_string_equal(e.message.text, "broken");
        char *left = contents(place->where);
        assert_string_equal(left, "");
        free(left);
    }
    broken_end(&b, &s);
    assert_true(faults > SCHEMA_VERSION);
    assert_true(s.db->kind->script(s.db, "DELETE FROM abax_schema", &e));
    s.db->kind->close(s.db);
    assert_null(store_open(place->where, &e));
    assert_non_null(strstr(e.message.text, "which version"));
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

// What is read, all in one place.
struct found {
    struct store_game game, games[STORE_LIST];
    struct store_entry *entries;
    struct store_plan plans[GAME_MAX_SEATS];
    struct store_account account;
    struct store_ready ready[STORE_LIST];
    struct store_rating ratings[STORE_LIST];
    struct store_counts counts;
    char (*ids)[STORE_ID];
    unsigned count;
    bool found;
};

enum { READS = 15 };

static bool read_one(struct store *s, unsigned what, struct found *f, struct error *e)
{
    static const unsigned char token[STORE_HASH] = {1};

    switch (what) {
    case 0:
        return store_game(s, "game", &f->game, &f->found, e);
    case 1:
        return store_journal(s, "game", 0, &f->entries, &f->count, e);
    case 2:
        return store_plans(s, "game", f->plans, &f->count, e);
    case 3:
        return store_lobby(s, STORE_OPEN, f->games, &f->count, e);
    case 4:
        return store_games_of(s, 1, INT64_MAX, f->games, &f->count, e);
    case 5:
        return store_games_now(s, 1, f->games, &f->count, e);
    case 6:
        return store_running(s, &f->ids, &f->count, e);
    case 7:
        return store_account_named(s, "Ann", &f->account, &f->found, e);
    case 8:
        return store_account_by_id(s, 1, &f->account, &f->found, e);
    case 9:
        return store_account_of_session(s, token, 1, &f->account, &f->found, e);
    case 10:
        return store_ready(s, 1, f->ready, &f->count, e);
    case 11:
        return store_rating(s, 1, "", "tiku", f->ratings, &f->found, e);
    case 12:
        return store_leaders(s, "tiku", f->ratings, &f->count, e);
    case 13:
        return store_rating_history(s, 1, "tiku", f->ratings, STORE_LIST, &f->count, e);
    default:
        return store_counts(s, &f->counts, e);
    }
}

// The same with memory. What asks for none is told nothing.
static void readers_without_memory_are_told(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    struct found *f = calloc(1, sizeof *f);
    struct error e = {0};
    unsigned faults = 0;

    assert_non_null(f);
    stored_one(s, stored_game("game", 1));
    for (unsigned i = 0; i < 200; i++) // so many that the list grows
        stored_one(s, stored_entry("game", i));
    for (unsigned what = 0; what < READS; what++) {
        int count = 0;
        for (broken_memory_after(0); !read_one(s, what, f, &e); broken_memory_after(++count)) {
            assert_true(broken_memory() && count < 10);
            assert_non_null(strstr(e.message.text, "no memory"));
            faults++;
        }
        broken_memory_after(-1);
        free(f->entries);
        free(f->ids);
        f->entries = NULL;
        f->ids = NULL;
    }
    assert_int_equal(faults,
                     4); // a page of games, and a journal that grows to 64, 128 and 256 entries
    free(f);
    store_close(s);
}

static void without_memory_nothing_is_opened_or_written(void **state)
{
    const struct place *place = *state;
    struct error e = {0};
    struct store *s;
    struct writer *w;
    struct inbox box;
    struct timekeeper time;
    int64_t began = 0;
    int count = 0;

    timekeeper_begin(&time);

    for (broken_memory_after(0); !(s = store_open(place->where, &e));
         broken_memory_after(++count)) {
        assert_true(broken_memory() && count < 10);
        assert_non_null(strstr(e.message.text, "no memory"));
    }
    broken_memory_after(-1);
    assert_true(count >= 2);
    stored_one(s, stored_game("game", 1));
    struct store_write entry = stored_entry("game", 0);
    broken_memory_after(0);
    assert_false(store_write(s, &entry, 1, &e));
    assert_non_null(strstr(e.message.text, "no memory"));
    broken_memory_after(-1);
    assert_int_equal(stored_length(s, "game"), 0);
    assert_int_equal(stored_one(s, entry), STORE_DONE);
    store_close(s);

    inbox_init(&box, NULL, NULL);
    e.message.text[0] = 0;
    for (broken_memory_after(count = 0); !(w = writer_open(place->where, &box, &time, &began, &e));
         broken_memory_after(++count)) {
        assert_true(broken_memory() && count < 20);
        assert_non_null(strstr(e.message.text, "memory"));
    }
    broken_memory_after(-1);
    assert_true(count >= 4);
    writer_close(w);
}

static void whatever_fails_readers_are_told(void **state)
{
    const struct place *place = *state;
    struct store *s = stored_open(place->where);
    struct found *f = calloc(1, sizeof *f);
    struct error e = {0};
    struct broken b;

    assert_non_null(f);
    stored_one(s, stored_game("game", 1));
    stored_one(s, stored_entry("game", 0));
    assert_int_equal(stored_person(s, "Ann"), 1);
    for (unsigned what = 0; what < READS; what++) {
        unsigned faults = 0;
        broken_begin(&b, s);
        for (broken_after(&b, 0); !read_one(s, what, f, &e); broken_after(&b, ++faults)) {
            assert_true(b.failed && faults < 30);
            assert_string_equal(e.message.text, "broken");
            e.message.text[0] = 0;
        }
        broken_end(&b, s);
        assert_true(!b.failed && faults >= 2);
        free(f->entries);
        free(f->ids);
        f->entries = NULL;
        f->ids = NULL;
    }
    free(f);
    store_close(s);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, place_next)
    const struct CMUnitTest both[] = {
        TEST(unsound_games_are_refused),
        TEST(unsound_entries_and_plans_are_refused),
        TEST(unsound_people_are_refused),
    };
    const struct CMUnitTest file[] = {
        TEST(whatever_fails_nothing_is_stored),  TEST(a_second_try_succeeds),
        TEST(whatever_fails_readers_are_told),   TEST(readers_without_memory_are_told),
        TEST(upgrades_that_fail_change_nothing),
    };
    const struct CMUnitTest memory[] = {
        TEST(without_memory_nothing_is_opened_or_written),
    };

    return cmocka_run_group_tests_name("sqlite", both, place_sqlite, place_remove) +
           cmocka_run_group_tests_name("postgres", both, place_postgres, place_remove) +
           cmocka_run_group_tests_name("faults", file, place_sqlite, place_remove) +
           cmocka_run_group_tests_name("memory", memory, place_sqlite, place_remove) +
           cmocka_run_group_tests_name("memory", memory, place_postgres, place_remove);
}
