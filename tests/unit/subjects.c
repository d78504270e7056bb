// SPDX-License-Identifier: MIT
// Runs a test for every registered game and set of options, so that a new game meets every law
// without a line of its own. Minimax here is written plainly and apart from search/, to be its
// judge.
#include "tests/unit/subjects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "games/registry.h"

enum { MOST_SUBJECTS = 64, MOST_NODES = 150000, DATA_PATH = 80 };

bool subject_wanted(const struct game *g)
{
    const char *only = getenv("GAME");

    if (only && !registry_find(only)) { // a selection of nothing must not pass
        fprintf(stderr, "FAIL GAME=%s: there is no such game\n", only);
        exit(EXIT_FAILURE);
    }
    return !only || strcmp(only, g->name) == 0;
}

static unsigned make_subjects(struct subject *subjects)
{
    unsigned count = 0;

    for (unsigned i = 0; i < registry_count(); i++) {
        struct game_options options = {0};
        if (!subject_wanted(registry_game(i)))
            continue;
        do {
            struct subject *s = &subjects[count++];
            struct text t;
            assert_true(count <= MOST_SUBJECTS);
            s->game = registry_game(i);
            s->options = options;
            text_init(&t, s->name, sizeof s->name);
            text_format(&t, "%s ", s->game->name);
            game_options_text(s->game, &options, &t);
        } while (game_next_options(registry_game(i), &options));
    }
    return count;
}

int subjects_run(const char *group, void (*test)(void **state))
{
    static struct subject subjects[MOST_SUBJECTS];
    struct CMUnitTest tests[MOST_SUBJECTS];
    unsigned count = make_subjects(subjects);

    for (unsigned i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){subjects[i].name, test, NULL, NULL, &subjects[i]};
    return _cmocka_run_group_tests(group, tests, count, NULL, NULL);
}

void subject_walk(const struct subject *s, uint64_t first, unsigned positions,
                  void (*look)(const struct subject *s, const struct game_position *p, void *to),
                  void *to)
{
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    unsigned looked = 0;

    for (uint64_t seed = first; looked < positions; seed++) {
        struct random r = random_from_seed(seed);
        struct game_position p;
        unsigned count;

        s->game->start(&s->options, seed, &p);
        do {
            look(s, &p, to);
            count = s->game->actions(&p, list);
            if (count)
                s->game->apply(&p, list[random_below(&r, count)], &p);
        } while (++looked < positions && count);
    }
}

const char *subject_text(const struct subject *s, const struct game_position *p,
                         char storage[GAME_TEXT_BYTES])
{
    struct text t;

    text_init(&t, storage, GAME_TEXT_BYTES);
    s->game->write(p, &t);
    assert_false(t.cut);
    return storage;
}

static int forced(const struct game *g, const struct game_position *p, int seat, int actions,
                  unsigned *nodes)
{
    struct game_actions list;
    struct game_result result;

    g->result(p, &result);
    if (result.over)
        return result.outcome[seat] == GAME_WIN;
    if (actions <= 0)
        return 0;
    if (++*nodes > MOST_NODES)
        return -1;
    int ours = g->to_act(p) == seat;
    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        int answer = forced(g, &after, seat, actions - 1, nodes);
        if (answer < 0 || answer == ours)
            return answer;
    }
    return !ours;
}

int subject_forced(const struct game *g, const struct game_position *p, int seat, int actions)
{
    unsigned nodes = 0;

    return forced(g, p, seat, actions, &nodes);
}

FILE *subject_open(const char *path)
{
    FILE *file = fopen(path, "r");

    if (!file)
        fail_msg("%s is missing", path);
    return file;
}

static void data_path(const char *folder, const struct game *g, char path[DATA_PATH])
{
    struct text t;

    text_init(&t, path, DATA_PATH);
    text_format(&t, "tests/data/%s/%s.tsv", folder, g->name);
    assert_false(t.cut);
}

FILE *subject_data(const char *folder, const struct game *g)
{
    char path[DATA_PATH];

    data_path(folder, g, path);
    return subject_open(path);
}

int subjects_run_data(const char *group, const char *folder, void (*test)(void **state))
{
    struct CMUnitTest tests[MOST_SUBJECTS];
    unsigned count = 0;

    for (unsigned i = 0; i < registry_count(); i++) {
        struct game *g = (struct game *)registry_game(i); // the test makes it constant again
        char path[DATA_PATH];
        assert_true(count < MOST_SUBJECTS);
        data_path(folder, g, path);
        if (subject_wanted(g) && access(path, R_OK) == 0)
            tests[count++] = (struct CMUnitTest){g->name, test, NULL, NULL, g};
    }
    if (count == 0 && getenv("GAME")) {
        print_message("  skipped: tests/data/%s has no file of %s\n", folder, getenv("GAME"));
        return 0;
    }
    if (count == 0) {
        print_error("tests/data/%s has no file of a game\n", folder);
        return 1;
    }
    return _cmocka_run_group_tests(group, tests, count, NULL, NULL);
}
