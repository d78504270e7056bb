// SPDX-License-Identifier: MIT
// The library's engines and players think as they should, two at once and until they are stopped;
// what it tells of games is whole; every misuse is a fault with a sentence, never a crash.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "tests/unit/outsider.h"

enum { NODES = 2000 };

// ---------------------------------------------------------------------------------------------
// Engines and players
// ---------------------------------------------------------------------------------------------

static void assert_legal_lines(const abax_history *h, const abax_report *report)
{
    abax_position start, p;

    assert_true(abax_history_position(h, &start));
    assert_true(report->line_count >= 1 && report->line_count <= 3);
    for (unsigned i = 0; i < report->line_count; i++) {
        p = start;
        assert_true(report->lines[i].length >= 1);
        for (unsigned k = 0; k < report->lines[i].length; k++)
            assert_true(abax_position_apply(&p, report->lines[i].actions[k], NULL));
        assert_in_range(report->lines[i].chance, 0, 1000);
    }
}

static void test_engine(void **state)
{
    const struct subject *s = *state;
    const abax_limits limits = {.nodes = NODES, .lines = 3};
    static abax_report report, again;
    abax_action first, second;
    abax_error error;

    if (!game_of(s))
        return;
    abax_history *h = random_history(s, 5, 4);
    abax_engine *engine = abax_engine_new(1, 1, NULL);
    assert_true(abax_engine_search(engine, h, &limits, NULL, &report, &error));
    assert_legal_lines(h, &report);
    abax_engine_forget(engine, 0);
    assert_true(abax_engine_search(engine, h, &limits, NULL, &again, NULL));
    report.milliseconds = again.milliseconds = 0;
    assert_memory_equal(&report, &again, sizeof report);
    abax_engine_free(engine);

    abax_player *player = abax_player_new("level:2", 7, &error);
    assert_true(abax_player_choose(player, h, &first, &error));
    abax_player_new_game(player, 7);
    assert_true(abax_player_choose(player, h, &second, &error) && first == second);
    assert_true(abax_history_apply(h, first, &error));
    abax_player_free(player);
    abax_history_free(h);
}

// The whole rest of a game is proven and agrees with playing the line out; what cannot be solved
// says so.
static void test_solve(void **state)
{
    const struct subject *s = *state;
    const abax_limits limits = {.nodes = 200000};
    static abax_report report;
    abax_result result;
    abax_error error;

    if (!game_of(s))
        return;
    abax_history *h = random_history(s, 9, MOST_ACTIONS);
    abax_engine *engine = abax_engine_new(4, 1, NULL);
    assert_false(abax_engine_solve(engine, h, &limits, NULL, &report, &error));
    assert_int_equal(error.code, ABAX_OVER);
    assert_true(abax_history_undo(h, 1, NULL)); // one action before the end
    bool solved = abax_engine_solve(engine, h, &limits, NULL, &report, &error);
    if (!game_is_duel(s->game, &s->options)) {
        assert_false(solved);
        assert_int_equal(error.code, ABAX_UNFIT);
    } else {
        int seat = abax_history_seat(h);
        assert_true(solved && report.line_count == 1);
        if (report.lines[0].proven && report.lines[0].length == 1) {
            assert_true(abax_history_apply(h, report.lines[0].actions[0], NULL));
            assert_true(abax_history_result(h, &result, NULL));
            assert_true(!result.over || result.outcome[seat] == report.lines[0].outcome);
        }
    }
    abax_engine_free(engine);
    abax_history_free(h);
}

static void test_hints(void **state)
{
    static const char *const languages[] = {NULL, "de", "fr"};
    char told[3][2048];
    abax_position start;
    abax_error error;

    (void)state;
    assert_true(abax_position_start(abax_game_at(0), NULL, 1, &start, NULL));
    abax_engine *engine = abax_engine_new(1, 1, NULL);
    abax_history *h = abax_history_new(&start, NULL);
    abax_engine_stop(engine); // a quick thought is enough here
    for (unsigned level = 1; level <= 4; level++) {
        for (unsigned i = 0; i < 3; i++)
            assert_true(abax_engine_hint(engine, h, level, languages[i], told[i], 2048, NULL) > 1);
        assert_string_not_equal(told[0], told[1]);
        assert_string_not_equal(told[0], told[2]);
    }
    assert_int_equal(abax_engine_hint(engine, h, 5, NULL, told[0], 2048, &error), 0);
    assert_int_equal(error.code, ABAX_ARGUMENT);
    assert_int_equal(abax_engine_hint(engine, h, 1, "xx", told[0], 2048, &error), 0);
    assert_int_equal(error.code, ABAX_UNKNOWN);
    abax_history_free(h);
    abax_engine_free(engine);
}

struct thread {
    pthread_t thread;
    unsigned game;
    abax_engine *engine;
    atomic_bool deep; // it has come so far that its threads have met
    bool fine;
};

static void note_depth(void *to, const abax_report *report)
{
    struct thread *t = to;

    if (report->depth >= 3)
        atomic_store(&t->deep, true);
}

static void *think(void *to)
{
    struct thread *t = to;
    abax_report report;
    abax_position start;

    t->fine = abax_position_start(abax_game_at(t->game), NULL, 1, &start, NULL);
    abax_history *h = abax_history_new(&start, NULL);
    const abax_limits none = {0}; // until it is stopped
    const abax_watch watch = {.progress = note_depth, .to = t};
    t->fine &= abax_engine_search(t->engine, h, &none, &watch, &report, NULL);
    atomic_store(&t->deep, true);
    t->fine &= report.line_count == 1 && abax_history_apply(h, report.lines[0].actions[0], NULL);
    abax_history_free(h);
    return NULL;
}

// Two searches at once, of two threads each, until they are stopped from here.
static void test_threads(void **state)
{
    struct thread threads[2] = {{.game = 0}, {.game = 1}};

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        threads[i].engine = abax_engine_new(1, 2, NULL);
        assert_int_equal(pthread_create(&threads[i].thread, NULL, think, &threads[i]), 0);
    }
    for (unsigned i = 0; i < 2; i++) {
        while (!atomic_load(&threads[i].deep))
            sched_yield();
        abax_engine_stop(threads[i].engine);
        pthread_join(threads[i].thread, NULL);
        assert_true(threads[i].fine);
        abax_engine_free(threads[i].engine);
    }
}

// ---------------------------------------------------------------------------------------------
// Facts and misuse
// ---------------------------------------------------------------------------------------------

static void test_facts(void **state)
{
    char options[ABAX_OPTIONS_BYTES];
    unsigned translated = 0;

    (void)state;
    assert_int_equal(abax_abi(), ABAX_ABI);
    assert_true(abax_version()[0] && abax_position_size() == sizeof(abax_position));
    assert_int_equal(abax_error_size(), sizeof(abax_error));
    assert_int_equal(abax_report_size(), sizeof(abax_report));
    assert_string_equal(abax_language(0), "en");
    assert_null(abax_language(abax_language_count()));
    assert_null(abax_game_at(abax_game_count()));
    for (unsigned i = 0; i < abax_game_count(); i++) {
        const abax_game *g = abax_game_at(i);
        assert_ptr_equal(abax_game_find(abax_game_name(g), NULL), g);
        for (unsigned l = 1; l < abax_language_count(); l++) {
            const char *language = abax_language(l);
            // A new game speaks English until somebody translates it.
            translated += strcmp(abax_game_about(g, language), abax_game_about(g, NULL)) != 0 &&
                          strcmp(abax_game_rules(g, language), abax_game_rules(g, NULL)) != 0;
            assert_true(abax_game_goal(g, language)[0] && abax_game_seat_name(g, 1, language)[0]);
        }
        assert_true(abax_game_variant(g, 0, options, sizeof options, NULL) > 0);
        assert_string_equal(options, "-");
        for (unsigned v = 0; v < abax_game_variant_count(g); v++) {
            abax_position p;
            assert_true(abax_game_variant(g, v, options, sizeof options, NULL) > 0);
            assert_true(abax_position_start(g, options, 1, &p, NULL));
        }
        for (unsigned o = 0; abax_game_option(g, o); o++) {
            assert_non_null(abax_game_option_title(g, o, "de"));
            assert_non_null(abax_game_value_title(g, o, 0, "de"));
            assert_null(abax_game_value(g, o, 99));
        }
    }
    assert_true(translated > abax_game_count());
    assert_non_null(abax_level_about(abax_level_count(), "de"));
    assert_null(abax_level_about(0, NULL));
}

static void assert_fault(bool done, const abax_error *error, abax_code code)
{
    assert_false(done);
    assert_int_equal(error->code, code);
    assert_true(error->id[0] && error->sentence[0]);
}

// Every fault has an id, and says the same in another language.
static void assert_told(const abax_error *error, abax_code code, const char *id,
                        const char *english)
{
    char told[400];

    assert_int_equal(error->code, code);
    assert_string_equal(error->id, id);
    assert_string_equal(error->sentence, english);
    assert_true(abax_error_text(error, "de", told, sizeof told) > 1);
    assert_string_not_equal(told, english);
}

static void test_sentences_of_misuse(void **state)
{
    const abax_limits many = {.nodes = 1, .lines = 99};
    static abax_report report;
    abax_position p;
    abax_action action;
    abax_error e;
    uint8_t planes[1];

    (void)state;
    assert_true(abax_position_start(abax_game_at(0), NULL, 0, &p, NULL));
    abax_history *h = abax_history_new(&p, NULL);
    abax_engine *engine = abax_engine_new(1, 1, NULL);
    abax_record *r = abax_record_of(h, ABAX_ALL, NULL);
    assert_false(abax_position_view(&p, 9, &p, &e));
    assert_told(&e, ABAX_ARGUMENT, "library.seat", "seat 9 is not there, only 0 to 1");
    assert_false(abax_position_planes(&p, 9, planes, sizeof planes, &e));
    assert_told(&e, ABAX_ARGUMENT, "library.seat", "seat 9 is not there, only 0 to 1");
    assert_false(abax_position_planes(&p, 0, planes, sizeof planes, &e));
    assert_string_equal(e.id, "library.planes");
    assert_int_equal(abax_position_number(&p, 0xffffff, &e), -1);
    assert_told(&e, ABAX_ILLEGAL, "library.action", "action number 16777215 is not legal here");
    assert_false(abax_position_numbered(&p, 70000, &action, &e));
    assert_string_equal(e.id, "library.number.most");
    assert_false(abax_engine_search(engine, h, &many, NULL, &report, &e));
    assert_string_equal(e.id, "library.limits");
    assert_int_equal(abax_engine_hint(engine, h, 5, NULL, NULL, 0, &e), 0);
    assert_told(&e, ABAX_ARGUMENT, "library.rung", "hint level 5 is not there, only 1 to 4");
    assert_false(abax_record_set_name(r, 0, "a\033[31m", &e));
    assert_string_equal(e.id, "library.name");
    assert_false(abax_record_set_name(r, 0, "\xff", &e));
    assert_string_equal(e.id, "library.name");
    assert_false(abax_record_set_date(r, "2026-02-31", &e));
    assert_told(&e, ABAX_UNREADABLE, "record.day", "there is no day '2026-02-31'");
    assert_true(abax_record_set_date(r, "", &e));
    abax_record_free(r);
    abax_engine_free(engine);
    abax_history_free(h);
}

static void test_misuse_of_positions(void **state)
{
    const abax_game *g = abax_game_at(0);
    abax_position p, broken;
    abax_error e;
    abax_result result;
    char small[2];

    (void)state;
    assert_null(abax_game_find(NULL, &e));
    assert_null(abax_game_find("tku", &e));
    assert_int_equal(e.code, ABAX_UNKNOWN);
    assert_fault(abax_position_start(NULL, NULL, 0, &p, &e), &e, ABAX_ARGUMENT);
    assert_fault(abax_position_start(g, NULL, 0, NULL, &e), &e, ABAX_ARGUMENT);
    assert_fault(abax_position_start(g, "no=yes", 0, &p, &e), &e, ABAX_UNKNOWN);
    assert_fault(abax_position_start(g, ",,", 0, &p, &e), &e, ABAX_UNKNOWN);
    assert_fault(abax_position_read(g, NULL, NULL, &p, &e), &e, ABAX_ARGUMENT);
    assert_fault(abax_position_read(g, NULL, "nonsense", &p, &e), &e, ABAX_UNREADABLE);
    assert_true(abax_position_start(g, NULL, 0, &p, NULL));
    assert_true(abax_position_text(&p, small, sizeof small, &e) > sizeof small);
    assert_true(e.code == ABAX_ROOM && small[1] == 0);
    assert_int_equal(abax_position_text(&p, NULL, 10, &e), 0);
    assert_int_equal(e.code, ABAX_ARGUMENT);
    assert_true(abax_position_text(&p, NULL, 0, NULL) > 1);
    assert_fault(abax_position_view(&p, 9, &p, &e), &e, ABAX_ARGUMENT);
    assert_fault(abax_position_result(&p, NULL, &e), &e, ABAX_ARGUMENT);
    assert_int_equal(abax_position_show(&p, 0, (abax_form)7, NULL, NULL, 0, &e), 0);
    memset(&broken, 0x5a, sizeof broken);
    assert_fault(abax_position_result(&broken, &result, &e), &e, ABAX_ARGUMENT);
    assert_fault(abax_position_play(&broken, "a1", &e), &e, ABAX_ARGUMENT);
    assert_fault(abax_position_play(NULL, "a1", &e), &e, ABAX_ARGUMENT);
    assert_fault(abax_position_play(&p, NULL, &e), &e, ABAX_ARGUMENT);
    assert_fault(abax_position_apply((abax_position *)(void *)(p.bytes + 1), 0, &e), &e,
                 ABAX_ARGUMENT);
    assert_int_equal(abax_position_actions(&broken, NULL, 0), 0);
    assert_int_equal(abax_position_seat(NULL), -1);
    assert_false(abax_position_equal(&p, &broken));
}

static void test_misuse_of_objects(void **state)
{
    const abax_limits far = {.reserved = {1}}, good = {.nodes = 1};
    static abax_report report;
    abax_position p;
    abax_action action;
    abax_error e;

    (void)state;
    assert_null(abax_history_new(NULL, &e));
    assert_null(abax_engine_new(0, 1, &e));
    assert_null(abax_engine_new(1, 65, &e));
    assert_null(abax_player_new("level:11", 0, &e));
    assert_null(abax_player_new(NULL, 0, &e));
    assert_null(abax_record_read(NULL, 0, &e));
    assert_null(abax_record_read("{", 1, &e));
    assert_int_equal(e.code, ABAX_UNREADABLE);
    assert_null(abax_record_of(NULL, 0, &e));
    assert_true(abax_position_start(abax_game_at(0), NULL, 0, &p, NULL));
    abax_history *h = abax_history_new(&p, NULL);
    abax_engine *engine = abax_engine_new(1, 1, NULL);
    assert_fault(abax_engine_search(NULL, h, &good, NULL, &report, &e), &e, ABAX_ARGUMENT);
    assert_fault(abax_engine_search(engine, NULL, &good, NULL, &report, &e), &e, ABAX_ARGUMENT);
    assert_fault(abax_engine_search(engine, h, NULL, NULL, &report, &e), &e, ABAX_ARGUMENT);
    assert_fault(abax_engine_search(engine, h, &far, NULL, &report, &e), &e, ABAX_ARGUMENT);
    assert_fault(abax_engine_search(engine, h, &good, NULL, NULL, &e), &e, ABAX_ARGUMENT);
    assert_fault(abax_player_choose(NULL, h, &action, &e), &e, ABAX_ARGUMENT);
    assert_null(abax_record_of(h, 5, &e));
    abax_record *r = abax_record_of(h, ABAX_ALL, &e);
    assert_fault(abax_record_set_date(r, "yesterday!", &e), &e, ABAX_UNREADABLE);
    assert_string_equal(abax_record_date(r), "");
    assert_true(abax_record_set_date(r, "2026-11-16", &e));
    assert_null(abax_record_history(r, 1, &e));
    abax_record_free(r);
    abax_engine_free(engine);
    abax_history_free(h);
    abax_history_free(NULL);
    abax_engine_free(NULL);
    abax_player_free(NULL);
    abax_record_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_facts),
        cmocka_unit_test(test_sentences_of_misuse),
        cmocka_unit_test(test_misuse_of_positions),
        cmocka_unit_test(test_misuse_of_objects),
        cmocka_unit_test(test_hints),
        cmocka_unit_test(test_threads),
    };

    return cmocka_run_group_tests_name("the library", tests, NULL, NULL) +
           subjects_run("engine and players", test_engine) + subjects_run("proofs", test_solve);
}
