// SPDX-License-Identifier: MIT
// Sentences, catalogues and plural rules.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/catalogue.h"
#include "base/error.h"

// A part as tools/words makes it: German's rule, then records in the order of their ids.
static const char part[] = "n1,=!\0"
                           "\2colour.white\0weiß\0"
                           "\2file.lines\0{file} hat {n} Zeile\1{file} hat {n} Zeilen\0"
                           "\2file.unwritable\0{file} lässt sich nicht schreiben\0"
                           "\2outer\0Zeile {line}: {fault}\0"
                           "\2pieces\0von {colour} sind {count} da, {nobody}\0"
                           "\2plain\0ohne alles";

static struct catalogue german_words(void)
{
    struct catalogue words = {.language = "de"};

    assert_true(catalogue_put(&words, 0, part, sizeof part));
    return words;
}

static void check_told(const struct error *e, const char *english, const char *translated)
{
    struct catalogue words = german_words();
    char storage[200];
    struct text t;

    assert_string_equal(e->message.text, english);
    text_init(&t, storage, sizeof storage);
    message_write(&e->message, &words, &t);
    assert_string_equal(storage, translated);
    text_init(&t, storage, sizeof storage);
    message_write(&e->message, NULL, &t);
    assert_string_equal(storage, english);
}

static void test_errors(void **state)
{
    struct error e, outer;

    (void)state;
    assert_false(error_set(&e, "file.unwritable:file", "%s cannot be written", "a.txt"));
    check_told(&e, "a.txt cannot be written", "a.txt lässt sich nicht schreiben");
    error_set(&e, "plain", "100 %% plain");
    check_told(&e, "100 % plain", "ohne alles");
    error_set(&e, "not.there:a,b", "%5.2f|%.*s", 1.5, 2, "abc");
    check_told(&e, " 1.50|ab", " 1.50|ab");
    error_say(&e, "no id, %d", 3);
    check_told(&e, "no id, 3", "no id, 3");
    error_count(&e, 1, "file.lines:file", "%s has one line", "%s has several lines", "f");
    check_told(&e, "f has one line", "f hat 1 Zeile");
    error_count(&e, 0, "file.lines:file", "%s has one line", "%s has several lines", "f");
    check_told(&e, "f has several lines", "f hat 0 Zeilen");
    error_set(&outer, "outer:line,fault", "line %u: %s", 7u, e.message.text);
    error_within(&outer, "fault", &e);
    check_told(&outer, "line 7: f has several lines", "Zeile 7: f hat 0 Zeilen");
    error_set(&outer, "outer:line,fault", "line %u: %s", 8u, "It is plain.");
    error_refer(&outer, "fault", "%s", "plain");
    check_told(&outer, "line 8: It is plain.", "Zeile 8: ohne alles");
    error_refer(&outer, "fault", "%s", "plain");
}

static void test_words_as_arguments(void **state)
{
    struct error e;

    (void)state;
    error_set(&e, "pieces:count,colour@colour", "%zu %s pieces", (size_t)3, "white");
    check_told(&e, "3 white pieces", "von weiß sind 3 da, {nobody}");
    error_set(&e, "pieces:count,colour@colour", "%llu %s pieces", 3ull, "black");
    check_told(&e, "3 black pieces", "von black sind 3 da, {nobody}");
}

// What does not fit leaves the English, and no half of the rest.
static void test_too_long(void **state)
{
    char file[SENTENCE_ARGS_BYTES + 10];
    struct error e;

    (void)state;
    memset(file, 'x', sizeof file - 1);
    file[sizeof file - 1] = 0;
    error_set(&e, "file.unwritable:file", "%s cannot be written", file);
    assert_string_equal(e.message.args, "");
    assert_int_equal(strlen(e.message.text), sizeof e.message.text - 1);
}

static void test_saying(void **state)
{
    struct catalogue words = german_words();
    char storage[100];
    struct text t;

    (void)state;
    text_init(&t, storage, sizeof storage);
    text_say(&t, &words, "file.unwritable:file", "%s cannot be written", "a");
    text_say(&t, &words, "nobody:file", "; %s says this", "nobody");
    text_say(&t, NULL, "file.unwritable:file", "; %s cannot be written", "b");
    assert_string_equal(storage,
                        "a lässt sich nicht schreiben; nobody says this; b cannot be written");
    text_init(&t, storage, sizeof storage);
    text_say_count(&t, &words, 2, "file.lines:file,n", "%s has %d line", "%s has %d lines", "f", 2);
    text_say_count(&t, NULL, 1, "file.lines:file,n", ", %s has %d line", ", %s has %d lines", "g",
                   1);
    assert_string_equal(storage, "f hat 2 Zeilen, g has 1 line");
}

static void test_finding(void **state)
{
    struct catalogue words = german_words();
    const struct catalogue *chosen;

    (void)state;
    assert_string_equal(catalogue_text(&words, "white", "%s.%s", "colour", "white"), "weiß");
    assert_string_equal(catalogue_text(&words, "red", "colour.red"), "red");
    assert_string_equal(catalogue_find(&words, "plain"), "ohne alles");
    assert_null(catalogue_find(&words, ""));
    assert_null(catalogue_find(&words, "a"));
    assert_null(catalogue_find(&words, "zzz"));
    assert_null(catalogue_find(NULL, "plain"));
    assert_false(catalogue_put(&words, 1, part, sizeof part - 1));
    assert_false(catalogue_put(&words, 1, "0", 1));
    assert_false(catalogue_put(&words, CATALOGUE_PARTS, part, sizeof part));
    assert_true(catalogue_choose("de_CH.UTF-8", &chosen) && !strcmp(chosen->language, "de"));
    assert_true(catalogue_choose("fr", &chosen) && !strcmp(chosen->language, "fr"));
    assert_true(catalogue_choose("en_GB", &chosen) && !chosen);
    assert_true(catalogue_choose("C.UTF-8", &chosen) && !chosen);
    assert_false(catalogue_choose("e", &chosen));
    assert_false(catalogue_choose("", &chosen));
    assert_false(catalogue_choose("xx", &chosen));
}

// Rules as PO files have them. tests/check-words compares each with its small form in the table
// below.
#define RULE(name, ...)                                                                            \
    static unsigned name(unsigned long long n)                                                     \
    {                                                                                              \
        (void)n;                                                                                   \
        return (unsigned)(__VA_ARGS__);                                                            \
    }
#pragma GCC diagnostic ignored "-Wparentheses"
// clang-format off
RULE(japanese, 0)
RULE(german, n != 1)
RULE(french, n > 1)
RULE(polish, n == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2)
RULE(russian, n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2)
RULE(slovenian, n % 100 == 1 ? 0 : n % 100 == 2 ? 1 : n % 100 == 3 || n % 100 == 4 ? 2 : 3)
RULE(arabic, n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 ? 4 : 5)
// clang-format on

static void test_plurals(void **state)
{
    static const struct {
        unsigned (*rule)(unsigned long long n);
        const char *small;
    } rules[] = {
        // clang-format off
        {japanese, "0,"},
        {german, "n1,=!"},
        {french, "n1,>"},
        {polish, "n1,=0,n10,%2,<!n10,%4,>!&n100,%10,<n100,%20,<!|&1,2,??"},
        {russian, "n10,%1,=n100,%11,=!&0,n10,%2,<!n10,%4,>!&n100,%10,<n100,%20,<!|&1,2,??"},
        {slovenian, "n100,%1,=0,n100,%2,=1,n100,%3,=n100,%4,=|2,3,???"},
        {arabic, "n0,=0,n1,=1,n2,=2,n100,%3,<!n100,%10,>!&3,n100,%11,<!4,5,?????"},
        // clang-format on
    };

    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        for (unsigned long long n = 0; n <= 1000; n++)
            assert_int_equal(catalogue_plural(rules[i].small, n), rules[i].rule(n));
    }
    // Damaged rules read nothing that is not theirs.
    catalogue_plural("?", 1);
    catalogue_plural("&&&&", 1);
    catalogue_plural("nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn", 1);
    catalogue_plural("12", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors),   cmocka_unit_test(test_words_as_arguments),
        cmocka_unit_test(test_too_long), cmocka_unit_test(test_saying),
        cmocka_unit_test(test_finding),  cmocka_unit_test(test_plurals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
