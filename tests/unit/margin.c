// SPDX-License-Identifier: MIT
// Expected margins: turned round for the other seat, never more than a game can give, and right on
// average. The samples in tests/data/ends are positions of games that no fit has seen, with what
// the search found and how many points the seat to act was ahead in the end; the first line of each
// file says what is asked of that game.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "play/think.h"
#include "tests/unit/subjects.h"

enum { POSITIONS = 600, LINE = 1000, TRIALS = 400 };

static int absolute(int number)
{
    return number < 0 ? -number : number;
}

// ---------------------------------------------------------------------------------------------
// What the games say
// ---------------------------------------------------------------------------------------------

static void turn_round(const struct subject *s, const struct game_position *p, void *to)
{
    const struct game *g = s->game;
    int last = -SEARCH_INFINITE;

    (void)to;
    for (int chance = 0; chance <= 1000; chance += 50) {
        int margin = game_ai(g)->margin(p, 0, chance);
        assert_int_equal(margin, -game_ai(g)->margin(p, 1, 1000 - chance));
        assert_true(margin >= last);
        last = margin;
    }
    assert_true(game_ai(g)->margin(p, 0, 1000) > 0);
    assert_true(game_ai(g)->margin(p, 0, 0) < 0);
}

static void seats_turn_round(void **state)
{
    const struct subject *s = *state;

    if (game_ai(s->game)->margin)
        subject_walk(s, 1, POSITIONS, turn_round, NULL);
}

// What a value stands for, and what stands for nothing.
static void values_have_margins(void **state)
{
    const struct subject *s = *state;
    const struct game *g = s->game;
    struct search_line line = {.value = 250}, other = {.value = -250};
    struct game_position p;
    int margin;

    if (!game_is_duel(g, &s->options))
        return;
    g->start(&s->options, 1, &p);
    search_expect(g, &p, &line);
    search_expect(g, &p, &other);
    assert_int_equal(search_expected_margin(&line, &margin), g->scores);
    if (!g->scores)
        return;
    assert_true(margin > 0 && margin == line.margin && other.margin < 0);
    // Beside a proof nothing is expected: the margin is certain or not told.
    line = (struct search_line){.value = SEARCH_WON + (g->repetition ? -3 : 3), .proven = true};
    search_expect(g, &p, &line);
    assert_false(search_expected_margin(&line, &margin) || search_margin(g, &line, &margin));
    line.exact = true;
    assert_false(search_expected_margin(&line, &margin));
    assert_int_equal(search_margin(g, &line, &margin), !g->repetition);
    assert_true(g->repetition || margin == 3);
}

// ---------------------------------------------------------------------------------------------
// Against the ends of games
// ---------------------------------------------------------------------------------------------

// All in tenths.
struct sums {
    int most; // points that a game can give
    unsigned count;
    long long error, wrong, zero; // signed; how far off the guess is; how far a guess of nothing is
};

static void count_in(struct sums *s, int expected, int lead)
{
    assert_true(absolute(expected) <= s->most && absolute(lead) <= s->most);
    s->count++;
    s->error += expected - lead;
    s->wrong += absolute(expected - lead);
    s->zero += absolute(lead);
}

// The seat to act is asked about its own view, with few simulations.
static void expect_from_view(const struct game *g, const struct game_options *options,
                             const struct game_position *p, struct search_line *found)
{
    struct think_limits limits = {.search = {.nodes = TRIALS}};
    struct search_report report;
    struct thinker t;
    struct history history;
    struct error e;

    assert_true(thinker_init(&t, 1, NULL, &e));
    thinker_forget(&t, 1);
    history_init(&history, g, options, p);
    think(&t, &history, &limits, NULL, &report);
    *found = report.lines[0];
    history_clear(&history);
    thinker_clear(&t);
}

static void check_end(const struct game *g, char *text, struct sums *s)
{
    char *field[4] = {text};
    struct game_options options = {0};
    struct game_position p;
    struct search_line found = {0};
    struct error e;

    for (int i = 1; i < 4; i++) {
        field[i] = strchr(field[i - 1], '\t');
        assert_non_null(field[i]);
        *field[i]++ = 0;
    }
    if (strcmp(field[0], "-") != 0)
        assert_true(game_set_option(g, &options, field[0], &e));
    if (!g->read(&options, field[1], &p, &e))
        fail_msg("%s", e.message.text);
    found.value = (int)strtol(field[2], NULL, 10);
    found.proven = search_decided(found.value);
    if (!game_is_duel(g, &options))
        expect_from_view(g, &options, &p, &found);
    else
        search_expect(g, &p, &found);
    if (found.expects_margin)
        count_in(s, found.margin, 10 * (int)strtol(field[3], NULL, 10));
}

struct demand {
    int most;            // points that a game can give
    int bias;            // the signed error that is borne, in tenths on average
    unsigned hundredths; // of what a guess of nothing is wrong by, at most
};

static void samples_are_met(void **state)
{
    const struct game *g = *state;
    struct demand demand;
    char line[LINE];

    FILE *file = subject_data("ends", g);
    assert_non_null(fgets(line, sizeof line, file));
    // NOLINTNEXTLINE(cert-err34-c): a number out of range would not meet what follows
    assert_int_equal(sscanf(line, "most %d bias %d hundredths %u", &demand.most, &demand.bias,
                            &demand.hundredths),
                     3);
    struct sums s = {.most = 10 * demand.most};
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        check_end(g, line, &s);
    }
    fclose(file);
    assert_true(s.count >= 200);
    print_message("%s: %u ends, %.2f off on average (%+.2f), a guess of nothing %.2f\n", g->name,
                  s.count, (double)s.wrong / s.count / 10, (double)s.error / s.count / 10,
                  (double)s.zero / s.count / 10);
    assert_true(s.wrong * 100 <= s.zero * demand.hundredths);
    assert_true(llabs(s.error) <= (long long)demand.bias * s.count);
}

// ---------------------------------------------------------------------------------------------
// What is thought
// ---------------------------------------------------------------------------------------------

static void think_about_text(const char *name, const char *option, const char *text, uint64_t nodes,
                             const struct think_watch *watch, struct search_report *report)
{
    const struct game *g = registry_find(name);
    struct think_limits limits = {.search = {.nodes = nodes}};
    struct game_options options = {0};
    struct game_position p;
    struct thinker t;
    struct history history;
    struct error e;

    assert_true(!option || game_set_option(g, &options, option, &e));
    assert_true(g->read(&options, text, &p, &e));
    assert_true(thinker_init(&t, 1, NULL, &e));
    thinker_forget(&t, 1);
    history_init(&history, g, &options, &p);
    think(&t, &history, &limits, watch, report);
    history_clear(&history);
    thinker_clear(&t);
}

// Red is to act and can take the last cross of the only colour that the other seat can have; three
// red ones stay.
static void trials_count_points(void **state)
{
    struct search_report report;
    int margin;

    (void)state;
    think_about_text("masker", NULL, "....../....../....../....../....../*grrr. 1 0 - 14,17 r,?",
                     500, NULL, &report);
    assert_true(search_expected_margin(&report.lines[0], &margin));
    assert_int_equal(margin, 30);
    assert_int_equal(search_chance(registry_find("masker"), report.lines[0].value), 998);
}

// With three seats the best of the others counts: both others stay in, full, one with two crosses
// and one with one.
static void best_other_counts(void **state)
{
    const struct game *g = registry_find("masker");
    struct game_result result = {.over = true, .score = {1, 4, 2, 4}};
    struct game_options options = {{1}};

    (void)state;
    assert_int_equal(game_lead(g, &options, &result, 0), -3);
    assert_int_equal(game_lead(g, &options, &result, 1), 2);
    options.value[0] = 2; // teams: the first and third seat against the others
    result.score[0] = result.score[2] = 5;
    assert_int_equal(game_lead(g, &options, &result, 0), 1);
    assert_int_equal(game_lead(g, &options, &result, 3), -1);
}

struct heard {
    unsigned count;
    uint64_t nodes[16];
};

static void hear(void *to, const struct search_report *report)
{
    struct heard *h = to;

    assert_true(report->line_count > 0 && report->lines[0].length > 0);
    h->nodes[h->count++ % 16] = report->nodes;
}

// Trials are told of whenever they double, and at the end.
static void trials_are_told(void **state)
{
    static const uint64_t wanted[] = {1024, 2048, 4096, 5000};
    struct heard heard = {0};
    struct think_watch watch = {.progress = hear, .to = &heard};
    struct search_report report;

    (void)state;
    think_about_text("masker", NULL, "brrbbr/ggbgpw/rwggyy/wwgpyr/prpybb/ypy*wp 1 0 - 0,0 b,?",
                     5000, &watch, &report);
    assert_int_equal(heard.count, 4);
    assert_memory_equal(heard.nodes, wanted, sizeof wanted);
    heard = (struct heard){0};
    think_about_text("masker", NULL, "brrbbr/ggbgpw/rwggyy/wwgpyr/prpybb/ypy*wp 1 0 - 0,0 b,?",
                     1024, &watch, &report);
    assert_int_equal(heard.count, 1);
}

// A view that does not even know the seat to act is thought about like any other.
static void strangers_are_thought_for(void **state)
{
    struct search_report report;

    (void)state;
    think_about_text("masker", NULL, "brrbbr/ggbgpw/rwggyy/wwgpyr/prpybb/ypy*wp 1 0 - 0,0 ?,?", 500,
                     NULL, &report);
    assert_int_equal(report.nodes, 500);
    assert_true(report.lines[0].expects_margin && absolute(report.lines[0].margin) <= 60);
}

int main(void)
{
    const struct CMUnitTest thought[] = {
        cmocka_unit_test(trials_count_points), cmocka_unit_test(best_other_counts),
        cmocka_unit_test(trials_are_told), cmocka_unit_test(strangers_are_thought_for)};

    return subjects_run("turned", seats_turn_round) + subjects_run("values", values_have_margins) +
           subjects_run_data("ends", "ends", samples_are_met) +
           cmocka_run_group_tests_name("thought", thought, NULL, NULL);
}
