// SPDX-License-Identifier: MIT
// The proof search against plain minimax on positions near the end, for either seat, with a roomy
// table and with one that forgets nearly everything; and what games promise for proofs:
// `canonical_key`, `undominated` and `solve_static` may leave out and foresee only what minimax
// confirms.
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "search/book.h"
#include "search/proof.h"
#include "search/proof_tree.h"
#include "tests/unit/subjects.h"

enum { MOST_NODES = 60000, POSITIONS = 60, GIVEN_UP = -1, LATE_BLOCKS = 20 };

struct bench {
    struct proof *proof;
    struct proof_table table;
    void *memory;
    size_t bytes;
    unsigned compared, solved, words[3];
};

// The best word for the seat to act, or GIVEN_UP after MOST_NODES.
static int minimax(const struct game *g, const struct game_position *p, unsigned long *nodes)
{
    struct game_actions list;
    struct game_result result;
    int seat = g->to_act(p), best = GAME_LOSS;

    g->result(p, &result);
    if (result.over)
        return result.outcome[seat];
    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count && best != GAME_WIN; i++) {
        struct game_position after;
        if (++*nodes > MOST_NODES)
            return GIVEN_UP;
        g->apply(p, list.at[i], &after);
        int word = minimax(g, &after, nodes);
        if (word == GIVEN_UP)
            return GIVEN_UP;
        if (g->to_act(&after) != seat)
            word = GAME_WIN - word;
        if (word > best)
            best = word;
    }
    return best;
}

// With what the table has kept from other questions.
static enum proof_answer prove_on(struct bench *b, const struct subject *s,
                                  const struct game_position *p, int seat)
{
    struct proof_task task = {.game = s->game, .root = p, .seat = seat, .table = &b->table};
    struct proof_report report;

    proof_run(b->proof, &task, &report);
    return report.answer;
}

static enum proof_answer prove(struct bench *b, const struct subject *s,
                               const struct game_position *p, int seat, size_t bytes)
{
    memset(b->memory, 0, bytes);
    proof_table_init(&b->table, b->memory, bytes);
    return prove_on(b, s, p, seat);
}

// The best of the undominated actions is as good as the best of all.
static void check_undominated(const struct subject *s, const struct game_position *p, int word)
{
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    unsigned count = game_undominated(s->game, p, list);
    int best = GAME_LOSS;
    unsigned long nodes = 0;

    assert_true(count > 0);
    for (unsigned i = 0; i < count; i++) {
        struct game_position after;
        s->game->apply(p, list[i], &after);
        int value = minimax(s->game, &after, &nodes);
        if (value == GIVEN_UP)
            return;
        if (s->game->to_act(&after) != s->game->to_act(p))
            value = GAME_WIN - value;
        best = value > best ? value : best;
    }
    assert_int_equal(best, word);
}

static void check_static_solver(struct bench *b, const struct subject *s,
                                const struct game_position *p, int word)
{
    unsigned choices = 0;
    int value = 0;
    enum game_outcome seen = game_solve_static(s->game, p, &choices, &value);

    if (seen == GAME_DRAW) {
        assert_true(choices > 0);
        return;
    }
    assert_int_equal(seen, word);
    b->solved++;
}

// Whether a finished game is as the proof claims.
static bool is_kept(const struct proof_tree *w, const struct game_result *result)
{
    return (result->outcome[w->task.seat] == GAME_WIN) == (w->answer == PROOF_PROVEN);
}

// The proof tree is a proof: following it keeps the answer in every line of play.
static bool follows(const struct proof_tree *w, const struct game_position *p)
{
    const struct game *g = w->task.game;
    int seat = w->answer == PROOF_PROVEN ? w->task.seat : !w->task.seat;
    struct game_actions list;
    struct game_result result;

    g->result(p, &result);
    if (result.over)
        return is_kept(w, &result);
    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        if (g->to_act(p) != seat && !follows(w, &after))
            return false;
        g->result(&after, &result);
        if (g->to_act(p) == seat &&
            (result.over ? is_kept(w, &result) : proof_tree_has(w, &after, &(size_t){0})))
            return follows(w, &after);
    }
    return g->to_act(p) != seat;
}

static void check_proof_tree(struct bench *b, const struct subject *s,
                             const struct game_position *p, int seat, enum proof_answer answer)
{
    struct proof_tree w = {.proof = b->proof, .answer = answer};

    w.task = (struct proof_task){.game = s->game, .root = p, .seat = seat, .table = &b->table};
    assert_true(proof_tree_collect(&w));
    assert_true(follows(&w, p));
    proof_tree_clear(&w);
}

static void look(const struct subject *s, const struct game_position *p, void *to)
{
    struct bench *b = to;
    unsigned long nodes = 0;
    struct game_result result;

    s->game->result(p, &result);
    if (result.over || b->compared >= POSITIONS)
        return;
    int word = minimax(s->game, p, &nodes), seat = s->game->to_act(p);
    if (word == GIVEN_UP)
        return;
    b->compared++;
    enum proof_answer wins = word == GAME_WIN ? PROOF_PROVEN : PROOF_DISPROVEN;
    enum proof_answer loses = word == GAME_LOSS ? PROOF_PROVEN : PROOF_DISPROVEN;
    enum { SMALL = 64 * 64 };
    assert_int_equal(prove(b, s, p, !seat, SMALL), loses);
    assert_int_equal(prove(b, s, p, !seat, b->bytes), loses);
    assert_int_equal(prove_on(b, s, p, seat), wins);
    assert_int_equal(prove(b, s, p, seat, SMALL), wins);
    assert_int_equal(prove_on(b, s, p, !seat), loses);
    check_proof_tree(b, s, p, seat, wins);
    assert_int_equal(prove(b, s, p, seat, b->bytes), wins);
    check_static_solver(b, s, p, word);
    check_undominated(s, p, word);
}

// One table for all positions and both questions, never emptied: what it keeps of one answers
// others.
static void look_late(const struct subject *s, const struct game_position *p, void *to)
{
    struct bench *b = to;
    unsigned long nodes = 0;
    struct game_result result;
    char text[GAME_TEXT_BYTES];

    s->game->result(p, &result);
    if (result.over || strlen(subject_text(s, p, text)) < 5 * LATE_BLOCKS)
        return;
    int word = minimax(s->game, p, &nodes), seat = s->game->to_act(p);
    if (word == GIVEN_UP)
        return;
    b->compared++;
    enum proof_answer wins = word == GAME_WIN ? PROOF_PROVEN : PROOF_DISPROVEN;
    enum proof_answer loses = word == GAME_LOSS ? PROOF_PROVEN : PROOF_DISPROVEN;
    bool first = b->compared % 2 == 0;
    assert_int_equal(prove_on(b, s, p, first ? seat : !seat), first ? wins : loses);
    assert_int_equal(prove_on(b, s, p, first ? !seat : seat), first ? loses : wins);
    check_static_solver(b, s, p, word);
    check_undominated(s, p, word);
    b->words[word]++;
}

static void knows_late_positions(void **state)
{
    struct subject s = {.game = registry_find("kwinty")};
    struct bench b = {.bytes = proof_table_bytes(1)};

    (void)state;
    b.proof = aligned_alloc(64, (sizeof *b.proof + 63) / 64 * 64);
    b.memory = aligned_alloc(64, b.bytes);
    memset(b.memory, 0, b.bytes);
    proof_table_init(&b.table, b.memory, b.bytes);
    subject_walk(&s, 5000, 20000, look_late, &b);
    print_message("%u late positions, %u solved\n", b.compared, b.solved);
    assert_true(b.compared > 1000 && b.solved > 100);
    for (int i = 0; i < 3; i++)
        assert_true(b.words[i] > 20);
    free(b.memory);
    free(b.proof);
}

static void equals_minimax(void **state)
{
    const struct subject *s = *state;
    struct bench b = {.bytes = proof_table_bytes(4)};

    if (!game_is_duel(s->game, &s->options) || s->game->repetition)
        return;
    b.proof = aligned_alloc(64, (sizeof *b.proof + 63) / 64 * 64);
    b.memory = aligned_alloc(64, b.bytes);
    subject_walk(s, 1, 3000, look, &b);
    assert_true(b.compared > 5);
    assert_true(!game_ai(s->game)->solve_static || b.solved > 5);
    free(b.memory);
    free(b.proof);
}

// ---------------------------------------------------------------------------------------------
// Kwinty: what is seen within two actions
// ---------------------------------------------------------------------------------------------

// Whether the seat to act can end the game with a win at once, by the rules.
static bool wins_at_once(const struct game *g, const struct game_position *p)
{
    struct game_actions list;
    int seat = g->to_act(p);

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        struct game_result result;
        g->apply(p, list.at[i], &after);
        g->result(&after, &result);
        if (result.over && result.outcome[seat] == GAME_WIN)
            return true;
    }
    return false;
}

static bool is_listed(const game_action *list, unsigned count, game_action action)
{
    for (unsigned i = 0; i < count; i++) {
        if (list[i] == action)
            return true;
    }
    return false;
}

static void look_naively(const struct subject *s, const struct game_position *p, void *to)
{
    const struct game *g = s->game;
    game_action undominated[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    unsigned choices, *seen = to, losing = 0;
    int value;
    struct game_actions list;

    game_list(g, p, &list);
    if (list.count == 0)
        return;
    enum game_outcome word = game_solve_static(g, p, &choices, &value);
    unsigned count = game_undominated(g, p, undominated);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        bool loses = wins_at_once(g, &after);
        losing += loses;
        assert_true(loses || word == GAME_WIN || is_listed(undominated, count, list.at[i]));
    }
    assert_true(word != GAME_WIN || wins_at_once(g, p));
    assert_true(word != GAME_LOSS || losing == list.count);
    seen[word]++;
}

static void glances_rightly(void **state)
{
    struct subject s = {.game = registry_find("kwinty")};
    unsigned seen[3] = {0};

    (void)state;
    subject_walk(&s, 1000, 40000, look_naively, seen);
    assert_true(seen[GAME_LOSS] > 100 && seen[GAME_WIN] > 100 && seen[GAME_DRAW] > 100);
}

// ---------------------------------------------------------------------------------------------
// Kwinty: mirror images
// ---------------------------------------------------------------------------------------------

static int compare_blocks(const void *a, const void *b)
{
    return memcmp((const char *)a + 1, (const char *)b + 1, 2);
}

// The text of a Kwinty wall mirrored about column i, so that i1 stays filled.
static void mirror_text(const char *text, char *mirrored)
{
    char blocks[40][4];
    unsigned count = 0;

    for (; *text != ' '; text += 4 + (text[4] == ','), count++) {
        memcpy(blocks[count], text, 4);
        blocks[count][1] = (char)('a' + ('q' - text[1]) - (text[3] == 'h'));
    }
    qsort(blocks, count, 4, compare_blocks);
    for (unsigned i = 0; i < count; i++) {
        memcpy(mirrored, blocks[i], 4);
        mirrored[4] = ',';
        mirrored += 5;
    }
    memcpy(mirrored - 1, text, 3);
}

static void look_at_mirror(const struct subject *s, const struct game_position *p, void *to)
{
    char text[GAME_TEXT_BYTES], mirrored[GAME_TEXT_BYTES];
    struct game_position image, mirror;
    struct error e;
    unsigned choices[2], *different = to;
    int values[2];

    subject_text(s, p, text);
    if (text[0] == '-')
        return;
    mirror_text(text, mirrored);
    if (!s->game->read(&s->options, mirrored, &image, &e))
        fail_msg("%s: %s", mirrored, e.message.text);
    assert_true(game_canonical_key(s->game, p) == game_canonical_key(s->game, &image));
    game_apply_symmetry(s->game, p, 1, &mirror);
    assert_true(game_key(s->game, &mirror) == game_key(s->game, &image));
    *different += game_key(s->game, p) != game_key(s->game, &image);
    if (s->game->actions(p, (game_action[GAME_MAX_ACTIONS + GAME_ACTION_SLACK]){0}) > 0) {
        // One of the two may see less.
        enum game_outcome one = game_solve_static(s->game, p, &choices[0], &values[0]);
        enum game_outcome other = game_solve_static(s->game, &image, &choices[1], &values[1]);
        assert_true(one == other || one == GAME_DRAW || other == GAME_DRAW);
    }
}

static void mirrored_walls_share_a_key(void **state)
{
    struct subject s = {.game = registry_find("kwinty")};
    unsigned different = 0;

    (void)state;
    subject_walk(&s, 1, 20000, look_at_mirror, &different);
    assert_true(different > 10000);
}

// ---------------------------------------------------------------------------------------------
// Books
// ---------------------------------------------------------------------------------------------

// A player who follows the book against random replies, and then has to prove the rest: the book
// must not end where that is hard.
static void follow_book(struct bench *b, const struct game *g, uint64_t seed, unsigned *found)
{
    struct subject s = {.game = g};
    struct random r = random_from_seed(seed);
    struct game_position p;
    game_action action;

    g->start(&s.options, seed, &p);
    int seat = g->to_act(&p);
    for (;;) {
        struct game_actions list;
        game_list(g, &p, &list);
        if (list.count == 0)
            break;
        if (g->to_act(&p) != seat)
            action = list.at[random_below(&r, list.count)];
        else if (!book_find(g, &p, &action))
            break;
        else
            ++*found;
        g->apply(&p, action, &p);
    }
    assert_int_equal(prove(b, &s, &p, seat, b->bytes), PROOF_PROVEN);
    assert_true(b->proof->nodes < 5000);
}

static void keeps_the_win(void **state)
{
    struct bench b = {.bytes = proof_table_bytes(4)};

    (void)state;
    b.proof = aligned_alloc(64, (sizeof *b.proof + 63) / 64 * 64);
    b.memory = aligned_alloc(64, b.bytes);
    for (unsigned i = 0; i < registry_count(); i++) {
        unsigned found = 0;
        for (uint64_t seed = 0; game_ai(registry_game(i))->book && seed < 200; seed++)
            follow_book(&b, registry_game(i), seed, &found);
        assert_true(!game_ai(registry_game(i))->book || found > 400);
    }
    free(b.memory);
    free(b.proof);
}

// Whoever gives a proof few nodes gets an answer after so few.
static void spends_what_it_may(void **state)
{
    struct bench b = {.bytes = proof_table_bytes(4)};
    struct game_options options = {0};
    struct proof_report report;
    struct proof_table table;
    struct game_position p;

    (void)state;
    b.proof = aligned_alloc(64, (sizeof *b.proof + 63) / 64 * 64);
    b.memory = aligned_alloc(64, b.bytes);
    for (unsigned i = 0; i < registry_count(); i++) {
        const struct game *g = registry_game(i);
        if (!game_ai(g)->undominated)
            continue;
        for (uint64_t nodes = 1; nodes < 3000; nodes = nodes * 3 + 1) {
            memset(b.memory, 0, b.bytes);
            proof_table_init(&table, b.memory, b.bytes);
            g->start(&options, 0, &p);
            struct proof_task task = {.game = g, .root = &p, .table = &table, .nodes = nodes};
            proof_run(b.proof, &task, &report);
            assert_int_equal(report.answer, PROOF_OPEN);
            assert_int_equal(report.nodes, nodes);
        }
    }
    free(b.memory);
    free(b.proof);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spends_what_it_may), cmocka_unit_test(glances_rightly),
        cmocka_unit_test(mirrored_walls_share_a_key), cmocka_unit_test(keeps_the_win),
        cmocka_unit_test(knows_late_positions)};
    int failed = subjects_run("proof search equals minimax", equals_minimax);

    return failed + cmocka_run_group_tests_name("promises", tests, NULL, NULL);
}
