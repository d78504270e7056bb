// SPDX-License-Identifier: MIT
// Positions with the exact value of every action (tests/data/scored, made by plain minimax): the
// search must give each of them, so that a wrong move cannot hide behind an equal one.
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "search/search.h"
#include "tests/unit/subjects.h"

enum { LINE = 8192 };

struct solver {
    struct search *search;
    struct tt table;
    void *memory;
    unsigned actions;
};

// The value of a position for the seat to act, searched to the end.
static int solve(struct solver *s, const struct game *g, const struct game_position *p)
{
    struct search_task task = {
        .game = g, .root = p, .table = &s->table, .limits = {.lines = 1, .exact = true}};
    struct search_report report;
    struct game_result result;
    int seat = g->to_act(p);

    g->result(p, &result);
    if (result.over) {
        int margin = result.score[seat] - result.score[seat ^ 1];
        return ((int)result.outcome[seat] - GAME_DRAW) * SEARCH_WON +
               (result.outcome[seat] == GAME_DRAW ? 0 : margin);
    }
    search_run(s->search, &task, &report);
    assert_true(report.lines[0].exact);
    return report.lines[0].value;
}

static void check_action(struct solver *s, const struct game *g, const struct game_position *p,
                         char *scored)
{
    char *equals = strchr(scored, '=');
    struct game_position after;
    game_action action;

    assert_non_null(equals);
    *equals = 0;
    assert_true(game_find(g, p, scored, &action));
    g->apply(p, action, &after);
    int value = solve(s, g, &after);
    value = g->to_act(&after) == g->to_act(p) ? value : -value;
    if (value != strtol(equals + 1, NULL, 10))
        fail_msg("%s is worth %s, not %d", scored, equals + 1, value);
    s->actions++;
}

static void check_line(struct solver *s, const struct game *g, char *line)
{
    char *position = strchr(line, '\t'), *actions = position ? strchr(position + 1, '\t') : NULL;
    struct game_options options = {0};
    struct game_position p;
    struct error e;

    assert_non_null(actions);
    *position++ = 0;
    *actions++ = 0;
    for (char *next, *word = strcmp(line, "-") ? line : NULL; word; word = next) {
        next = strchr(word, ',');
        if (next)
            *next++ = 0;
        assert_true(game_set_option(g, &options, word, &e));
    }
    if (!g->read(&options, position, &p, &e))
        fail_msg("%s", e.message.text);
    for (char *next, *word = actions; word; word = next) {
        next = strchr(word, ' ');
        if (next)
            *next++ = 0;
        check_action(s, g, &p, word);
    }
}

static void scored_file(void **state)
{
    const struct game *g = *state;
    struct solver s = {.search = malloc(sizeof(struct search))};
    char line[LINE];

    s.memory = aligned_alloc(64, tt_bytes(64));
    tt_init(&s.table, s.memory, tt_bytes(64));
    FILE *file = subject_data("scored", g);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        check_line(&s, g, line);
    }
    fclose(file);
    free(s.memory);
    free(s.search);
    assert_true(s.actions >= 20);
}

int main(void)
{
    return subjects_run_data("every action's value", "scored", scored_file);
}
