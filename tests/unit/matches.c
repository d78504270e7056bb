// SPDX-License-Identifier: MIT
// What matches of many games rest on: schedules in which everybody meets, things that are handed on
// in order, tables that count, and files of many games that are read the same however their bytes
// come, also when they are damaged.
#include <stdlib.h>

#include "play/crosstable.h"
#include "play/sequence.h"
#include "record/collection.h"
#include "record/filter.h"
#include "record/matchtags.h"
#include "record/recordjson.h"
#include "tests/unit/subjects.h"

// ---------------------------------------------------------------------------------------------
// Schedules
// ---------------------------------------------------------------------------------------------

// Every set of players meets once a cycle, and its deals are 0, 1, 2 and so on.
static void everybody_meets(void **state)
{
    static unsigned met[1 << 7];

    (void)state;
    for (unsigned players = 2; players <= 7; players++) {
        for (unsigned table = 2; table <= 4 && table <= players; table++) {
            for (int gauntlet = 0; gauntlet < 2; gauntlet++) {
                struct schedule s = {.kind = gauntlet ? SCHEDULE_GAUNTLET : SCHEDULE_ROBIN,
                                     .players = players,
                                     .table = table,
                                     .each = 3};
                unsigned sets = 0;
                memset(met, 0, sizeof met);
                for (uint64_t group = 0; group < schedule_groups(&s); group++) {
                    unsigned at[GAME_MAX_SEATS], set = 0;
                    uint64_t deal;
                    schedule_group(&s, group, at, &deal);
                    for (unsigned i = 0; i < table; i++) {
                        assert_true(at[i] < players && (i == 0 || at[i] > at[i - 1]));
                        set |= 1U << at[i];
                    }
                    assert_int_equal(met[set]++, deal);
                    sets += deal == 0;
                }
                for (unsigned set = 0; set < 1U << players; set++) {
                    bool meant =
                        (unsigned)__builtin_popcount(set) == table && (!gauntlet || set & 1);
                    assert_int_equal(met[set], meant ? 3 : 0);
                    sets -= meant;
                }
                assert_int_equal(sets, 0);
            }
        }
    }
}

// Nobody meets somebody twice while that can be, and everybody plays in every round but one of an
// odd number.
static void swiss_rounds(void **state)
{
    struct random r = random_from_seed(4);

    (void)state;
    for (unsigned players = 4; players <= 24; players++) {
        struct schedule s = {
            .kind = SCHEDULE_SWISS, .players = players, .table = 2, .each = 2, .rounds = 3};
        uint64_t points[SCHEDULE_PLAYERS] = {0};
        unsigned byes = 0;
        bool met[SCHEDULE_PLAYERS][SCHEDULE_PLAYERS] = {{false}};
        for (unsigned round = 0; round < s.rounds; round++) {
            bool plays[SCHEDULE_PLAYERS] = {false};
            uint64_t group = schedule_round_begins(&s, round);
            assert_false(schedule_knows(&s, group));
            assert_true(schedule_pair(&s, points));
            for (; group < schedule_round_begins(&s, round + 1); group++) {
                unsigned at[GAME_MAX_SEATS];
                uint64_t deal;
                assert_true(schedule_knows(&s, group));
                schedule_group(&s, group, at, &deal);
                bool first = deal % s.each == 0;
                assert_int_equal(deal / s.each, round);
                assert_true(!first || players < 5 || !met[at[0]][at[1]]);
                assert_true(!first || (!plays[at[0]] && !plays[at[1]]));
                plays[at[0]] = plays[at[1]] = true;
                met[at[0]][at[1]] = met[at[1]][at[0]] = true;
                uint64_t won = random_below(&r, 5);
                points[at[0]] += won;
                points[at[1]] += 4 - won;
            }
        }
        for (unsigned i = 0; i < players; i++) {
            byes += schedule_byes(&s, i);
            assert_true(schedule_byes(&s, i) <= 1);
        }
        assert_int_equal(byes, players % 2 ? s.rounds : 0);
    }
}

// ---------------------------------------------------------------------------------------------
// Order
// ---------------------------------------------------------------------------------------------

static void things_in_order(void **state)
{
    enum { COUNT = 500 };
    static char things[COUNT];
    struct random r = random_from_seed(1);
    struct sequence s = {0};
    unsigned waiting[20], count = 0, put = 0, taken = 0;

    (void)state;
    // As several threads would: up to twenty are under way, and any of them ends next.
    while (put < COUNT || count > 0) {
        while (count < 20 && put < COUNT)
            waiting[count++] = put++;
        unsigned which = random_below(&r, count);
        assert_true(sequence_put(&s, waiting[which], &things[waiting[which]]));
        waiting[which] = waiting[--count];
        for (void *thing; (thing = sequence_take(&s)) != NULL; taken++)
            assert_ptr_equal(thing, &things[taken]);
    }
    assert_int_equal(taken, COUNT);
    // What is missing at the end is passed over.
    assert_true(sequence_put(&s, COUNT + 3, &things[3]));
    assert_true(sequence_put(&s, COUNT + 100, &things[100]));
    assert_null(sequence_take(&s));
    assert_ptr_equal(sequence_drain(&s), &things[3]);
    assert_ptr_equal(sequence_drain(&s), &things[100]);
    assert_null(sequence_drain(&s));
    sequence_clear(&s);
}

// ---------------------------------------------------------------------------------------------
// Tables
// ---------------------------------------------------------------------------------------------

static void a_table(void **state)
{
    static struct crosstable t;
    const struct crosstable_game pair[] = {
        {.players = {2, 0}, .half_points = {2, 0}, .used = {30, 40}, .seat = -1},
        {.number = 1, .players = {0, 2}, .half_points = {1, 1}, .used = {5, 6}, .seat = -1},
    };
    const struct crosstable_game late = {
        .number = 2, .players = {1, 2}, .half_points = {0, 2}, .end = CROSSTABLE_TIME, .seat = 0};
    unsigned order[SCHEDULE_PLAYERS];

    (void)state;
    crosstable_init(&t, 3, 2);
    crosstable_add(&t, pair, 2);
    crosstable_add(&t, &late, 1); // half a pair is no observation
    assert_int_equal(t.games, 3);
    assert_int_equal(crosstable_half_points(&t, 2), 5);
    assert_int_equal(t.rows[2].score.groups[3], 1);
    assert_int_equal(t.rows[0].score.groups[1], 1);
    assert_int_equal(t.rows[1].score.groups[0], 0);
    assert_int_equal(t.rows[1].on_time, 1);
    assert_int_equal(t.rows[0].used, 45);
    assert_int_equal(t.cells[2][0].half_points, 3);
    assert_int_equal(t.cells[0][2].games, 2);
    crosstable_order(&t, order);
    assert_true(order[0] == 2 && order[1] == 0 && order[2] == 1);
}

static void settings_differ(void **state)
{
    char word[MATCHTAGS_SETTINGS];
    uint64_t n;

    (void)state;
    assert_false(matchtags_differ("a=1 seed=3", "seed=3 a=1", word));
    assert_true(matchtags_differ("a=1 seed=3", "a=1 seed=4", word));
    assert_string_equal(word, "seed=4");
    assert_true(matchtags_differ("a=1 seed=3 b=2", "a=1 seed=3", word));
    assert_string_equal(word, "b=2");
    assert_true(matchtags_number("a=1 seed=34", "seed", &n) && n == 34);
    assert_false(matchtags_number("xseed=34 seed=", "seed", &n));
}

// ---------------------------------------------------------------------------------------------
// Files of many games
// ---------------------------------------------------------------------------------------------

static const char many[] = "\xef\xbb\xbf[Game \"null\"]\n[Seat1 \"a \\\" ] * { b\"]\n\n{ a comment "
                           "with * and \\} in it } 1. 2 (1. 1 2. 2) 2. 1 *\n"
                           "{\"tags\": {\"Game\": \"null\", \"Seat1\": \"} \\\" {\"}, \"actions\": "
                           "[{\"action\": \"1\"}]}\n"
                           "[Game \"null\"] 1 2 1 *[Game \"null\"]*\n\n  {\"tags\": {\"Game\": "
                           "\"null\"}, \"actions\": []}";

// Bytes that come in pieces.
struct pieces {
    const char *bytes;
    size_t left, most;
};

static size_t read_piece(void *to, char *bytes, size_t capacity)
{
    struct pieces *p = to;
    size_t count = p->left < p->most ? p->left : p->most;

    count = count < capacity ? count : capacity;
    memcpy(bytes, p->bytes, count);
    p->bytes += count;
    p->left -= count;
    return count;
}

// Reads all games; the sum of their lengths, and the sentence that ends it.
static unsigned read_all(const char *bytes, size_t length, size_t most, uint64_t *games,
                         struct error *e)
{
    struct pieces p = {bytes, length, most};
    struct collection c;
    struct record r;
    unsigned actions = 0;

    record_init(&r);
    collection_init(&c, read_piece, &p);
    while (collection_next(&c, &r, e))
        actions += record_length(&r);
    *games = c.games;
    assert_true(c.offset <= length);
    collection_clear(&c);
    record_clear(&r);
    return actions;
}

static void games_in_pieces(void **state)
{
    struct error e;
    uint64_t games;

    (void)state;
    for (size_t most = 1; most < 300; most++) {
        assert_int_equal(read_all(many, sizeof many - 1, most, &games, &e), 2 + 1 + 3);
        assert_string_equal(e.message.text, "");
        assert_int_equal(games, 5);
    }
}

// Damage is told in a sentence, the same however the bytes come, and never more than that.
static void damaged_games(void **state)
{
    struct random r = random_from_seed(7);
    char copy[sizeof many];

    (void)state;
    for (unsigned round = 0; round < 3000; round++) {
        struct error whole, pieces;
        uint64_t games, again;
        size_t length = round % 3 ? sizeof many - 1 : random_below(&r, sizeof many);
        memcpy(copy, many, sizeof many);
        for (unsigned i = 0; i < round % 4; i++)
            copy[random_below(&r, sizeof many - 1)] = "*[]{}\"\\ \n1\0(<#A"[random_below(&r, 15)];
        unsigned actions = read_all(copy, length, 1 << 20, &games, &whole);
        assert_int_equal(read_all(copy, length, 1 + random_below(&r, 9), &again, &pieces), actions);
        assert_int_equal(games, again);
        assert_string_equal(whole.message.text, pieces.message.text);
    }
}

static void endless_games(void **state)
{
    size_t length = (size_t)COLLECTION_GAME + (1 << 17);
    char *bytes = calloc(length, 1);
    struct error e;
    uint64_t games;

    (void)state;
    assert_non_null(bytes);
    read_all(bytes, length, length, &games, &e);
    assert_non_null(strstr(e.message.text, "too much"));
    memset(bytes, '{', length);
    read_all(bytes, length, length, &games, &e);
    assert_non_null(strstr(e.message.text, "too much"));
    memset(bytes, '\n', length); // nothing but blanks is no game
    read_all(bytes, length, length, &games, &e);
    assert_string_equal(e.message.text, "");
    free(bytes);
}

static bool passes(const char *text, struct filter f)
{
    struct record r;
    struct error e;

    record_init(&r);
    assert_true(record_read(&r, text, strlen(text), &e));
    assert_true(filter_check(&f, &e));
    bool good = filter_passes(&f, &r);
    record_clear(&r);
    return good;
}

static void filters(void **state)
{
    static const char game[] =
        "[Game \"null\"] [Date \"2026-02-03\"] [Seat1 \"Ada\"] [Seat2Player \"level:3\"]"
        "1 2 1 2 1 *";
    struct error e;

    (void)state;
    assert_true(passes(game, (struct filter){0}));
    assert_true(passes(game, (struct filter){.player = "ada", .result = "win"}));
    assert_false(passes(game, (struct filter){.player = "ada", .result = "loss"}));
    assert_true(passes(game, (struct filter){.player = "level:3", .result = "loss"}));
    assert_false(passes(game, (struct filter){.player = "level:33"}));
    assert_true(passes(game, (struct filter){.since = "2026-02-03", .until = "2026-02-03"}));
    assert_false(passes(game, (struct filter){.until = "2026-02-02"}));
    assert_true(passes(game, (struct filter){.opening = " 1  2 1"}));
    assert_false(passes(game, (struct filter){.opening = "1 2 1 2 1 1"}));
    assert_true(passes(game, (struct filter){.least = 5, .most = 5}));
    assert_false(passes(game, (struct filter){.least = 6}));
    assert_true(passes(game, (struct filter){.variant = "players=2"}));
    assert_false(passes(game, (struct filter){.variant = "players=3"}));
    assert_false(passes(game, (struct filter){.variant = "colour=red"}));
    assert_false(passes(game, (struct filter){.result = "ongoing"}));
    assert_true(passes("[Game \"null\"] 1 *", (struct filter){.result = "ongoing"}));
    assert_false(passes("[Game \"null\"] 1 *", (struct filter){.since = "2000-01-01"}));
    assert_false(filter_check(&(struct filter){.since = "yesterday"}, &e));
    assert_false(filter_check(&(struct filter){.game = "nothing"}, &e));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_meets), cmocka_unit_test(swiss_rounds),
        cmocka_unit_test(things_in_order), cmocka_unit_test(a_table),
        cmocka_unit_test(settings_differ), cmocka_unit_test(games_in_pieces),
        cmocka_unit_test(damaged_games),   cmocka_unit_test(endless_games),
        cmocka_unit_test(filters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
