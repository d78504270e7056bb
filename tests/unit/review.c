// SPDX-License-Identifier: MIT
// Reviews of games whose mistakes are known: from the rules alone, from positions with the exact
// value of every action (tests/data/scored), and from play that is perfect.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "coach/review.h"
#include "tests/unit/subjects.h"

enum { MEGABYTES = 4, NODES = 3000, TRIALS = 100, WALK = 400, MISSED = 8, LINE = 8192, MOST = 64 };
enum { GAMES = 2, MOST_BY_CHANCE = 400, LEAST_BY_SEARCH = 700 }; // accuracy in thousandths

static void begin(struct match *m, const struct game *g, const struct game_options *options,
                  const struct game_position *start)
{
    struct match_setup setup = {.game = g, .options = *options};
    struct error e;
    struct text t;

    text_init(&t, setup.start, sizeof setup.start);
    g->write(start, &t);
    assert_true(match_init(m, &setup, &e));
}

static void play(struct match *m, const char *text)
{
    struct error e;

    if (!match_play_text(m, text, 0, &e))
        fail_msg("%s", e.message.text);
}

static void review_all(struct review *r, const struct match *m, uint64_t nodes)
{
    struct thinker t;
    struct error e;

    assert_true(thinker_init(&t, MEGABYTES, NULL, &e));
    assert_true(review_of_match(r, m, nodes, &e));
    while (!review_finished(r))
        assert_true(review_step(r, &t, NULL));
    assert_false(review_step(r, &t, NULL));
    thinker_clear(&t);
}

static void play_null(struct match *m, const char *actions)
{
    const struct game *g = registry_find("null");
    struct game_options options = {0};
    struct game_position start;

    g->start(&options, 0, &start);
    begin(m, g, &options, &start);
    for (; *actions; actions++)
        play(m, (char[]){*actions, 0});
}

// ---------------------------------------------------------------------------------------------
// The smallest game, in which everything is known: who leaves a multiple of three wins
// ---------------------------------------------------------------------------------------------

static void praises_perfect_play(void **state)
{
    unsigned mistakes[MOST];
    struct review_turn turns[MOST];
    struct review r;
    struct match m;

    (void)state;
    play_null(&m, "11212");
    review_all(&r, &m, NODES);
    assert_int_equal(review_mistakes(&r, mistakes), 0);
    assert_int_equal(review_accuracy(&r, 0), 1000);
    assert_int_equal(review_accuracy(&r, 1), REVIEW_NO_ACCURACY); // was lost from the start
    assert_int_equal(review_turns(&r, turns), 1);
    assert_true(turns[0].settled && turns[0].index == 0 && turns[0].to == GAME_WIN);
    for (unsigned i = 0; i <= r.count; i++) {
        assert_int_equal(review_chance(&r, i, 0), 1000);
        assert_int_equal(review_chance(&r, i, 1), 0);
    }
    review_clear(&r);
    match_clear(&m);
}

static void finds_every_slip(void **state)
{
    unsigned mistakes[MOST];
    struct review_turn turns[MOST];
    struct review r;
    struct match m;

    (void)state;
    // 7 - 2 throws the win away, 5 - 2 takes it, 3 - 1 changes nothing, 2 - 1 throws it away,
    // 1 - 1 wins.
    play_null(&m, "22111");
    review_all(&r, &m, NODES);
    static const enum move_class wanted[] = {MOVE_MISSED_WIN, MOVE_BEST, MOVE_BEST, MOVE_MISSED_WIN,
                                             MOVE_FORCED};
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(r.plies[i].class, wanted[i]);
    assert_int_equal(review_mistakes(&r, mistakes), 2);
    assert_int_equal(mistakes[0], 0);
    assert_int_equal(mistakes[1], 3);
    assert_int_equal(r.plies[0].better.actions[0], 1);
    assert_int_equal(r.plies[3].better.actions[0], 2);
    assert_int_equal(r.plies[3].why.at[0].id, FACT_WINS_AT_ONCE);
    assert_int_equal(r.plies[3].against.at[0].id, FACT_ALLOWS_WIN);
    assert_string_equal(r.plies[3].against.at[0].action, "1");
    assert_int_equal(r.plies[0].loss, 1000);
    assert_int_equal(review_accuracy(&r, 0), 0);
    assert_int_equal(review_accuracy(&r, 1), 0); // one of two lost: no better than chance
    assert_int_equal(review_turns(&r, turns), 3);
    assert_true(turns[0].index == 0 && turns[0].from == GAME_WIN && turns[0].to == GAME_LOSS);
    assert_true(turns[1].index == 3 && turns[1].from == GAME_WIN && turns[1].to == GAME_LOSS);
    assert_true(turns[2].index == 4 && turns[2].settled && turns[2].to == GAME_WIN);
    review_clear(&r);
    match_clear(&m);
}

// A seat's accuracy from what its actions lost and what was at stake.
static int accuracy_of(const int (*plies)[2], unsigned count)
{
    struct review_ply at[MOST] = {0};
    struct review r = {.count = count, .plies = at};

    for (unsigned i = 0; i < count; i++)
        at[i] = (struct review_ply){.loss = plies[i][0], .stake = plies[i][1]};
    return review_accuracy(&r, 0);
}

// A player who is lost from the start has not played like chance: there is no accuracy.
static void says_nothing_of_little(void **state)
{
    static const int lost_anyway[][2] = {{64, 113}, {186, 74}, {95, 12}, {34, 0}};
    static const int thrown_away[][2] = {{64, 113}, {940, 74}};
    static const int careful[][2] = {{0, 500}, {280, 300}, {0, 600}};

    (void)state;
    assert_int_equal(accuracy_of(lost_anyway, 4), REVIEW_NO_ACCURACY);
    assert_int_equal(accuracy_of(thrown_away, 2), 0);
    assert_int_equal(accuracy_of(careful, 3), 992);
}

// Who resigns may have been winning: the result of the match proves nothing about the position.
static void doubts_resignations(void **state)
{
    struct review r;
    struct match m;
    struct error e;

    (void)state;
    play_null(&m, "22");
    assert_true(match_resign(&m, 1, 0, &e)); // the second seat, who has just won by force
    review_all(&r, &m, NODES);
    assert_int_equal(r.plies[1].class, MOVE_BEST);
    assert_int_equal(review_chance(&r, 2, 1), 1000);
    assert_int_equal(review_chance(&r, 2, 0), 0);
    review_clear(&r);
    match_clear(&m);
}

static bool at_once(void *to)
{
    (void)to;
    return true;
}

static void stops_and_goes_on(void **state)
{
    struct think_watch stop = {.stop = at_once};
    struct thinker t;
    struct review r;
    struct match m;
    struct error e;
    const struct game *g = registry_find("yoxii");
    struct game_options options = {0};
    struct game_position start;

    (void)state;
    g->start(&options, 0, &start);
    begin(&m, g, &options, &start);
    play(&m, "c4b41");
    assert_true(thinker_init(&t, MEGABYTES, NULL, &e));
    assert_true(review_of_match(&r, &m, 50000, &e));
    while (!review_finished(&r)) {
        unsigned done = r.done;
        assert_false(review_step(&r, &t, &stop));
        assert_int_equal(r.done, done);
        assert_int_equal(review_chance(&r, m.history.length - done, 0), -1);
        assert_true(review_step(&r, &t, NULL));
        assert_int_equal(r.done, done + 1);
        assert_true(review_chance(&r, m.history.length - done, 0) > 0);
    }
    review_clear(&r);
    thinker_clear(&t);
    match_clear(&m);
}

// ---------------------------------------------------------------------------------------------
// A win in one that is missed, in every open game
// ---------------------------------------------------------------------------------------------

static bool wins(const struct game *g, const struct game_position *p, game_action action)
{
    struct game_position after;
    struct game_result result;

    g->apply(p, action, &after);
    g->result(&after, &result);
    return result.over && result.outcome[g->to_act(p)] == GAME_WIN;
}

static bool can_win(const struct game *g, const struct game_position *p)
{
    struct game_actions list;

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        if (wins(g, p, list.at[i]))
            return true;
    }
    return false;
}

// An action that lets the other seat win at once; false when there is none.
static bool worst(const struct game *g, const struct game_position *p, game_action *action)
{
    struct game_actions list;

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        if (g->to_act(&after) != g->to_act(p) && can_win(g, &after)) {
            *action = list.at[i];
            return true;
        }
    }
    return false;
}

static void miss_a_win(const struct subject *s, const struct game_position *p, void *to)
{
    unsigned *missed = to;
    game_action bad;
    struct error e;
    struct review r;
    struct match m;

    if (*missed >= MISSED || !can_win(s->game, p) || !worst(s->game, p, &bad))
        return;
    ++*missed;
    begin(&m, s->game, &s->options, p);
    assert_true(match_play(&m, bad, 0, &e));
    review_all(&r, &m, NODES);
    const struct review_ply *ply = &r.plies[0];
    assert_int_equal(ply->class, MOVE_MISSED_WIN);
    assert_int_equal(ply->loss, 1000);
    assert_true(ply->after.proven && ply->after.value < 0);
    // In a game of margins a slower win may be larger; what is named must win.
    struct game_position after;
    s->game->apply(p, ply->better.actions[0], &after);
    assert_true(ply->better.proven && ply->better.value > 0);
    assert_true(wins(s->game, p, ply->better.actions[0]) ? ply->why.at[0].id == FACT_WINS_AT_ONCE
                                                         : game_ai(s->game)->margin_scale != 0);
    assert_int_equal(ply->against.at[0].id, FACT_ALLOWS_WIN);
    review_clear(&r);
    match_clear(&m);
}

static void sees_missed_wins(void **state)
{
    const struct subject *s = *state;
    unsigned missed = 0;

    if (!game_is_duel(s->game, &s->options))
        return;
    subject_walk(s, 1, WALK, miss_a_win, &missed);
    print_message("%u wins missed\n", missed);
    assert_true(missed > 0 ||
                game_ai(s->game)->margin_scale); // which ends by counting, not by a stroke
}

// ---------------------------------------------------------------------------------------------
// Positions with the exact value of every action
// ---------------------------------------------------------------------------------------------

struct scored {
    const struct game *game;
    struct game_options options;
    struct game_position position;
    unsigned count;
    char texts[MOST][GAME_ACTION_BYTES];
    long values[MOST];
    unsigned judged, mistakes;
};

static void read_scored(struct scored *s, char *line)
{
    char *position = strchr(line, '\t'), *actions = position ? strchr(position + 1, '\t') : NULL;
    struct error e;

    assert_non_null(actions);
    *position++ = 0;
    *actions++ = 0;
    s->options = (struct game_options){0};
    for (char *next, *word = strcmp(line, "-") ? line : NULL; word; word = next) {
        next = strchr(word, ',');
        if (next)
            *next++ = 0;
        assert_true(game_set_option(s->game, &s->options, word, &e));
    }
    assert_true(s->game->read(&s->options, position, &s->position, &e));
    s->count = 0;
    for (char *next, *word = actions; word && s->count < MOST; word = next) {
        next = strchr(word, ' ');
        if (next)
            *next++ = 0;
        char *equals = strchr(word, '=');
        struct text t;
        *equals = 0;
        text_init(&t, s->texts[s->count], GAME_ACTION_BYTES);
        text_add(&t, word);
        s->values[s->count++] = strtol(equals + 1, NULL, 10);
    }
}

static int sign(long value)
{
    return (value > 0) - (value < 0);
}

static long value_of(const struct scored *s, game_action action)
{
    game_action found;

    for (unsigned i = 0; i < s->count; i++) {
        assert_true(game_find(s->game, &s->position, s->texts[i], &found));
        if (found == action)
            return s->values[i];
    }
    fail_msg("an action has no value");
    return 0;
}

// The result with the best action and with this one tell what the review must say.
static void judge_action(struct scored *s, unsigned index, int best)
{
    int played = sign(s->values[index]);
    struct review r;
    struct match m;

    begin(&m, s->game, &s->options, &s->position);
    play(&m, s->texts[index]);
    review_all(&r, &m, 1000000);
    const struct review_ply *ply = &r.plies[0];
    assert_true(ply->before.proven ||
                best == 0); // a draw is hard to prove, and may stay an estimate
    assert_true(ply->after.proven || played == 0);
    assert_int_equal(sign(ply->before.value), best);
    assert_int_equal(sign(ply->after.value), played);
    assert_int_equal(sign(value_of(s, ply->better.actions[0])), best);
    assert_int_equal(ply->loss, 500 * (best - played));
    if (best == played || s->count == 1)
        assert_false(review_is_mistake(ply));
    else if (best > 0)
        assert_int_equal(ply->class, MOVE_MISSED_WIN);
    else
        assert_int_equal(ply->class, ply->before.proven ? MOVE_LOST_DRAW : MOVE_BLUNDER);
    s->judged++;
    s->mistakes += review_is_mistake(ply);
    review_clear(&r);
    match_clear(&m);
}

// The first action of each result that the position has.
static void judge_position(struct scored *s)
{
    bool judged[3] = {false};
    int best = -1;

    for (unsigned i = 0; i < s->count; i++)
        best = sign(s->values[i]) > best ? sign(s->values[i]) : best;
    for (unsigned i = 0; i < s->count; i++) {
        bool *done = &judged[sign(s->values[i]) + 1];
        if (!*done)
            judge_action(s, i, best);
        *done = true;
    }
}

static void judges_scored(void **state)
{
    struct scored s = {.game = *state};
    char line[LINE];

    FILE *file = subject_data("scored", s.game);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        read_scored(&s, line);
        judge_position(&s);
    }
    fclose(file);
    print_message("%u actions judged, %u of them mistakes\n", s.judged, s.mistakes);
    assert_true(s.judged >= 6 && s.mistakes >= 2);
}

// ---------------------------------------------------------------------------------------------
// Whole games of every subject
// ---------------------------------------------------------------------------------------------

static uint64_t small(const struct subject *s)
{
    return game_is_duel(s->game, &s->options) ? NODES / 3 : TRIALS;
}

static void play_whole_game(const struct subject *s, struct match *m, const char *player,
                            uint64_t seed)
{
    struct player_spec spec;
    struct player p;
    struct game_position start;
    struct error e;

    s->game->start(&s->options, seed, &start);
    begin(m, s->game, &s->options, &start);
    assert_true(player_read(player, &spec, &e) && player_init(&p, &spec, NULL, &e));
    player_new_game(&p, seed);
    while (!match_over(m) && m->history.length < MOST)
        assert_true(match_play(m, player_choose(&p, &m->history), 0, &e));
    player_clear(&p);
}

static unsigned confirmed; // counted wins that plain minimax confirms

// Wins that are counted in actions, after the action that the facts are about.
static void check_counted(const struct review *r, unsigned index, game_action action,
                          const struct facts *facts)
{
    const struct game *g = r->match->setup.game;
    struct history history;

    for (unsigned i = 0; i < facts->count; i++) {
        const struct fact *fact = &facts->at[i];
        struct game_position after;
        if (fact->id != FACT_WIN_IN)
            continue;
        assert_true(match_history_at(r->match, index, &history));
        g->apply(&history.position, action, &after);
        int answer = subject_forced(g, &after, fact->seat, fact->number[0] - 1);
        assert_int_not_equal(answer, 0);
        confirmed += answer > 0;
        history_clear(&history);
    }
}

static void check_ply(const struct review *r, unsigned i)
{
    const struct review_ply *ply = &r->plies[i];

    assert_int_equal(ply->seat, r->match->entries[i].seat);
    assert_true(ply->loss >= 0 && ply->loss <= 1000);
    assert_true(ply->before.chance >= ply->after.chance || ply->before.proven);
    assert_true(ply->better.length > 0);
    if (review_is_mistake(ply)) {
        assert_true(ply->better.actions[0] != ply->action);
        assert_true(ply->why.count > 0 && ply->against.count > 0);
        check_counted(r, i, ply->better.actions[0], &ply->why);
        check_counted(r, i, ply->action, &ply->against);
    } else {
        assert_true(ply->why.count == 0 && ply->loss < CLASSIFY_INACCURACY_LOSS);
    }
}

static unsigned claims, proven_again;

// A longer search never contradicts what a review calls proven, and mostly proves it again.
static void check_proofs(const struct review *r)
{
    struct think_limits limits = {.search = {.nodes = 30000}};
    struct thinker t;
    struct history history;
    struct error e;

    assert_true(thinker_init(&t, MEGABYTES, NULL, &e));
    thinker_forget(&t, 1);
    for (unsigned i = 0; i < r->count; i++) {
        const struct seat_value *before = &r->plies[i].before, *after = &r->plies[i].after;
        struct search_report report;
        if (!before->proven && !after->proven)
            continue;
        assert_true(match_history_at(r->match, i, &history));
        think_about(&t, &history, r->plies[i].action, &limits, NULL, &report);
        if (after->proven && report.lines[0].proven)
            assert_int_equal(sign(report.lines[0].value), sign(after->value));
        think(&t, &history, &limits, NULL, &report);
        if (before->proven && report.lines[0].proven)
            assert_int_equal(sign(report.lines[0].value), sign(before->value));
        claims += before->proven;
        proven_again += before->proven && report.lines[0].proven;
        history_clear(&history);
    }
    thinker_clear(&t);
}

static void holds_together(void **state)
{
    const struct subject *s = *state;
    unsigned mistakes[MOST];
    struct review_turn turns[2 * MOST + 1];
    struct review r, again;
    struct match m;

    play_whole_game(s, &m, "random", 4);
    review_all(&r, &m, small(s));
    review_all(&again, &m, small(s));
    for (unsigned i = 0; i < r.count; i++) {
        check_ply(&r, i);
        assert_int_equal(r.plies[i].loss, again.plies[i].loss);
        assert_int_equal(r.plies[i].better.actions[0], again.plies[i].better.actions[0]);
    }
    if (game_is_duel(s->game, &s->options))
        check_proofs(&r);
    unsigned count = review_mistakes(&r, mistakes);
    for (unsigned i = 1; i < count; i++)
        assert_true(r.plies[mistakes[i - 1]].loss >= r.plies[mistakes[i]].loss);
    count = review_turns(&r, turns);
    for (unsigned i = 1; i < count; i++)
        assert_true(turns[i - 1].index <= turns[i].index);
    for (int seat = 0; seat < match_seats(&m); seat++)
        assert_in_range(review_accuracy(&r, seat) + 1, 0, 1001);
    review_clear(&r);
    review_clear(&again);
    match_clear(&m);
}

// A search makes few mistakes, chance makes many.
static void tells_good_from_bad(void **state)
{
    const struct subject *s = *state;
    bool duel = game_is_duel(s->game, &s->options);
    int good = 0, bad = 0, counted[2] = {0}, seats = game_seats(s->game, &s->options);
    struct review r;
    struct match m;

    for (unsigned i = 0; i < 2 * GAMES; i++) {
        play_whole_game(s, &m, i % 2 == 1 ? "random" : duel ? "nodes:10000" : "nodes:2000", i);
        review_all(&r, &m, duel ? 20000 : 4000); // whoever judges has seen more
        for (unsigned k = 0; k < r.count; k++)
            check_ply(&r, k);
        for (int seat = 0; seat < seats; seat++) {
            int accuracy = review_accuracy(&r, seat);
            if (accuracy == REVIEW_NO_ACCURACY)
                continue;
            *(i % 2 == 0 ? &good : &bad) += accuracy;
            counted[i % 2]++;
        }
        review_clear(&r);
        match_clear(&m);
    }
    good /= counted[0] ? counted[0] : 1;
    bad /= counted[1] ? counted[1] : 1;
    print_message("accuracy of a search %d (%d seats), of chance %d (%d)\n", good, counted[0], bad,
                  counted[1]);
    // Bounds for a short search that reviews a shorter one; docs/review.md has whole reviews.
    bool usual = memcmp(&s->options, &(struct game_options){0}, sizeof s->options) == 0;
    assert_true(good > bad || counted[0] == 0 || counted[1] == 0);
    assert_true(!usual || counted[1] == 0 || bad < MOST_BY_CHANCE);
    assert_true(!usual || counted[0] == 0 || good > LEAST_BY_SEARCH);
}

static void counted_some_wins(void **state)
{
    (void)state;
    print_message("%u of %u proofs found again\n", proven_again, claims);
    assert_true(proven_again * 10 >= claims * 9);
    print_message("%u counted wins confirmed\n", confirmed);
    assert_true(confirmed >= 10 ||
                getenv("GAME")); // one game may have none: three seats, or points
}

int main(void)
{
    const struct CMUnitTest last[] = {cmocka_unit_test(counted_some_wins)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(praises_perfect_play),   cmocka_unit_test(finds_every_slip),
        cmocka_unit_test(says_nothing_of_little), cmocka_unit_test(doubts_resignations),
        cmocka_unit_test(stops_and_goes_on),
    };

    int failed = cmocka_run_group_tests_name("known games", tests, NULL, NULL);
    failed += subjects_run("missed wins", sees_missed_wins);
    failed += subjects_run_data("known values", "scored", judges_scored);
    failed += subjects_run("whole games", holds_together);
    failed += subjects_run("good and bad play", tells_good_from_bad);
    return failed + cmocka_run_group_tests_name("counted wins", last, NULL, NULL);
}
