// SPDX-License-Identifier: MIT
// Looking after a server: reports, mutes, what was done by whom, passwords that are hashed anew,
// and an account's own data.
#include <stdio.h>
#include <string.h>

#include "tests/unit/stored.h"

static struct store *open_place(void **state)
{
    return stored_open(((const struct place *)*state)->where);
}

static struct store_write report(int64_t account, int64_t about, const char *game)
{
    struct store_write w = {.kind = STORE_ADD_REPORT,
                            .report = {.account = account,
                                       .about = about,
                                       .reason = "abuse",
                                       .text = "was rude",
                                       .at = STORED_TIME}};

    snprintf(w.report.game, sizeof w.report.game, "%s", game);
    return w;
}

static unsigned waiting(struct store *s, struct store_report list[STORE_LIST])
{
    unsigned count = 0;
    struct error e = {0};

    if (!store_reports(s, list, &count, &e))
        fail_msg("%s", e.message.text);
    return count;
}

static void reports_wait_until_they_are_closed(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann"), bob = stored_person(s, "Bob");
    struct store_report list[STORE_LIST];
    struct store_write close = {.kind = STORE_CLOSE_REPORT, .at = STORED_TIME + 1};

    assert_int_equal(stored_one(s, report(ann, bob, "")), STORE_DONE);
    assert_int_equal(stored_one(s, report(ann, bob, "")), STORE_TAKEN); // it waits already
    assert_int_equal(stored_one(s, report(ann, bob, "abcdefghijk")), STORE_DONE);
    assert_int_equal(stored_one(s, report(ann, 0, "abcdefghijk")), STORE_DONE);
    assert_int_equal(stored_one(s, report(bob + 100, bob, "")), STORE_MISSING);
    assert_int_equal(stored_one(s, report(0, bob, "")), STORE_FAILED);
    assert_int_equal(waiting(s, list), 3);
    assert_string_equal(list[0].by, "Ann");
    assert_string_equal(list[0].name, "Bob");
    assert_string_equal(list[0].text, "was rude");
    assert_string_equal(list[1].game, "abcdefghijk");
    assert_string_equal(list[2].name, "");
    close.report.number = list[0].number;
    assert_int_equal(stored_one(s, close), STORE_DONE);
    assert_int_equal(stored_one(s, close), STORE_TAKEN);
    close.report.number += 1000;
    assert_int_equal(stored_one(s, close), STORE_MISSING);
    assert_int_equal(waiting(s, list), 2);
    assert_int_equal(stored_one(s, report(ann, bob, "")), STORE_DONE); // there is news
    store_close(s);
}

static void nobody_buries_the_others(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann"), bob = stored_person(s, "Bob");
    struct store_report list[STORE_LIST];

    for (int i = 0; i < STORE_REPORTS; i++) {
        char game[STORE_ID];
        snprintf(game, sizeof game, "g%010d", i);
        assert_int_equal(stored_one(s, report(ann, bob, game)), STORE_DONE);
    }
    assert_int_equal(stored_one(s, report(ann, bob, "")), STORE_TAKEN);
    assert_int_equal(stored_one(s, report(bob, ann, "")), STORE_DONE);
    assert_int_equal(waiting(s, list), STORE_REPORTS + 1);
    // With an account goes what was said of it, and the name of whoever said something.
    struct store_write gone = {.kind = STORE_DROP_ACCOUNT, .account.id = ann};
    assert_int_equal(stored_one(s, gone), STORE_DONE);
    assert_int_equal(waiting(s, list), STORE_REPORTS);
    assert_string_equal(list[0].by, "");
    store_close(s);
}

static void the_muted_are_known_at_their_seats(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct store_write game = stored_game("quiet", STORED_TIME);
    struct store_write mute = {.kind = STORE_SET_MUTE, .account = {.id = ann, .muted = true}};

    game.game.seat[0].account = ann;
    assert_int_equal(stored_one(s, game), STORE_DONE);
    assert_false(stored_read(s, "quiet").seat[0].muted);
    assert_int_equal(stored_one(s, mute), STORE_DONE);
    assert_true(stored_read(s, "quiet").seat[0].muted);
    assert_false(stored_read(s, "quiet").seat[1].muted);
    mute.account.muted = false;
    assert_int_equal(stored_one(s, mute), STORE_DONE);
    assert_false(stored_read(s, "quiet").seat[0].muted);
    mute.account.id = ann + 100;
    assert_int_equal(stored_one(s, mute), STORE_MISSING);
    store_close(s);
}

static void a_new_hash_does_not_undo_a_new_password(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct store_account account;
    struct error e = {0};
    bool found;

    assert_true(store_account_by_id(s, ann, &account, &found, &e));
    struct store_write w = {.kind = STORE_RENEW_PASSWORD, .account = {.id = ann}};
    snprintf(w.account.password, sizeof w.account.password, "anew");
    snprintf(w.former, sizeof w.former, "another");
    assert_int_equal(stored_one(s, w), STORE_MISSING);
    memcpy(w.former, account.password, sizeof w.former);
    assert_int_equal(stored_one(s, w), STORE_DONE);
    assert_true(store_account_by_id(s, ann, &account, &found, &e));
    assert_string_equal(account.password, "anew");
    store_close(s);
}

static void what_was_done_is_kept(void **state)
{
    struct store *s = open_place(state);
    struct store_audit list[STORE_LIST];
    struct error e = {0};
    unsigned count = 0;

    for (int i = 0; i < 3; i++) {
        struct store_write w = {.kind = STORE_ADD_AUDIT, .audit = {.at = i, .who = "root"}};
        snprintf(w.audit.did, sizeof w.audit.did, "ban");
        snprintf(w.audit.about, sizeof w.audit.about, "person%d", i);
        assert_int_equal(stored_one(s, w), STORE_DONE);
    }
    assert_true(store_audits(s, list, &count, &e));
    assert_int_equal(count, 3);
    assert_string_equal(list[0].about, "person2");
    assert_string_equal(list[2].who, "root");
    store_close(s);
}

static void an_account_finds_its_own(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann"), bob = stored_person(s, "Bob");
    struct store_write robot = stored_account("robot");
    struct store_write session = {.kind = STORE_ADD_SESSION, .account.id = ann, .at = STORED_TIME};
    struct store_session sessions[STORE_LIST];
    struct store_report reports[STORE_LIST];
    char names[STORE_LIST][STORE_NAME], ids[STORE_LIST][STORE_ID];
    struct error e = {0};
    unsigned count = 0;

    robot.account.bot = true;
    robot.account.owner = ann;
    assert_int_equal(stored_one(s, robot), STORE_DONE);
    stored_token(session.token, 1);
    assert_int_equal(stored_one(s, session), STORE_DONE);
    assert_int_equal(stored_one(s, report(ann, bob, "")), STORE_DONE);
    assert_true(store_sessions(s, ann, sessions, &count, &e));
    assert_int_equal(count, 1);
    assert_int_equal(sessions[0].began, STORED_TIME);
    assert_true(store_bots_of(s, ann, names, &count, &e));
    assert_int_equal(count, 1);
    assert_string_equal(names[0], "robot");
    assert_true(store_reports_by(s, ann, reports, &count, &e) && count == 1);
    assert_true(store_reports_by(s, bob, reports, &count, &e) && count == 0);
    assert_true(store_sessions(s, bob, sessions, &count, &e) && count == 0);
    assert_int_equal(stored_one(s, stored_game("a", 1)), STORE_DONE);
    assert_int_equal(stored_one(s, stored_game("b", 1)), STORE_DONE);
    assert_true(store_ids(s, "", ids, &count, &e) && count == 2);
    assert_true(store_ids(s, "a", ids, &count, &e) && count == 1);
    assert_string_equal(ids[0], "b");
    store_close(s);
}

#define EACH(test) cmocka_unit_test_setup(test, place_next)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(reports_wait_until_they_are_closed),
        EACH(nobody_buries_the_others),
        EACH(the_muted_are_known_at_their_seats),
        EACH(a_new_hash_does_not_undo_a_new_password),
        EACH(what_was_done_is_kept),
        EACH(an_account_finds_its_own),
    };

    int failed = cmocka_run_group_tests_name("SQLite", tests, place_sqlite, place_remove);
    failed += cmocka_run_group_tests_name("PostgreSQL", tests, place_postgres, place_remove);
    return failed;
}
