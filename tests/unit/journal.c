// SPDX-License-Identifier: MIT
// Journals: entries of every kind lead to the game that they tell of, and those that do not fit are
// refused.
#include <string.h>

#include "play/journal.h"
#include "tests/unit/subjects.h"

// One line of a journal; an action is "+", whichever comes first, by its text; "#" the same as it was
// resolved; "?" another one than the text says.
struct line {
    const char *kind;
    int seat;
    const char *text;
};

struct told {
    struct match match;
    struct journal journal;
    int64_t at;
};

static void sit(struct told *t, const char *game, const char *who, const char *clock)
{
    struct match_setup setup = {.game = game_named(game), .seed = 3};
    struct error e;

    assert_non_null(setup.game);
    assert_true(clock_read(clock, &setup.clock, &e));
    for (int option = 0; strlen(who) > 2 && option < 1; option++) {
        char players[] = "players=0";
        players[sizeof players - 2] = (char)('0' + strlen(who));
        assert_true(game_set_option(setup.game, &setup.options, players, &e));
    }
    for (unsigned seat = 0; seat < strlen(who); seat++) {
        setup.seats[seat].who = who[seat] == 'c' ? MATCH_COMPUTER : MATCH_REMOTE;
        memcpy(setup.seats[seat].player, "random", sizeof "random");
    }
    assert_true(match_init(&t->match, &setup, &e));
    journal_init(&t->journal, 0);
    t->at = 0;
}

static bool tell(struct told *t, const struct line *line)
{
    struct journal_entry entry = {.number = t->journal.number,
                                  .kind = line->kind,
                                  .seat = line->seat,
                                  .text = line->text,
                                  .at = t->at += 1000,
                                  .left = {5000, 4000, 3000, 2000}};
    char text[GAME_ACTION_BYTES];
    struct game_actions list;
    struct error e;
    struct text written;

    if (strchr("+#?", line->text[0]) && line->text[0]) {
        history_list(&t->match.history, &list);
        text_init(&written, text, sizeof text);
        t->match.setup.game->action_text(&t->match.history.position, list.at[0], &written);
        entry.text = text;
        entry.action = *line->text == '+' ? NULL : &list.at[*line->text == '?'];
    }
    bool good = journal_apply(&t->journal, &t->match, &entry, &e);
    assert_true(good || strlen(e.message.text) > 0);
    return good;
}

#define TELL(table, ...)                                                                           \
    for (unsigned i = 0; i < sizeof((struct line[]){__VA_ARGS__}) / sizeof(struct line); i++)      \
    assert_true(tell(table, &(struct line[]){__VA_ARGS__}[i]))

static unsigned played(const struct told *t)
{
    return t->match.history.length;
}

// The first game with two seats whose turns alternate.
static void sit_for_two(struct told *t, const char *who)
{
    sit(t, "tiku", who, "none");
}

static void actions_and_talk(void **state)
{
    struct told t;

    (void)state;
    sit_for_two(&t, "rr");
    TELL(&t, {"act", 0, "+"}, {"phrase", 1, "hello"}, {"act", 1, "+"});
    assert_int_equal(played(&t), 2);
    assert_int_equal(t.journal.number, 3);
    assert_false(tell(&t, &(struct line){"act", 1, "+"})); // out of turn
    assert_false(tell(&t, &(struct line){"act", 0, "nonsense"}));
    assert_false(tell(&t, &(struct line){"act", -1, "+"}));
    assert_false(tell(&t, &(struct line){"time", -1, ""}));
    assert_false(tell(&t, &(struct line){"agree", -1, "undo"}));
    assert_false(tell(&t, &(struct line){"offer-rematch", -1, ""}));
    assert_false(tell(&t, &(struct line){"act", 2, "+"}));
    assert_false(tell(&t, &(struct line){"dance", 0, ""}));
    assert_int_equal(t.journal.number, 3);
    match_clear(&t.match);
}

// A resolved action comes to what its text comes to, or to nothing.
static void resolved_actions(void **state)
{
    char text[GAME_ACTION_BYTES];
    struct told t, by_text;
    struct error e;

    (void)state;
    sit(&t, "tiku", "rr", "60");
    sit(&by_text, "tiku", "rr", "60");
    for (int at = 0; at < 6; at++) {
        TELL(&t, {"act", at % 2, "#"});
        TELL(&by_text, {"act", at % 2, "+"});
        assert_memory_equal(&t.match.history.position, &by_text.match.history.position,
                            t.match.setup.game->position_size);
        assert_int_equal(t.match.entries[at].action, by_text.match.entries[at].action);
        assert_int_equal(t.match.entries[at].spent, by_text.match.entries[at].spent);
        assert_memory_equal(t.match.clock.left, by_text.match.clock.left,
                            sizeof t.match.clock.left);
        assert_int_equal(t.journal.number, by_text.journal.number);
    }
    assert_false(tell(&t, &(struct line){"act", 0, "?"}));
    match_action_text(&t.match, 0, text);
    const struct journal_entry was_legal = {.number = t.journal.number,
                                            .kind = "act",
                                            .text = text,
                                            .action = &t.match.entries[0].action};
    assert_false(journal_apply(&t.journal, &t.match, &was_legal, &e));
    assert_int_equal(played(&t), 6);
    assert_int_equal(t.journal.number, 6);
    match_clear(&t.match);
    match_clear(&by_text.match);
}

static void taking_back(void **state)
{
    struct told t;

    (void)state;
    sit_for_two(&t, "rr");
    TELL(&t, {"act", 0, "+"}, {"act", 1, "+"}, {"offer-undo", 0, "0"});
    assert_int_equal(t.journal.undo_offer, 0);
    TELL(&t, {"agree", 1, "undo"}, {"act", 0, "+"});
    assert_int_equal(played(&t), 1);
    // Declined; and an action ends a request.
    TELL(&t, {"offer-undo", 0, "0"}, {"decline", 1, "undo"});
    assert_int_equal(t.journal.undo_offer, -1);
    TELL(&t, {"offer-undo", 0, "0"}, {"act", 1, "+"});
    assert_int_equal(t.journal.undo_offer, -1);
    assert_false(tell(&t, &(struct line){"agree", 1, "undo"}));
    assert_false(tell(&t, &(struct line){"undo", 0, "9"}));
    assert_int_equal(played(&t), 2);
    // Nobody has to be asked.
    TELL(&t, {"undo", 0, "0"});
    assert_int_equal(played(&t), 0);
    match_clear(&t.match);
}

static void all_must_agree(void **state)
{
    struct told t;

    (void)state;
    sit(&t, "masker", "rrcr", "none");
    TELL(&t, {"act", 0, "+"}, {"offer-undo", 0, "0"}, {"agree", 1, "undo"});
    assert_int_equal(played(&t), 1);
    assert_int_equal(t.journal.agreed, 2);
    assert_int_equal(journal_others(&t.match, 0), 2 | 8);
    TELL(&t, {"agree", 3, "undo"});
    assert_int_equal(played(&t), 0);
    match_clear(&t.match);
}

static void ends(void **state)
{
    static const struct {
        struct line lines[2];
        enum match_how how;
    } rows[] = {
        {{{"resign", 1, ""}, {"phrase", 0, "x"}}, MATCH_RESIGNED},
        {{{"offer-draw", 0, ""}, {"agree", 1, "draw"}}, MATCH_AGREED},
        {{{"offer-draw", 0, ""}, {"decline", 1, "draw"}}, MATCH_GOES_ON},
        {{{"abort", -1, ""}, {"phrase", 0, "x"}}, MATCH_ABORTED},
        {{{"phrase", 0, "x"}, {"time", 1, ""}}, MATCH_TIME},
    };

    (void)state;
    for (unsigned row = 0; row < sizeof rows / sizeof *rows; row++) {
        struct told t;
        sit(&t, "tiku", "rr", "60");
        TELL(&t, {"act", 0, "+"});
        assert_true(tell(&t, &rows[row].lines[0]));
        assert_true(tell(&t, &rows[row].lines[1]));
        assert_int_equal(t.match.end.how, rows[row].how);
        if (rows[row].how != MATCH_GOES_ON) {
            TELL(&t, {"offer-rematch", 0, ""}, {"rematch", 1, "abc"});
            assert_int_equal(t.journal.rematch, 3);
            assert_string_equal(t.journal.next, "abc");
        }
        match_clear(&t.match);
    }
}

// Clocks show what the entries say, and run from then on.
static void clocks(void **state)
{
    struct told t;

    (void)state;
    sit(&t, "tiku", "rr", "60");
    TELL(&t, {"act", 0, "+"});
    assert_int_equal(t.match.clock.left[1], 4000);
    assert_int_equal(clock_left(&t.match.clock, 1, (uint64_t)t.at + 1500), 2500);
    TELL(&t, {"pause", -1, ""});
    assert_true(t.journal.paused);
    assert_int_equal(clock_left(&t.match.clock, 1, (uint64_t)t.at + 1500), 4000);
    TELL(&t, {"phrase", 0, "x"});
    assert_int_equal(clock_left(&t.match.clock, 1, (uint64_t)t.at + 1500), 4000);
    TELL(&t, {"resume", -1, ""});
    assert_int_equal(clock_left(&t.match.clock, 1, (uint64_t)t.at + 1500), 2500);
    match_clear(&t.match);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actions_and_talk), cmocka_unit_test(taking_back),
        cmocka_unit_test(all_must_agree),   cmocka_unit_test(ends),
        cmocka_unit_test(clocks),           cmocka_unit_test(resolved_actions),
    };

    return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
