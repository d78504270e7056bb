// SPDX-License-Identifier: MIT
// Sessions and their end, bots that are ready, an account's games that go on, what processes tell
// each other of people.
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/store/database.h"
#include "server/store/sql.h"
#include "tests/unit/stored.h"

#define DAY INT64_C(86400000)

enum { NOON = 43200000 };

static const int64_t today = 20000 * DAY + NOON;

static struct store *open_place(void **state)
{
    return stored_open(((const struct place *)*state)->where);
}

static enum store_answer session(struct store *s, enum store_write_kind kind, int64_t account,
                                 int byte, int64_t at)
{
    struct store_write w = {.kind = kind, .account.id = account, .at = at};

    stored_token(w.token, byte);
    return stored_one(s, w);
}

static bool lives(struct store *s, int byte, int64_t now)
{
    unsigned char token[STORE_HASH];
    struct store_account account;
    struct error e = {0};
    bool found;

    stored_token(token, byte);
    if (!store_account_of_session(s, token, now, &account, &found, &e))
        fail_msg("%s", e.message.text);
    return found;
}

static int64_t new_bot(struct store *s, const char *name)
{
    struct store_write w = stored_account(name);

    w.account.bot = true;
    stored_write(s, &w, 1);
    assert_int_equal(w.answer, STORE_DONE);
    return w.account.id;
}

static void unused_sessions_end(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann"), robot = new_bot(s, "robot");

    session(s, STORE_ADD_SESSION, ann, 1, today);
    session(s, STORE_ADD_SESSION, robot, 2, today);
    assert_true(lives(s, 1, today + STORE_SESSION_IDLE * DAY));
    assert_false(lives(s, 1, today + STORE_SESSION_IDLE * DAY + 1));
    assert_true(lives(s, 2, today + 10000 * DAY)); // a bot's does not
    session(s, STORE_TOUCH_SESSION, 0, 1, today + 20 * DAY);
    session(s, STORE_TOUCH_SESSION, 0, 1, today + 10 * DAY); // late news take nothing back
    assert_true(lives(s, 1, today + (20 + STORE_SESSION_IDLE) * DAY));
    assert_false(lives(s, 1, today + (20 + STORE_SESSION_IDLE) * DAY + 1));
    store_close(s);
}

static void no_session_is_for_ever(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");

    session(s, STORE_ADD_SESSION, ann, 1, today);
    session(s, STORE_TOUCH_SESSION, 0, 1, today + STORE_SESSION_LONGEST * DAY);
    assert_true(lives(s, 1, today + STORE_SESSION_LONGEST * DAY));
    assert_false(lives(s, 1, today + STORE_SESSION_LONGEST * DAY + 1));
    store_close(s);
}

static void dead_sessions_are_purged(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann"), robot = new_bot(s, "robot");
    int64_t then = today + (STORE_SESSION_IDLE + 5) * DAY;

    session(s, STORE_ADD_SESSION, ann, 1, today);
    session(s, STORE_ADD_SESSION, ann, 2, today + 10 * DAY);
    session(s, STORE_ADD_SESSION, robot, 3, today);
    assert_int_equal(session(s, STORE_PURGE_SESSIONS, 0, 0, then), STORE_DONE);
    assert_false(lives(s, 1, today)); // even if the clock went back
    assert_true(lives(s, 2, then));
    assert_true(lives(s, 3, then));
    store_close(s);
}

static void all_sessions_but_one_end(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann"), ben = stored_person(s, "Ben");

    for (int i = 1; i <= 3; i++)
        session(s, STORE_ADD_SESSION, ann, i, today);
    session(s, STORE_ADD_SESSION, ben, 4, today);
    assert_int_equal(session(s, STORE_END_SESSIONS, ann, 2, 0), STORE_DONE);
    assert_false(lives(s, 1, today) || lives(s, 3, today));
    assert_true(lives(s, 2, today) && lives(s, 4, today));
    assert_int_equal(session(s, STORE_END_SESSIONS, ann, 0, 0), STORE_DONE);
    assert_false(lives(s, 2, today));
    assert_true(lives(s, 4, today));
    store_close(s);
}

// A name that is taken changes nothing, so the sessions stay as well.
static void sessions_end_only_with_the_password(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct store_write w[2] = {stored_account("BEN"), {.kind = STORE_END_SESSIONS}};

    stored_person(s, "Ben");
    session(s, STORE_ADD_SESSION, ann, 1, today);
    w[0].kind = STORE_SET_ACCOUNT;
    w[0].account.id = w[1].account.id = ann;
    w[1].with_last = true;
    stored_write(s, w, 2);
    assert_int_equal(w[0].answer, STORE_TAKEN);
    assert_true(lives(s, 1, today));
    w[0].account.name[0] = 'K';
    stored_write(s, w, 2);
    assert_int_equal(w[1].answer, STORE_DONE);
    assert_false(lives(s, 1, today));
    store_close(s);
}

static void old_sessions_come_along(void **state)
{
    const struct place *place = *state;
    bool postgres = place->cluster != NULL;
    struct error e = {0};
    struct database *db =
        (postgres ? &database_postgres : &database_sqlite)->open(place->where, &e);
    char sql[320];

    assert_non_null(db);
    assert_true(database_upgrade(db, 3, &e));
    snprintf(sql, sizeof sql,
             "INSERT INTO accounts (name, folded, password, bot, banned, created)"
             " VALUES ('Ann', 'ann', 'hash', 0, 0, 7);"
             "INSERT INTO sessions (token, account, at) VALUES (%s, 1, %lld);",
             postgres ? "decode(repeat('05', 32), 'hex')"
                      : "x'0505050505050505050505050505050505050505050505050505050505050505'",
             (long long)today);
    if (!db->kind->script(db, sql, &e))
        fail_msg("%s", e.message.text);
    db->kind->close(db);
    struct store *s = open_place(state);
    assert_true(lives(s, 5, today + STORE_SESSION_IDLE * DAY));
    assert_false(lives(s, 5, today + STORE_SESSION_IDLE * DAY + 1));
    store_close(s);
}

static enum store_answer ready(struct store *s, int64_t account, const char *games, int64_t until)
{
    struct store_write w = {.kind = STORE_SET_READY, .ready = {.account = account, .until = until}};

    snprintf(w.ready.games, STORE_GAMES, "%s", games);
    return stored_one(s, w);
}

static unsigned who_is_ready(struct store *s, int64_t now, struct store_ready *list)
{
    struct error e = {0};
    unsigned count = 0;

    if (!store_ready(s, now, list, &count, &e))
        fail_msg("%s", e.message.text);
    return count;
}

static void bots_are_ready_for_a_while(void **state)
{
    struct store *s = open_place(state);
    int64_t person = stored_person(s, "Ann"), zeta = new_bot(s, "zeta"),
            alpha = new_bot(s, "Alpha");
    struct store_ready list[STORE_LIST];
    struct store_write ban = stored_account("Alpha");

    assert_int_equal(ready(s, zeta, "tiku", 100), STORE_DONE);
    assert_int_equal(ready(s, zeta, "tiku tokan", 200), STORE_DONE);
    assert_int_equal(ready(s, alpha, "masker", 150), STORE_DONE);
    assert_int_equal(ready(s, person, "tiku", 200), STORE_MISSING); // no bot
    assert_int_equal(ready(s, 999, "tiku", 200), STORE_MISSING);
    assert_int_equal(ready(s, 0, "tiku", 200), STORE_FAILED);
    assert_int_equal(who_is_ready(s, 150, list), 2);
    assert_string_equal(list[0].name, "Alpha");
    assert_string_equal(list[1].games, "tiku tokan");
    assert_int_equal(who_is_ready(s, 151, list), 1);
    ban.kind = STORE_SET_BAN;
    ban.account.id = alpha;
    ban.account.banned = true;
    assert_int_equal(stored_one(s, ban), STORE_DONE);
    assert_int_equal(who_is_ready(s, 100, list), 1);
    assert_int_equal(ready(s, zeta, "", 0), STORE_DONE);
    assert_int_equal(who_is_ready(s, 100, list), 0);
    store_close(s);
}

static void games_that_go_on_are_listed(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct store_game list[STORE_LIST];
    struct error e = {0};
    unsigned count = 0;

    for (int i = 0; i < 4; i++) {
        struct store_write w = stored_game((const char *[]){"open", "play", "over", "else"}[i], i);
        w.game.phase = (enum store_phase)(i % 3);
        w.game.seat[1].account = i < 3 ? ann : 0;
        assert_int_equal(stored_one(s, w), STORE_DONE);
    }
    assert_true(store_games_now(s, ann, list, &count, &e));
    assert_int_equal(count, 2);
    assert_string_equal(list[0].id, "play");
    assert_string_equal(list[1].id, "open");
    assert_int_equal(list[0].seat[1].account, ann);
    store_close(s);
}

// Another process ends an account's sessions.
static void end_elsewhere(const char *where, int64_t account)
{
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        struct store_write w = {.kind = STORE_END_SESSIONS, .account.id = account};
        struct error e;
        struct store *s = store_open(where, &e);
        bool good = s && store_write(s, &w, 1, &e) && w.answer == STORE_DONE;
        store_close(s);
        _exit(!good);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

// Other processes hear of an account's changes; with SQLite there are none.
static void changes_of_accounts_are_told(void **state)
{
    const struct place *place = *state;
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    char word[STORE_NEWS] = "", expected[24];
    struct pollfd look = {.fd = store_news_fd(s), .events = POLLIN};

    assert_int_equal(look.fd >= 0, place->cluster != NULL);
    if (look.fd >= 0) {
        end_elsewhere(place->where, ann);
        for (int tries = 0; tries < 50 && !store_heard(s, word); tries++)
            poll(&look, 1, 100);
        snprintf(expected, sizeof expected, "@%lld", (long long)ann);
        assert_string_equal(word, expected);
    }
    store_close(s);
}

#define TEST(name) cmocka_unit_test_setup(name, place_next)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(unused_sessions_end),
        TEST(no_session_is_for_ever),
        TEST(dead_sessions_are_purged),
        TEST(all_sessions_but_one_end),
        TEST(sessions_end_only_with_the_password),
        TEST(old_sessions_come_along),
        TEST(bots_are_ready_for_a_while),
        TEST(games_that_go_on_are_listed),
        TEST(changes_of_accounts_are_told),
    };

    return cmocka_run_group_tests_name("sqlite", tests, place_sqlite, place_remove) +
           cmocka_run_group_tests_name("postgres", tests, place_postgres, place_remove);
}
