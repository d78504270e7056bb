// SPDX-License-Identifier: MIT
// The search against plain minimax. On positions near the end both must find the same result and
// margin, whatever table, move ordering and reductions do, with any table size and number of
// threads. What minimax sees a few plies ahead the search must see too. Evaluations must keep to
// their bounds.
#include <stdlib.h>
#include <string.h>

#include "search/parallel.h"
#include "tests/unit/subjects.h"

enum { MOST_NODES = 200000, POSITIONS = 40 };

// How many positions of so many are looked at: `make test` takes half, and `make quick` a tenth.
static unsigned sample(unsigned positions)
{
    const char *tier = getenv("TIER");

    if (tier && strcmp(tier, "quick") == 0)
        return positions / 10;
    return tier && strcmp(tier, "test") == 0 ? positions / 2 : positions;
}

struct brute {
    const struct game *game;
    unsigned long nodes;
};

// The value of a finished game, `ply` plies from the root. Without points, quick wins and late
// losses are better.
static int finished(const struct game *g, const struct game_position *p, int seat, int ply)
{
    struct game_result result;

    g->result(p, &result);
    int margin = result.score[seat] - result.score[seat ^ 1];
    if (!g->scores)
        margin = result.outcome[seat] == GAME_WIN ? -ply : ply;
    return result.outcome[seat] == GAME_DRAW  ? 0
           : result.outcome[seat] == GAME_WIN ? SEARCH_WON + margin
                                              : -SEARCH_WON + margin;
}

// The minimax value for the seat to act. Gives up after MOST_NODES.
static int minimax(struct brute *b, const struct game_position *p, int ply)
{
    const struct game *g = b->game;
    struct game_actions list;
    int seat = g->to_act(p), best = -SEARCH_INFINITE;

    b->nodes++;
    game_list(g, p, &list);
    if (list.count == 0)
        return finished(g, p, seat, ply);
    for (unsigned i = 0; i < list.count && b->nodes < MOST_NODES; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        int value = minimax(b, &after, ply + 1);
        if (g->to_act(&after) != seat)
            value = -value;
        if (value > best)
            best = value;
    }
    return best;
}

struct bench {
    struct search *search;
    struct tt small, large;
    void *memory[2];
    unsigned compared;
};

static int search_value(struct bench *b, const struct subject *s, const struct game_position *p,
                        struct tt *table, bool *exact)
{
    struct search_task task = {
        .game = s->game, .root = p, .table = table, .limits = {.lines = 1, .exact = true}};
    struct search_report report;

    search_run(b->search, &task, &report);
    *exact = report.lines[0].exact;
    return report.lines[0].value;
}

static void look(const struct subject *s, const struct game_position *p, void *to)
{
    struct bench *b = to;
    struct brute brute = {.game = s->game};
    bool exact;

    if (b->compared >= sample(POSITIONS) ||
        s->game->actions(p, (game_action[GAME_MAX_ACTIONS + GAME_ACTION_SLACK]){0}) == 0)
        return;
    int wanted = minimax(&brute, p, 0);
    if (brute.nodes >= MOST_NODES)
        return;
    b->compared++;
    int value = search_value(b, s, p, &b->large, &exact);
    assert_true(exact);
    assert_int_equal(value, wanted);
    value = search_value(b, s, p, &b->small, &exact);
    assert_int_equal(value, wanted);
}

static void look_with_threads(const struct subject *s, const struct game_position *p, void *to)
{
    struct bench *b = to;
    struct brute brute = {.game = s->game};
    struct search *both[2] = {b->search, malloc(sizeof(struct search))};
    struct search_task task = {
        .game = s->game, .root = p, .table = &b->small, .limits = {.lines = 1, .exact = true}};
    struct search_report report;

    if (b->compared < sample(POSITIONS / 4) &&
        s->game->actions(p, (game_action[GAME_MAX_ACTIONS + GAME_ACTION_SLACK]){0}) > 0) {
        int wanted = minimax(&brute, p, 0);
        if (brute.nodes < MOST_NODES) {
            b->compared++;
            parallel_run(both, 2, &task, &report);
            assert_int_equal(report.lines[0].value, wanted);
        }
    }
    free(both[1]);
}

enum { PLIES = 3 };

// 1 or -1 when the seat to act wins or loses within so many plies whatever happens, otherwise 0.
static int decided_within(const struct game *g, const struct game_position *p, unsigned plies)
{
    struct game_actions list;
    int seat = g->to_act(p), best = -1;

    game_list(g, p, &list);
    if (list.count == 0) {
        struct game_result result;
        g->result(p, &result);
        return (int)result.outcome[seat] - GAME_DRAW;
    }
    for (unsigned i = 0; plies && i < list.count && best < 1; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        int value = decided_within(g, &after, plies - 1);
        value = g->to_act(&after) == seat ? value : -value;
        best = value > best ? value : best;
    }
    return plies ? best : 0;
}

static void look_ahead(const struct subject *s, const struct game_position *p, void *to)
{
    struct bench *b = to;
    struct search_task task = {.game = s->game,
                               .root = p,
                               .table = &b->large,
                               .limits = {.lines = 1, .depth = 2 * PLIES + 4}};
    struct search_report report;
    struct game_actions list;

    game_list(s->game, p, &list);
    if (list.count == 0 || list.count > 60 || b->compared >= sample(POSITIONS))
        return;
    int wanted = decided_within(s->game, p, PLIES);
    if (wanted == 0)
        return;
    b->compared++;
    search_run(b->search, &task, &report);
    assert_true(report.lines[0].proven);
    assert_int_equal(report.lines[0].value > 0, wanted > 0);
}

static void with_tables(const struct subject *s, unsigned positions,
                        void (*look_at)(const struct subject *s, const struct game_position *p,
                                        void *to))
{
    struct bench b = {.search = malloc(sizeof(struct search))};

    b.memory[0] = aligned_alloc(64, tt_bytes(16));
    b.memory[1] = aligned_alloc(64, tt_bytes(0));
    tt_init(&b.large, b.memory[0], tt_bytes(16));
    tt_init(&b.small, b.memory[1], tt_bytes(0));
    subject_walk(s, 1, sample(positions), look_at, &b);
    assert_true(b.compared > sample(10) / 2);
    free(b.memory[0]);
    free(b.memory[1]);
    free(b.search);
}

// Duels that must end: everything can be known.
static void equals_minimax(void **state)
{
    const struct subject *s = *state;

    if (!game_is_duel(s->game, &s->options) || s->game->repetition)
        return;
    with_tables(s, 1500, look);
    with_tables(s, 1500, look_with_threads);
}

// All duels, the one that can repeat included.
static void sees_what_is_near(void **state)
{
    const struct subject *s = *state;

    if (game_is_duel(s->game, &s->options))
        with_tables(s, 3000, look_ahead);
}

// An estimate for one seat is the other's with the sign turned, and stays apart from decided
// values.
static void look_at_estimate(const struct subject *s, const struct game_position *p, void *to)
{
    struct game_result result;

    (void)to;
    s->game->result(p, &result);
    if (result.over)
        return;
    int value = game_evaluate(s->game, p, 0);
    assert_int_equal(game_evaluate(s->game, p, 1), -value);
    assert_false(search_decided(value));
}

static void estimates(void **state)
{
    const struct subject *s = *state;

    if (game_is_duel(s->game, &s->options))
        subject_walk(s, 5, 2000, look_at_estimate, NULL);
}

int main(void)
{
    return subjects_run("search equals minimax", equals_minimax) +
           subjects_run("search sees what is near", sees_what_is_near) +
           subjects_run("estimates", estimates);
}
