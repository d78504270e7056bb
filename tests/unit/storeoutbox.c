// SPDX-License-Identifier: MIT
// What people are told when they are away, as it is stored: only what somebody wants is in the
// outbox, one row a thing, taken by one sender at a time; addresses, browsers, secrets and
// vacations.
#include <stdio.h>
#include <string.h>

#include "tests/unit/stored.h"

enum { NOW = 1000000 };

static struct store *open_place(void **state)
{
    return stored_open(((const struct place *)*state)->where);
}

static enum store_answer tell(struct store *s, struct store_outbox write)
{
    return stored_one(s, (struct store_write){.kind = STORE_OUTBOX, .outbox = write});
}

static void want(struct store *s, int64_t account, uint8_t push, uint8_t mail)
{
    struct store_outbox t = {.what = OUTBOX_SET_SETTINGS,
                             .settings = {.account = account, .push = push, .mail = mail}};

    snprintf(t.settings.language, sizeof t.settings.language, "fr");
    snprintf(t.settings.zone, sizeof t.settings.zone, "Europe/Paris");
    t.settings.quiet_from = 22 * 60;
    t.settings.quiet_to = 7 * 60;
    assert_int_equal(tell(s, t), STORE_DONE);
}

static struct store_outbox row(enum outbox_write what, int64_t account, enum notify_kind kind,
                               const char *about, int64_t number)
{
    struct store_outbox t = {.what = what,
                             .row = {.account = account, .kind = kind, .number = number}};

    snprintf(t.row.about, sizeof t.row.about, "%s", about);
    t.row.at = t.row.due = NOW;
    return t;
}

static unsigned due(struct store *s, int64_t now, struct outbox_row rows[8])
{
    struct error e;
    unsigned count = 0;

    assert_true(store_outbox_due(s, now, rows, 8, &count, &e));
    return count;
}

static void settings_are_kept(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct notify_settings w;
    struct error e;
    bool found;

    assert_true(store_notify_settings(s, ann, &w, &found, &e));
    assert_false(found);
    assert_int_equal(w.account, ann);
    want(s, ann, 5, 2);
    want(s, ann, 3, 4);
    assert_true(store_notify_settings(s, ann, &w, &found, &e));
    assert_true(found && w.push == 3 && w.mail == 4);
    assert_string_equal(w.language, "fr");
    assert_string_equal(w.zone, "Europe/Paris");
    assert_int_equal(w.quiet_from, 1320);
    assert_int_equal(w.quiet_to, 420);
    assert_int_equal(
        tell(s, (struct store_outbox){.what = OUTBOX_STOP,
                                      .settings = {.account = ann, .push = 1, .mail = 4}}),
        STORE_DONE);
    assert_true(store_notify_settings(s, ann, &w, &found, &e));
    assert_true(w.push == 2 && w.mail == 0);
    assert_int_equal(
        tell(s, (struct store_outbox){.what = OUTBOX_SET_SETTINGS, .settings.account = 999}),
        STORE_MISSING);
    assert_int_equal(
        tell(s, (struct store_outbox){.what = OUTBOX_SET_SETTINGS,
                                      .settings = {.account = ann, .quiet_to = OUTBOX_DAY}}),
        STORE_FAILED);
    store_close(s);
}

static void addresses_are_confirmed(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct store_outbox t = {.what = OUTBOX_SET_WANTED,
                             .settings = {.account = ann, .wanted_at = 7}};
    struct notify_settings w;
    struct error e;
    bool found;

    snprintf(t.settings.wanted, sizeof t.settings.wanted, "ann@example.org");
    assert_int_equal(tell(s, t), STORE_MISSING); // nothing is wanted yet
    want(s, ann, 0, 7);
    assert_int_equal(tell(s, t), STORE_DONE);
    t.what = OUTBOX_SET_ADDRESS;
    t.settings.wanted_at = 8;
    assert_int_equal(tell(s, t), STORE_MISSING); // another letter
    t.settings.wanted_at = 7;
    assert_int_equal(tell(s, t), STORE_DONE);
    assert_int_equal(tell(s, t), STORE_MISSING); // once
    want(s, ann, 0, 7);                          // leaves the address
    assert_true(store_notify_settings(s, ann, &w, &found, &e));
    assert_string_equal(w.address, "ann@example.org");
    assert_string_equal(w.wanted, "");
    t = (struct store_outbox){.what = OUTBOX_SET_WANTED, .settings.account = ann};
    assert_int_equal(tell(s, t), STORE_DONE);
    assert_true(store_notify_settings(s, ann, &w, &found, &e));
    assert_string_equal(w.address, "");
    store_close(s);
}

static void only_what_is_wanted_waits(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann"), ben = stored_person(s, "Ben");
    struct outbox_row rows[8];

    assert_int_equal(tell(s, row(OUTBOX_ADD, ann, NOTIFY_TURN, "game", 1)), STORE_DONE);
    assert_int_equal(due(s, NOW, rows), 0);
    want(s, ann, 1 << NOTIFY_TURN, 0);
    want(s, ben, 0, 1 << NOTIFY_CHALLENGE);
    assert_int_equal(tell(s, row(OUTBOX_ADD, ann, NOTIFY_TURN, "game", 1)), STORE_DONE);
    assert_int_equal(tell(s, row(OUTBOX_ADD, ann, NOTIFY_ROUND, "cup", 1)), STORE_DONE);
    assert_int_equal(tell(s, row(OUTBOX_ADD, ben, NOTIFY_CHALLENGE, "game", 0)), STORE_DONE);
    assert_int_equal(due(s, NOW - 1, rows), 0);
    assert_int_equal(due(s, NOW, rows), 2);
    assert_int_equal(rows[0].kind, NOTIFY_TURN);
    assert_string_equal(rows[0].about, "game");
    assert_int_equal(rows[1].account, ben);
    // The next turn of the game takes the place of the last.
    assert_int_equal(tell(s, row(OUTBOX_PASS_TURN, ann, NOTIFY_TURN, "game", 3)), STORE_DONE);
    assert_int_equal(due(s, NOW, rows), 2);
    assert_int_equal(rows[0].number, 3);
    // When it is somebody else's, nothing is left; a challenge about the same game is.
    assert_int_equal(tell(s, row(OUTBOX_PASS_TURN, ben, NOTIFY_TURN, "game", 4)), STORE_DONE);
    assert_int_equal(due(s, NOW, rows), 1);
    assert_int_equal(rows[0].kind, NOTIFY_CHALLENGE);
    assert_int_equal(tell(s, row(OUTBOX_PASS_TURN, 0, NOTIFY_TURN, "game", 5)), STORE_DONE);
    assert_int_equal(
        stored_one(s, (struct store_write){.kind = STORE_DROP_ACCOUNT, .account.id = ben}),
        STORE_DONE);
    assert_int_equal(due(s, NOW, rows), 0);
    store_close(s);
}

static void one_sender_takes_a_row(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct outbox_row rows[8];
    struct store_outbox t;

    want(s, ann, 7, 7);
    tell(s, row(OUTBOX_ADD, ann, NOTIFY_TURN, "game", 1));
    assert_int_equal(due(s, NOW, rows), 1);
    t = (struct store_outbox){.what = OUTBOX_TAKE, .row = rows[0], .at = NOW};
    t.row.taken = NOW + 60;
    assert_int_equal(tell(s, t), STORE_DONE);
    assert_int_equal(tell(s, t), STORE_TAKEN);
    assert_int_equal(due(s, NOW + 60, rows), 0);
    assert_int_equal(due(s, NOW + 61, rows), 1); // whoever had it has died
    // Put off, by e-mail then.
    t = (struct store_outbox){.what = OUTBOX_LATER, .row = rows[0]};
    t.row.due = NOW + 500;
    t.row.tries = 2;
    t.row.mail = true;
    assert_int_equal(tell(s, t), STORE_DONE);
    assert_int_equal(due(s, NOW + 499, rows), 0);
    assert_int_equal(due(s, NOW + 500, rows), 1);
    assert_true(rows[0].tries == 2 && rows[0].mail && rows[0].taken == 0);
    // While it is being sent the next turn comes: what was sent does not take that away.
    t = (struct store_outbox){.what = OUTBOX_DONE, .row = rows[0]};
    tell(s, row(OUTBOX_ADD, ann, NOTIFY_TURN, "game", 3));
    assert_int_equal(tell(s, t), STORE_MISSING);
    assert_int_equal(due(s, NOW, rows), 1);
    assert_true(rows[0].number == 3 && rows[0].tries == 0 && !rows[0].mail);
    // The same again is nothing new.
    t = (struct store_outbox){.what = OUTBOX_TAKE, .row = rows[0], .at = NOW};
    t.row.taken = NOW + 60;
    assert_int_equal(tell(s, t), STORE_DONE);
    tell(s, row(OUTBOX_ADD, ann, NOTIFY_TURN, "game", 3));
    assert_int_equal(due(s, NOW, rows), 0);
    t.what = OUTBOX_DONE;
    assert_int_equal(tell(s, t), STORE_DONE);
    assert_int_equal(due(s, NOW + 1000, rows), 0);
    store_close(s);
}

static void browsers_are_bounded(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann"), ben = stored_person(s, "Ben");
    struct push_subscription subscriptions[PUSH_SUBSCRIPTIONS_MOST];
    struct store_outbox t = {.what = OUTBOX_ADD_SUBSCRIPTION, .subscription.account = ann};
    struct error e;
    unsigned count;

    memset(t.subscription.key, 4, sizeof t.subscription.key);
    memset(t.subscription.auth, 9, sizeof t.subscription.auth);
    for (int i = 0; i < PUSH_SUBSCRIPTIONS_MOST + 3; i++) {
        snprintf(t.subscription.endpoint, sizeof t.subscription.endpoint, "https://push.example/%d",
                 i);
        t.subscription.at = NOW + i;
        assert_int_equal(tell(s, t), STORE_DONE);
    }
    assert_true(store_push_subscriptions(s, ann, subscriptions, &count, &e));
    assert_int_equal(count, PUSH_SUBSCRIPTIONS_MOST);
    // the oldest have gone
    assert_string_equal(subscriptions[0].endpoint, "https://push.example/3");
    assert_memory_equal(subscriptions[0].key, t.subscription.key, OUTBOX_KEY);
    assert_memory_equal(subscriptions[0].auth, t.subscription.auth, OUTBOX_AUTH);
    // The same browser with another account.
    t.subscription.account = ben;
    assert_int_equal(tell(s, t), STORE_DONE);
    assert_true(store_push_subscriptions(s, ann, subscriptions, &count, &e) &&
                count == PUSH_SUBSCRIPTIONS_MOST - 1);
    t.what = OUTBOX_DROP_SUBSCRIPTION;
    assert_int_equal(tell(s, t), STORE_DONE);
    assert_int_equal(tell(s, t), STORE_MISSING);
    assert_true(store_push_subscriptions(s, ben, subscriptions, &count, &e) && count == 0);
    store_close(s);
}

static void secrets_are_made_once(void **state)
{
    struct store *s = open_place(state);
    struct store_outbox t = {.what = OUTBOX_SET_SECRET, .secret = {.name = "push", .length = 32}};
    struct server_secret read;
    struct error e;
    bool found = true;

    assert_true(store_server_secret(s, "push", &read, &found, &e) && !found);
    memset(t.secret.bytes, 0xa5, 32);
    assert_int_equal(tell(s, t), STORE_DONE);
    memset(t.secret.bytes, 0x5a, 32);
    assert_int_equal(tell(s, t), STORE_TAKEN);
    assert_true(store_server_secret(s, "push", &read, &found, &e) && found);
    assert_true(read.length == 32 && read.bytes[0] == 0xa5 && read.bytes[31] == 0xa5);
    store_close(s);
}

static void vacations_are_seen_at_seats(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct store_write g = stored_game("game", 1);
    struct store_outbox t = {.what = OUTBOX_SET_VACATION,
                             .vacation = {.account = ann, .since = 5, .until = 50, .year = 2026}};
    struct store_vacation v;
    struct error e;

    g.game.seat[0].account = ann;
    assert_int_equal(stored_one(s, g), STORE_DONE);
    assert_int_equal(stored_read(s, "game").seat[0].away_until, 0);
    t.vacation.used = 3;
    assert_int_equal(tell(s, t), STORE_DONE);
    assert_true(store_vacation(s, ann, &v, &e));
    assert_true(v.since == 5 && v.until == 50 && v.was == 50 && v.year == 2026 && v.used == 3);
    assert_int_equal(stored_read(s, "game").seat[0].away_since, 5);
    assert_int_equal(stored_read(s, "game").seat[0].away_until, 50);
    t.vacation.was = 49; // somebody else changed it meanwhile
    assert_int_equal(tell(s, t), STORE_TAKEN);
    t.vacation.was = 50;
    t.vacation.until = 20;
    assert_int_equal(tell(s, t), STORE_DONE);
    assert_int_equal(stored_read(s, "game").seat[0].away_until, 20);
    t.vacation.account = 999;
    assert_int_equal(tell(s, t), STORE_MISSING);
    t.vacation.used = VACATION_DAYS + 1;
    assert_int_equal(tell(s, t), STORE_FAILED);
    store_close(s);
}

#define TEST(name) cmocka_unit_test_setup(name, place_next)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(settings_are_kept),           TEST(addresses_are_confirmed),
        TEST(only_what_is_wanted_waits),   TEST(one_sender_takes_a_row),
        TEST(browsers_are_bounded),        TEST(secrets_are_made_once),
        TEST(vacations_are_seen_at_seats),
    };

    return cmocka_run_group_tests_name("sqlite", tests, place_sqlite, place_remove) +
           cmocka_run_group_tests_name("postgres", tests, place_postgres, place_remove);
}
