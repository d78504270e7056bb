// SPDX-License-Identifier: MIT
// CFR+ and determinization: all deals are listed, best responses equal those found by trying every
// pure strategy, known endgames have their known value, and exploitability falls with more
// iterations.
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "play/player.h"
#include "search/belief.h"
#include "search/cfr.h"
#include "tests/unit/subjects.h"

enum { MEGABYTES = 8, SETS = 64, STRATEGIES = 300000 };

// Ends of the one game that has secrets; what its sides win is known where `value` is no nonsense.
static const struct end {
    const char *text;
    int value;         // of the first side, in hundredths; or UNKNOWN
    bool can_be_tried; // every pure strategy of either side
} ends[] = {
    // Whoever is to act guesses one of two colours; the other then knows.
    {"*...../r...../..y.../....../....g./...... 1 0 + 16,16 ?,?", 0, true},
    {"*...../r...../..y.../....../....g./...... 2 0 + 16,16 ?,?", 0, true},
    // Two colours: everybody knows, and takes the other.
    {"*...../r...../..y.../....../....../...... 1 0 + 17,16 ?,?", 100, true},
    {"*...../r...../..y.../....../....../...... 2 0 + 17,16 ?,?", -100, true},
    {"*r..../y...../..w.../....../....g./...... 1 1 - 16,15 ?,?", 1000, false},
    {"..r..g/..*..p/y....b/....../....../rw.... 2 1 - 13,15 ?,?", 1000, false},
};
enum { UNKNOWN = 1000 };

struct laid {
    const struct game *game;
    struct game_options options;
    struct determinizations deals;
    struct cfr *cfr;
    void *memory;
    size_t nodes;
};

static bool lay(struct laid *t, const char *text, size_t most)
{
    struct game_position seen;
    struct error e;

    t->game = registry_find("masker");
    t->options = (struct game_options){0};
    assert_true(t->game->read(&t->options, text, &seen, &e));
    determinize_all(&t->deals, t->game, &t->options, &seen);
    t->memory = aligned_alloc(64, (size_t)MEGABYTES << 20);
    assert_non_null(t->memory);
    t->cfr = cfr_build(t->memory, (size_t)MEGABYTES << 20, t->game, &t->options, &t->deals, most,
                       &t->nodes);
    return t->cfr != NULL;
}

// ---------------------------------------------------------------------------------------------
// Every pure strategy
// ---------------------------------------------------------------------------------------------

// Where somebody decides: after a line of actions, with a secret.
struct trying {
    const struct laid *laid;
    int seat;
    uint64_t at[SETS];
    unsigned count[SETS], chosen[SETS], sets;
};

static unsigned set_of(struct trying *t, uint64_t line, int secret, unsigned count)
{
    uint64_t key = line * 8 + (uint64_t)secret;
    unsigned i = 0;

    while (i < t->sets && t->at[i] != key)
        i++;
    if (i == t->sets) {
        assert_true(t->sets < SETS);
        t->at[i] = key;
        t->count[i] = count;
        t->chosen[i] = 0;
        t->sets++;
    }
    return i;
}

// What the seat wins of one deal, from -1 to 1: it plays as chosen, the other anything with equal
// chance. `whole` walks all that the seat could choose as well, to find where it decides.
static double play_on(struct trying *t, const struct game_position *p, uint64_t line, bool whole)
{
    const struct game *g = t->laid->game;
    struct game_actions list;
    struct game_result result;
    double sum = 0.0;

    g->result(p, &result);
    if (result.over)
        return (double)result.outcome[t->seat] - 1.0;
    game_list(g, p, &list);
    bool own = g->to_act(p) == t->seat;
    unsigned set = own ? set_of(t, line, game_secret(g, p, t->seat), list.count) : 0;
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        if (own && !whole && i != t->chosen[set])
            continue;
        g->apply(p, list.at[i], &after);
        sum += play_on(t, &after, line * 64 + list.at[i] + 1, whole);
    }
    return own ? sum : sum / list.count;
}

static double value_of(struct trying *t, bool whole)
{
    double sum = 0.0;

    for (unsigned i = 0; i < t->laid->deals.count; i++)
        sum += play_on(t, &t->laid->deals.at[i], 1, whole);
    return sum / t->laid->deals.count;
}

static double best_by_trying(const struct laid *laid, int seat)
{
    struct trying t = {.laid = laid, .seat = seat};
    double most = -2.0;
    unsigned tried = 0, i;

    value_of(&t, true);
    do {
        double value = value_of(&t, false);
        most = value > most ? value : most;
        assert_true(++tried < STRATEGIES);
        for (i = 0; i < t.sets && ++t.chosen[i] == t.count[i]; i++)
            t.chosen[i] = 0;
    } while (i < t.sets);
    return most;
}

// The other side has not learned anything yet, so it plays anything.
static void responses_are_best(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct laid t;
        if (!ends[i].can_be_tried)
            continue;
        assert_true(lay(&t, ends[i].text, 1000));
        for (int seat = 0; seat < 2; seat++)
            assert_float_equal(cfr_best_response(t.cfr, seat), best_by_trying(&t, seat), 1e-5);
        free(t.memory);
    }
}

// ---------------------------------------------------------------------------------------------
// Solutions
// ---------------------------------------------------------------------------------------------

static double gap_of(const struct laid *t)
{
    return cfr_best_response(t->cfr, 0) + cfr_best_response(t->cfr, 1);
}

static void solutions_cannot_be_beaten(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct laid t;
        assert_true(lay(&t, ends[i].text, SIZE_MAX));
        double before = gap_of(&t);
        cfr_iterate(t.cfr, 30, 0.0);
        double early = gap_of(&t);
        cfr_iterate(t.cfr, 500, 0.0);
        double late = gap_of(&t);
        assert_true(before > early && early >= late - 1e-6);
        assert_true(late >= -1e-5 && late < 0.002);
        // A value stands between what both can be held to.
        double value = cfr_value(t.cfr, 0);
        assert_true(value <= cfr_best_response(t.cfr, 0) + 1e-5);
        assert_true(-value <= cfr_best_response(t.cfr, 1) + 1e-5);
        assert_float_equal(value, -cfr_value(t.cfr, 1), 1e-4);
        if (ends[i].value != UNKNOWN)
            assert_float_equal(value, ends[i].value / 100.0, 0.002);
        free(t.memory);
    }
}

// Shares are parts of 1, and what is played is worth no less than what is not.
static void roots_are_told(void **state)
{
    struct laid t;
    double share[CFR_MAX_ACTIONS], worth[CFR_MAX_ACTIONS];
    struct game_actions list;
    struct cfr_place root;

    (void)state;
    assert_true(lay(&t, ends[sizeof ends / sizeof *ends - 1].text, SIZE_MAX));
    cfr_at_root(&root);
    cfr_iterate(t.cfr, 1000, 0.02);
    game_list(t.game, &t.deals.at[0], &list);
    for (int secret = 0; secret < 5; secret++) {
        double sum = 0.0, most = -1.0;
        cfr_policy(t.cfr, &root, secret, share, worth);
        for (unsigned i = 0; i < list.count; i++) {
            sum += share[i];
            most = worth[i] > most ? worth[i] : most;
            assert_true(worth[i] >= -1.001 && worth[i] <= 1.001);
        }
        for (unsigned i = 0; i < list.count; i++)
            assert_true(share[i] < 0.1 || worth[i] > most - 0.02);
        assert_float_equal(sum, 1.0, 1e-4);
    }
    free(t.memory);
}

static void large_trees_are_refused(void **state)
{
    struct laid t;

    (void)state;
    assert_false(lay(&t, ends[sizeof ends / sizeof *ends - 1].text, 10));
    assert_int_equal(t.nodes, 11);
    free(t.memory);
}

// ---------------------------------------------------------------------------------------------
// Deals
// ---------------------------------------------------------------------------------------------

// As many as there are, none twice, and all look alike to everybody.
static void all_deals_are_listed(void **state)
{
    static const unsigned wanted[] = {20, 60, 20};
    const struct game *g = registry_find("masker");

    (void)state;
    for (uint8_t players = 0; players < 3; players++) {
        struct game_options options = {{players}};
        struct game_position start, seen, other;
        struct determinizations d;
        g->start(&options, 1, &start);
        game_view(g, &start, GAME_PUBLIC, &seen);
        determinize_all(&d, g, &options, &seen);
        assert_int_equal(d.count, wanted[players]);
        for (unsigned i = 0; i < d.count; i++) {
            game_view(g, &d.at[i], GAME_PUBLIC, &other);
            assert_memory_equal(other.bytes, seen.bytes, g->position_size);
            for (unsigned k = 0; k < i; k++)
                assert_memory_not_equal(d.secret[i], d.secret[k], (size_t)d.seats);
        }
        // Of the seat's own view first, and weights are those of the secrets.
        game_view(g, &start, 1, &seen);
        determinize_all(&d, g, &options, &seen);
        assert_int_equal(d.count, wanted[players]);
        assert_int_equal(d.secret[0][1], game_secret(g, &start, 1));
    }
}

// ---------------------------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------------------------

// Two games that look alike to a seat from beginning to end: whoever remembers what it thought
// before still chooses the same in both. The others' actions come from a stream. Returns how many
// choices were compared.
static unsigned play_both(const struct game *g, uint64_t seed, struct player players[2])
{
    struct game_options options = {0};
    struct random r = random_from_seed(seed);
    struct game_position seen, start[2];
    struct history lines[2];
    struct game_actions list;
    unsigned compared = 0;

    g->start(&options, seed, &start[0]);
    game_view(g, &start[0], 0, &seen);
    game_determinize(g, &seen, &r, &start[1]);
    for (int i = 0; i < 2; i++) {
        history_init(&lines[i], g, &options, &start[i]);
        player_new_game(&players[i], seed);
    }
    for (;;) {
        struct game_actions others;
        history_list(&lines[0], &list);
        history_list(&lines[1], &others);
        if (list.count == 0 || others.count == 0)
            break;
        game_action action = list.at[random_below(&r, list.count)];
        if (g->to_act(&lines[0].position) == 0) {
            action = player_choose(&players[0], &lines[0]);
            assert_int_equal(player_choose(&players[1], &lines[1]), action);
            compared++;
        }
        assert_true(history_play(&lines[0], action) && history_play(&lines[1], action));
    }
    history_clear(&lines[0]);
    history_clear(&lines[1]);
    return compared;
}

static void memory_is_blind(void **state)
{
    struct player_spec spec;
    struct player players[2];
    struct error e;
    unsigned compared = 0;

    (void)state;
    assert_true(player_read("nodes:1500", &spec, &e));
    for (int i = 0; i < 2; i++)
        assert_true(player_init(&players[i], &spec, NULL, &e));
    for (uint64_t seed = 1; seed <= 6; seed++)
        compared += play_both(registry_find("masker"), seed, players);
    assert_true(compared > 30);
    for (int i = 0; i < 2; i++)
        player_clear(&players[i]);
}

// Somebody who plays by a strategy is known by it: after a choice that only one secret would make,
// that secret is likely.
static void strategies_are_recognized(void **state)
{
    struct laid t;
    struct belief b;
    double share[GAME_MAX_SECRETS] = {0.9, 0.1, 0.1, 0.1, 0.1};
    struct imperfect_belief told[GAME_MAX_SEATS];

    (void)state;
    assert_true(lay(&t, ends[sizeof ends / sizeof *ends - 1].text, SIZE_MAX));
    belief_init(&b, &t.deals);
    belief_weigh(&b, &t.deals);
    belief_marginals(&t.deals, 1, -1, told);
    for (int secret = 0; secret < 5; secret++)
        assert_int_equal(told[0].thousandths[secret], 200);
    for (int i = 0; i < 3; i++)
        belief_update_by_policy(&b, 0, 3, share);
    belief_weigh(&b, &t.deals);
    belief_marginals(&t.deals, 1, -1, told);
    assert_true(told[0].thousandths[0] > 800);
    // What one has the other has not; and whoever has it knows better than to believe it of others.
    assert_true(told[1].thousandths[0] < 100);
    belief_marginals(&t.deals, 1, 0, told);
    assert_int_equal(told[0].thousandths[0], 0);
    free(t.memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_deals_are_listed),       cmocka_unit_test(responses_are_best),
        cmocka_unit_test(solutions_cannot_be_beaten), cmocka_unit_test(roots_are_told),
        cmocka_unit_test(large_trees_are_refused),    cmocka_unit_test(memory_is_blind),
        cmocka_unit_test(strategies_are_recognized),
    };

    return cmocka_run_group_tests_name("secrets", tests, NULL, NULL);
}
