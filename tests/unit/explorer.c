// SPDX-License-Identifier: MIT
// The opening explorer: what an index, a file and a walk through the games say of positions is
// compared with counting by texts and images alone; mirror images get the same answer; damaged
// files are refused.
#include <stdlib.h>
#include <string.h>

#include "coach/explorer.h"
#include "tests/unit/subjects.h"

enum { GAMES = 40, PLIES = 9, ASKED = 30, MOST_BYTES = 1 << 20 };

struct played {
    unsigned count;
    struct game_position positions[PLIES + 1];
    game_action actions[PLIES];
    uint64_t keys[PLIES + 1];
    int chances[PLIES + 1];
    enum game_outcome outcome;
};

struct book {
    const struct subject *subject;
    struct played games[GAMES];
    char *text;
    size_t length;
};

// A few actions each, of few kinds, so that games meet again; the outcome is made up.
static void play(const struct subject *s, unsigned number, struct played *g)
{
    struct random r = random_from_seed(number);
    struct game_actions list;

    s->game->start(&s->options, 1, &g->positions[0]);
    g->count = 1;
    g->outcome = (enum game_outcome)random_below(&r, 3);
    for (unsigned i = 0; i < PLIES; i++) {
        game_list(s->game, &g->positions[i], &list);
        if (list.count == 0)
            break;
        g->actions[i] = list.at[random_below(&r, list.count < 3 || i > 4 ? list.count : 3)];
        s->game->apply(&g->positions[i], g->actions[i], &g->positions[i + 1]);
        g->count++;
    }
    for (unsigned i = 0; i < g->count; i++) {
        g->keys[i] = explorer_key(s->game, &g->positions[i]);
        g->chances[i] = (int)random_below(&r, 1001);
    }
}

static void write_text(void *to, const char *bytes, size_t count)
{
    struct book *b = to;

    assert_true(b->length + count < MOST_BYTES);
    memcpy(b->text + b->length, bytes, count);
    b->length += count;
}

static void make_index(const struct book *b, struct explorer_index *index)
{
    *index = (struct explorer_index){.most = 1000000};
    for (unsigned i = 0; i < GAMES; i++) {
        const struct played *g = &b->games[i];
        struct explorer_game game = {g->keys, g->count, g->outcome, g->chances, g->count, NULL};
        assert_true(explorer_index_add(index, &game));
    }
}

static struct book *make(const struct subject *s)
{
    struct book *b = calloc(1, sizeof *b);
    struct explorer_made made = {s->game, 20000, MOST_BYTES, 1};
    struct explorer_index index;
    struct error e;

    assert_non_null(b);
    struct output out = {write_text, b};
    b->subject = s;
    b->text = malloc(MOST_BYTES);
    assert_non_null(b->text);
    for (unsigned i = 0; i < GAMES; i++)
        play(s, i, &b->games[i]);
    make_index(b, &index);
    assert_true(explorer_write(&index, &made, &out, &e));
    assert_int_equal(made.least, 1);
    explorer_index_clear(&index);
    return b;
}

static void drop(struct book *b)
{
    free(b->text);
    free(b);
}

// Whether a position is another one or an image of it, by their texts.
static bool same(const struct subject *s, const struct game_position *a,
                 const struct game_position *b)
{
    char first[GAME_TEXT_BYTES], second[GAME_TEXT_BYTES];
    struct game_position image;

    subject_text(s, a, first);
    for (unsigned i = 0; i < game_symmetries(s->game); i++) {
        game_apply_symmetry(s->game, b, i, &image);
        if (strcmp(first, subject_text(s, &image, second)) == 0)
            return true;
    }
    return false;
}

static struct explorer_counts count_by_hand(const struct book *b, const struct game_position *p)
{
    struct explorer_counts c = {.games = 0};

    for (unsigned i = 0; i < GAMES; i++) {
        const struct played *g = &b->games[i];
        bool there = false;
        for (unsigned k = 0; k < g->count && !there; k++)
            there = same(b->subject, p, &g->positions[k]);
        c.games += there;
        c.first += there && g->outcome == GAME_WIN;
        c.draws += there && g->outcome == GAME_DRAW;
    }
    return c;
}

static void assert_counts(const struct explorer_counts *c, const struct explorer_counts *right)
{
    assert_int_equal(c->games, right->games);
    assert_int_equal(c->first, right->first);
    assert_int_equal(c->draws, right->draws);
}

// A game may know more positions to be the same than its images; tests/check-explorer counts these.
static void assert_by_hand(const struct book *b, const struct explorer_counts *c,
                           const struct game_position *p)
{
    struct explorer_counts right = count_by_hand(b, p);

    if (!game_ai(b->subject->game)->canonical_key)
        assert_counts(c, &right);
    assert_true(c->games >= right.games && c->first >= right.first && c->draws >= right.draws);
}

static void ask_file(const struct book *b, const struct history *h, struct explorer_view *v)
{
    struct explorer_file f;
    struct error e;

    assert_true(explorer_begin(v, h, &e));
    assert_true(explorer_open(&f, b->subject->game, b->text, b->length, &e));
    assert_int_equal(f.games, GAMES);
    assert_int_equal(f.nodes, 20000);
    explorer_look(v, &f);
}

// All three ways, before anything is sorted.
static void ask_all(const struct book *b, const struct history *h, struct explorer_view *v)
{
    static struct explorer_view other;
    struct explorer_index index;
    struct error e;

    ask_file(b, h, v);
    make_index(b, &index);
    assert_true(explorer_begin(&other, h, &e));
    explorer_ask(&other, &index);
    explorer_index_clear(&index);
    for (unsigned i = 0; i < v->count; i++) {
        assert_counts(&v->rows[i].counts, &other.rows[i].counts);
        assert_int_equal(v->rows[i].counts.chance, other.rows[i].counts.chance);
    }
    assert_true(explorer_begin(&other, h, &e));
    for (unsigned i = 0; i < GAMES; i++)
        explorer_count(&other, b->games[i].keys, b->games[i].count, b->games[i].outcome);
    assert_counts(&v->here.counts, &other.here.counts);
    for (unsigned i = 0; i < v->count; i++)
        assert_counts(&v->rows[i].counts, &other.rows[i].counts);
}

static void check_position(const struct book *b, const struct game_position *p)
{
    static struct explorer_view v, mirrored;
    const struct subject *s = b->subject;
    struct game_position image, after;
    struct history h;

    history_init(&h, s->game, &s->options, p);
    ask_all(b, &h, &v);
    explorer_settle(&v);
    assert_by_hand(b, &v.here.counts, p);
    for (unsigned i = 0; i < v.count && (i < 5 || v.rows[i].counts.games); i++) {
        s->game->apply(p, v.list.at[v.rows[i].action], &after);
        assert_by_hand(b, &v.rows[i].counts, &after);
        assert_true(i == 0 || v.rows[i - 1].counts.games >= v.rows[i].counts.games);
        assert_int_equal(v.row_of[v.rows[i].action], i);
    }
    history_clear(&h);
    for (unsigned k = 1; k < game_symmetries(s->game); k++) {
        game_apply_symmetry(s->game, p, k, &image);
        history_init(&h, s->game, &s->options, &image);
        ask_file(b, &h, &mirrored);
        explorer_settle(&mirrored);
        assert_counts(&mirrored.here.counts, &v.here.counts);
        assert_int_equal(mirrored.count, v.count);
        for (unsigned i = 0; i < v.count; i++)
            assert_int_equal(mirrored.rows[i].counts.games, v.rows[i].counts.games);
        history_clear(&h);
    }
}

static void test_counts(void **state)
{
    const struct subject *s = *state;
    struct random r = random_from_seed(5);

    if (!game_is_duel(s->game, &s->options) || s->game->unlisted)
        return;
    struct book *b = make(s);
    for (unsigned i = 0; i < ASKED; i++) {
        const struct played *g = &b->games[random_below(&r, GAMES)];
        check_position(b, &g->positions[i < 5 ? i % g->count : random_below(&r, g->count)]);
    }
    drop(b);
}

static void test_closed(void **state)
{
    static struct explorer_view v;
    const struct subject *s = *state;
    struct game_position start;
    struct history h;
    struct error e;

    s->game->start(&s->options, 1, &start);
    history_init(&h, s->game, &s->options, &start);
    assert_int_equal(explorer_begin(&v, &h, &e), game_is_duel(s->game, &s->options));
    history_clear(&h);
}

// Every letter that is another one, and every end that is missing, is noticed.
static void test_damage(void **state)
{
    const struct subject *s = *state;
    struct explorer_file f;
    struct error e;

    if (!game_is_duel(s->game, &s->options) || s->game->unlisted)
        return;
    struct book *b = make(s);
    for (size_t i = 0; i + 1 < b->length; i += b->length / 300 + 1) {
        char kept = b->text[i];
        b->text[i] = kept == 'A' ? 'B' : 'A';
        assert_false(explorer_open(&f, s->game, b->text, b->length, &e));
        assert_true(e.message.text[0]);
        b->text[i] = kept;
        assert_false(explorer_open(&f, s->game, b->text, i, &e));
    }
    assert_true(explorer_open(&f, s->game, b->text, b->length, &e));
    drop(b);
}

// What may not grow counts what it knows, and a file becomes as small as it must.
static void test_bounds(void **state)
{
    const struct subject *s = *state;
    struct explorer_index index = {.most = 20};
    struct error e;

    if (!game_is_duel(s->game, &s->options) || s->game->unlisted)
        return;
    struct book *b = make(s);
    for (unsigned i = 0; i < GAMES; i++) {
        const struct played *g = &b->games[i];
        struct explorer_game game = {g->keys, g->count, g->outcome, g->chances, g->count, NULL};
        assert_true(explorer_index_add(&index, &game));
        assert_true(index.count <= 20);
    }
    assert_int_equal(index.games, GAMES);
    explorer_index_clear(&index);
    struct explorer_made made = {s->game, 20000, 1000, 1};
    struct output out = {write_text, b};
    make_index(b, &index);
    b->length = 0;
    assert_true(explorer_write(&index, &made, &out, &e));
    assert_true(b->length <= 1000);
    assert_true(made.least > 1);
    explorer_index_clear(&index);
    drop(b);
}

int main(void)
{
    return subjects_run("explorer counts", test_counts) +
           subjects_run("explorer closed", test_closed) +
           subjects_run("explorer damage", test_damage) +
           subjects_run("explorer bounds", test_bounds);
}
