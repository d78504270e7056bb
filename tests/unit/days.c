// SPDX-License-Identifier: MIT
// Games of days, on a clock that only the test moves: a bank pays for what turns take beyond their
// days, a vacation stops the clock of whoever is to act, both stand in the journal, and replaying
// it gives the same to the millisecond.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/live/live.h"
#include "tests/unit/subjects.h"

#define HOUR INT64_C(3600000)
#define DAY  (24 * HOUR)

enum { MOST = 64 };

struct sitting {
    struct live_state state;
    int64_t now;
    struct store_entry journal[MOST];
    unsigned count;
};

static void begin(struct sitting *t, const char *clock)
{
    struct store_game row = {.id = "abcdefghijk", .phase = STORE_PLAYING, .created = 1000000};
    struct error e;

    *t = (struct sitting){.now = row.created};
    snprintf(row.game, sizeof row.game, "tiku");
    snprintf(row.options, sizeof row.options, "-");
    snprintf(row.clock, sizeof row.clock, "%s", clock);
    row.seats = 2;
    for (unsigned i = 0; i < row.seats; i++)
        snprintf(row.seat[i].kind, STORE_WORD, "person");
    assert_true(live_init(&t->state, &row, &e));
}

static bool enter(struct sitting *t, int seat, const char *kind, const char *text, int64_t at)
{
    const struct live_command command = {
        .seat = seat, .kind = kind, .text = text, .ply = -1, .at = at};
    struct live_change change;
    struct error e;

    if (!live_make(&t->state, &command, &change, &e))
        return false;
    t->journal[t->count] = change.entry;
    assert_true(live_apply_change(&t->state, &change, &e) && ++t->count < MOST);
    return true;
}

static void act(struct sitting *t)
{
    struct game_actions list;
    char storage[GAME_ACTION_BYTES];
    struct text text;

    history_list(&t->state.match.history, &list);
    text_init(&text, storage, sizeof storage);
    t->state.match.setup.game->action_text(&t->state.match.history.position, list.at[0], &text);
    assert_true(enter(t, match_to_act(&t->state.match), "act", storage, t->now));
}

// What a server does ten times a second; here as often as something comes of it.
static void tick(struct sitting *t)
{
    const char *kind;
    int64_t at;

    while ((kind = live_vacation(&t->state, t->now, &at)))
        assert_true(enter(t, match_to_act(&t->state.match), kind, "vacation", at));
    if (t->now >= live_deadline(&t->state))
        assert_true(enter(t, t->state.match.clock.running, "time", "", t->now));
}

static void pass(struct sitting *t, int64_t time)
{
    t->now += time;
    tick(t);
}

static void left_is(const struct sitting *t, int seat, int64_t left, int64_t bank)
{
    assert_int_equal(live_left(&t->state, seat, t->now), left);
    assert_int_equal(t->state.match.clock.bank[seat], bank);
}

static void end(struct sitting *t)
{
    struct live_state again;
    struct error e;

    assert_true(live_init(&again, &t->state.row, &e));
    again.row.phase = STORE_PLAYING;
    for (unsigned i = 0; i < t->count; i++)
        assert_true(live_apply(&again, &t->journal[i], &e));
    for (int seat = 0; seat < 2; seat++) {
        assert_int_equal(live_left(&again, seat, t->now), live_left(&t->state, seat, t->now));
        assert_int_equal(again.match.clock.bank[seat], t->state.match.clock.bank[seat]);
    }
    for (unsigned i = 0; i < again.match.history.length; i++)
        assert_int_equal(again.match.entries[i].spent, t->state.match.entries[i].spent);
    live_clear(&again);
    live_clear(&t->state);
}

static void a_bank_pays_for_long_turns(void **state)
{
    struct sitting t;

    (void)state;
    begin(&t, "3d/14d");
    act(&t); // clocks begin with the first action
    left_is(&t, 0, 17 * DAY, 14 * DAY);
    pass(&t, 2 * DAY); // within the days of a turn: nothing is taken
    act(&t);
    left_is(&t, 1, 17 * DAY, 14 * DAY);
    pass(&t, 5 * DAY); // two days more than a turn has
    left_is(&t, 0, 12 * DAY, 14 * DAY);
    act(&t);
    left_is(&t, 0, 15 * DAY, 12 * DAY);
    pass(&t, 17 * DAY - 1);
    assert_false(match_over(&t.state.match));
    act(&t); // all but a millisecond of the bank
    left_is(&t, 1, 3 * DAY + 1, 1);
    act(&t);
    pass(&t, 3 * DAY + 1 + LIVE_LAG_MOST);
    assert_true(match_over(&t.state.match));
    assert_string_equal(t.journal[t.count - 1].kind, "time");
    end(&t);
}

static void offers_and_takebacks_keep_the_bank(void **state)
{
    struct sitting t;

    (void)state;
    begin(&t, "3d/10d");
    act(&t);
    act(&t);
    act(&t);
    pass(&t, 4 * DAY);
    assert_true(enter(&t, 1, "offer-draw", "", t.now));
    assert_true(enter(&t, 0, "decline", "draw", t.now));
    pass(&t, 1 * DAY);
    act(&t); // five days in all, whatever was said between
    left_is(&t, 1, 11 * DAY, 8 * DAY);
    assert_int_equal(t.state.match.entries[3].spent, 5 * DAY);
    pass(&t, 4 * DAY);
    assert_true(enter(&t, 1, "offer-undo", "", t.now));
    assert_true(enter(&t, 0, "agree", "undo", t.now));
    left_is(&t, 1, 11 * DAY, 8 * DAY); // everybody's turn is new
    left_is(&t, 0, 13 * DAY, 10 * DAY);
    act(&t);
    left_is(&t, 1, 11 * DAY, 8 * DAY);
    end(&t);
}

static void leave(struct sitting *t, int seat, int64_t since, int64_t until)
{
    struct store_game row = t->state.row;

    row.seat[seat].away_since = since;
    row.seat[seat].away_until = until;
    live_set_row(&t->state, &row);
    tick(t);
}

static void a_vacation_stops_the_clock(void **state)
{
    struct sitting t;

    (void)state;
    begin(&t, "3d");
    act(&t);
    pass(&t, 1 * DAY);
    leave(&t, 1, t.now, t.now + 10 * DAY);
    assert_true(t.state.journal.vacation);
    left_is(&t, 1, 2 * DAY, 0);
    pass(&t, 9 * DAY);
    left_is(&t, 1, 2 * DAY, 0);
    pass(&t, 2 * DAY); // it was over a day ago
    assert_false(t.state.journal.paused);
    left_is(&t, 1, 1 * DAY, 0);
    act(&t);
    assert_int_equal(t.state.match.entries[1].spent, 2 * DAY);
    // The other's clock does not stand still for it.
    leave(&t, 1, t.now, t.now + 10 * DAY);
    pass(&t, 1 * DAY);
    left_is(&t, 0, 2 * DAY, 0);
    act(&t);
    tick(&t); // now it does for his own turn
    pass(&t, 5 * DAY);
    left_is(&t, 1, 3 * DAY, 0);
    end(&t);
}

static void a_vacation_is_seen_however_late(void **state)
{
    struct sitting t;

    (void)state;
    begin(&t, "3d");
    act(&t);
    // The server slept from the beginning of the vacation to long after its end: nothing is lost
    // but the days beside it.
    int64_t since = t.now + 1 * DAY;
    t.now += 22 * DAY;
    leave(&t, 1, since, since + 20 * DAY);
    assert_false(match_over(&t.state.match));
    left_is(&t, 1, 1 * DAY, 0);
    // Ended early: it goes on at once.
    leave(&t, 1, t.now, t.now + 5 * DAY);
    pass(&t, 1 * DAY);
    leave(&t, 1, t.now - 1 * DAY, t.now);
    assert_false(t.state.journal.paused);
    left_is(&t, 1, 1 * DAY, 0);
    pass(&t, 1 * DAY + LIVE_LAG_MOST);
    assert_true(match_over(&t.state.match));
    end(&t);
}

static void the_last_hour_is_not_saved(void **state)
{
    struct sitting t;

    (void)state;
    begin(&t, "1d");
    act(&t);
    pass(&t, 23 * HOUR + 1);
    leave(&t, 1, t.now, t.now + 5 * DAY);
    assert_false(t.state.journal.paused);
    pass(&t, HOUR + LIVE_LAG_MOST);
    assert_true(match_over(&t.state.match));
    end(&t);
    // With exactly an hour it is.
    begin(&t, "1d");
    act(&t);
    pass(&t, 23 * HOUR);
    leave(&t, 1, t.now, t.now + 5 * DAY);
    assert_true(t.state.journal.paused);
    end(&t);
    // Clocks of minutes know no vacations.
    begin(&t, "7200");
    act(&t);
    leave(&t, 1, t.now, t.now + 5 * DAY);
    assert_false(t.state.journal.paused);
    end(&t);
}

static void acting_on_vacation_is_allowed(void **state)
{
    struct sitting t;

    (void)state;
    begin(&t, "3d/2d");
    act(&t);
    pass(&t, 4 * DAY); // a day of the bank is gone
    leave(&t, 1, t.now, t.now + 5 * DAY);
    pass(&t, 1 * DAY);
    assert_true(live_on_vacation(&t.state, 1, t.now));
    act(&t);
    left_is(&t, 1, 4 * DAY, 1 * DAY);
    assert_false(t.state.journal.paused || t.state.journal.vacation);
    assert_int_equal(t.state.match.clock.running, 0);
    pass(&t, 1 * HOUR);
    left_is(&t, 0, 5 * DAY - HOUR, 2 * DAY);
    end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bank_pays_for_long_turns),
        cmocka_unit_test(offers_and_takebacks_keep_the_bank),
        cmocka_unit_test(a_vacation_stops_the_clock),
        cmocka_unit_test(a_vacation_is_seen_however_late),
        cmocka_unit_test(the_last_hour_is_not_saved),
        cmocka_unit_test(acting_on_vacation_is_allowed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
