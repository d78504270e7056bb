// SPDX-License-Identifier: MIT
// Reasons: every attempt, legal or not, of every length, gets a true answer and never "unknown".
// Also that every rule of a game's table is heard at least once over all its option sets.
#include <stdlib.h>
#include <string.h>

#include "game/attempt.h"
#include "games/registry.h"
#include "tests/unit/subjects.h"

enum { ATTEMPTS = 24 * 1000 * 1000, RULES = 64, LEAST_POSITIONS = 60, MOST_POSITIONS = 3000 };

// The legal paths of a position, and which rules were heard so far.
struct hearing {
    const struct subject *subject;
    const struct game_position *position;
    unsigned spot_count;
    bool touchable[SCENE_MAX_SPOTS];
    unsigned path_count;
    struct game_path paths[GAME_MAX_ACTIONS];
    unsigned long long attempts;
};

static bool heard[64][RULES]; // by game and rule; only this program's main thread

static bool begins(const struct game_path *path, const struct game_path *beginning)
{
    return path->count >= beginning->count &&
           memcmp(path->at, beginning->at, beginning->count * sizeof *path->at) == 0;
}

static unsigned game_index(const struct game *g)
{
    for (unsigned i = 0; i < registry_count(); i++) {
        if (registry_game(i) == g)
            return i;
    }
    return 0;
}

static void refused(struct hearing *h, const struct game_path *path, unsigned rule)
{
    const struct game *g = h->subject->game;

    if (rule == GAME_RULE_NONE || rule >= g->rule_count) {
        char text[GAME_TEXT_BYTES];
        fail_msg("no reason for %u spots %u %u %u in %s", path->count, path->at[0], path->at[1],
                 path->at[2], subject_text(h->subject, h->position, text));
    }
    heard[game_index(g)][rule] = true;
}

// Tries every continuation of a path. `matching` are the legal paths that begin with it.
static void try_all(struct hearing *h, struct game_path *path, const unsigned *matching,
                    unsigned count)
{
    const struct game *g = h->subject->game;
    unsigned *narrowed = malloc((count + 1) * sizeof *narrowed);

    path->count++;
    for (unsigned spot = 0; spot < h->spot_count; spot++) {
        unsigned left = 0;
        bool complete = false;

        if (!h->touchable[spot])
            continue;
        path->at[path->count - 1] = (game_spot)spot;
        for (unsigned i = 0; i < count; i++) {
            if (begins(&h->paths[matching[i]], path)) {
                complete |= h->paths[matching[i]].count == path->count;
                narrowed[left++] = matching[i];
            }
        }
        unsigned rule = g->why(h->position, path);
        h->attempts++;
        if (left)
            assert_int_equal(rule, GAME_RULE_NONE);
        else if (rule != GAME_RULE_NONE || path->count == g->max_path)
            refused(h, path, rule);
        if (!complete && path->count < g->max_path)
            try_all(h, path, narrowed, left);
    }
    path->count--;
    free(narrowed);
}

static void look(const struct subject *s, const struct game_position *p, void *to)
{
    struct hearing *h = to;
    struct game_actions list;
    struct game_path path = {0};
    unsigned all[GAME_MAX_ACTIONS];
    static struct scene scene;

    game_list(s->game, p, &list);
    if (list.count == 0)
        return;
    h->subject = s;
    h->position = p;
    h->path_count = list.count;
    for (unsigned i = 0; i < list.count; i++) {
        s->game->action_path(p, list.at[i], &h->paths[i]);
        all[i] = i;
    }
    game_scene(s->game, p, GAME_PUBLIC, &scene);
    h->spot_count = scene.spot_count;
    for (unsigned i = 0; i < scene.spot_count; i++)
        h->touchable[i] = scene.spots[i].use != SCENE_PICTURE;
    try_all(h, &path, all, list.count);
}

static void reasons(void **state)
{
    const struct subject *s = *state;
    static struct hearing h;
    unsigned long long before = h.attempts = 0;

    // One walk to learn how many attempts a position costs, then as many as the budget allows.
    subject_walk(s, 1, LEAST_POSITIONS, look, &h);
    unsigned long long each = (h.attempts - before) / LEAST_POSITIONS + 1;
    unsigned long long positions = ATTEMPTS / each;
    if (positions > MOST_POSITIONS)
        positions = MOST_POSITIONS;
    subject_walk(s, 1000, (unsigned)positions, look, &h);
    print_message("%s: %llu attempts in %llu positions\n", s->name, h.attempts,
                  positions + LEAST_POSITIONS);
}

// Positions that random play seldom reaches, from the game's perft file.
static void rare_positions(void **state)
{
    const struct subject *s = *state;
    char path[120], line[2048];
    struct text t;
    static struct hearing h;
    unsigned looked = 0;

    text_init(&t, path, sizeof path);
    text_format(&t, "games/%s/perft.tsv", s->game->name);
    FILE *file = subject_open(path);
    while (fgets(line, sizeof line, file)) {
        char *position = strchr(line, '\t');
        struct game_position p;
        struct error e;
        if (line[0] == '#' || !position)
            continue;
        position++;
        position[strcspn(position, "\t\n")] = 0;
        if (s->game->read(&s->options, position, &p, &e)) {
            look(s, &p, &h);
            looked++;
        }
    }
    fclose(file);
    assert_true(looked > 0);
}

static void every_rule_is_heard(void **state)
{
    (void)state;
    unsigned silent = 0;
    for (unsigned i = 0; i < registry_count(); i++) {
        const struct game *g = registry_game(i);
        for (unsigned rule = 1; subject_wanted(g) && rule < g->rule_count; rule++) {
            if (!heard[i][rule]) {
                print_error("%s never said '%s'\n", g->name, g->rules[rule].id);
                silent++;
            }
        }
    }
    assert_int_equal(silent, 0);
}

int main(void)
{
    const struct CMUnitTest last[] = {cmocka_unit_test(every_rule_is_heard)};

    return subjects_run("reasons", reasons) + subjects_run("rare positions", rare_positions) +
           cmocka_run_group_tests_name("rules", last, NULL, NULL);
}
