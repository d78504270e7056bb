// SPDX-License-Identifier: MIT
// JSON: what the reader takes and refuses (tests/data/json has the lists), where it finds a fault,
// and what the writer makes of any text. Records whose keys stand in another order.
#include <stdio.h>
#include <string.h>

#include "base/jsonread.h"
#include "base/jsonwrite.h"
#include "record/recordjson.h"
#include "tests/unit/subjects.h"

enum { ROOM = 400 };

static struct json_token tokens[ROOM];

static const struct json_token *read_text(const char *text)
{
    struct error e;
    const struct json_token *root = json_read(text, strlen(text), tokens, ROOM, &e);

    if (!root)
        fail_msg("%s: %s", text, e.message.text);
    return root;
}

static void refuse(const char *text, size_t length, const char *sentence)
{
    struct error e = {0};

    assert_null(json_read(text, length, tokens, ROOM, &e));
    assert_string_equal(e.message.text, sentence);
}

// Calls `check` with every line of a file.
static void each_line(const char *path, void (*check)(const char *text, size_t length))
{
    FILE *file = fopen(path, "r");
    char line[256];
    unsigned count = 0;

    assert_non_null(file);
    for (; fgets(line, sizeof line, file); count++) {
        line[strcspn(line, "\n")] = 0;
        check(line, strlen(line));
    }
    fclose(file);
    assert_true(count > 30);
}

static void check_valid(const char *text, size_t length)
{
    const struct json_token *root = read_text(text);

    assert_true(root->span <= json_read_capacity(text, length));
}

static void check_invalid(const char *text, size_t length)
{
    struct error e = {0};

    if (json_read(text, length, tokens, ROOM, &e))
        fail_msg("%s was read", text);
    assert_true(!strncmp(e.message.text, "line 1, column ", 15));
}

static void lists_are_taken_and_refused(void **state)
{
    (void)state;
    each_line("tests/data/json/valid.txt", check_valid);
    each_line("tests/data/json/invalid.txt", check_invalid);
}

static void bytes_are_checked(void **state)
{
    (void)state;
    refuse("", 0, "line 1, column 1: the text breaks off where a value must stand");
    refuse(" \n ", 3, "line 2, column 2: the text breaks off where a value must stand");
    refuse("\0", 1, "line 1, column 1: '' stands where a value must stand");
    refuse("1\0", 2, "line 1, column 2: '' stands where the end must stand");
    refuse("\xef\xbb\xbf{}", 5, "line 1, column 1: '?' stands where a value must stand");
    refuse("\"\xc3\"", 3, "line 1, column 2: the bytes in a string are not UTF-8");
    refuse("\"\xc0\xaf\"", 4, "line 1, column 2: the bytes in a string are not UTF-8");
    refuse("\"\xed\xa0\x80\"", 5, "line 1, column 2: the bytes in a string are not UTF-8");
    refuse("\"a\tb\"", 5,
           "line 1, column 3: a control character stands in a string without an escape");
    refuse("\"a\nb\"", 5,
           "line 1, column 3: a control character stands in a string without an escape");
    refuse("[\f1]", 4, "line 1, column 2: '?' stands where a value must stand");
}

static void faults_have_a_place(void **state)
{
    static const char text[] = "{\n  \"\xc3\xa9\xe2\x82\xac\": 1,\n  \"\xc3\xa9\" x";

    (void)state;
    refuse(text, strlen(text), "line 3, column 7: 'x' stands where ':' must stand");
    refuse("[1}", 3, "line 1, column 3: '}' stands where ',' or ']' must stand");
    refuse("{\"a\":1,}", 8, "line 1, column 8: '}' stands where a key in quotes must stand");
    refuse("{\"a\":1", 6, "line 1, column 7: the text breaks off where ',' or '}' must stand");
    refuse("\"abc", 4, "line 1, column 5: the text breaks off inside a string");
    refuse("\"\\x\"", 4, "line 1, column 2: the escape in a string is none that JSON knows");
    refuse("-x", 2, "line 1, column 2: 'x' stands where a digit must stand");
    refuse("{} {}", 5, "line 1, column 4: '{' stands where the end must stand");
}

static void depth_and_tokens_are_bounded(void **state)
{
    char text[2 * JSON_DEPTH_MOST + 3] = {0};
    struct error e;

    (void)state;
    memset(text, '[', JSON_DEPTH_MOST);
    memset(text + JSON_DEPTH_MOST, ']', JSON_DEPTH_MOST);
    assert_int_equal(read_text(text)->span, JSON_DEPTH_MOST);
    memset(text, '[', JSON_DEPTH_MOST + 1);
    memset(text + JSON_DEPTH_MOST + 1, ']', JSON_DEPTH_MOST + 1);
    refuse(text, strlen(text), "line 1, column 129: too many values stand inside each other");
    assert_non_null(json_read("[1,2]", 5, tokens, 3, &e));
    assert_null(json_read("[1,2]", 5, tokens, 2, &e));
    assert_string_equal(e.message.text, "line 1, column 4: the text holds too many values");
    assert_null(json_read("1", (size_t)JSON_BYTES_MOST + 1, tokens, ROOM, &e));
}

static void values_are_found(void **state)
{
    const struct json_token *root = read_text(
        "{\"a\": [1, [2, {}], \"x\"], \"b\\u0061\": {\"c\": null}, \"n\": -5, \"t\": true}");
    const struct json_token *list = json_read_member(root, "a");
    int64_t n;

    (void)state;
    assert_int_equal(json_read_count(root), 4);
    assert_int_equal(json_read_count(list), 3);
    assert_int_equal(json_read_count(json_read_item(list, 1)), 2);
    assert_true(json_read_is(json_read_item(list, 2), "x"));
    assert_null(json_read_item(list, 3));
    assert_true(json_read_kind(json_read_member(json_read_member(root, "ba"), "c"), JSON_NULL));
    assert_true(json_read_number(json_read_member(root, "n"), &n) && n == -5);
    assert_true(json_read_kind(json_read_member(root, "t"), JSON_TRUE));
    // What is not there, or is something else, is no fault.
    assert_null(json_read_member(root, "none"));
    assert_null(json_read_member(list, "a"));
    assert_null(json_read_item(root, 0));
    assert_null(json_read_first(json_read_member(root, "n")));
    assert_null(json_read_member(NULL, "a"));
    assert_null(json_read_first(NULL));
    assert_false(json_read_is(NULL, ""));
    assert_false(json_read_number(NULL, &n));
}

static void strings_mean_what_they_say(void **state)
{
    char word[16];

    (void)state;
    assert_true(json_read_string(read_text("\"\\u00e9\\ud83c\\udfb2\\n\\/\""), word, sizeof word));
    assert_string_equal(word, "\xc3\xa9\xf0\x9f\x8e\xb2\n/");
    assert_true(json_read_is(read_text("\"\\u0064o\""), "do"));
    assert_false(json_read_is(read_text("\"do\""), "dot"));
    assert_false(json_read_is(read_text("\"dot\""), "do"));
    assert_false(json_read_is(read_text("\"do\\u0000\""), "do"));
    assert_false(json_read_string(read_text("\"a\\u0000b\""), word, sizeof word));
    assert_false(json_read_string(read_text("\"0123456789012345\""), word, sizeof word));
    assert_string_equal(word, "012345678901234");
    assert_false(json_read_string(read_text("5"), word, sizeof word));
    assert_string_equal(word, "");
}

static void numbers_are_whole(void **state)
{
    static const char *const bad[] = {"1.5",
                                      "1e3",
                                      "1.0",
                                      "9223372036854775808",
                                      "-9223372036854775809",
                                      "\"1\"",
                                      "true",
                                      "100000000000000000000000000"};
    int64_t n;

    (void)state;
    assert_true(json_read_number(read_text("9223372036854775807"), &n) && n == INT64_MAX);
    assert_true(json_read_number(read_text("-9223372036854775808"), &n) && n == INT64_MIN);
    assert_true(json_read_number(read_text("-0"), &n) && n == 0);
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(json_read_number(read_text(bad[i]), &n));
}

static void any_text_can_be_written(void **state)
{
    static const char hard[] = "q\" b\\ n\n t\t \x01 \x7f \xc3\xa9 \xff \xe2\x82";
    char bytes[200], word[64];
    struct json_writer j;
    struct text t;

    (void)state;
    text_init(&t, bytes, sizeof bytes);
    struct output out = output_to_text(&t);
    json_write_init(&j, &out);
    json_write_object(&j, NULL);
    json_write_string(&j, hard, NULL);
    json_write_begin_string(&j, "s");
    json_write_part(&j, hard, 4);
    json_write_part(&j, hard + 4, strlen(hard + 4));
    json_write_end_string(&j);
    json_write_decimal(&j, "d", -5, 10);
    json_write_end_object(&j);
    assert_false(t.cut);
    const struct json_token *root = read_text(bytes);
    assert_true(json_read_string(json_read_member(root, "s"), word, sizeof word));
    assert_string_equal(word, "q\" b\\ n\n t\t \x01 \x7f \xc3\xa9 ? ??");
    assert_true(json_read_kind(json_read_value(json_read_first(root)), JSON_NULL));
}

// Every byte, at every place, in names and texts.
static void every_byte_is_escaped(void **state)
{
    char bytes[400], wanted[400], text[41];
    struct json_writer j;
    struct text t, w;

    (void)state;
    for (unsigned place = 0; place < sizeof text - 1; place++) {
        for (unsigned byte = 1; byte < 256; byte++) {
            memset(text, 'a', sizeof text - 1);
            text[sizeof text - 1] = 0;
            text[place] = (char)byte;
            text_init(&w, wanted, sizeof wanted);
            text_format(&w, "%.*s", (int)place, text);
            if (byte == '"' || byte == '\\')
                text_format(&w, "\\%c", (int)byte);
            else if (byte == '\n')
                text_add(&w, "\\n");
            else if (byte < 0x20 || byte == 0x7f)
                text_format(&w, "\\u%04x", byte);
            else
                text_char(&w, byte < 0x80 ? (char)byte : '?');
            text_add(&w, text + place + 1);
            text_init(&t, bytes, sizeof bytes);
            struct output out = output_to_text(&t);
            json_write_init(&j, &out);
            json_write_object(&j, NULL);
            json_write_string(&j, text, text);
            json_write_end_object(&j);
            assert_int_equal(t.length, 2 * w.length + 7);
            assert_memory_equal(bytes + 2, wanted, w.length);
            assert_memory_equal(bytes + w.length + 5, wanted, w.length);
        }
    }
}

static void lines_are_laid_out(void **state)
{
    char bytes[100];
    struct json_writer j;
    struct text t;

    (void)state;
    text_init(&t, bytes, sizeof bytes);
    struct output out = output_to_text(&t);
    json_write_init(&j, &out);
    j.spaced = true;
    json_write_object(&j, NULL);
    json_write_line(&j, 2);
    json_write_number(&j, "a", 1);
    json_write_number(&j, "b", 2);
    json_write_line(&j, 0);
    json_write_end_object(&j);
    assert_string_equal(bytes, "{\n  \"a\": 1, \"b\": 2\n}");
}

// ---------------------------------------------------------------------------------------------
// Records
// ---------------------------------------------------------------------------------------------

static void read_record_text(const char *text, char *written, size_t capacity)
{
    struct record r;
    struct error e;
    struct text t;

    record_init(&r);
    if (!recordjson_read(&r, text, strlen(text), &e))
        fail_msg("%s: %s", text, e.message.text);
    text_init(&t, written, capacity);
    struct output out = output_to_text(&t);
    recordjson_write(&r, &out);
    assert_false(t.cut);
    record_clear(&r);
}

static void keys_stand_in_any_order(void **state)
{
    static const char *const texts[] = {
        "{\"tags\":{\"Game\":\"null\"},\"comment\":\"c\",\"actions\":[{\"action\":\"2\",\"turn\":1,"
        "\"seat\":1,\"note\":\"!\",\"spent\":5,\"hints\":[1,3],\"comment\":\"x\",\"variations\":"
        "[[{\"action\":\"1\"}]]}]}",
        "{\"actions\":[{\"variations\":[[{\"action\":\"1\"}]],\"comment\":\"x\",\"hints\":[1,3],"
        "\"spent\":5,\"note\":\"!\",\"seat\":1,\"turn\":1,\"action\":\"2\"}],\"comment\":\"c\","
        "\"tags\":{\"Game\":\"null\"}}",
        "{\"comment\":\"\\u0063\",\"actions\":[{\"note\":\"!\",\"\\u0061ction\":\"2\",\"seat\":1,"
        "\"hints\":[1,3],\"spent\":5,\"variations\":[[{\"action\":\"1\",\"hints\":[]}]],"
        "\"comment\":\"x\"}],\"tags\":{\"Game\":\"null\"}}",
    };
    char first[1000], other[1000];

    (void)state;
    read_record_text(texts[0], first, sizeof first);
    assert_non_null(strstr(first, "\"variations\": [[{\"action\": \"1\""));
    for (unsigned i = 1; i < sizeof texts / sizeof *texts; i++) {
        read_record_text(texts[i], other, sizeof other);
        assert_string_equal(other, first);
    }
}

static void records_are_refused(void **state)
{
    static const char *const cases[][2] = {
        {"[]", "line 1: something else stands where the object of a record must stand"},
        {"{\"tags\":{},\"tags\":{}}", "line 1: key 'tags' is unknown or given twice"},
        {"{\"moves\":[]}", "line 1: key 'moves' is unknown or given twice"},
        {"{\"actions\":[\n{\"seat\":1}]}", "line 2: an action has no key 'action'"},
        {"{\"actions\":[{\"action\":\"1\",\n\"action\":\"1\"}]}",
         "line 2: key 'action' is unknown or given twice"},
        {"{\"actions\":[{\"comment\":\"\",\"action\":\"1\",\"comment\":\"\"}]}",
         "line 1: key 'comment' is unknown or given twice"},
        {"{\"actions\":[5]}",
         "line 1: something else stands where the object of an action must stand"},
        {"{\"comment\":\"\\u0000\"}", "line 1: a string holds a zero"},
        {"{\"tags\":{\"Game\":5}}", "line 1: something else stands where a string must stand"},
        {"{\"tags\":{\"Game\":\"null\",}}",
         "line 1, column 24: '}' stands where a key in quotes must stand"},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct record r;
        struct error e = {0};
        record_init(&r);
        assert_false(recordjson_read(&r, cases[i][0], strlen(cases[i][0]), &e));
        assert_string_equal(e.message.text, cases[i][1]);
        assert_int_equal(r.count, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_taken_and_refused),
        cmocka_unit_test(bytes_are_checked),
        cmocka_unit_test(faults_have_a_place),
        cmocka_unit_test(depth_and_tokens_are_bounded),
        cmocka_unit_test(values_are_found),
        cmocka_unit_test(strings_mean_what_they_say),
        cmocka_unit_test(numbers_are_whole),
        cmocka_unit_test(any_text_can_be_written),
        cmocka_unit_test(every_byte_is_escaped),
        cmocka_unit_test(lines_are_laid_out),
        cmocka_unit_test(keys_stand_in_any_order),
        cmocka_unit_test(records_are_refused),
    };
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
