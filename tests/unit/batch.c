// SPDX-License-Identifier: MIT
// Games as numbers and batches of them: that every action has a number of its own and comes back
// from it, that planes tell a seat all that it sees and nothing more, and that a batch plays what
// single games play, whatever the number of threads.
#include "bindings/c/batch.h"

#include <stdlib.h>
#include <string.h>

#include "game/learn.h"
#include "bindings/c/abax.h"
#include "play/history.h"
#include "tests/unit/subjects.h"

enum { POSITIONS = 300, GAMES = 130, STEPS = 90, SEED = 7, LIMIT = 40 };

static void options_text(const struct subject *s, char text[128])
{
    struct text t;

    text_init(&t, text, 128);
    game_options_text(s->game, &s->options, &t);
    assert_false(t.cut);
}

// ---------------------------------------------------------------------------------------------
// Numbers
// ---------------------------------------------------------------------------------------------

static void numbers_of(const struct subject *s, const struct game_position *p, void *to)
{
    static uint8_t used[LEARN_MAX_ACTIONS];
    struct learn_space space;
    struct game_actions list;
    struct game_position seen;
    uint16_t numbers[GAME_MAX_ACTIONS], viewed[GAME_MAX_ACTIONS];

    (void)to;
    learn_space(s->game, &s->options, &space);
    game_list(s->game, p, &list);
    game_view(s->game, p, s->game->to_act(p), &seen);
    s->game->learning->number(p, list.at, list.count, numbers);
    s->game->learning->number(&seen, list.at, list.count, viewed);
    assert_memory_equal(numbers, viewed, list.count * sizeof *numbers);
    memset(used, 0, sizeof used);
    for (unsigned i = 0; i < list.count; i++) {
        game_action found;
        assert_in_range(numbers[i], 0, space.actions - 1);
        assert_int_equal(used[numbers[i]]++, 0);
        assert_int_equal(s->game->learning->numbered(p, numbers[i]), list.at[i]);
        assert_true(learn_find(s->game, p, numbers[i], &found) && found == list.at[i]);
        assert_int_equal(learn_number(s->game, p, list.at[i]), numbers[i]);
    }
    for (unsigned n = 0; n < space.actions; n++) {
        game_action found;
        if (!used[n] && n % 7 == 0)
            assert_false(learn_find(s->game, p, n, &found));
    }
}

// ---------------------------------------------------------------------------------------------
// Planes
// ---------------------------------------------------------------------------------------------

struct looked {
    char text[GAME_TEXT_BYTES];
    int seat;
    uint64_t planes; // their hash
};

struct looks {
    unsigned count;
    struct looked at[POSITIONS * GAME_MAX_SEATS];
};

static uint64_t hash_of(const uint8_t *bytes, size_t count)
{
    uint64_t h = 0xcbf29ce484222325u;

    for (size_t i = 0; i < count; i++)
        h = (h ^ bytes[i]) * 0x100000001b3u;
    return h;
}

static void look_at(const struct subject *s, const struct game_position *p, void *to)
{
    static uint8_t planes[LEARN_MAX_BYTES], others[LEARN_MAX_BYTES];
    struct looks *looks = to;
    struct learn_space space;
    struct random r = random_from_seed(looks->count);
    int seats = game_seats(s->game, &s->options);

    learn_space(s->game, &s->options, &space);
    size_t bytes = (size_t)space.planes * space.rows * space.columns;
    for (int seat = 0; seat < seats; seat++) {
        struct looked *l = &looks->at[looks->count++];
        struct game_position seen, full;
        game_view(s->game, p, seat, &seen);
        subject_text(s, &seen, l->text);
        l->seat = seat;
        memset(planes, 0xaa, sizeof planes); // what was there before must not show
        learn_planes(s->game, &space, seats, p, seat, planes);
        l->planes = hash_of(planes, bytes);
        // Another truth behind the same view: a seat cannot tell them apart.
        game_determinize(s->game, &seen, &r, &full);
        learn_planes(s->game, &space, seats, &full, seat, others);
        assert_memory_equal(planes, others, bytes);
    }
}

static void planes_tell_views_apart(const struct subject *s)
{
    static struct looks looks;
    char name[LEARN_NAME_BYTES];
    struct learn_space space;

    looks.count = 0;
    subject_walk(s, SEED, POSITIONS, look_at, &looks);
    for (unsigned a = 0; a < looks.count; a++) {
        for (unsigned b = 0; b < a; b++) {
            const struct looked *x = &looks.at[a], *y = &looks.at[b];
            bool same = x->seat == y->seat && !strcmp(x->text, y->text);
            if (same != (x->planes == y->planes))
                fail_msg("seats %d and %d, '%s' and '%s': the planes are %s", x->seat, y->seat,
                         x->text, y->text, same ? "different" : "the same");
        }
    }
    learn_space(s->game, &s->options, &space);
    for (unsigned plane = 0; plane < space.planes; plane++)
        learn_name(s->game, &s->options, plane, name);
}

static void numbers_and_planes(void **state)
{
    const struct subject *s = *state;

    assert_non_null(s->game->learning);
    subject_walk(s, SEED, POSITIONS, numbers_of, NULL);
    planes_tell_views_apart(s);
}

// ---------------------------------------------------------------------------------------------
// The same of single positions, through the public header
// ---------------------------------------------------------------------------------------------

static void assert_public_planes(const abax_position *p, const abax_space *space)
{
    size_t bytes = (size_t)space->planes * space->rows * space->columns;
    uint8_t *planes = malloc(bytes);
    char name[LEARN_NAME_BYTES];
    abax_error error;

    assert_true(abax_position_planes(p, 0, planes, bytes, &error));
    assert_false(abax_position_planes(p, 0, planes, bytes - 1, &error));
    assert_int_equal(error.code, ABAX_ROOM);
    assert_false(abax_position_planes(p, 0, NULL, bytes, &error));
    assert_false(abax_position_planes(p, -1, planes, bytes, &error));
    assert_false(abax_position_planes(p, ABAX_MAX_SEATS, planes, bytes, &error));
    assert_int_equal(error.code, ABAX_ARGUMENT);
    assert_true(abax_position_plane(p, space->planes - 1, name, sizeof name, &error) > 1);
    assert_int_equal(abax_position_plane(p, space->planes, name, sizeof name, &error), 0);
    assert_int_equal(error.code, ABAX_ARGUMENT);
    free(planes);
}

static void public_numbers(const struct subject *s)
{
    const abax_game *game = abax_game_find(s->game->name, NULL);
    abax_position p, none;
    abax_action listed[ABAX_MAX_ACTIONS], found;
    uint16_t numbers[ABAX_MAX_ACTIONS];
    char options[128];
    abax_space space;
    abax_error error;

    if (!game) // the template is not offered
        return;
    memset(&none, 0, sizeof none);
    options_text(s, options);
    assert_true(abax_position_start(game, options, SEED, &p, &error));
    assert_true(abax_position_space(&p, &space, &error));
    assert_false(abax_position_space(&p, NULL, &error));
    assert_false(abax_position_space(&none, &space, &error));
    unsigned count = abax_position_actions(&p, listed, ABAX_MAX_ACTIONS);
    assert_int_equal(abax_position_numbers(&p, numbers, ABAX_MAX_ACTIONS), count);
    assert_int_equal(abax_position_numbers(&p, NULL, 0), count);
    assert_int_equal(abax_position_numbers(NULL, numbers, 1), 0);
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(abax_position_number(&p, listed[i], &error), numbers[i]);
        assert_true(abax_position_numbered(&p, numbers[i], &found, &error) && found == listed[i]);
    }
    assert_int_equal(abax_position_number(&p, UINT32_MAX, &error), -1);
    assert_int_equal(error.code, ABAX_ILLEGAL);
    assert_false(abax_position_numbered(&p, space.actions, &found, &error));
    assert_int_equal(error.code, ABAX_ILLEGAL);
    assert_false(abax_position_numbered(&p, numbers[0], NULL, &error));
    assert_public_planes(&p, &space);
}

// ---------------------------------------------------------------------------------------------
// Batches
// ---------------------------------------------------------------------------------------------

// A batch with buffers of exactly the right size, so that a sanitizer sees what goes too far.
struct tried {
    abax_batch *batch;
    struct abax_batch_shape shape;
    struct abax_batch_out out;
    int32_t *actions;
};

static struct tried try_batch(const struct subject *s, unsigned games, unsigned threads,
                              unsigned limit, bool restart)
{
    struct tried t = {0};
    char options[128], fault[200];

    options_text(s, options);
    t.batch = abax_batch_new(s->game->name, options, games, threads, SEED, limit, restart, fault,
                             sizeof fault);
    if (!t.batch)
        fail_msg("%s", fault);
    abax_batch_shape(t.batch, &t.shape);
    assert_int_equal(t.shape.games, games);
    assert_int_equal(t.shape.threads, threads);
    size_t seats = (size_t)games * t.shape.seats;
    t.out = (struct abax_batch_out){
        .rewards = malloc(seats * sizeof(float)),
        .scores = malloc(seats * sizeof(int32_t)),
        .ends = malloc(games),
        .turns = malloc(games),
        .legal = malloc(games * t.shape.words * sizeof(uint64_t)),
        .legal_bytes = malloc((size_t)games * t.shape.actions),
        .planes = malloc((size_t)games * t.shape.planes * t.shape.rows * t.shape.columns),
    };
    t.actions = malloc(games * sizeof *t.actions);
    abax_batch_look(t.batch, &t.out);
    return t;
}

static void free_tried(struct tried *t)
{
    abax_batch_free(t->batch);
    free(t->out.rewards);
    free(t->out.scores);
    free(t->out.ends);
    free(t->out.turns);
    free(t->out.legal);
    free(t->out.legal_bytes);
    free(t->out.planes);
    free(t->actions);
}

static void assert_same(const struct tried *a, const struct tried *b)
{
    size_t games = a->shape.games, seats = games * a->shape.seats;

    assert_memory_equal(a->out.rewards, b->out.rewards, seats * sizeof(float));
    assert_memory_equal(a->out.scores, b->out.scores, seats * sizeof(int32_t));
    assert_memory_equal(a->out.ends, b->out.ends, games);
    assert_memory_equal(a->out.turns, b->out.turns, games);
    assert_memory_equal(a->out.legal, b->out.legal, games * a->shape.words * sizeof(uint64_t));
    assert_memory_equal(a->out.legal_bytes, b->out.legal_bytes, games * a->shape.actions);
    assert_memory_equal(a->out.planes, b->out.planes,
                        games * a->shape.planes * a->shape.rows * a->shape.columns);
}

// The mask and the bytes of a game say exactly what the rules list.
static void assert_legal(const struct tried *t, unsigned game, const struct history *h)
{
    struct game_actions list;
    unsigned bits = 0, bytes = 0;

    history_list(h, &list);
    for (unsigned i = 0; i < list.count; i++) {
        unsigned n = learn_number(h->game, &h->position, list.at[i]);
        assert_true(t->out.legal[game * t->shape.words + n / 64] >> n % 64 & 1);
        assert_int_equal(t->out.legal_bytes[game * t->shape.actions + n], 1);
    }
    for (unsigned word = 0; word < t->shape.words; word++)
        bits += (unsigned)__builtin_popcountll(t->out.legal[game * t->shape.words + word]);
    for (unsigned n = 0; n < t->shape.actions; n++)
        bytes += t->out.legal_bytes[game * t->shape.actions + n];
    assert_int_equal(bits, list.count);
    assert_int_equal(bytes, list.count);
}

static void assert_result(const struct tried *t, unsigned game, const struct history *h)
{
    struct game_result r = {0};
    struct game_actions list;

    history_list(h, &list);
    if (list.count == 0)
        history_result(h, &r);
    for (unsigned seat = 0; seat < t->shape.seats; seat++) {
        unsigned at = game * t->shape.seats + seat;
        int reward = r.over ? (int)r.outcome[seat] - 1 : 0;
        assert_true(t->out.rewards[at] == (float)reward);
        assert_int_equal(t->out.scores[at], r.over ? r.score[seat] : 0);
    }
    int end = r.over               ? (h->repeated ? ABAX_BATCH_REPEATED : ABAX_BATCH_OVER)
              : h->length >= LIMIT ? ABAX_BATCH_CUT
                                   : ABAX_BATCH_ON;
    assert_int_equal(t->out.ends[game], end);
}

static void assert_planes(const struct tried *t, unsigned game, const struct history *h)
{
    static uint8_t planes[LEARN_MAX_BYTES];
    struct learn_space space;
    char text[GAME_TEXT_BYTES], kept[GAME_TEXT_BYTES];
    struct text written;
    size_t bytes = (size_t)t->shape.planes * t->shape.rows * t->shape.columns;

    learn_space(h->game, &h->options, &space);
    learn_planes(h->game, &space, (int)t->shape.seats, &h->position, t->out.turns[game], planes);
    assert_memory_equal(planes, t->out.planes + game * bytes, bytes);
    text_init(&written, text, sizeof text);
    h->game->write(&h->position, &written);
    assert_true(abax_batch_text(t->batch, game, kept, sizeof kept));
    assert_string_equal(text, kept);
}

static void start_single(const struct subject *s, unsigned game, unsigned round, struct history *h)
{
    struct game_position p;

    s->game->start(&s->options, abax_batch_seed(SEED, game, round), &p);
    history_init(h, s->game, &s->options, &p);
}

// Every game of a batch, followed by a history of its own.
static void batches_play_single_games(const struct subject *s)
{
    struct tried one = try_batch(s, GAMES, 1, LIMIT, true);
    struct tried two = try_batch(s, GAMES, 2, LIMIT, true);
    static struct history single[GAMES];
    unsigned rounds[GAMES] = {0}, over = 0;

    for (unsigned i = 0; i < GAMES; i++)
        start_single(s, i, 0, &single[i]);
    for (unsigned step = 0; step < STEPS; step++) {
        assert_same(&one, &two);
        abax_batch_sample(one.batch, one.actions);
        abax_batch_sample(two.batch, two.actions);
        assert_memory_equal(one.actions, two.actions, GAMES * sizeof *one.actions);
        assert_int_equal(abax_batch_step(one.batch, one.actions, &one.out), -1);
        assert_int_equal(abax_batch_step(two.batch, two.actions, &two.out), -1);
        for (unsigned i = 0; i < GAMES; i++) {
            game_action action;
            assert_true(
                learn_find(s->game, &single[i].position, (unsigned)one.actions[i], &action));
            assert_true(history_play(&single[i], action));
            assert_result(&one, i, &single[i]);
            if (one.out.ends[i] != ABAX_BATCH_ON) {
                over++;
                history_clear(&single[i]);
                start_single(s, i, ++rounds[i], &single[i]);
            }
            assert_int_equal(one.out.turns[i], s->game->to_act(&single[i].position));
            assert_legal(&one, i, &single[i]);
            if ((step + i) % 5 == 0)
                assert_planes(&one, i, &single[i]);
        }
    }
    assert_true(over > GAMES);
    for (unsigned i = 0; i < GAMES; i++)
        history_clear(&single[i]);
    free_tried(&one);
    free_tried(&two);
}

static void rollouts_are_steps(const struct subject *s)
{
    struct tried one = try_batch(s, GAMES, 2, 0, true), two = try_batch(s, GAMES, 1, 0, true);
    uint64_t ended = 0;

    assert_true(abax_batch_rollout(one.batch, 25, &one.out) > 0 || STEPS > 25);
    assert_int_equal(abax_batch_rollout(one.batch, 0, NULL), 0);
    abax_batch_reset(one.batch, SEED);
    uint64_t rolled = abax_batch_rollout(one.batch, STEPS, &one.out);
    for (unsigned step = 0; step < STEPS; step++) {
        abax_batch_sample(two.batch, two.actions);
        assert_int_equal(abax_batch_step(two.batch, two.actions, &two.out), -1);
        for (unsigned i = 0; i < GAMES; i++)
            ended += two.out.ends[i] != ABAX_BATCH_ON;
    }
    assert_same(&one, &two);
    assert_int_equal(rolled, ended);
    assert_true(abax_batch_spent(one.batch) > 0);
    free_tried(&one);
    free_tried(&two);
}

// Without restart games stay where they ended, and say so again and again.
static void ends_stay(const struct subject *s)
{
    struct tried t = try_batch(s, 3, 1, 0, false), again = try_batch(s, 3, 1, 0, false);

    abax_batch_rollout(t.batch, 2000, &t.out);
    abax_batch_rollout(again.batch, 3000, &again.out);
    assert_same(&t, &again);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(t.out.turns[i], -1);
        assert_int_not_equal(t.out.ends[i], ABAX_BATCH_ON);
        for (unsigned word = 0; word < t.shape.words; word++)
            assert_int_equal(t.out.legal[i * t.shape.words + word], 0);
    }
    abax_batch_sample(t.batch, t.actions);
    assert_int_equal(t.actions[0], -1);
    assert_int_equal(abax_batch_step(t.batch, t.actions, &t.out), -1);
    assert_same(&t, &again);
    abax_batch_look(t.batch, &t.out);
    assert_same(&t, &again);
    free_tried(&t);
    free_tried(&again);
}

static void wrong_actions_change_nothing(const struct subject *s)
{
    struct tried t = try_batch(s, 70, 2, 0, true), untouched = try_batch(s, 70, 1, 0, true);
    int32_t wrong[] = {-1, INT32_MIN, INT32_MAX, (int32_t)t.shape.actions, 0};

    for (int32_t n = 0; n < (int32_t)t.shape.actions; n++) {
        if (!(t.out.legal[68 * t.shape.words + (unsigned)n / 64] >> n % 64 & 1))
            wrong[4] = n; // a number that is an action somewhere else
    }
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        abax_batch_sample(t.batch, t.actions);
        bool legal = wrong[i] >= 0 && (uint32_t)wrong[i] < t.shape.actions &&
                     t.out.legal[68 * t.shape.words + (unsigned)wrong[i] / 64] >> wrong[i] % 64 & 1;
        if (legal) // all numbers are legal here
            continue;
        t.actions[68] = t.actions[69] = wrong[i];
        assert_int_equal(abax_batch_step(t.batch, t.actions, &t.out), 68);
        abax_batch_look(t.batch, &t.out);
        assert_same(&t, &untouched);
    }
    free_tried(&t);
    free_tried(&untouched);
}

// A position put into a batch stands there, and what is none is refused.
static void positions_can_be_put(const struct subject *s)
{
    struct tried t = try_batch(s, 2, 1, 0, true);
    char text[GAME_TEXT_BYTES], now[GAME_TEXT_BYTES], fault[200], name[LEARN_NAME_BYTES];
    uint8_t *planes = malloc((size_t)t.shape.planes * t.shape.rows * t.shape.columns);

    abax_batch_rollout(t.batch, 3, NULL);
    assert_true(abax_batch_text(t.batch, 0, text, sizeof text));
    assert_true(abax_batch_put(t.batch, 1, text, fault, sizeof fault));
    assert_true(abax_batch_text(t.batch, 1, now, sizeof now));
    assert_string_equal(text, now);
    abax_batch_look(t.batch, &t.out);
    assert_memory_equal(t.out.legal, t.out.legal + t.shape.words, t.shape.words * 8);
    assert_false(abax_batch_put(t.batch, 1, "nonsense", fault, sizeof fault));
    assert_false(abax_batch_put(t.batch, 2, text, fault, sizeof fault));
    assert_string_equal(fault, "the batch has 2 games, so there is no game 2");
    assert_false(abax_batch_text(t.batch, 2, now, sizeof now));
    assert_false(abax_batch_text(t.batch, 0, now, 2));
    assert_false(abax_batch_planes(t.batch, 0, (int)t.shape.seats, planes));
    assert_true(abax_batch_planes(t.batch, 1, t.out.turns[1], planes));
    assert_memory_equal(planes, t.out.planes + t.shape.planes * t.shape.rows * t.shape.columns,
                        t.shape.planes * t.shape.rows * t.shape.columns);
    assert_true(abax_batch_plane(t.batch, t.shape.planes - 1, name, sizeof name));
    assert_false(abax_batch_plane(t.batch, t.shape.planes, name, sizeof name));
    free(planes);
    free_tried(&t);
}

static void batches(void **state)
{
    batches_play_single_games(*state);
    rollouts_are_steps(*state);
    ends_stay(*state);
    wrong_actions_change_nothing(*state);
    positions_can_be_put(*state);
}

static void both(void **state)
{
    numbers_and_planes(state);
    public_numbers(*state);
    batches(state);
}

static const char *refused(const char *game, const char *options, unsigned games, unsigned threads,
                           unsigned limit)
{
    static char fault[200];

    assert_null(abax_batch_new(game, options, games, threads, 1, limit, 1, fault, sizeof fault));
    return fault;
}

static void refusals(void **state)
{
    (void)state;
    assert_string_equal(refused("nothing", "-", 1, 1, 0), "there is no game 'nothing'");
    assert_string_equal(refused("null", "-", 0, 1, 0), "a batch has 1 to 16777216 games, not 0");
    assert_string_equal(refused("null", "-", 1, 999, 0),
                        "a batch has at most 256 threads, not 999");
    assert_string_equal(refused("null", "-", 1, 1, 70000),
                        "the limit of steps is at most 65535, not 70000");
    assert_non_null(strstr(refused("null", "players=9", 1, 1, 0), "players"));
    abax_batch_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refusals)};

    return cmocka_run_group_tests(tests, NULL, NULL) + subjects_run("batch", both);
}
