// SPDX-License-Identifier: MIT
// The smallest rooms: text, errors, random streams, hashes, options, repetition in a line of play.
#include <limits.h>
#include <string.h>

#include "base/hash.h"
#include "base/random.h"
#include "games/registry.h"
#include "play/history.h"
#include "protocol/command.h"
#include "tests/unit/subjects.h"

// Nothing of what others wrote commands a terminal; letters, line ends and tabs stay.
static void taming(void **state)
{
    char text[] = "a\033[31m\tb\n\x7f\xc2\x9b"
                  "c \xc3\xa4";

    (void)state;
    text_tame(text);
    assert_string_equal(text, "a [31m\tb\n   c \xc3\xa4");
    // Nor does it turn around what stands beside it; other characters of three bytes stay.
    // Written by number: a linter rightly suspects such characters in a source.
    char turned[] = {'a',    '\xe2', '\x80', '\xae', 'b',    '\xe2', '\x81', '\xa6',
                     'c',    '\xe2', '\x80', '\x8f', 'd',    '\xd8', '\x9c', 'e',
                     '\xe2', '\x80', '\x93', '\xe2', '\x80', 0};
    text_tame(turned);
    assert_string_equal(turned, "a   b   c   d  e\xe2\x80\x93\xe2\x80");
}

static void text_is_cut_not_overrun(void **state)
{
    char storage[8] = "zzzzzzz";
    struct text t;

    (void)state;
    text_init(&t, storage, 5);
    text_add(&t, "abc");
    assert_false(t.cut);
    text_add(&t, "de");
    assert_true(t.cut);
    assert_string_equal(storage, "abcd");
    assert_int_equal(storage[5], 'z');
    text_init(&t, storage, 5);
    text_format(&t, "%d", 123456);
    assert_true(t.cut);
    assert_string_equal(storage, "1234");
    text_char(&t, 'x');
    assert_string_equal(storage, "1234");
    text_init(&t, storage, 5);
    assert_int_equal(text_until(&t, "ab,cd", " ,"), 2);
    assert_string_equal(storage, "ab");
    assert_int_equal(text_until(&t, "cdef", ","), 4); // what did not fit counts as well
    assert_true(t.cut);
    assert_string_equal(storage, "abcd");
}

static void numbers_are_read_whole(void **state)
{
    unsigned long long n = 0;

    (void)state;
    assert_true(text_read_number("0", 9, &n) && n == 0);
    assert_true(text_read_number("18446744073709551615", UINT64_MAX, &n) && n == UINT64_MAX);
    assert_false(text_read_number("18446744073709551616", UINT64_MAX, &n));
    assert_false(text_read_number("10", 9, &n));
    assert_false(text_read_number("9", 5, &n));
    assert_false(text_read_number("", 9, &n));
    assert_false(text_read_number("-1", 9, &n));
    assert_false(text_read_number("1 ", 9, &n));
}

static void numbers_are_written_whole(void **state)
{
    static const struct {
        long long n;
        const char *text;
    } numbers[] = {{0, "0"},
                   {7, "7"},
                   {-10, "-10"},
                   {LLONG_MAX, "9223372036854775807"},
                   {LLONG_MIN, "-9223372036854775808"}};
    char storage[32];
    struct text t;

    (void)state;
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        text_init(&t, storage, sizeof storage);
        text_number(&t, numbers[i].n);
        assert_string_equal(storage, numbers[i].text);
    }
    text_init(&t, storage, 4);
    text_number(&t, -1234);
    assert_true(t.cut);
    assert_string_equal(storage, "-12");
}

static void utf8_is_whole_characters(void **state)
{
    (void)state;
    assert_int_equal(text_utf8("a\xc3\xbc\xe2\x99\x9f\xf0\x9f\x8e\xb2", 10), 10);
    assert_int_equal(text_utf8("ab\xe2\x99", 4), 2);       // cut
    assert_int_equal(text_utf8("\x80", 1), 0);             // a middle without a head
    assert_int_equal(text_utf8("\xc0\xaf", 2), 0);         // longer than it need be
    assert_int_equal(text_utf8("\xed\xa0\x80", 3), 0);     // half of a pair
    assert_int_equal(text_utf8("\xf4\x90\x80\x80", 4), 0); // beyond the last character
    assert_int_equal(text_utf8("\xff", 1), 0);
}

static void distance_counts_edits(void **state)
{
    (void)state;
    assert_int_equal(text_distance("moves", "moves"), 0);
    assert_int_equal(text_distance("mvoes", "moves"), 2);
    assert_int_equal(text_distance("", "abc"), 3);
    assert_int_equal(text_distance("0123456789012345678901234567890123456789", "a"), 32);
}

static void quotes_are_short_and_printable(void **state)
{
    (void)state;
    assert_string_equal(error_quote("a\n\x80z").text, "a??z");
    assert_string_equal(error_quote("Größe é 漢字 😀").text, "Größe é 漢字 😀");
    assert_string_equal(error_quote("\x1b[31m\xc2\x9b[m\x7f\t").text, "?[31m?[m??");
    // Byte by byte, since as a text it would turn the direction of this line too.
    static const char turned[] = {'x', '\xe2', '\x80', '\xae', 'y', '\xe6', '\xbc', 0};
    assert_string_equal(error_quote(turned).text, "x?y??");
    assert_string_equal(error_quote("012345678901234567890123456789012345678é").text,
                        "012345678901234567890123456789012345678...");
    assert_int_equal(strlen(error_quote("0123456789012345678901234567890123456789xyz").text), 43);
}

// The stream is part of the promise that a seed gives the same deal everywhere.
static void random_stream_is_fixed(void **state)
{
    struct random r = random_from_seed(0);
    unsigned seen[6] = {0};

    (void)state;
    assert_true(random_next(&r) == 0xe220a8397b1dcdafu);
    assert_true(random_next(&r) == 0x6e789e6aa1b965f4u);
    for (int i = 0; i < 60000; i++)
        seen[random_below(&r, 6)]++;
    for (int i = 0; i < 6; i++)
        assert_in_range(seen[i], 9500, 10500);
}

static void hashes_differ(void **state)
{
    (void)state;
    assert_true(hash_bytes("abcdefgh", 8) != hash_bytes("abcdefgi", 8));
    assert_true(hash_bytes("abc", 3) != hash_bytes("abc\0", 4));
    assert_true(hash_bytes("abc", 3) == hash_bytes("abc", 3));
}

static void options_are_strict(void **state)
{
    const struct game *g = registry_find("masker");
    struct game_options options = {0}, kept = {0};
    struct error e;

    (void)state;
    assert_non_null(g);
    assert_true(game_set_option(g, &options, "players=3", &e));
    kept = options;
    assert_false(game_set_option(g, &options, "players=5", &e));
    assert_non_null(strstr(e.message.text, "players"));
    assert_false(game_set_option(g, &options, "player=2", &e));
    assert_false(game_set_option(g, &options, "players", &e));
    assert_false(game_set_option(g, &options, "=2", &e));
    assert_false(game_set_option(g, &options, "", &e));
    assert_memory_equal(&options, &kept, sizeof kept);
    assert_false(game_set_option(registry_find("yoxii"), &options, "a=b", &e));
    assert_non_null(strstr(e.message.text, "has no options"));
}

// Figures go out and back: the start stands again after four actions (Tiku's discs make that
// longer, so the position repeated is one reached later).
static void third_time_is_a_draw(void **state)
{
    static const char *const round[] = {"a2a1", "f5f6", "a1a2", "f6f5"};
    const struct game *g = registry_find("tiku");
    struct game_options options = {0};
    struct game_position start;
    struct game_result result;
    struct game_actions list;
    struct history history;
    struct error e;
    unsigned played = 0;

    (void)state;
    g->start(&options, 0, &start);
    history_init(&history, g, &options, &start);
    for (; played < 40 && !history.repeated; played++) {
        if (!history_play_text(&history, round[played % 4], &e))
            fail_msg("%s", e.message.text);
    }
    history_result(&history, &result);
    assert_true(result.over);
    assert_int_equal(result.outcome[0], GAME_DRAW);
    assert_int_equal(result.outcome[1], GAME_DRAW);
    assert_int_equal(result.score[0] + result.score[1], 0);
    history_list(&history, &list);
    assert_int_equal(list.count, 0);
    assert_false(history_play_text(&history, "b2b3", &e));
    history_clear(&history);
}

// An option that takes no value may leave its text out.
static void help_of_a_flag(void **state)
{
    static const struct option flags[] = {
        {OPTION("--divide", NULL, FLAG), .help = {"", "count each action"}},
        {.brief = "-d", OPTION("--deep", "N", NUMBER), .help = {"", "how deep"}},
        OPTION_END,
    };
    const struct option *const lists[] = {flags, NULL};
    char storage[200];
    struct text t;
    struct output out;

    (void)state;
    text_init(&t, storage, sizeof storage);
    out = output_to_text(&t);
    options_help(lists, NULL, &out);
    assert_string_equal(storage, "  --divide                count each action\n"
                                 "  -d, --deep N            how deep\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(taming),
        cmocka_unit_test(text_is_cut_not_overrun),
        cmocka_unit_test(numbers_are_read_whole),
        cmocka_unit_test(numbers_are_written_whole),
        cmocka_unit_test(utf8_is_whole_characters),
        cmocka_unit_test(distance_counts_edits),
        cmocka_unit_test(quotes_are_short_and_printable),
        cmocka_unit_test(random_stream_is_fixed),
        cmocka_unit_test(hashes_differ),
        cmocka_unit_test(options_are_strict),
        cmocka_unit_test(help_of_a_flag),
        cmocka_unit_test(third_time_is_a_draw),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
