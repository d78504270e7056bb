// SPDX-License-Identifier: MIT
// MultiPV reports in every duel, with one and two threads: lines are sorted and of one depth,
// proven lines are in their place, no first action comes twice, symmetric actions have one
// canonical key, and variations are legal and end with the game.
#include <stdlib.h>
#include <string.h>

#include "search/parallel.h"
#include "tests/unit/subjects.h"

enum { POSITIONS = 24, WALKED = 120, NODES = 2000, MEGABYTES = 1 };

struct bench {
    struct search *both[2];
    struct tt table;
    void *memory;
    unsigned looked, symmetric;
};

struct heard {
    const struct subject *subject;
    const struct game_position *root;
    unsigned lines, legal; // wanted; legal actions
    unsigned reports, depth, length;
    struct bench *bench;
};

static uint64_t key_after(const struct game *g, const struct game_position *p, game_action action)
{
    struct game_position after;

    g->apply(p, action, &after);
    return game_canonical_key(g, &after);
}

// Every action is legal where it stands, and nothing follows the end.
static void goes_by_the_rules(const struct game *g, const struct game_position *root,
                              const struct search_line *line)
{
    struct game_position p = *root;

    assert_true(line->length >= 1 && line->length <= SEARCH_LINE_LENGTH);
    for (unsigned i = 0; i < line->length; i++) {
        struct game_actions list;
        unsigned at = 0;
        game_list(g, &p, &list);
        while (at < list.count && list.at[at] != line->actions[i])
            at++;
        assert_true(at < list.count);
        g->apply(&p, line->actions[i], &p);
    }
}

// What is proven stands where it belongs, and no guess stands beside it.
static void tells_proofs(const struct game *g, const struct search_line *line)
{
    int margin;

    if (search_decided(line->value))
        assert_true(line->proven);
    if (!line->proven)
        return;
    assert_false(search_expected_margin(line, &margin));
    if (search_margin(g, line, &margin) && search_decided(line->value))
        assert_true((margin > 0) == (line->value > 0) || margin == 0);
}

static void hear(void *to, const struct search_report *report)
{
    struct heard *h = to;
    const struct game *g = h->subject->game;
    game_action seen[SEARCH_MAX_LINES * (SEARCH_MAX_SYMMETRIC + 1)];
    unsigned count = 0;

    h->reports++;
    assert_true(report->line_count >= 1 && report->line_count <= h->lines);
    assert_true(report->depth >= h->depth && report->hashfull <= 1000);
    h->depth = report->depth;
    for (unsigned i = 0; i < report->line_count; i++) {
        const struct search_line *line = &report->lines[i];
        assert_true(i == 0 || line->value <= line[-1].value);
        goes_by_the_rules(g, h->root, line);
        tells_proofs(g, line);
        uint64_t key = key_after(g, h->root, line->actions[0]);
        seen[count++] = line->actions[0];
        for (unsigned k = 0; k < line->symmetric_count; k++) {
            seen[count++] = line->symmetric[k];
            assert_true(key_after(g, h->root, line->symmetric[k]) == key);
        }
        for (unsigned k = 0; k < i && !g->repetition; k++)
            assert_true(key_after(g, h->root, report->lines[k].actions[0]) != key);
        h->bench->symmetric += line->symmetric_count;
    }
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < i; k++)
            assert_true(seen[i] != seen[k]);
    }
    // Fewer lines than wanted: then they are all that there is.
    if (report->line_count < h->lines && report->depth > 0)
        assert_int_equal(count, h->legal);
}

static void ask(struct bench *b, struct heard *h, unsigned threads)
{
    struct search_task task = {
        .game = h->subject->game,
        .root = h->root,
        .table = &b->table,
        .limits = {.lines = h->lines, .nodes = NODES},
        .progress = hear,
        .to = h,
    };
    struct search_report report;

    h->reports = h->depth = 0;
    parallel_run(b->both, threads, &task, &report);
    hear(h, &report);
}

static void look(const struct subject *s, const struct game_position *p, void *to)
{
    struct bench *b = to;
    struct heard h = {.subject = s, .root = p, .bench = b};
    struct game_actions list;

    game_list(s->game, p, &list);
    h.legal = list.count;
    if (list.count == 0 || b->looked >= POSITIONS)
        return;
    h.lines = 2 + b->looked++ % (SEARCH_MAX_LINES - 1);
    ask(b, &h, 1);
    ask(b, &h, 2);
    h.lines = 1;
    ask(b, &h, 1);
}

static void prepare(struct bench *b)
{
    *b = (struct bench){{malloc(sizeof(struct search)), malloc(sizeof(struct search))},
                        .memory = aligned_alloc(64, tt_bytes(MEGABYTES))};
    tt_init(&b->table, b->memory, tt_bytes(MEGABYTES));
}

static void release(struct bench *b)
{
    free(b->both[0]);
    free(b->both[1]);
    free(b->memory);
}

static void best_first(void **state)
{
    const struct subject *s = *state;
    struct bench b;

    if (!game_is_duel(s->game, &s->options))
        return;
    prepare(&b);
    subject_walk(s, 1, WALKED, look, &b);
    subject_walk(s, 90, WALKED, look, &b);
    assert_true(b.looked >= 20);
    release(&b);
}

// The start, where most games are symmetrical: all legal actions are told, each once.
static void starts_have_symmetric_actions(void **state)
{
    const struct subject *s = *state;
    struct game_position p;
    struct game_actions list;
    struct bench b;

    if (!game_is_duel(s->game, &s->options) || game_symmetries(s->game) == 1)
        return;
    prepare(&b);
    s->game->start(&s->options, 1, &p);
    game_list(s->game, &p, &list);
    struct heard h = {.subject = s, .root = &p, .lines = 8, .legal = list.count, .bench = &b};
    ask(&b, &h, 1);
    print_message("%s: %u actions, %u of them spoken for by another\n", s->name, list.count,
                  list.count - b.both[0]->roots.count);
    release(&b);
}

// Where a position must not stand again, the past makes a difference between mirror images.
static void history_breaks_symmetry(void **state)
{
    const struct subject *s = *state;
    struct search_report report;
    struct game_position p;
    struct bench b;

    if (!game_is_duel(s->game, &s->options) || !s->game->repetition)
        return;
    prepare(&b);
    s->game->start(&s->options, 1, &p);
    uint64_t before = 1; // of no position
    struct search_task task = {
        .game = s->game, .root = &p, .table = &b.table, .limits = {.depth = 2, .lines = 8}};
    search_run(b.both[0], &task, &report);
    assert_true(report.lines[0].symmetric_count > 0);
    task.history = &before;
    task.history_count = 1;
    search_run(b.both[0], &task, &report);
    for (unsigned i = 0; i < report.line_count; i++)
        assert_int_equal(report.lines[i].symmetric_count, 0);
    release(&b);
}

// Only what is asked for is reported, and the table does not take it for the whole truth.
static void only_some(void **state)
{
    const struct subject *s = *state;
    struct game_position p;
    struct game_actions list;
    struct search_report report, whole, again;
    struct bench b;

    if (!game_is_duel(s->game, &s->options))
        return;
    prepare(&b);
    s->game->start(&s->options, 1, &p);
    game_list(s->game, &p, &list);
    game_action last = list.at[list.count - 1];
    struct search_task task = {
        .game = s->game, .root = &p, .table = &b.table, .limits = {.depth = 4, .lines = 3}};
    search_run(b.both[0], &task, &whole);
    tt_init(&b.table, b.memory, tt_bytes(MEGABYTES));
    task.limits.only = &last;
    task.limits.only_count = 1;
    search_run(b.both[0], &task, &report);
    assert_int_equal(report.line_count, 1);
    assert_int_equal(report.lines[0].actions[0], last);
    task.limits.only_count = 0;
    search_run(b.both[0], &task, &again);
    // Values are not compared: late actions are searched less deep among others than alone.
    assert_int_equal(again.line_count, whole.line_count);
    release(&b);
}

int main(void)
{
    return subjects_run("lines are best first", best_first) +
           subjects_run("starts have symmetric actions", starts_have_symmetric_actions) +
           subjects_run("the history breaks symmetry", history_breaks_symmetry) +
           subjects_run("only some actions", only_some);
}
