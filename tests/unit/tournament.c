// SPDX-License-Identifier: MIT
// Tournaments without a server: standings worked out by hand, what replaying notes gives, what is
// due.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/tournament/standings.h"
#include "tests/unit/subjects.h"

// ---------------------------------------------------------------------------------------------
// Notes
// ---------------------------------------------------------------------------------------------

static void begin_tournament(struct tournament *m, enum tournament_form form, unsigned players)
{
    struct store_document row = {.id = "cup"};
    struct tournament_settings s = {.form = form,
                                    .game = "tiku",
                                    .options = "-",
                                    .clock = "60",
                                    .cycles = 1,
                                    .minutes = 10,
                                    .most = 64,
                                    .pause = 5};

    tournament_settings_write(&s, row.settings);
    assert_true(tournament_init(m, &row));
    for (unsigned i = 0; i < players; i++) {
        struct store_event event = {.number = m->number, .kind = "join", .account = 100 + i};
        snprintf(event.name, sizeof event.name, "%c", 'A' + i);
        snprintf(event.text, sizeof event.text, "person %d", 1500);
        assert_true(tournament_apply(m, &event));
    }
}

static bool add(struct tournament *m, int64_t at, const char *kind, const char *text)
{
    struct store_event event = {.number = m->number, .at = at};

    snprintf(event.kind, sizeof event.kind, "%s", kind);
    snprintf(event.text, sizeof event.text, "%s", text);
    return tournament_apply(m, &event);
}

// A game and its result.
static void played(struct tournament *m, unsigned round, int a, int b, const char *result)
{
    char text[64];

    snprintf(text, sizeof text, "%u %d %d g%u", round, a, b, m->pair_count);
    assert_true(add(m, round, "pair", text));
    snprintf(text, sizeof text, "g%u %s played", m->pair_count - 1, result);
    assert_true(add(m, round, "result", text));
}

static const struct standing *of(const struct standing *list, const struct tournament *m, char name)
{
    for (unsigned i = 0; i < m->player_count; i++) {
        if (m->players[list[i].player].name[0] == name)
            return &list[i];
    }
    fail();
    return NULL;
}

// Five players, two rounds, worked out by hand:
//   1: A-B 1-0, C-D 1/2, E bye    2: A-E 1/2, B-C 0-1, D bye
//   points A 1.5 B 0 C 1.5 D 1.5 E 1.5
//   Buchholz A 0+1.5, B 1.5+1.5, C 1.5+0, D 1.5+1.5 (the bye counts its own), E 1.5+1.5
//   Sonneborn-Berger: A 1*0 + 0.5*1.5, C 0.5*1.5 + 1*0, D 0.5*1.5, E 0.5*1.5
// D and E have not met, nor A and C: they share their places.
static void swiss_standings_by_hand(void **state)
{
    struct standing list[TOURNAMENT_PLAYERS];
    struct tournament m;

    (void)state;
    begin_tournament(&m, TOURNAMENT_SWISS, 5);
    assert_true(add(&m, 1, "begin", ""));
    played(&m, 1, 0, 1, "1-0");
    played(&m, 1, 2, 3, "1/2");
    assert_true(add(&m, 1, "bye", "1 4 2"));
    played(&m, 2, 0, 4, "1/2");
    played(&m, 2, 1, 2, "0-1");
    assert_true(add(&m, 1, "bye", "2 3 2"));
    standings_make(&m, list);
    static const struct {
        char name;
        int place, points, buchholz, berger;
    } expected[] = {{'D', 1, 3, 6, 3},
                    {'E', 1, 3, 6, 3},
                    {'A', 3, 3, 3, 3},
                    {'C', 3, 3, 3, 3},
                    {'B', 5, 0, 6, 0}};
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(m.players[list[i].player].name[0], expected[i].name);
        assert_int_equal(list[i].place, expected[i].place);
        assert_int_equal(list[i].points, expected[i].points);
        assert_int_equal(list[i].buchholz, expected[i].buchholz);
        assert_int_equal(list[i].berger, expected[i].berger);
        assert_int_equal(list[i].direct, 0);
    }
    assert_int_equal(of(list, &m, 'D')->byes, 1);
    tournament_clear(&m);
}

// Four players, all against all, by hand:
//   A beats B and D and loses to C; B beats C and D; C and D draw.
//   points A 2 B 2 C 1.5 D 0.5; A beat B. Sonneborn-Berger A 2+0.5, B 1.5+0.5, C 2+0.25, D 0.75.
static void robin_standings_by_hand(void **state)
{
    struct standing list[TOURNAMENT_PLAYERS];
    struct tournament m;

    (void)state;
    begin_tournament(&m, TOURNAMENT_ROBIN, 4);
    assert_true(add(&m, 1, "begin", ""));
    played(&m, 1, 1, 0, "0-1");
    played(&m, 1, 2, 3, "1/2");
    played(&m, 2, 0, 2, "0-1");
    played(&m, 2, 1, 3, "1-0");
    played(&m, 3, 3, 0, "0-1");
    played(&m, 3, 2, 1, "0-1");
    standings_make(&m, list);
    static const struct {
        char name;
        int points, direct, berger;
    } expected[] = {{'A', 4, 2, 10}, {'B', 4, 0, 8}, {'C', 3, 0, 9}, {'D', 1, 0, 3}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(m.players[list[i].player].name[0], expected[i].name);
        assert_int_equal(list[i].place, i + 1);
        assert_int_equal(list[i].points, expected[i].points);
        assert_int_equal(list[i].direct, expected[i].direct);
        assert_int_equal(list[i].berger, expected[i].berger);
    }
    tournament_clear(&m);
}

// Wins 2, draws 1; after two wins in a row everything counts double until one does not win.
static void arena_points_by_hand(void **state)
{
    static const char *const results[] = {"1-0", "1-0", "1-0", "1/2", "1-0", "0-1"};
    struct standing list[TOURNAMENT_PLAYERS];
    struct tournament m;

    (void)state;
    begin_tournament(&m, TOURNAMENT_ARENA, 2);
    assert_true(add(&m, 1, "begin", ""));
    for (unsigned i = 0; i < 6; i++)
        played(&m, i + 1, 0, 1, results[i]);
    standings_make(&m, list);
    assert_int_equal(of(list, &m, 'A')->points, 2 + 2 + 2 + 1 + 2);
    assert_int_equal(of(list, &m, 'B')->points, 1 + 2);
    m.settings.streaks = true;
    standings_make(&m, list);
    assert_int_equal(of(list, &m, 'A')->points, 2 + 2 + 4 + 2 + 2);
    assert_int_equal(of(list, &m, 'A')->wins, 4);
    tournament_clear(&m);
}

static void ladders_are_climbed(void **state)
{
    struct standing list[TOURNAMENT_PLAYERS];
    struct tournament m;
    struct error e;

    (void)state;
    begin_tournament(&m, TOURNAMENT_LADDER, 6);
    assert_true(add(&m, 1, "begin", ""));
    assert_false(tournament_may_challenge(&m, 0, 1, &e)); // below
    assert_false(tournament_may_challenge(&m, 5, 1, &e)); // too far
    assert_true(tournament_may_challenge(&m, 5, 2, &e));
    played(&m, 1, 2, 5, "0-1");
    standings_make(&m, list);
    for (int i = 0; i < 6; i++)
        assert_int_equal(m.players[list[i].player].name[0], "ABFCDE"[i]);
    assert_false(tournament_may_challenge(&m, 2, 5, &e)); // at once again
    played(&m, 2, 0, 1, "1-0");                           // who is above stays there
    assert_true(add(&m, 3, "pair", "3 5 4 open"));
    assert_false(tournament_may_challenge(&m, 4, 2, &e)); // has a game to finish
    standings_make(&m, list);
    for (int i = 0; i < 6; i++)
        assert_int_equal(m.players[list[i].player].name[0], "ABFCDE"[i]);
    tournament_clear(&m);
}

static void what_is_due(void **state)
{
    struct tournament_next next[PAIRING_MOST + 1];
    int64_t when;
    struct tournament m;

    (void)state;
    begin_tournament(&m, TOURNAMENT_SWISS, 5);
    assert_int_equal(tournament_due(&m, 1000, &when), TOURNAMENT_WAIT);
    m.settings.begins = 5000;
    assert_int_equal(tournament_due(&m, 1000, &when), TOURNAMENT_WAIT);
    assert_int_equal(when, 5000);
    assert_int_equal(tournament_due(&m, 5000, &when), TOURNAMENT_BEGIN);
    assert_true(add(&m, 5000, "begin", ""));
    assert_int_equal(m.planned, 3);
    assert_int_equal(tournament_due(&m, 5000, &when), TOURNAMENT_PAIR);
    assert_int_equal(tournament_next_round(&m, next, PAIRING_MOST + 1), 3);
    assert_true(next[2].second == PAIRING_BYE && next[2].halves == 2 && next[2].first == 4);
    assert_true(add(&m, 6000, "round", "1"));
    assert_true(add(&m, 6000, "pair", "1 0 2 one"));
    assert_true(add(&m, 6000, "pair", "1 3 1 two"));
    assert_true(add(&m, 6000, "bye", "1 4 2"));
    assert_int_equal(tournament_due(&m, 9000, &when), TOURNAMENT_WAIT);
    assert_true(add(&m, 7000, "result", "one 1-0 played"));
    assert_true(add(&m, 8000, "result", "two 0-0 forfeit"));
    assert_int_equal(tournament_due(&m, 9000, &when), TOURNAMENT_WAIT);
    assert_int_equal(when, 13000); // a pause after the last result
    assert_int_equal(tournament_due(&m, 13000, &when), TOURNAMENT_PAIR);
    for (int i = 1; i < 5; i++) {
        char text[24];
        snprintf(text, sizeof text, "%d left", i);
        assert_true(add(&m, 8000, "leave", text));
    }
    assert_int_equal(tournament_due(&m, 13000, &when), TOURNAMENT_END); // nobody is left to play
    tournament_clear(&m);
}

static void withdrawn_players_are_not_paired(void **state)
{
    struct tournament_next next[PAIRING_MOST + 1];
    struct tournament m;

    (void)state;
    begin_tournament(&m, TOURNAMENT_ROBIN, 4);
    assert_true(add(&m, 1, "begin", ""));
    assert_true(add(&m, 1, "leave", "3 left"));
    assert_int_equal(tournament_next_round(&m, next, PAIRING_MOST + 1), 2);
    assert_true(next[0].second == PAIRING_BYE && next[0].first == 0); // wins without a game
    tournament_clear(&m);
    begin_tournament(&m, TOURNAMENT_SWISS, 4);
    assert_true(add(&m, 1, "begin", ""));
    assert_true(add(&m, 1, "leave", "0 left"));
    assert_int_equal(tournament_next_round(&m, next, PAIRING_MOST + 1), 2);
    assert_true(add(&m, 1, "back", "0"));
    assert_int_equal(tournament_next_round(&m, next, PAIRING_MOST + 1), 2);
    for (int i = 0; i < 2; i++)
        assert_true(next[i].second != PAIRING_BYE);
    tournament_clear(&m);
}

// At one's own pace all games begin at once; a league has one at a time and ends when all have met
// at both seats.
static void paces(void **state)
{
    static struct tournament_next next[TOURNAMENT_SELF_PACED + TOURNAMENT_PLAYERS];
    struct tournament m;
    int64_t when;
    char text[64];

    (void)state;
    begin_tournament(&m, TOURNAMENT_ROBIN, 5);
    m.settings.slow = true;
    assert_true(add(&m, 1, "begin", ""));
    assert_int_equal(tournament_next_round(&m, next, tournament_next_most(&m)), 10 + 5 - 5);
    assert_int_equal(next[9].round, 5);
    tournament_clear(&m);
    begin_tournament(&m, TOURNAMENT_LEAGUE, 4);
    m.settings.cycles = 2;
    m.settings.pause = 0;
    assert_true(add(&m, 1, "begin", ""));
    int met[4][4] = {{0}};
    while (tournament_due(&m, 100, &when) == TOURNAMENT_PAIR) {
        assert_int_equal(tournament_next_round(&m, next, tournament_next_most(&m)), 1);
        met[next[0].first][next[0].second]++;
        snprintf(text, sizeof text, "%u", next[0].round);
        assert_true(add(&m, 1, "round", text));
        played(&m, next[0].round, next[0].first, next[0].second, "1/2");
    }
    assert_int_equal(tournament_due(&m, 100, &when), TOURNAMENT_END);
    assert_int_equal(m.pair_count, 12);
    for (int a = 0; a < 4; a++) {
        for (int b = 0; b < 4; b++)
            assert_int_equal(met[a][b], a != b);
    }
    tournament_clear(&m);
}

// A note that makes no sense is passed over: it counts, and changes nothing.
static void senseless_events_change_nothing(void **state)
{
    static const char *const notes[][2] = {
        {"pair", "1 0 9 game"}, {"pair", "1 0 0 game"}, {"pair", "x"},    {"leave", "7 left"},
        {"result", "none 1-0"}, {"result", "g0 1-0"},   {"round", "one"}, {"dance", ""},
        {"bye", "1 -1 2"},      {"join", "alien 5"},    {"join", ""}};
    struct standing before[TOURNAMENT_PLAYERS], after[TOURNAMENT_PLAYERS];
    struct tournament m;

    (void)state;
    begin_tournament(&m, TOURNAMENT_SWISS, 3);
    assert_true(add(&m, 1, "begin", ""));
    played(&m, 1, 0, 1, "1-0");
    standings_make(&m, before);
    for (unsigned i = 0; i < sizeof notes / sizeof *notes; i++)
        assert_false(add(&m, 1, notes[i][0], notes[i][1]));
    standings_make(&m, after);
    assert_int_equal(m.player_count, 3);
    assert_memory_equal(before, after, 3 * sizeof *before);
    struct store_event gap = {.number = m.number + 1, .kind = "begin"};
    assert_false(tournament_apply(&m, &gap));
    tournament_clear(&m);
}

static void settings_come_back(void **state)
{
    struct tournament_settings s = {.form = TOURNAMENT_ARENA,
                                    .game = "masker",
                                    .options = "board=tower",
                                    .clock = "60+1",
                                    .rated = true,
                                    .streaks = true,
                                    .rounds = 7,
                                    .cycles = 2,
                                    .minutes = 45,
                                    .most = 12,
                                    .wait = 90,
                                    .pause = 3,
                                    .begins = 1234567890123,
                                    .month = "2026-11"},
                               back;
    char text[DOCUMENT_SETTINGS], again[DOCUMENT_SETTINGS];

    (void)state;
    tournament_settings_write(&s, text);
    assert_true(tournament_settings_read(text, &back));
    tournament_settings_write(&back, again);
    assert_string_equal(text, again);
    assert_true(back.form == TOURNAMENT_ARENA && back.rated && back.begins == s.begins);
    assert_false(tournament_settings_read("form waltz\ngame tiku\n", &back));
    assert_false(tournament_settings_read("form swiss\n", &back));
}

static void guests_and_computers_join(void **state)
{
    unsigned char hash[STORE_HASH];
    char text[DOCUMENT_EVENT] = "guest ";
    struct tournament m;

    (void)state;
    begin_tournament(&m, TOURNAMENT_SWISS, 1);
    for (unsigned i = 0; i < STORE_HASH; i++) {
        hash[i] = (unsigned char)(i * 7);
        snprintf(text + strlen(text), 3, "%02x", hash[i]);
    }
    snprintf(text + strlen(text), sizeof text - strlen(text), " Zo\xc3\xab the guest");
    assert_true(add(&m, 1, "join", text));
    assert_true(add(&m, 1, "join", "computer level:3 1400"));
    assert_int_equal(tournament_player_of(&m, 0, hash), 1);
    assert_int_equal(tournament_player_of(&m, 100, NULL), 0);
    assert_string_equal(m.players[1].name, "Zo\xc3\xab the guest");
    assert_string_equal(m.players[2].kind, "level:3");
    hash[3]++;
    assert_int_equal(tournament_player_of(&m, 0, hash), -1);
    tournament_clear(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swiss_standings_by_hand),
        cmocka_unit_test(robin_standings_by_hand),
        cmocka_unit_test(arena_points_by_hand),
        cmocka_unit_test(ladders_are_climbed),
        cmocka_unit_test(what_is_due),
        cmocka_unit_test(withdrawn_players_are_not_paired),
        cmocka_unit_test(paces),
        cmocka_unit_test(senseless_events_change_nothing),
        cmocka_unit_test(settings_come_back),
        cmocka_unit_test(guests_and_computers_join),
    };

    return cmocka_run_group_tests_name("meet", tests, NULL, NULL);
}
