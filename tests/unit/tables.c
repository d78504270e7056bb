// SPDX-License-Identifier: MIT
// The facts and tables of every game: what game/game.h and the headers of the other tables require.
#include <string.h>

#include "tests/unit/subjects.h"

// Facts that front ends rely on.
static void facts(void **state)
{
    const struct subject *s = *state;
    const struct game *g = s->game;

    assert_non_null(g->title);
    assert_non_null(g->goal);
    assert_non_null(g->about);
    assert_in_range(g->max_path, 1, GAME_MAX_PATH);
    for (int i = 0; i < game_seats(g, &s->options); i++)
        assert_non_null(g->seat_names[i]);
    for (unsigned i = 1; i < g->rule_count; i++) {
        size_t length = strlen(g->rules[i].sentence);
        assert_true(length > 10 && g->rules[i].sentence[length - 1] == '.');
        for (unsigned j = 1; j < i; j++)
            assert_string_not_equal(g->rules[i].id, g->rules[j].id);
    }
}

// What has to be given together, or at all.
static void tables(void **state)
{
    const struct subject *s = *state;
    const struct game *g = s->game;
    const struct game_hidden *hidden = game_hidden(g);
    const struct game_coach *coach = game_coach(g);

    assert_true(g->ui && g->ui->scene);
    if (g->hidden)
        assert_true(hidden->view && hidden->complete && hidden->determinize && hidden->secret);
    assert_int_equal(hidden->objective != NULL, hidden->check_objective != NULL);
    assert_int_equal(game_symmetries(g) > 1, game_ai(g)->apply_symmetry != NULL);
    assert_int_equal(coach->features != NULL, coach->measure != NULL);
    assert_int_equal(coach->features != NULL, coach->say_feature != NULL);
    assert_int_equal(coach->themes != NULL, coach->theme != NULL);
    assert_true(!g->points || g->score_at_resignation);
}

int main(void)
{
    return subjects_run("facts", facts) + subjects_run("tables", tables);
}
