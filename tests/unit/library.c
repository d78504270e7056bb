// SPDX-License-Identifier: MIT
// The public library says what the inner contract says, over random games of every game and
// variant; refusals name their rule; views, drawings and records tell nothing that a seat may not
// know.
#include <string.h>

#include "game/attempt.h"
#include "tests/unit/outsider.h"

enum { GAMES = 8, LARGE = 1 << 18 };

// ---------------------------------------------------------------------------------------------
// The library and the contract
// ---------------------------------------------------------------------------------------------

static void assert_same_position(const struct subject *s, const abax_position *shown,
                                 const struct game_position *inner)
{
    char text[ABAX_TEXT_BYTES], storage[GAME_TEXT_BYTES];
    abax_position again;
    abax_error error;
    char options[ABAX_OPTIONS_BYTES];

    size_t size = abax_position_text(shown, text, sizeof text, NULL);
    assert_int_equal(size, strlen(text) + 1);
    assert_string_equal(text, subject_text(s, inner, storage));
    assert_true(abax_position_options(shown, options, sizeof options, NULL) > 0);
    if (!abax_position_read(game_of(s), options, text, &again, &error))
        fail_msg("%s", error.sentence);
    assert_true(abax_position_equal(shown, &again));
    assert_true(abax_position_hash(shown) == game_key(s->game, inner));
    assert_int_equal(abax_position_seats(shown), game_seats(s->game, &s->options));
}

static void assert_same_result(const struct subject *s, const abax_position *shown,
                               const struct game_position *inner)
{
    struct game_result expected = {0};
    abax_result result;
    abax_error verdict;

    s->game->result(inner, &expected);
    assert_true(abax_position_result(shown, &result, NULL));
    assert_int_equal(result.over, expected.over);
    for (int seat = 0; expected.over && seat < result.seats; seat++) {
        assert_int_equal(result.outcome[seat], expected.outcome[seat]);
        assert_int_equal(result.score[seat], expected.score[seat]);
    }
    if (expected.over) { // it is said by which rule
        assert_true(abax_position_verdict(shown, 0, &verdict));
        assert_true(verdict.id[0] && verdict.sentence[0] && verdict.code == ABAX_OK);
        assert_true(abax_error_text(&verdict, "de", NULL, 0) > 1);
    }
    assert_false(abax_position_verdict(shown, expected.over ? 99 : 0, &verdict));
    assert_int_equal(verdict.code, ABAX_OK);
}

// Both lists, by number and by text; the number of one of them is returned.
static unsigned assert_same_actions(const struct subject *s, const abax_position *shown,
                                    const struct game_position *inner, abax_action *list)
{
    struct game_actions expected;
    char text[ABAX_ACTION_BYTES], inside[GAME_ACTION_BYTES], words[400];
    unsigned count = abax_position_actions(shown, list, ABAX_MAX_ACTIONS);
    abax_action action;

    game_list(s->game, inner, &expected);
    assert_int_equal(count, expected.count);
    assert_int_equal(abax_position_seat(shown), count ? s->game->to_act(inner) : -1);
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(list[i], expected.at[i]);
        if (i % 7 != 0) // texts are slow under sanitizers
            continue;
        game_write_action(s->game, inner, list[i], inside);
        assert_true(abax_position_action_text(shown, list[i], text, sizeof text, NULL) > 0);
        assert_string_equal(text, inside);
        assert_true(abax_position_action(shown, text, &action, NULL) && action == list[i]);
        assert_true(abax_position_action_words(shown, action, "fr", words, sizeof words, NULL) > 1);
    }
    return count;
}

static void assert_refusals(const abax_position *shown, bool over)
{
    abax_position copy = *shown;
    abax_error error;
    char told[1000];

    assert_false(abax_position_play(&copy, "no such thing", &error));
    assert_int_equal(error.code, over ? ABAX_OVER : ABAX_ILLEGAL);
    assert_string_equal(error.id, over ? "action.late" : "action.illegal");
    assert_string_equal(error.rule, over ? "" : "unreadable");
    assert_true(abax_error_text(&error, "de", told, sizeof told) > 0);
    assert_string_not_equal(told, error.sentence);
    assert_true(abax_error_text(&error, NULL, told, sizeof told) > 0);
    assert_string_equal(told, error.sentence);
    assert_false(abax_position_apply(&copy, 0xfffffff0u, &error));
    assert_int_equal(error.code, over ? ABAX_OVER : ABAX_ILLEGAL);
    assert_memory_equal(&copy, shown, sizeof copy);
}

static void play_game(const struct subject *s, uint64_t seed)
{
    struct random random = random_from_seed(seed);
    abax_position shown = start_of(s, seed), fast;
    struct game_position inner;
    abax_action list[ABAX_MAX_ACTIONS];
    char text[ABAX_ACTION_BYTES];

    s->game->start(&s->options, seed, &inner);
    for (unsigned length = 0;; length++) {
        assert_same_position(s, &shown, &inner);
        assert_same_result(s, &shown, &inner);
        unsigned count = assert_same_actions(s, &shown, &inner, list);
        if (length % 16 == 0 || count == 0)
            assert_refusals(&shown, count == 0);
        if (count == 0 || length == MOST_ACTIONS)
            return;
        abax_action action = list[random_below(&random, count)];
        fast = shown;
        abax_position_apply_listed(&fast, action);
        if (length % 2) {
            assert_true(abax_position_action_text(&shown, action, text, sizeof text, NULL) > 0);
            assert_true(abax_position_play(&shown, text, NULL));
        } else {
            assert_true(abax_position_apply(&shown, action, NULL));
        }
        s->game->apply(&inner, action, &inner);
        assert_true(abax_position_equal(&shown, &fast));
    }
}

static void test_agrees(void **state)
{
    const struct subject *s = *state;

    for (uint64_t seed = 1; game_of(s) && seed <= GAMES; seed++)
        play_game(s, seed);
}

// Whether an id is that of a rule of the game, or of what is no action of any game.
static bool is_rule(const abax_game *game, const char *id)
{
    for (unsigned i = 0; abax_game_rule(game, i); i++) {
        if (!strcmp(abax_game_rule(game, i), id))
            return abax_game_rule_text(game, i, NULL)[0] != 0;
    }
    for (unsigned i = 0; i < ATTEMPT_RULES; i++) {
        if (!strcmp(attempt_rules[i].id, id))
            return true;
    }
    return false;
}

// What is refused has the id and the sentence that the rules give.
static bool assert_same_refusal(const struct subject *s, const abax_position *shown,
                                const struct game_position *inner, const char *text)
{
    struct attempt_answer expected;
    abax_position tried = *shown;
    abax_error error;

    if (abax_position_play(&tried, text, &error))
        return false;
    attempt_text(s->game, inner, text, &expected);
    assert_int_equal(error.code, ABAX_ILLEGAL);
    assert_string_equal(error.rule, expected.rule ? expected.rule : "");
    assert_true(!expected.rule || strstr(error.sentence, expected.sentence));
    assert_true(!error.rule[0] || is_rule(game_of(s), error.rule));
    return true;
}

// Actions of the start, tried later.
static void test_refusals(void **state)
{
    const struct subject *s = *state;
    abax_action first[ABAX_MAX_ACTIONS], list[ABAX_MAX_ACTIONS];
    struct random random = random_from_seed(4);
    struct game_position inner;
    unsigned refused = 0, count;

    if (!game_of(s))
        return;
    abax_position start = start_of(s, 1), now = start;
    unsigned firsts = abax_position_actions(&start, first, ABAX_MAX_ACTIONS);
    s->game->start(&s->options, 1, &inner);
    for (unsigned ply = 0; ply < 12; ply++) {
        count = abax_position_actions(&now, list, ABAX_MAX_ACTIONS);
        for (unsigned i = ply % 5; count && i < firsts; i += 5) {
            char text[ABAX_ACTION_BYTES];
            assert_true(abax_position_action_text(&start, first[i], text, sizeof text, NULL) > 0);
            refused += assert_same_refusal(s, &now, &inner, text);
        }
        if (count == 0)
            break;
        abax_action action = list[random_below(&random, count)];
        assert_true(abax_position_apply(&now, action, NULL));
        s->game->apply(&inner, action, &inner);
    }
    assert_true(refused > 0);
}

// ---------------------------------------------------------------------------------------------
// Views
// ---------------------------------------------------------------------------------------------

static char one[LARGE], other[LARGE];

static void assert_same_texts(size_t first, size_t second)
{
    assert_true(first > 0 && first <= LARGE);
    assert_int_equal(first, second);
    assert_string_equal(one, other);
}

// Two positions that a seat cannot tell apart: it is shown the same bytes of both, whatever it
// asks.
static void assert_leaks_nothing(const abax_position *a, const abax_position *b, int seat)
{
    abax_position view_a, view_b;
    abax_history *ha = abax_history_new(a, NULL), *hb = abax_history_new(b, NULL);
    abax_record *ra = abax_record_of(ha, seat, NULL), *rb = abax_record_of(hb, seat, NULL);

    memset(&view_a, 0x55, sizeof view_a);
    memset(&view_b, 0xaa, sizeof view_b);
    assert_true(abax_position_view(a, seat, &view_a, NULL));
    assert_true(abax_position_view(b, seat, &view_b, NULL));
    assert_memory_equal(&view_a, &view_b, sizeof view_a);
    for (abax_form form = ABAX_FORM_TEXT; form <= ABAX_FORM_SVG; form++) {
        assert_same_texts(abax_position_show(a, seat, form, NULL, one, LARGE, NULL),
                          abax_position_show(b, seat, form, NULL, other, LARGE, NULL));
        assert_same_texts(abax_history_show(ha, seat, form, NULL, one, LARGE, NULL),
                          abax_history_show(hb, seat, form, NULL, other, LARGE, NULL));
    }
    assert_same_texts(abax_history_status(ha, NULL, one, LARGE, NULL),
                      abax_history_status(hb, NULL, other, LARGE, NULL));
    assert_non_null(ra);
    assert_non_null(rb);
    assert_same_texts(abax_record_text(ra, ABAX_RECORD_TEXT, one, LARGE, NULL),
                      abax_record_text(rb, ABAX_RECORD_TEXT, other, LARGE, NULL));
    abax_record_free(ra);
    abax_record_free(rb);
    abax_history_free(ha);
    abax_history_free(hb);
}

static void assert_same_choice(const abax_position *a, const abax_position *b)
{
    const abax_limits limits = {.nodes = 200};
    abax_engine *engine = abax_engine_new(1, 1, NULL);
    abax_history *ha = abax_history_new(a, NULL), *hb = abax_history_new(b, NULL);
    static abax_report found, again;

    assert_true(abax_engine_search(engine, ha, &limits, NULL, &found, NULL));
    abax_engine_forget(engine, 0);
    assert_true(abax_engine_search(engine, hb, &limits, NULL, &again, NULL));
    found.milliseconds = again.milliseconds = 0;
    assert_memory_equal(&found, &again, sizeof found);
    abax_history_free(ha);
    abax_history_free(hb);
    abax_engine_free(engine);
}

// The deals that fit a view are different, cannot be told apart by it, and have the one that was
// drawn among them.
static void assert_deals(const abax_position *view, const abax_position *drawn)
{
    static abax_position deals[GAME_MAX_DETERMINIZATIONS];
    unsigned count = abax_position_deals(view, NULL, 0, NULL), found = 0;

    assert_in_range(count, 1, GAME_MAX_DETERMINIZATIONS);
    assert_int_equal(abax_position_deals(view, deals, count, NULL), count);
    for (unsigned i = 0; i < count; i++) {
        assert_true(abax_position_complete(&deals[i]));
        found += abax_position_equal(&deals[i], drawn);
        for (unsigned j = 0; j < i; j++)
            assert_false(abax_position_equal(&deals[i], &deals[j]));
    }
    assert_int_equal(found, 1);
}

static void test_views(void **state)
{
    const struct subject *s = *state;
    struct random random = random_from_seed(3);
    abax_action list[ABAX_MAX_ACTIONS];
    abax_position now, view, full;
    unsigned different = 0, count;

    if (!game_of(s))
        return;
    now = start_of(s, 11);
    for (unsigned length = 0; (count = abax_position_actions(&now, list, ABAX_MAX_ACTIONS));
         length++) {
        for (int seat = ABAX_PUBLIC; seat < abax_position_seats(&now); seat++) {
            assert_true(abax_position_view(&now, seat, &view, NULL));
            assert_true(abax_position_redeal(&view, length, &full, NULL));
            assert_deals(&view, &full);
            assert_true(abax_position_complete(&full));
            different += !abax_position_equal(&full, &now);
            assert_leaks_nothing(&now, &full, seat);
            if (seat == abax_position_seat(&now) && length % 8 == 0)
                assert_same_choice(&now, length % 16 ? &full : &view);
        }
        if (!s->game->hidden || length == 40)
            break;
        assert_true(abax_position_apply(&now, list[random_below(&random, count)], NULL));
    }
    assert_true((s->game->hidden != NULL) == (different > 0)); // there was something to hide
}

// ---------------------------------------------------------------------------------------------
// Histories and records
// ---------------------------------------------------------------------------------------------

static void assert_same_histories(const abax_history *a, const abax_history *b)
{
    abax_position p, q;
    abax_action x, y;

    assert_int_equal(abax_history_length(a), abax_history_length(b));
    for (unsigned i = 0; i < abax_history_length(a); i += 5) {
        assert_true(abax_history_action(a, i, &x, &p) && abax_history_action(b, i, &y, &q));
        assert_true(x == y && abax_position_equal(&p, &q));
    }
    assert_true(abax_history_position(a, &p) && abax_history_position(b, &q));
    assert_true(abax_position_equal(&p, &q));
}

// An address as the page shares it gives the record of the letters alone.
static void assert_address(const char *letters)
{
    static const char *const before[] = {"https://abax.example/#g=", "#g=", "#", "link:", ""};
    abax_error error;

    for (unsigned i = 0; i < sizeof before / sizeof *before; i++) {
        snprintf(other, LARGE, "%s%s", before[i], letters);
        abax_record *r = abax_record_read(other, strlen(other), &error);
        if (!r)
            fail_msg("%s: %s", other, error.sentence);
        assert_true(abax_record_text(r, ABAX_RECORD_LINK, other, LARGE, &error) > 0);
        assert_string_equal(other, letters);
        abax_record_free(r);
    }
}

static void assert_record(const abax_history *h, abax_record_form form)
{
    abax_record *r = abax_record_of(h, ABAX_ALL, NULL), *again;
    abax_result expected, result;
    abax_error error;
    abax_node node;

    assert_true(abax_record_set_name(r, 0, "Zoë", &error));
    char *begin = form == ABAX_RECORD_LINK ? one + 1 : one; // a link is told by its '#'
    one[0] = '#';
    size_t size = abax_record_text(r, form, begin, LARGE - 1, &error);
    if (size == 0)
        fail_msg("%s", error.sentence);
    again = abax_record_read(one, strlen(one), &error);
    if (!again)
        fail_msg("%s", error.sentence);
    if (form == ABAX_RECORD_LINK)
        assert_address(begin);
    assert_int_equal(abax_record_length(again), abax_history_length(h));
    assert_string_equal(abax_record_name(again, 0), "Zoë");
    abax_history *back = abax_record_history(again, abax_record_length(again), &error);
    assert_non_null(back);
    assert_same_histories(h, back);
    assert_true(abax_history_result(h, &expected, NULL));
    assert_true(abax_record_result(again, &result, NULL));
    assert_int_equal(expected.over, result.over);
    assert_memory_equal(expected.outcome, result.outcome, sizeof result.outcome);
    assert_memory_equal(expected.score, result.score, sizeof result.score);
    for (unsigned i = 0; i < abax_record_node_count(again); i++)
        assert_true(abax_record_node(again, i, &node, NULL) && !node.action[0] == (i == 0));
    abax_history_free(back);
    abax_record_free(again);
    abax_record_free(r);
}

static void test_records(void **state)
{
    const struct subject *s = *state;

    for (uint64_t seed = 1; game_of(s) && seed <= 2; seed++) {
        abax_history *h = random_history(s, seed, seed == 1 ? MOST_ACTIONS : 6);
        abax_history *copy = abax_history_copy(h, NULL);
        unsigned length = abax_history_length(h);
        assert_same_histories(h, copy);
        for (abax_record_form form = ABAX_RECORD_TEXT; form <= ABAX_RECORD_LINK; form++) {
            if (form != ABAX_RECORD_LINK || !s->game->hidden || abax_history_seat(h) < 0)
                assert_record(h, form);
        }
        assert_false(abax_history_undo(h, length + 1, NULL));
        assert_true(abax_history_undo(h, 2, NULL));
        assert_int_equal(abax_history_length(h), length - 2);
        abax_history_free(h);
        abax_history_free(copy);
    }
}

// A game that is drawn by repetition is over in the history, though its position could go on.
static void test_repetition(void **state)
{
    (void)state;
    unsigned drawn = 0;
    for (unsigned i = 0; abax_game_at(i); i++) {
        abax_position start;
        abax_result result;
        if (!abax_game_repetition(abax_game_at(i)))
            continue;
        assert_true(abax_position_start(abax_game_at(i), NULL, 0, &start, NULL));
        abax_history *h = abax_history_new(&start, NULL);
        abax_action list[ABAX_MAX_ACTIONS], again[ABAX_MAX_ACTIONS];
        // Both sides go to and fro: whoever can leads back to the position of two turns ago.
        for (unsigned n = 0; n < 40 && abax_history_seat(h) >= 0; n++) {
            unsigned count = abax_history_actions(h, list, ABAX_MAX_ACTIONS), chosen = 0;
            abax_position past, p, now;
            abax_history_position(h, &now);
            for (unsigned k = 0; n >= 3 && k < count; k++) {
                p = now;
                abax_position_apply_listed(&p, list[k]);
                if (abax_history_action(h, n - 3, NULL, &past) && abax_position_equal(&past, &p))
                    chosen = k;
            }
            assert_true(abax_history_apply(h, list[chosen], NULL));
        }
        assert_true(abax_history_result(h, &result, NULL));
        if (result.repeated) {
            abax_position last;
            abax_error error;
            drawn++;
            abax_history_position(h, &last);
            assert_true(abax_position_actions(&last, again, ABAX_MAX_ACTIONS) > 0);
            assert_int_equal(abax_history_actions(h, again, ABAX_MAX_ACTIONS), 0);
            assert_true(result.over && result.outcome[0] == ABAX_DRAW);
            assert_false(abax_history_apply(h, again[0], &error));
            assert_int_equal(error.code, ABAX_OVER);
        }
        abax_history_free(h);
    }
    assert_true(drawn > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_repetition)};

    return cmocka_run_group_tests_name("repetition", tests, NULL, NULL) +
           subjects_run("the library agrees with the contract", test_agrees) +
           subjects_run("refusals", test_refusals) + subjects_run("views", test_views) +
           subjects_run("records", test_records);
}
