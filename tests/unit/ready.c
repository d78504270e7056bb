// SPDX-License-Identifier: MIT
// When a UGI session takes and clears memory: at `isready` and `uginewgame`, never inside a search.
// Nothing is timed: memory that lies where it lay was not allocated, and a mark in the table shows
// whether somebody cleared it.
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "games/registry.h"
#include "protocol/ugi.h"
#include "tests/unit/subjects.h"

enum { MARK = 0x5eed };

// ---------------------------------------------------------------------------------------------
// A session whose jobs run at once
// ---------------------------------------------------------------------------------------------

struct bench {
    struct ugi ugi;
    struct ugi_host host;
    char said[1 << 16];
    struct text text;
    bool busy; // as the session shall believe
};

static bool never(void *to)
{
    (void)to;
    return false;
}

static void nothing(void *to)
{
    (void)to;
}

static void start(void *to, const struct ugi_job *job)
{
    struct bench *b = to;
    char storage[64];
    struct text last;

    text_init(&last, storage, sizeof storage);
    ugi_work(job, never, never, b, &b->host.out, &last);
    output_add(&b->host.out, storage);
}

static bool idle(void *to)
{
    return !((struct bench *)to)->busy;
}

static void begin(struct bench *b, const struct subject *s)
{
    struct error e;

    memset(b, 0, sizeof *b);
    text_init(&b->text, b->said, sizeof b->said);
    b->host = (struct ugi_host){.out = output_to_text(&b->text),
                                .start = start,
                                .stop = nothing,
                                .ponderhit = never,
                                .idle = idle,
                                .to = b};
    assert_true(ugi_init(&b->ugi, &b->host, NULL, s->game, &s->options, &e));
}

// What the session answers to a line.
static const char *say(struct bench *b, const char *line)
{
    char copy[128];

    assert_true(strlen(line) < sizeof copy);
    memcpy(copy, line, strlen(line) + 1);
    text_init(&b->text, b->said, sizeof b->said);
    ugi_line(&b->ugi, copy);
    return b->said;
}

static void expect(struct bench *b, const char *line, const char *answer)
{
    const char *said = say(b, line);

    if (strcmp(said, answer) != 0)
        fail_msg("'%s': '%s'", line, said);
}

static struct thinker *thinker_of(struct bench *b)
{
    assert_true(b->ugi.driver.helps);
    return &b->ugi.driver.helper;
}

static bool is_clean(const struct thinker *t)
{
    const unsigned char *at = t->memory;
    size_t bytes = tt_bytes(t->megabytes);

    return at[0] == 0 && memcmp(at, at + 1, bytes - 1) == 0;
}

// A word in the last slot, where no search of one position writes: it stands until somebody clears
// the table.
static uint64_t *mark(struct thinker *t)
{
    return &t->table.slots[tt_bytes(t->megabytes) / sizeof *t->table.slots - 1].check;
}

static void go(struct bench *b, const char *line)
{
    struct thinker *t = thinker_of(b);
    const struct thinker before = *t;

    assert_true(t->touched);
    *mark(t) = MARK;
    assert_non_null(strstr(say(b, line), "bestmove "));
    assert_ptr_equal(t->memory, before.memory);
    assert_memory_equal(t->searches, before.searches, sizeof t->searches);
    assert_ptr_equal(t->solver.memory, before.solver.memory);
    assert_ptr_equal(t->solver.proof, before.solver.proof);
    assert_int_equal(*mark(t), MARK);
}

// ---------------------------------------------------------------------------------------------
// Tests
// ---------------------------------------------------------------------------------------------

static void test_memory_is_taken_at_isready(void **state)
{
    static struct bench b;

    begin(&b, *state);
    expect(&b, "setoption name Hash value 16", "");
    expect(&b, "setoption name Threads value 2", "");
    expect(&b, "isready", "readyok\n");
    assert_int_equal(thinker_of(&b)->megabytes, 16);
    assert_int_equal(thinker_of(&b)->threads, 2);
    assert_true(thinker_of(&b)->touched && is_clean(thinker_of(&b)));
    go(&b, "go nodes 1");
    expect(&b, "isready", "readyok\n"); // within a game nothing is forgotten
    assert_int_equal(*mark(thinker_of(&b)), MARK);
    go(&b, "go nodes 1");
    ugi_clear(&b.ugi);
}

static void test_a_new_game_clears(void **state)
{
    static struct bench b;

    begin(&b, *state);
    expect(&b, "setoption name Hash value 4", "");
    expect(&b, "isready", "readyok\n");
    for (unsigned i = 0; i < 3; i++) {
        go(&b, "go nodes 1");
        expect(&b, "uginewgame", "");
        assert_true(is_clean(thinker_of(&b)));
        if (i > 0) // a client may leave it out
            expect(&b, "isready", "readyok\n");
        assert_true(is_clean(thinker_of(&b)));
    }
    ugi_clear(&b.ugi);
}

static void test_another_size_and_another_game(void **state)
{
    static struct bench b;
    const struct subject first = {.game = registry_game(0)};

    (void)state;
    begin(&b, &first);
    expect(&b, "isready", "readyok\n");
    expect(&b, "setoption name Hash value 8", "");
    expect(&b, "isready", "readyok\n");
    assert_int_equal(thinker_of(&b)->megabytes, 8);
    go(&b, "go nodes 1");
    for (unsigned i = 0; i < registry_count(); i++) {
        char line[64];
        snprintf(line, sizeof line, "setoption name Game value %s", registry_game(i)->name);
        say(&b, line);
        expect(&b, "isready", "readyok\n");
        go(&b, "go nodes 1");
    }
    ugi_clear(&b.ugi);
}

// Nothing is touched under a search that runs.
static void test_while_a_search_runs(void **state)
{
    static struct bench b;
    const struct subject first = {.game = registry_game(0)};

    (void)state;
    begin(&b, &first);
    expect(&b, "isready", "readyok\n");
    go(&b, "go nodes 1");
    b.busy = true;
    b.ugi.megabytes = 4; // as if it had been set before
    expect(&b, "isready", "readyok\n");
    assert_int_equal(*mark(thinker_of(&b)), MARK);
    ugi_clear(&b.ugi);
}

// Who never says isready gets memory by the first search.
static void test_without_isready(void **state)
{
    static struct bench b;
    const struct subject first = {.game = registry_game(0)};

    (void)state;
    begin(&b, &first);
    expect(&b, "setoption name Hash value 4", "");
    assert_non_null(strstr(say(&b, "go nodes 10"), "bestmove "));
    assert_int_equal(thinker_of(&b)->megabytes, 4);
    assert_false(is_clean(thinker_of(&b)));
    expect(&b, "uginewgame", "");
    go(&b, "go nodes 1");
    ugi_clear(&b.ugi);
}

// A large table costs nothing before it is used: the system hands out its pages one by one.
static void test_memory_is_reserved_lazily(void **state)
{
    struct thinker t;
    struct error e;
    unsigned char there[16];

    (void)state;
    assert_true(thinker_init(&t, 64, NULL, &e));
    thinker_forget(&t, 1);
    assert_int_equal(mincore((unsigned char *)t.memory + (8 << 20), sizeof there << 12, there), 0);
    for (unsigned i = 0; i < sizeof there; i++)
        assert_int_equal(there[i] & 1, 0);
    thinker_clear(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_another_size_and_another_game),
        cmocka_unit_test(test_while_a_search_runs),
        cmocka_unit_test(test_without_isready),
        cmocka_unit_test(test_memory_is_reserved_lazily),
    };

    return subjects_run("memory is taken at isready", test_memory_is_taken_at_isready) +
           subjects_run("a new game clears", test_a_new_game_clears) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
