// SPDX-License-Identifier: MIT
// How much an address may have, and what counts as one.
#include <stdio.h>

#include "server/limits.h"
#include "tests/unit/subjects.h"

static void addresses_are_counted_as_one(void **state)
{
    static const char *const pairs[][2] = {
        {"10.0.0.1", "10.0.0.1"},
        {"::ffff:10.0.0.1", "10.0.0.1"},
        {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
        {"2001:DB8:1:2:ffff::", "2001:db8:1:2::"},
        {"::1", "::"},
        {"10.0.0", ""},
        {"10.0.0.1:80", ""},
        {"", ""},
        {"localhost", ""},
    };
    char address[LIMITS_ADDRESS];

    (void)state;
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        limits_address(pairs[i][0], address);
        assert_string_equal(address, pairs[i][1]);
    }
}

static void buckets_fill_slowly(void **state)
{
    struct limits_bucket b = {0};

    (void)state;
    for (int i = 0; i < 5; i++)
        assert_true(limits_take(&b, 5, 1000, 100000));
    assert_false(limits_take(&b, 5, 1000, 100000));
    for (int i = 1; i < 100; i++) // many small steps
        assert_false(limits_take(&b, 5, 1000, 100000 + i * 10));
    assert_true(limits_take(&b, 5, 1000, 101000));
    assert_false(limits_take(&b, 5, 1000, 101000));
    assert_false(limits_take(&b, 5, 1000, 90000)); // a clock that goes back gives nothing
    for (int i = 0; i < 5; i++)
        assert_true(limits_take(&b, 5, 1000, 200000));
    assert_false(limits_take(&b, 5, 1000, 200000));
}

static void links_are_given_back(void **state)
{
    struct limits *l = limits_open(true);
    unsigned had = 0;

    (void)state;
    while (limits_connect(l, "10.0.0.1", LIMITS_SOCKET, 1))
        had++;
    assert_in_range(had, 10, 200);
    assert_true(limits_connect(l, "10.0.0.1", LIMITS_VISIT, 1)); // each kind by itself
    assert_true(limits_connect(l, "10.0.0.2", LIMITS_SOCKET, 1));
    limits_sweep(l, INT64_C(1) << 40); // whoever is connected is not forgotten
    assert_false(limits_connect(l, "10.0.0.1", LIMITS_SOCKET, 1));
    limits_disconnect(l, "10.0.0.1", LIMITS_SOCKET);
    assert_true(limits_connect(l, "10.0.0.1", LIMITS_SOCKET, 1));
    limits_close(l);
}

static bool may_create(struct limits *l, unsigned number, int64_t now)
{
    char name[LIMITS_ADDRESS];
    struct error e;

    snprintf(name, sizeof name, "10.%u.%u.%u", number >> 16, number >> 8 & 255, number & 255);
    return limits_allow(l, name, LIMITS_CREATE, now, &e);
}

static unsigned create_all(struct limits *l, unsigned number, int64_t now)
{
    unsigned had = 0;

    while (may_create(l, number, now))
        had++;
    return had;
}

// Somebody makes addresses up: those that were seen longest ago make room, and nobody new is
// refused.
static void a_full_table_forgets_the_oldest(void **state)
{
    enum { MADE_UP = 250000 };
    struct limits *l = limits_open(true);

    (void)state;
    unsigned all = create_all(l, 0, 1);
    assert_in_range(all, 2, 100);
    create_all(l, 1, 1);
    create_all(l, 2, 1);
    assert_true(limits_connect(l, "10.0.0.1", LIMITS_SOCKET, 1));
    for (unsigned i = 3; i < MADE_UP; i++) {
        assert_true(may_create(l, i, 2));
        if (i % 10000 == 0)
            assert_false(may_create(l, 2, 2)); // whoever comes again and again is known
    }
    assert_int_equal(create_all(l, 0, 2), all); // forgotten
    assert_false(may_create(l, 1, 2));          // connected, so it is not
    limits_disconnect(l, "10.0.0.1", LIMITS_SOCKET);
    assert_false(may_create(l, 1, 2));
    limits_sweep(l, INT64_C(1) << 40);
    assert_int_equal(create_all(l, 1, 2), all);
    limits_close(l);
}

// Where all are connected there is no room to be made; one that goes makes some.
static void connected_addresses_are_kept(void **state)
{
    struct limits *l = limits_open(true);
    char name[LIMITS_ADDRESS];
    unsigned had = 0;

    (void)state;
    do
        snprintf(name, sizeof name, "10.%u.%u.%u", had >> 16, had >> 8 & 255, had & 255);
    while (limits_connect(l, name, LIMITS_VISIT, 1) && ++had < 1000000);
    assert_in_range(had, 10000, 999999);
    limits_disconnect(l, "10.0.0.7", LIMITS_VISIT);
    assert_true(limits_connect(l, name, LIMITS_VISIT, 1));
    limits_close(l);
}

static void nothing_is_limited_for_measuring(void **state)
{
    struct limits *l = limits_open(false);
    struct error e;

    (void)state;
    for (int i = 0; i < 1000; i++) {
        assert_true(limits_connect(l, "x", LIMITS_VISIT, 1));
        assert_true(limits_allow(l, "x", LIMITS_PASSWORD, 1, &e));
    }
    limits_close(l);
}

// All that one process has to tell, the other hears; how many words that took.
static unsigned tell_all(struct limits *from, const char *process, struct limits *to, int64_t now)
{
    char word[LIMITS_REPORT];
    unsigned count = 0;

    for (; limits_next_report(from, process, word); count++)
        limits_hear(to, word, now);
    return count;
}

// An address has one share, however many processes it asks.
static void processes_count_together(void **state)
{
    struct limits *here = limits_open(true), *there = limits_open(true);
    struct error e;

    (void)state;
    unsigned all = create_all(here, 7, 1000);
    assert_int_equal(tell_all(here, "aaaaaaaa", there, 1000), 1);
    assert_false(may_create(there, 7, 1000));
    assert_int_equal(create_all(there, 8, 1000), all);
    assert_true(limits_allow(there, "10.0.0.7", LIMITS_REQUEST, 1000, &e)); // each kind by itself
    assert_int_equal(tell_all(there, "bbbbbbbb", here, 1000),
                     1); // single ones are nobody's business
    assert_false(may_create(here, 8, 1000));
    assert_int_equal(create_all(there, 7, 1000 + INT64_C(86400000)), all); // it fills there too
    limits_close(here);
    limits_close(there);
}

static unsigned connect_all(struct limits *l, const char *name)
{
    unsigned had = 0;

    while (limits_connect(l, name, LIMITS_SOCKET, 1))
        had++;
    return had;
}

static void processes_count_connections_together(void **state)
{
    struct limits *here = limits_open(true), *there = limits_open(true);

    (void)state;
    assert_true(limits_connect(here, "10.0.0.1", LIMITS_SOCKET, 1));
    assert_int_equal(tell_all(here, "aaaaaaaa", there, 1), 0);
    unsigned all = connect_all(here, "10.0.0.1") + 1;
    assert_int_equal(tell_all(here, "aaaaaaaa", there, 1), 1);
    assert_false(limits_connect(there, "10.0.0.1", LIMITS_SOCKET, 1));
    assert_int_equal(connect_all(there, "10.0.0.2"), all);
    for (unsigned i = 0; i < all / 2; i++)
        limits_disconnect(here, "10.0.0.1", LIMITS_SOCKET);
    tell_all(here, "aaaaaaaa", there, 1);
    assert_int_equal(connect_all(there, "10.0.0.1"), all / 2);
    tell_all(there, "bbbbbbbb", here, 1);
    assert_false(limits_connect(here, "10.0.0.1", LIMITS_SOCKET, 1));
    limits_forget(here, "bbbbbbbb"); // it has crashed
    assert_int_equal(connect_all(here, "10.0.0.1"), all / 2);
    limits_close(here);
    limits_close(there);
}

// Whatever comes as a word is at worst nonsense about somebody.
static void odd_words_do_no_harm(void **state)
{
    static const char *const odd[] = {"%",
                                      "%short",
                                      "%zzzzzzzzzzz",
                                      "%___________________________",
                                      "%            ......        ",
                                      ""};
    struct limits *l = limits_open(true);

    (void)state;
    for (unsigned i = 0; i < sizeof odd / sizeof *odd; i++)
        limits_hear(l, odd[i], 1);
    assert_true(may_create(l, 1, 1));
    limits_close(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_counted_as_one),
        cmocka_unit_test(buckets_fill_slowly),
        cmocka_unit_test(links_are_given_back),
        cmocka_unit_test(a_full_table_forgets_the_oldest),
        cmocka_unit_test(connected_addresses_are_kept),
        cmocka_unit_test(processes_count_together),
        cmocka_unit_test(processes_count_connections_together),
        cmocka_unit_test(odd_words_do_no_harm),
        cmocka_unit_test(nothing_is_limited_for_measuring),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
