// SPDX-License-Identifier: MIT
// People who wait for an opponent are paired once; tokens find their seats again; codes stand for
// open games; what is asked of a deal is answered once.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/unit/stored.h"

static struct store *open_place(void **state)
{
    return stored_open(((struct place *)*state)->where);
}

static struct store_write waiter(int token, int64_t account, int64_t since, int64_t until)
{
    struct store_write w = {.kind = STORE_ADD_SEEK};

    stored_token(w.seek.token, token);
    w.seek.account = account;
    w.seek.since = since;
    w.seek.until = until;
    snprintf(w.seek.name, STORE_NAME, "guest %d", token);
    snprintf(w.seek.game, STORE_WORD, "tiku");
    snprintf(w.seek.clock, STORE_WORD, "180+2");
    return w;
}

static struct store_write pair(int one, int two, const char *game)
{
    struct store_write w = {.kind = STORE_ADD_PAIR, .at = STORED_TIME};

    stored_token(w.pair.tokens[0], one);
    stored_token(w.pair.tokens[1], two);
    snprintf(w.pair.game, STORE_ID, "%s", game);
    return w;
}

static unsigned waiting(struct store *s, int64_t now, struct store_seek list[SEEKS_MOST])
{
    unsigned count = 99;
    struct error e;

    assert_true(store_seeks(s, now, list, &count, &e));
    return count;
}

static void seeks_come_and_go(void **state)
{
    struct store *s = open_place(state);
    struct store_seek list[SEEKS_MOST];
    struct store_write leave = {.kind = STORE_DROP_SEEK};
    int64_t ben = stored_person(s, "Ben");

    assert_int_equal(stored_one(s, waiter(1, 0, 100, 2000)), STORE_DONE);
    assert_int_equal(stored_one(s, waiter(2, ben, 50, 2000)), STORE_DONE);
    assert_int_equal(stored_one(s, waiter(3, 777, 50, 2000)), STORE_MISSING);
    assert_int_equal(stored_one(s, stored_rating(ben, "", 1, 1700)), STORE_DONE);
    assert_int_equal(waiting(s, 2000, list), 2);
    assert_string_equal(list[0].name, "Ben"); // longest first
    assert_float_equal(list[0].rating, 1700, 0);
    assert_float_equal(list[1].rating, 0, 0);
    assert_int_equal(waiting(s, 2001, list), 0);
    // Asking again prolongs it and keeps the beginning; an account waits once.
    assert_int_equal(stored_one(s, waiter(1, 0, 900, 3000)), STORE_DONE);
    assert_int_equal(stored_one(s, waiter(4, ben, 60, 3000)), STORE_DONE);
    assert_int_equal(waiting(s, 2500, list), 2);
    assert_int_equal(list[1].since, 100);
    assert_int_equal(list[0].token[0], 4);
    struct store_write stay = waiter(2, 0, 0, 9000);
    stay.kind = STORE_KEEP_SEEK;
    assert_int_equal(stored_one(s, stay), STORE_MISSING);
    stored_token(stay.seek.token, 1);
    assert_int_equal(stored_one(s, stay), STORE_DONE);
    assert_int_equal(waiting(s, 9000, list), 1);
    stored_token(leave.token, 1);
    assert_int_equal(stored_one(s, leave), STORE_DONE);
    assert_int_equal(stored_one(s, leave), STORE_MISSING);
    assert_int_equal(waiting(s, 0, list), 1);
    store_close(s);
}

static void pairs_are_made_once(void **state)
{
    struct store *s = open_place(state);
    struct store_seek list[SEEKS_MOST];

    for (int i = 1; i <= 3; i++)
        assert_int_equal(stored_one(s, waiter(i, 0, i, 2000)), STORE_DONE);
    assert_int_equal(stored_one(s, waiter(4, 0, 4, STORED_TIME - 1)), STORE_DONE);
    assert_int_equal(stored_one(s, pair(1, 4, "late")), STORE_TAKEN); // does not wait any more
    assert_int_equal(stored_one(s, pair(9, 3, "none")), STORE_TAKEN); // was never there
    assert_int_equal(stored_one(s, pair(2, 1, "game")), STORE_DONE);
    assert_int_equal(stored_one(s, pair(2, 3, "other")), STORE_TAKEN);
    assert_int_equal(stored_one(s, pair(3, 1, "other")), STORE_TAKEN);
    assert_int_equal(waiting(s, STORED_TIME, list), 3);
    assert_string_equal(list[0].found, ""); // the third waits on: nothing half done is left
    assert_int_equal(list[0].token[0], 3);
    assert_string_equal(list[1].found, "game");
    assert_string_equal(list[2].found, "game");
    // Whoever asks again with the same key hears that there is an opponent; leaving is too late.
    struct store_write again = waiter(1, 0, 1, 3000);
    stored_write(s, &again, 1);
    assert_int_equal(again.answer, STORE_PAIRED);
    assert_string_equal(again.seek.found, "game");
    struct store_write leave = {.kind = STORE_DROP_SEEK};
    stored_token(leave.token, 1);
    assert_int_equal(stored_one(s, leave), STORE_MISSING);
    // The game hangs on the pair.
    struct store_write writes[2] = {pair(3, 1, "hanging"), stored_game("hanging", 5)};
    writes[1].with_last = true;
    stored_write(s, writes, 2);
    assert_int_equal(writes[1].answer, STORE_TAKEN);
    store_close(s);
}

static void games_are_created_once(void **state)
{
    struct store *s = open_place(state);
    struct store_write w = stored_game("keyed", 5);

    stored_token(w.game.seat[1].token, 7);
    stored_token(w.token, 7);
    stored_write(s, &w, 1);
    assert_int_equal(w.answer, STORE_DONE);
    stored_write(s, &w, 1);
    assert_int_equal(w.answer, STORE_DUPLICATE);
    assert_int_equal(w.number, 1);
    stored_token(w.token, 8);
    assert_int_equal(stored_one(s, w), STORE_TAKEN);
    // The same for a seat: one a token, whatever seat is wished for.
    struct store_write take = {.kind = STORE_TAKE_SEAT, .number = 0};
    snprintf(take.game.id, STORE_ID, "keyed");
    snprintf(take.seat.kind, STORE_WORD, "person");
    stored_token(take.seat.token, 7);
    assert_int_equal(stored_one(s, take), STORE_DUPLICATE);
    assert_string_equal(stored_read(s, "keyed").seat[0].kind, "open");
    stored_token(take.seat.token, 9);
    assert_int_equal(stored_one(s, take), STORE_DONE);
    stored_token(take.seat.token, 10);
    assert_int_equal(stored_one(s, take), STORE_TAKEN);
    store_close(s);
}

static struct store_write code(const char *code, const char *game)
{
    struct store_write w = {.kind = STORE_ADD_CODE};

    snprintf(w.code.code, SEEK_CODE, "%s", code);
    snprintf(w.code.game, STORE_ID, "%s", game);
    return w;
}

static void codes_stand_for_open_games(void **state)
{
    struct store *s = open_place(state);
    struct store_write begun = {.kind = STORE_SET_PHASE, .game.phase = STORE_PLAYING};
    struct store_write w = code("11112222", "one");
    char game[STORE_ID];
    struct error e;
    bool found;

    assert_int_equal(stored_one(s, w), STORE_MISSING);
    stored_one(s, stored_game("one", 1));
    stored_one(s, stored_game("two", 1));
    assert_int_equal(stored_one(s, w), STORE_DONE);
    assert_int_equal(stored_one(s, code("11112222", "two")), STORE_TAKEN);
    w = code("33334444", "one"); // it keeps the code that it has
    stored_write(s, &w, 1);
    assert_int_equal(w.answer, STORE_DONE);
    assert_string_equal(w.code.code, "11112222");
    assert_true(store_game_of_code(s, "11112222", game, &found, &e) && found);
    assert_string_equal(game, "one");
    assert_true(store_game_of_code(s, "33334444", game, &found, &e) && !found);
    // Once the game has begun it is nobody's, and can be given away.
    snprintf(begun.game.id, STORE_ID, "one");
    assert_int_equal(stored_one(s, begun), STORE_DONE);
    assert_true(store_game_of_code(s, "11112222", game, &found, &e) && !found);
    assert_int_equal(stored_one(s, code("55556666", "one")), STORE_MISSING);
    assert_int_equal(stored_one(s, code("11112222", "two")), STORE_DONE);
    assert_true(store_game_of_code(s, "11112222", game, &found, &e) && found);
    assert_string_equal(game, "two");
    store_close(s);
}

static enum store_answer give(struct store *s, unsigned seat, const char *promise, const char *part,
                              int64_t at)
{
    struct store_write w = {.kind = STORE_SET_SHARE, .number = seat, .at = at};

    snprintf(w.game.id, STORE_ID, "dealt");
    snprintf(w.seat.commitment, STORE_SHARE, "%s", promise);
    snprintf(w.seat.share, STORE_SHARE, "%s", part);
    return stored_one(s, w);
}

// A promise only where one was asked for; it begins the time for parts, as the deal does that of
// the game.
static void what_is_asked_is_answered_once(void **state)
{
    struct store *s = open_place(state);
    struct store_write w = stored_game("dealt", 1000),
                       deal = {.kind = STORE_SET_DEAL, .game.seed = 7, .at = 5000};

    snprintf(w.game.seat[0].commitment, STORE_SHARE, "?");
    w.game.phase = STORE_OPEN;
    assert_int_equal(stored_one(s, w), STORE_DONE);
    assert_int_equal(give(s, 1, "of nobody", "", 2000), STORE_TAKEN);
    assert_int_equal(give(s, 7, "of nobody", "", 2000), STORE_FAILED);
    assert_int_equal(give(s, 0, "promised", "", 3000), STORE_DONE);
    assert_int_equal(give(s, 0, "another", "", 4000), STORE_TAKEN);
    assert_int_equal(give(s, 0, "", "given", 4000), STORE_DONE);
    assert_int_equal(give(s, 0, "", "-", 4000), STORE_TAKEN);
    assert_string_equal(stored_read(s, "dealt").seat[0].commitment, "promised");
    assert_string_equal(stored_read(s, "dealt").seat[0].share, "given");
    assert_int_equal(stored_read(s, "dealt").changed, 3000);
    snprintf(deal.game.id, STORE_ID, "dealt");
    assert_int_equal(stored_one(s, deal), STORE_DONE);
    assert_int_equal(stored_one(s, deal), STORE_TAKEN);
    assert_int_equal(stored_read(s, "dealt").phase, STORE_PLAYING);
    assert_int_equal(stored_read(s, "dealt").changed, 5000);
    store_close(s);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, place_next)
    const struct CMUnitTest tests[] = {
        TEST(seeks_come_and_go),
        TEST(pairs_are_made_once),
        TEST(games_are_created_once),
        TEST(codes_stand_for_open_games),
        TEST(what_is_asked_is_answered_once),
    };

    return cmocka_run_group_tests_name("sqlite", tests, place_sqlite, place_remove) +
           cmocka_run_group_tests_name("postgres", tests, place_postgres, place_remove);
}
