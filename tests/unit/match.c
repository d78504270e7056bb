// SPDX-License-Identifier: MIT
// The play layer: random matches of every game with every option set, under the test's clock.
#include <stdio.h>
#include <string.h>

#include "play/series.h"
#include "play/touch.h"
#include "tests/unit/subjects.h"

enum { MATCHES = 6, STEPS = 400, TEXTS = 512, LONGEST = 4000 };

static struct match_setup setup_for(const struct subject *s, uint64_t seed, const char *clock)
{
    struct match_setup setup = {.game = s->game, .options = s->options, .seed = seed};
    struct error e;

    assert_true(clock_read(clock, &setup.clock, &e));
    return setup;
}

// ---------------------------------------------------------------------------------------------
// Undo and redo
// ---------------------------------------------------------------------------------------------

static const char *position_of(const struct match *m, char storage[GAME_TEXT_BYTES])
{
    struct text t;

    text_init(&t, storage, GAME_TEXT_BYTES);
    m->setup.game->write(&m->history.position, &t);
    return storage;
}

static void play_at_random(struct match *m, struct random *r, uint64_t now)
{
    struct game_actions list;
    struct error e;

    history_list(&m->history, &list);
    assert_true(list.count > 0);
    assert_true(match_play(m, list.at[random_below(r, list.count)], now, &e));
}

// Goes forward and back at random; every position must be the one that stood there, and redo after
// undo must lead to the same.
static void undo_law(void **state)
{
    const struct subject *s = *state;

    for (uint64_t seed = 1; seed <= MATCHES; seed++) {
        static char stood[TEXTS][GAME_TEXT_BYTES];
        char now[GAME_TEXT_BYTES];
        struct random r = random_from_seed(seed);
        struct match_setup setup = setup_for(s, seed, "none");
        struct match m;
        struct error e;

        assert_true(match_init(&m, &setup, &e));
        position_of(&m, stood[0]);
        for (unsigned step = 0; step < STEPS; step++) {
            unsigned length = m.history.length, choice = random_below(&r, 4);
            if (choice == 0) {
                assert_int_equal(match_undo(&m, 0, &e), length > 0);
            } else if (choice == 1) {
                bool possible = length < m.count;
                assert_int_equal(match_redo(&m, 0, &e), possible);
            } else if (!match_over(&m) && length + 1 < TEXTS) {
                play_at_random(&m, &r, 0);
                assert_int_equal(m.count, length + 1);
                position_of(&m, stood[m.history.length]);
            }
            assert_string_equal(position_of(&m, now), stood[m.history.length]);
        }
        match_clear(&m);
    }
}

// Against a computer, undo goes back to where the person decided, and not further.
static void undo_decision(void **state)
{
    const struct subject *s = *state;
    int seats = game_seats(s->game, &s->options);

    for (int person = 0; person < seats; person++) {
        struct random r = random_from_seed(7);
        struct match_setup setup = setup_for(s, 3, "none");
        struct match m;
        struct error e;
        for (int seat = 0; seat < seats; seat++) {
            setup.seats[seat].who = seat == person ? MATCH_PERSON : MATCH_COMPUTER;
            snprintf(setup.seats[seat].player, MATCH_NAME_BYTES, "random");
        }
        assert_true(match_init(&m, &setup, &e));
        unsigned decided = 0; // where the person decided last
        bool has_decided = false;
        while (!match_over(&m)) {
            if (match_to_act(&m) == person) {
                decided = m.history.length;
                has_decided = true;
            }
            play_at_random(&m, &r, 0);
        }
        unsigned end = m.history.length;
        assert_int_equal(match_undo_decision(&m, 0, &e), has_decided);
        if (has_decided) {
            assert_int_equal(m.history.length, decided);
            assert_int_equal(match_to_act(&m), person);
            assert_true(match_redo_decision(&m, 0, &e));
            assert_int_equal(m.history.length, end);
        }
        match_clear(&m);
    }
}

// ---------------------------------------------------------------------------------------------
// Touches
// ---------------------------------------------------------------------------------------------

// Every legal action can be touched spot by spot, each spot a target; nothing else comes out.
static void touch_every_action(const struct subject *s, const struct game_position *p, void *to)
{
    struct game_actions list;
    struct history history;

    (void)to;
    history_init(&history, s->game, &s->options, p);
    history_list(&history, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct touch t = {0};
        struct game_path path;
        enum touch_answer answer = TOUCH_STAGED;
        s->game->action_path(p, list.at[i], &path);
        for (unsigned k = 0; k < path.count && answer == TOUCH_STAGED; k++) {
            bool targets[SCENE_MAX_SPOTS];
            assert_true(touch_targets(&t, &history, targets) > 0);
            assert_true(targets[path.at[k]]);
            answer = touch_spot(&t, &history, path.at[k]);
        }
        assert_int_equal(answer, TOUCH_READY);
        assert_int_equal(t.action, list.at[i]);
    }
    history_clear(&history);
}

// Where either end may come first, so it may: each spot is a target, and the same action comes out.
static void touch_backwards(const struct subject *s, const struct game_position *p, void *to)
{
    struct game_actions list;
    struct history history;

    (void)to;
    history_init(&history, s->game, &s->options, p);
    history_list(&history, &list);
    for (unsigned i = 0; s->game->ui->either_end && i < list.count; i++) {
        struct touch t = {0};
        struct game_path path;
        bool targets[SCENE_MAX_SPOTS];
        s->game->action_path(p, list.at[i], &path);
        if (path.count != 2 || path.at[0] == path.at[1])
            continue;
        touch_targets(&t, &history, targets);
        assert_true(targets[path.at[1]]);
        assert_int_equal(touch_spot(&t, &history, path.at[1]), TOUCH_STAGED);
        touch_targets(&t, &history, targets);
        assert_true(targets[path.at[0]]);
        assert_int_equal(touch_spot(&t, &history, path.at[0]), TOUCH_READY);
        assert_int_equal(t.action, list.at[i]);
    }
    history_clear(&history);
}

// What may be touched at any time may come first or in between, and the same action comes out;
// taken back, the rest stays.
static void touch_loosely(const struct subject *s, const struct game_position *p, void *to)
{
    struct game_actions list;
    struct history history;
    const unsigned loose = s->game->ui->loose;

    (void)to;
    history_init(&history, s->game, &s->options, p);
    history_list(&history, &list);
    for (unsigned i = 0; loose && i < list.count; i++) {
        struct game_path path;
        s->game->action_path(p, list.at[i], &path);
        for (unsigned at = 0; at + 1 < loose; at++) {
            struct touch t = {0};
            enum touch_answer answer = TOUCH_STAGED;
            bool targets[SCENE_MAX_SPOTS];
            for (unsigned k = 0; k < path.count && answer == TOUCH_STAGED; k++) {
                game_spot spot = k == at ? path.at[loose - 1] : path.at[k - (k > at)];
                touch_targets(&t, &history, targets);
                assert_true(targets[spot]);
                answer = touch_spot(&t, &history, spot);
                assert_false(t.put_back);
            }
            assert_int_equal(answer, TOUCH_READY);
            assert_int_equal(t.action, list.at[i]);
            unsigned touched = t.path.count;
            assert_int_equal(touch_spot(&t, &history, path.at[loose - 1]), TOUCH_UNDONE);
            assert_int_equal(t.path.count, touched - 1);
        }
    }
    history_clear(&history);
}

static void touch_law(void **state)
{
    subject_walk(*state, 11, 40, touch_every_action, NULL);
    subject_walk(*state, 12, 40, touch_backwards, NULL);
    subject_walk(*state, 13, 40, touch_loosely, NULL);
}

// Random touches: refusals keep what was staged and name a rule; a ready action is legal.
static void touch_anything(void **state)
{
    const struct subject *s = *state;
    struct random r = random_from_seed(5);
    struct game_position start;
    struct history history;
    struct touch t = {0};

    s->game->start(&s->options, 9, &start);
    history_init(&history, s->game, &s->options, &start);
    for (unsigned step = 0; step < STEPS; step++) {
        struct scene scene;
        struct game_result result;
        history_result(&history, &result);
        if (result.over)
            break;
        game_scene(s->game, &history.position, s->game->to_act(&history.position), &scene);
        struct game_path before = t.path;
        enum touch_answer answer =
            touch_spot(&t, &history, (game_spot)random_below(&r, scene.spot_count));
        if (answer == TOUCH_REFUSED) {
            assert_non_null(t.rule);
            assert_non_null(t.sentence);
            assert_memory_equal(&before, &t.path, sizeof before);
        } else if (answer == TOUCH_READY) {
            struct game_actions list;
            unsigned i = 0;
            history_list(&history, &list);
            while (i < list.count && list.at[i] != t.action)
                i++;
            assert_true(i < list.count);
            assert_true(history_play(&history, t.action));
            touch_cancel(&t);
        }
    }
    history_clear(&history);
}

// ---------------------------------------------------------------------------------------------
// Clocks and ends
// ---------------------------------------------------------------------------------------------

// Through play and undo, each seat has the base plus an increment per turn, less what it spent.
static void clock_law(void **state)
{
    const struct subject *s = *state;
    struct random r = random_from_seed(21);
    struct match_setup setup = setup_for(s, 2, "60+5");
    uint64_t now = 1000000;
    struct match m;
    struct error e;

    assert_true(match_init(&m, &setup, &e));
    for (unsigned step = 0; step < STEPS && !match_over(&m); step++) {
        int64_t expected[GAME_MAX_SEATS] = {60000, 60000, 60000, 60000};
        now += random_below(&r, 3000);
        if (random_below(&r, 5) == 0 && m.history.length > 0)
            assert_true(match_undo(&m, now, &e));
        else
            play_at_random(&m, &r, now);
        for (unsigned i = 0; i < m.history.length; i++) {
            int seat = m.entries[i].seat;
            int next = i + 1 < m.history.length ? m.entries[i + 1].seat : match_to_act(&m);
            expected[seat] -= (int64_t)m.entries[i].spent;
            expected[seat] += next != seat ? 5000 : 0;
        }
        for (int seat = 0; seat < match_seats(&m); seat++)
            assert_int_equal(clock_left(&m.clock, seat, now), expected[seat]);
    }
    match_clear(&m);
}

static void time_runs_out(void **state)
{
    const struct subject *s = *state;
    struct random r = random_from_seed(1);
    struct match_setup setup = setup_for(s, 2, "10");
    struct game_result result;
    struct game_actions list;
    struct match m;
    struct error e;

    assert_true(match_init(&m, &setup, &e));
    assert_false(match_check_time(&m, 99999999)); // clocks begin with the first action
    play_at_random(&m, &r, 99999999);
    if (match_over(&m)) {
        match_clear(&m);
        return;
    }
    int seat = match_to_act(&m);
    assert_false(match_check_time(&m, 99999999 + 9999));
    history_list(&m.history, &list);
    assert_false(match_play(&m, list.at[0], 99999999 + 10000, &e)); // too late
    assert_int_equal(m.history.length, 1);
    assert_int_equal(m.end.how, MATCH_TIME);
    assert_int_equal(m.end.seat, seat);
    match_result(&m, &result);
    assert_int_equal(result.outcome[seat], GAME_LOSS);
    assert_int_equal(match_to_act(&m), -1);
    assert_true(match_undo(&m, 99999999 + 20000, &e));
    assert_int_equal(m.end.how, MATCH_GOES_ON);
    match_clear(&m);
}

static void other_ends(void **state)
{
    const struct subject *s = *state;
    struct match_setup setup = setup_for(s, 2, "none");
    struct game_result result;
    const struct catalogue *german;
    struct match m;
    struct error e;
    char storage[MATCH_STATUS_BYTES], scores[MATCH_STATUS_BYTES];
    struct text t;

    assert_true(match_init(&m, &setup, &e));
    assert_false(match_resign(&m, match_seats(&m), 0, &e));
    assert_true(match_resign(&m, 1, 0, &e));
    assert_false(match_resign(&m, 0, 0, &e));
    match_result(&m, &result);
    for (int seat = 0; seat < match_seats(&m); seat++) {
        bool own = game_team(s->game, &s->options, seat) == game_team(s->game, &s->options, 1);
        assert_int_equal(result.outcome[seat], own ? GAME_LOSS : GAME_WIN);
    }
    text_init(&t, storage, sizeof storage);
    match_status(&m, NULL, &t);
    assert_non_null(strstr(storage, "resigns"));
    text_init(&t, scores, sizeof scores);
    match_add_scores(&m, NULL, -1, &t);
    assert_true(!t.length || (strstr(storage, scores) && strstr(scores, match_name(&m, 1))));
    unsigned winners = 0;
    for (int seat = 0; seat < match_seats(&m); seat++)
        winners += result.outcome[seat] == GAME_WIN;
    assert_true(catalogue_choose("de", &german));
    text_init(&t, storage, sizeof storage);
    match_status(&m, german, &t);
    assert_non_null(strstr(storage, winners > 1 ? " gewinnen" : " gewinnt"));
    assert_non_null(strstr(storage, " gibt auf: "));
    match_clear(&m);

    assert_true(match_init(&m, &setup, &e));
    bool two = match_seats(&m) == 2;
    assert_int_equal(match_offer_draw(&m, 0, 0, &e), two);
    if (two) {
        assert_false(match_offer_draw(&m, 0, 0, &e));
        assert_false(match_over(&m));
        assert_true(match_offer_draw(&m, 1, 0, &e));
        match_result(&m, &result);
        assert_int_equal(result.outcome[0], GAME_DRAW);
        assert_int_equal(result.outcome[1], GAME_DRAW);
    }
    match_clear(&m);
}

static void clock_texts(void **state)
{
    static const char *const good[] = {"none",   "600",      "300+5", "3d",     "1",    "1+0",
                                       "3d/14d", "2.5+0.05", "0.001", "10.125", "60.02"};
    static const char *const bad[] = {"",       "0",     "d",         "0d",    "3x",  "+5",
                                      "5+",     "-3",    "101d",      "5+5+5", "3d/", "3d/14",
                                      "3d/0d",  "/14d",  "3d/14d/2d", "3/14d", "1.",  ".5",
                                      "1.2345", "0.000", "1.5d",      "1.2.3", "1.-5"};
    struct clock_rule rule;
    struct error e;

    (void)state;
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++) {
        char storage[CLOCK_TEXT_BYTES];
        struct text t;
        text_init(&t, storage, sizeof storage);
        assert_true(clock_read(good[i], &rule, &e));
        clock_write(&rule, &t);
        assert_string_equal(storage, i == 5 ? "1" : good[i]);
    }
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(clock_read(bad[i], &rule, &e));
}

// ---------------------------------------------------------------------------------------------
// Series
// ---------------------------------------------------------------------------------------------

static void play_out(struct match *m, struct random *r)
{
    while (!match_over(m) && m->history.length < LONGEST)
        play_at_random(m, r, 0);
}

// Players keep their names through all seats; what was agreed on decides who sits first.
static void check_next(const struct match *m, const struct match_setup *next,
                       const struct series *series, bool second)
{
    struct game_result result;
    int seats = match_seats(m);

    match_result(m, &result);
    for (int player = 0; player < seats; player++)
        assert_int_equal(next->seats[series->place[player]].name[0], 'A' + player);
    if (series->begins != SERIES_ALTERNATE && result.outcome[0] != result.outcome[1]) {
        int lost = result.outcome[0] == GAME_LOSS ? 0 : 1;
        assert_string_equal(next->seats[second].name, m->setup.seats[lost].name);
    } else {
        assert_string_equal(next->seats[1].name, m->setup.seats[0].name);
    }
    if (series->repeated) {
        struct match again;
        struct error e;
        assert_true(match_init(&again, next, &e));
        assert_false(game_preparing(m->setup.game, &again.start));
        if (!game_preparing(m->setup.game, &m->start))
            assert_true(game_key(m->setup.game, &again.start) ==
                        game_key(m->setup.game, &m->start));
        match_clear(&again);
    }
}

// A series after its text was read is the same series.
static void check_text(const struct series *series, const struct game *g, int players)
{
    char storage[SERIES_TEXT_BYTES];
    struct series read;
    struct text t;
    struct error e;

    text_init(&t, storage, sizeof storage);
    series_write(series, g, players, &t);
    assert_true(series_read(&read, g, players, storage, &e));
    assert_int_equal(read.begins, series->begins);
    assert_int_equal(read.by_score, series->by_score);
    for (int player = 0; player < players; player++)
        assert_int_equal(read.scores[player], series->scores[player]);
}

static void series_law(void **state)
{
    const struct subject *s = *state;
    const struct game *g = s->game;
    struct random r = random_from_seed(77);
    struct match_setup setup = setup_for(s, 5, "none"), next;
    struct series series;
    struct error e;
    int seats = game_seats(g, &s->options);

    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        setup.seats[seat].name[0] = (char)('A' + seat);
    assert_true(series_init(&series, g, 5, false, &e));
    assert_int_equal(series_init(&(struct series){0}, g, 5, true, &e), g->points);
    assert_false(series_init(&(struct series){0}, g, 0, false, &e));
    series.by_score = g->points;
    for (unsigned game = 0; game < 5; game++) {
        struct match m;
        assert_int_equal(series.played, game);
        assert_true(match_init(&m, &setup, &e));
        play_out(&m, &r);
        struct series counted = series;
        series_count(&counted, &m);
        struct series_request request = {game % 2 && series_chooser(&series, &m) >= 0,
                                         series_may_repeat(&series, &m)};
        struct series_request never = {!request.second && series_chooser(&series, &m) < 0,
                                       !request.revenge};
        if (never.second || never.revenge)
            assert_false(series_next(&series, &m, 1, &never, &next, &e));
        assert_int_equal(series_over(&counted), game == 4);
        unsigned points = 0;
        for (int player = 0; player < seats; player++)
            points += counted.half_points[player];
        if (seats == 2)
            assert_int_equal(points, 2 * counted.played);
        assert_true(series_next(&series, &m, 100 + game, &request, &next, &e));
        check_next(&m, &next, &series, request.second);
        check_text(&series, g, seats);
        match_clear(&m);
        setup = next;
    }
    assert_int_equal(series.played, 0); // another one on the same terms
}

// A deal is repeated once, and only where that was wished.
static void revenge(void **state)
{
    const struct subject *s = *state;
    struct match_setup setup = setup_for(s, 5, "none"), next;
    struct series_request request = {.revenge = true};
    struct series series;
    struct match m;
    struct error e;

    assert_true(series_init(&series, s->game, 4, false, &e));
    assert_true(match_init(&m, &setup, &e));
    assert_true(match_resign(&m, 0, 0, &e));
    assert_int_equal(series_next(&series, &m, 6, &request, &next, &e),
                     s->game->next == GAME_REVENGE);
    if (s->game->next == GAME_REVENGE) {
        assert_true(series.repeated);
        match_clear(&m);
        assert_true(match_init(&m, &next, &e));
        assert_true(match_resign(&m, 0, 0, &e));
        assert_false(series_next(&series, &m, 7, &request, &next, &e));
    }
    assert_true(series_next(&series, &m, 7, NULL, &next, &e));
    assert_false(series.repeated);
    assert_int_equal(next.start[0], 0);
    match_clear(&m);
}

// Lots give every seat to everybody alike, and lose nobody.
static void lots(void **state)
{
    enum { DRAWS = 1200 };
    const struct subject *s = *state;
    int seats = game_seats(s->game, &s->options);
    unsigned at[GAME_MAX_SEATS][GAME_MAX_SEATS] = {0};

    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        struct match_setup setup = setup_for(s, 1, "none");
        for (int seat = 0; seat < seats; seat++)
            setup.seats[seat].name[0] = (char)('A' + seat);
        series_draw_seats(&setup, draw * 7919);
        assert_true(setup.seats_drawn);
        unsigned met = 0;
        for (int seat = 0; seat < seats; seat++) {
            int player = setup.seats[seat].name[0] - 'A';
            met |= 1U << player;
            at[player][seat]++;
        }
        assert_int_equal(met, (1U << seats) - 1);
    }
    for (int player = 0; player < seats; player++) {
        for (int seat = 0; seat < seats; seat++)
            assert_in_range(at[player][seat] * (unsigned)seats, DRAWS * 8 / 10, DRAWS * 12 / 10);
    }
}

// ---------------------------------------------------------------------------------------------
// Points when somebody gives up
// ---------------------------------------------------------------------------------------------

// Whoever gives up, at whatever moment, is behind; where nothing is counted, nothing is told.
static void giving_up(void **state)
{
    const struct subject *s = *state;

    for (unsigned plies = 0; plies < 24; plies += 3) {
        struct random r = random_from_seed(plies + 1);
        struct match_setup setup = setup_for(s, plies, "none");
        struct game_result result;
        struct match m;
        struct error e;
        assert_true(match_init(&m, &setup, &e));
        for (unsigned i = 0; i < plies && !match_over(&m); i++)
            play_at_random(&m, &r, 0);
        int seat = (int)(plies / 3) % match_seats(&m);
        if (!match_over(&m)) {
            assert_true(match_resign(&m, seat, 0, &e));
            match_result(&m, &result);
            assert_int_equal(match_scored(&m), s->game->points);
            for (int other = 0; other < match_seats(&m); other++) {
                assert_true(result.score[other] >= 0);
                if (s->game->points && result.outcome[other] == GAME_WIN)
                    assert_true(result.score[other] > result.score[seat]);
            }
        }
        match_clear(&m);
    }
}

int main(void)
{
    const struct CMUnitTest texts[] = {cmocka_unit_test(clock_texts)};
    int failed = cmocka_run_group_tests_name("clock texts", texts, NULL, NULL);

    failed += subjects_run("undo law", undo_law);
    failed += subjects_run("undo a decision", undo_decision);
    failed += subjects_run("touch law", touch_law);
    failed += subjects_run("touch anything", touch_anything);
    failed += subjects_run("clock law", clock_law);
    failed += subjects_run("time runs out", time_runs_out);
    failed += subjects_run("other ends", other_ends);
    failed += subjects_run("series law", series_law);
    failed += subjects_run("revenge", revenge);
    failed += subjects_run("lots", lots);
    failed += subjects_run("giving up", giving_up);
    return failed;
}
