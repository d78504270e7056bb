// SPDX-License-Identifier: MIT
// The level for an even game: made-up people of known strength, and the measured figures that it
// rests on. The people are drawn from the measured scores alone, by odds, not by the strengths of
// the code under test.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "games/registry.h"
#include "play/even.h"
#include "tests/unit/subjects.h"

enum { PEOPLE = 40, GAMES = 40, LINE = 512 };

// How often `level` wins against `other`: the odds of all measured steps between them, multiplied.
// Games that nobody measured are said to have steps of 3 to 1.
static double score_of(const struct game *g, unsigned level, unsigned other)
{
    double odds = 1;

    for (unsigned i = level < other ? level : other; i < (level > other ? level : other); i++) {
        double wins = game_ai(g)->level_scores ? game_ai(g)->level_scores[i] : 750;
        odds *= wins / (1000 - wins);
    }
    return level < other ? 1 / (1 + odds) : odds / (1 + odds);
}

// A player as strong as a level plays against levels near it. Of 1000 games `blunders` are won and
// lost by chance.
static void play(const struct game *g, unsigned own, unsigned games, unsigned blunders,
                 struct random *r, struct even_results *results)
{
    *results = (struct even_results){0};
    for (unsigned i = 0; i < games; i++) {
        int level = (int)own + (int)random_below(r, 5) - 2;
        level = level < 1 ? 1 : level > LEVELS ? LEVELS : level;
        double score = score_of(g, own, (unsigned)level);
        score += (0.5 - score) * blunders / 1000;
        if (random_below(r, 1000000) < (unsigned)(score * 1000000))
            results->won[level - 1]++;
        else
            results->lost[level - 1]++;
    }
}

static void finds_known_strength(void **state)
{
    const struct subject *s = *state;
    struct random r = random_from_seed(7);
    unsigned near = 0, within = 0, all = 0;

    for (unsigned own = 1; own <= LEVELS; own++) {
        for (unsigned i = 0; i < PEOPLE / 4; i++, all++) {
            struct even_results results;
            struct even even;
            play(s->game, own, GAMES, 0, &r, &results);
            even_estimate(s->game, &results, &even);
            assert_int_equal(even.games, GAMES);
            assert_in_range(even.level, 1, LEVELS);
            assert_true(even.low <= even.high && even.sure >= 0 && even.sure <= 1000);
            near += abs((int)even.level - (int)own) <= 1;
            within += even.low <= (int)own * 100 + 10 && even.high >= (int)own * 100 - 10;
        }
    }
    print_message("of %u people %u at the right level or beside it, %u within the interval\n", all,
                  near, within);
    assert_true(near * 100 >= all * 92);
    assert_true(within * 100 >= all * 80); // 90 of 100 are wanted
}

// People are no machines: their results follow no odds exactly. The level must be right all the
// same.
static void finds_people_who_blunder(void **state)
{
    const struct subject *s = *state;
    struct random r = random_from_seed(11);
    unsigned near = 0, all = 0;

    for (unsigned own = 1; own <= LEVELS; own++) {
        for (unsigned i = 0; i < PEOPLE / 4; i++, all++) {
            struct even_results results;
            struct even even;
            play(s->game, own, GAMES, 150, &r, &results);
            even_estimate(s->game, &results, &even);
            near += abs((int)even.level - (int)own) <= 1;
        }
    }
    print_message("of %u people who blunder %u at the right level or beside it\n", all, near);
    assert_true(near * 100 >= all * 85);
}

static void grows_sure(void **state)
{
    const struct subject *s = *state;
    struct even none, few, many;
    struct even_results results = {0};

    even_estimate(s->game, &results, &none);
    results.won[4] = results.lost[4] = 3;
    even_estimate(s->game, &results, &few);
    results.won[4] = results.lost[4] = 60;
    even_estimate(s->game, &results, &many);
    assert_int_equal(none.games, 0);
    assert_true(none.high - none.low > few.high - few.low);
    assert_true(few.high - few.low > many.high - many.low);
    assert_int_equal(many.level, 5);
    assert_true(many.sure > few.sure && few.sure > none.sure && many.sure > 950);
    assert_in_range(many.score, 450, 550);
    // Whoever beats the last level is sent there, and whoever loses to the first to that.
    results = (struct even_results){.won = {[9] = 30}};
    even_estimate(s->game, &results, &many);
    assert_int_equal(many.level, LEVELS);
    results = (struct even_results){.lost = {[0] = 30}};
    even_estimate(s->game, &results, &many);
    assert_int_equal(many.level, 1);
}

// The figures of a game are those of docs/levels.md.
static void has_measured_figures(void **state)
{
    const struct subject *s = *state;
    char line[LINE], head[LINE];
    unsigned level = 0;
    double score;
    bool here = false;

    if (!game_ai(s->game)->level_scores)
        return;
    snprintf(head, sizeof head, "## %s\n", s->game->title);
    FILE *file = subject_open("docs/levels.md");
    while (fgets(line, sizeof line, file)) {
        unsigned row;
        if (line[0] == '#')
            here = !strcmp(line, head);
        // NOLINTNEXTLINE(cert-err34-c): a table of ours
        if (here && sscanf(line, "| %u | %lf %%", &row, &score) == 2 && row == level + 1) {
            assert_int_equal(game_ai(s->game)->level_scores[level], lround(score * 10));
            level++;
        }
    }
    fclose(file);
    assert_int_equal(level, LEVELS);
}

int main(void)
{
    return subjects_run("even", finds_known_strength) +
           subjects_run("even blunders", finds_people_who_blunder) +
           subjects_run("even sure", grows_sure) +
           subjects_run("even figures", has_measured_figures);
}
