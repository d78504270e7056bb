// SPDX-License-Identifier: MIT
// Pairings: the blossom algorithm against brute force, known rounds, and what the rules demand.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "play/blossom.h"
#include "play/pairing.h"
#include "tests/unit/subjects.h"

// ---------------------------------------------------------------------------------------------
// Maximum weight matching
// ---------------------------------------------------------------------------------------------

enum { SMALL = 9 };

// The maximum weight of a matching of the unused vertices, by brute force.
static int64_t try_all(const int64_t *w, int count, unsigned used)
{
    int first = 0;
    int64_t best;

    while (first < count && used >> first & 1)
        first++;
    if (first == count)
        return 0;
    best = try_all(w, count, used | 1U << first);
    for (int other = first + 1; other < count; other++) {
        if (used >> other & 1 || !w[first * count + other])
            continue;
        int64_t sum =
            w[first * count + other] + try_all(w, count, used | 1U << first | 1U << other);
        best = sum > best ? sum : best;
    }
    return best;
}

static void matchings_are_heaviest(void **state)
{
    struct random r = random_from_seed(5);
    int64_t w[SMALL * SMALL];
    int mates[SMALL];

    (void)state;
    for (int round = 0; round < 3000; round++) {
        int count = 2 + round % (SMALL - 1);
        uint64_t most = round % 3 ? 6 : 1000000;
        memset(w, 0, sizeof w);
        for (int a = 0; a < count; a++) {
            for (int b = a + 1; b < count; b++)
                w[a * count + b] = w[b * count + a] =
                    random_below(&r, 4) ? (int64_t)random_below(&r, (uint32_t)most) : 0;
        }
        assert_true(blossom_max_weight_matching(w, count, mates));
        int64_t sum = 0;
        for (int a = 0; a < count; a++) {
            assert_true(mates[a] < 0 || mates[mates[a]] == a);
            sum += mates[a] > a ? w[a * count + mates[a]] : 0;
        }
        assert_int_equal(sum, try_all(w, count, 0));
    }
}

// ---------------------------------------------------------------------------------------------
// Swiss
// ---------------------------------------------------------------------------------------------

static void assert_pair(struct pairing p, int first, int second)
{
    assert_int_equal(p.first, first);
    assert_int_equal(p.second, second);
}

// The first two rounds of eight players of whom the better one always wins, as every book has them:
// the upper half against the lower, seats by turns; then winners among themselves so that everybody
// changes seats.
static void known_rounds_of_eight(void **state)
{
    struct pairing_player p[8] = {{0}};
    struct pairing pairs[5];
    uint8_t met[64] = {0};

    (void)state;
    assert_int_equal(pairing_swiss(p, 8, met, pairs), 4);
    assert_pair(pairs[0], 0, 4);
    assert_pair(pairs[1], 5, 1);
    assert_pair(pairs[2], 2, 6);
    assert_pair(pairs[3], 7, 3);
    for (int i = 0; i < 4; i++) {
        int a = i, b = i + 4, sign = i % 2 ? -1 : 1;
        met[a * 8 + b] = met[b * 8 + a] = 1;
        p[a] = (struct pairing_player){.points = 2, .balance = sign, .run = sign, .last = b};
        p[b] = (struct pairing_player){.points = 0, .balance = -sign, .run = -sign, .last = a};
    }
    assert_int_equal(pairing_swiss(p, 8, met, pairs), 4);
    assert_pair(pairs[0], 3, 0);
    assert_pair(pairs[1], 1, 2);
    assert_pair(pairs[2], 4, 7);
    assert_pair(pairs[3], 6, 5);
}

// With nothing to choose by seats, groups meet in order: 1 with 3, 2 with 4.
static void groups_meet_in_order(void **state)
{
    struct pairing_player p[6] = {{.points = 2}, {.points = 2}, {.points = 2},
                                  {.points = 2}, {.points = 0}, {.points = 0}};
    struct pairing pairs[4];
    uint8_t met[36] = {0};

    (void)state;
    assert_int_equal(pairing_swiss(p, 6, met, pairs), 3);
    assert_pair(pairs[0], 0, 2);
    assert_pair(pairs[1], 3, 1);
    assert_pair(pairs[2], 4, 5);
}

static void byes_go_to_the_lowest_without(void **state)
{
    struct pairing_player p[5] = {
        {.points = 4}, {.points = 4}, {.points = 2}, {.points = 2}, {.points = 0}};
    struct pairing pairs[4];
    uint8_t met[25] = {0};

    (void)state;
    assert_int_equal(pairing_swiss(p, 5, met, pairs), 3);
    assert_pair(pairs[2], 4, PAIRING_BYE);
    p[4].had_bye = true;
    assert_int_equal(pairing_swiss(p, 5, met, pairs), 3);
    assert_pair(pairs[2], 3, PAIRING_BYE);
    // The next would leave somebody only with people whom he has met: the bye goes one up.
    met[4 * 5 + 0] = met[0 * 5 + 4] = met[4 * 5 + 1] = met[1 * 5 + 4] = 1;
    met[4 * 5 + 2] = met[2 * 5 + 4] = 1;
    assert_int_equal(pairing_swiss(p, 5, met, pairs), 3);
    assert_pair(pairs[2], 2, PAIRING_BYE);
}

// Whether everybody can be paired with somebody new; `bye`: who may have one.
static bool can_be_new(const struct pairing_player *p, const uint8_t *met, int count, unsigned used,
                       bool bye)
{
    int a = 0;

    while (a < count && used >> a & 1)
        a++;
    if (a == count)
        return true;
    if (bye && !p[a].had_bye && can_be_new(p, met, count, used | 1U << a, false))
        return true;
    for (int b = a + 1; b < count; b++) {
        if (!(used >> b & 1) && !met[a * count + b] &&
            can_be_new(p, met, count, used | 1U << a | 1U << b, bye))
            return true;
    }
    return false;
}

static int by_points(const void *a, const void *b)
{
    const struct pairing_player *p = a, *q = b;

    return p->points != q->points ? q->points - p->points : p->last - q->last;
}

enum { MANY = 13 };

// One tournament with results by chance: `last` holds the player's number here, since players are
// sorted every round.
static void play_swiss(struct random *r, int count)
{
    struct pairing_player p[MANY] = {{0}};
    uint8_t all[MANY * MANY] = {0}, met[MANY * MANY];
    struct pairing pairs[MANY];

    for (int i = 0; i < count; i++)
        p[i].last = i;
    for (int round = 0; round < pairing_robin_rounds(count); round++) {
        qsort(p, (size_t)count, sizeof *p, by_points);
        for (int a = 0; a < count; a++) {
            for (int b = 0; b < count; b++)
                met[a * count + b] = all[p[a].last * MANY + p[b].last];
        }
        bool possible = can_be_new(p, met, count, 0, count % 2);
        int made = pairing_swiss(p, count, met, pairs);
        assert_int_equal(made, count / 2 + count % 2);
        for (int i = 0; i < made; i++) {
            struct pairing_player *a = &p[pairs[i].first];
            if (pairs[i].second == PAIRING_BYE) {
                assert_false(possible && a->had_bye);
                a->had_bye = true;
                a->points += 2;
                continue;
            }
            struct pairing_player *b = &p[pairs[i].second];
            assert_false(possible && all[a->last * MANY + b->last]);
            all[a->last * MANY + b->last] = all[b->last * MANY + a->last] = 1;
            a->balance++;
            b->balance--;
            a->run = a->run > 0 ? a->run + 1 : 1;
            b->run = b->run < 0 ? b->run - 1 : -1;
            if (possible && round < count / 2) // later there is hardly a choice
                assert_true(abs(a->balance) <= 2 && abs(b->balance) <= 2 && a->run <= 3);
            int result = (int)random_below(r, 3);
            a->points += result;
            b->points += 2 - result;
        }
    }
}

static void nobody_meets_twice_where_possible(void **state)
{
    struct random r = random_from_seed(11);

    (void)state;
    for (int i = 0; i < 120; i++)
        play_swiss(&r, 4 + i % 10);
}

static void swiss_is_quick_with_many(void **state)
{
    static struct pairing_player p[PAIRING_MOST];
    static uint8_t met[PAIRING_MOST * PAIRING_MOST];
    static struct pairing pairs[PAIRING_MOST + 1];
    struct random r = random_from_seed(3);

    (void)state;
    for (int i = 0; i < PAIRING_MOST - 1; i++)
        p[i] = (struct pairing_player){.points = 18 - 18 * i / PAIRING_MOST,
                                       .balance = (int)random_below(&r, 3) - 1,
                                       .run = random_below(&r, 2) ? 1 : -1};
    for (int i = 0; i < 1000; i++) {
        int a = (int)random_below(&r, PAIRING_MOST - 1),
            b = (int)random_below(&r, PAIRING_MOST - 1);
        met[a * (PAIRING_MOST - 1) + b] = met[b * (PAIRING_MOST - 1) + a] = 1;
    }
    assert_int_equal(pairing_swiss(p, PAIRING_MOST - 1, met, pairs), PAIRING_MOST / 2);
    for (int i = 0; i < PAIRING_MOST / 2 - 1; i++)
        assert_false(met[pairs[i].first * (PAIRING_MOST - 1) + pairs[i].second]);
}

// ---------------------------------------------------------------------------------------------
// All against all, and arena
// ---------------------------------------------------------------------------------------------

static void all_meet_all_once(void **state)
{
    struct pairing pairs[MANY];

    (void)state;
    for (int count = 2; count <= MANY; count++) {
        int met[MANY][MANY] = {{0}}, balance[MANY] = {0}, byes[MANY] = {0};
        int rounds = pairing_robin_rounds(count);
        for (int round = 0; round < 2 * rounds; round++) {
            int made = pairing_robin(count, round, pairs);
            assert_int_equal(made, (count + 1) / 2);
            for (int i = 0; i < made; i++) {
                if (pairs[i].second == PAIRING_BYE) {
                    byes[pairs[i].first]++;
                    continue;
                }
                met[pairs[i].first][pairs[i].second]++;
                balance[pairs[i].first]++;
                balance[pairs[i].second]--;
            }
            for (int i = 0; round == rounds - 1 && i < count; i++)
                assert_true(abs(balance[i]) <= 1);
        }
        for (int a = 0; a < count; a++) {
            assert_int_equal(balance[a], 0);
            assert_int_equal(byes[a], count % 2 ? 2 : 0);
            for (int b = 0; b < count; b++)
                assert_int_equal(met[a][b], a != b); // at both seats once
        }
    }
}

static void arenas_repeat_nothing_at_once(void **state)
{
    struct pairing_player p[4] = {{.last = 1, .run = 1, .balance = 1},
                                  {.last = 0, .run = -1, .balance = -1},
                                  {.last = -1},
                                  {.last = -1}};
    struct pairing pairs[4];

    (void)state;
    assert_int_equal(pairing_arena(p, 2, false, pairs), 0);
    assert_int_equal(pairing_arena(p, 2, true, pairs), 1);
    assert_pair(pairs[0], 1, 0); // and they change seats
    assert_int_equal(pairing_arena(p, 3, false, pairs), 1);
    assert_true(pairs[0].first == 2 || pairs[0].second == 2);
    assert_int_equal(pairing_arena(p, 4, false, pairs), 2);
    for (int i = 0; i < 2; i++)
        assert_false(pairs[i].first + pairs[i].second == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matchings_are_heaviest),
        cmocka_unit_test(known_rounds_of_eight),
        cmocka_unit_test(groups_meet_in_order),
        cmocka_unit_test(byes_go_to_the_lowest_without),
        cmocka_unit_test(nobody_meets_twice_where_possible),
        cmocka_unit_test(swiss_is_quick_with_many),
        cmocka_unit_test(all_meet_all_once),
        cmocka_unit_test(arenas_repeat_nothing_at_once),
    };

    return cmocka_run_group_tests_name("pairing", tests, NULL, NULL);
}
