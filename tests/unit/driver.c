// SPDX-License-Identifier: MIT
// The driver, with every game: touches, taking back, clocks, series, and computers that keep their
// memory and stop when they are told to.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "play/driver.h"
#include "tests/unit/subjects.h"

enum { STEPS = 12, SEED = 5 };

static struct match_setup setup_for(const struct subject *s, const char *player, unsigned persons)
{
    struct match_setup setup = {.game = s->game, .options = s->options, .seed = SEED};

    for (int seat = (int)persons; seat < GAME_MAX_SEATS; seat++) {
        setup.seats[seat].who = MATCH_COMPUTER;
        memcpy(setup.seats[seat].player, player, strlen(player) + 1);
    }
    return setup;
}

static void begin(struct driver *d, const struct match_setup *setup)
{
    struct error e;

    driver_init(d, NULL);
    assert_true(driver_begin(d, setup, NULL, &e));
}

// ---------------------------------------------------------------------------------------------
// Computers
// ---------------------------------------------------------------------------------------------

// Steps through a game; how many actions were played.
static unsigned step_actions(struct driver *d, game_action actions[STEPS])
{
    unsigned count = 0;
    struct error e;

    for (; count < STEPS && driver_computer(d) >= 0; count++) {
        assert_true(driver_step(d, NULL, 0, &e));
        actions[count] = d->match.entries[d->match.history.length - 1].action;
    }
    return count;
}

// The seed of a player, as docs/levels.md was measured.
static uint64_t seed_of(unsigned seat)
{
    struct random r = random_from_seed(hash_mix(hash_word(hash_word(0, SEED), 1)));
    uint64_t seed = random_next(&r);

    for (unsigned i = 0; i < seat; i++)
        seed = random_next(&r);
    return seed;
}

// A computer is one player for the whole game: the same choices come from players that somebody
// keeps by hand.
static void one_player_a_game(void **state)
{
    static const char *const texts[] = {"level:2", "level:5", "nodes:3000"};
    const struct subject *s = *state;

    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct match_setup setup = setup_for(s, texts[i], 0);
        struct player players[GAME_MAX_SEATS];
        int seats = game_seats(s->game, &s->options);
        game_action actions[STEPS];
        struct player_spec spec;
        struct history history;
        struct driver d;
        struct error e;

        begin(&d, &setup);
        unsigned count = step_actions(&d, actions);
        assert_true(player_read(texts[i], &spec, &e));
        for (int seat = 0; seat < seats; seat++) {
            assert_true(player_init(&players[seat], &spec, NULL, &e));
            player_new_game(&players[seat], seed_of((unsigned)seat));
        }
        history_init(&history, s->game, &s->options, &d.match.start);
        for (unsigned k = 0; k < count; k++) {
            int seat = s->game->to_act(&history.position);
            assert_int_equal(player_choose(&players[seat], &history), actions[k]);
            assert_true(history_play(&history, actions[k]));
        }
        history_clear(&history);
        for (int seat = 0; seat < seats; seat++)
            player_clear(&players[seat]);
        driver_clear(&d);
    }
}

// A new game forgets; the same game, told again or taken back, does not.
static void memory(void **state)
{
    const struct subject *s = *state;
    struct match_setup setup = setup_for(s, "level:3", 0);
    game_action first[STEPS], again[STEPS];
    char text[GAME_ACTION_BYTES];
    const char *one[] = {text};
    struct driver d;
    struct error e;

    begin(&d, &setup);
    unsigned count = step_actions(&d, first);
    uint64_t drawn = d.computers.players[0].random.state;
    match_action_text(&d.match, 0, text);
    assert_true(driver_set(&d, NULL, one, 1, 0, &e));
    assert_int_equal(d.match.history.length, 1);
    assert_true(match_undo(&d.match, 0, &e));
    driver_changed(&d);
    assert_int_equal(d.computers.players[0].random.state, drawn);
    assert_false(d.computers.fresh[0]);

    struct match told;
    assert_true(match_init(&told, &setup, &e));
    driver_adopt(&d, &told, &d.series);
    assert_false(d.computers.fresh[0]);

    assert_true(driver_begin(&d, &setup, NULL, &e));
    assert_true(d.computers.fresh[0] && d.computers.created[0]);
    assert_int_equal(step_actions(&d, again), count);
    assert_memory_equal(first, again, count * sizeof *first);
    setup.seed++;
    assert_true(match_init(&told, &setup, &e));
    driver_adopt(&d, &told, &d.series);
    assert_true(d.computers.fresh[0]);
    driver_clear(&d);
}

static void assert_position(const struct game *g, const struct game_position *found,
                            const struct game_position *expected)
{
    assert_true(game_key(g, found) == game_key(g, expected));
}

// As an engine is told positions: another start, and back to where the game begins. Nobody forgets
// anything, and what cannot be read or played changes nothing.
static void starts(void **state)
{
    const struct subject *s = *state;
    struct match_setup setup = setup_for(s, "level:3", 0);
    char text[GAME_TEXT_BYTES], action[GAME_ACTION_BYTES];
    const char *none[] = {"no action"};
    struct game_position begun, later;
    game_action actions[STEPS];
    struct driver d;
    struct text t;
    struct error e;

    begin(&d, &setup);
    begun = d.match.start;
    step_actions(&d, actions);
    assert_non_null(driver_helper(&d, &e));
    match_action_text(&d.match, 0, action);
    assert_true(driver_set(&d, NULL, (const char *[]){action}, 1, 0, &e));
    later = d.match.history.position;
    text_init(&t, text, sizeof text);
    s->game->write(&later, &t);
    assert_true(driver_set(&d, text, NULL, 0, 0, &e));
    assert_position(s->game, &d.match.start, &later);
    assert_false(driver_set(&d, "no position", NULL, 0, 0, &e));
    assert_false(driver_set(&d, "", none, 1, 0, &e));
    assert_position(s->game, &d.match.history.position, &later);
    assert_true(driver_set(&d, "", NULL, 0, 0, &e));
    assert_position(s->game, &d.match.history.position, &begun);
    assert_false(d.computers.fresh[0] || d.fresh);
    assert_true(driver_begin(&d, &setup, NULL, &e));
    assert_true(d.fresh);
    driver_clear(&d);
}

static bool stop_at_once(void *to)
{
    (void)to;
    return true;
}

// Without the stop this would take hours.
static void stopping(void **state)
{
    const struct subject *s = *state;
    struct match_setup setup = setup_for(s, "nodes:100000000000", 0);
    struct think_watch watch = {.stop = stop_at_once};
    game_action action;
    struct driver d;
    struct error e;

    begin(&d, &setup);
    assert_true(driver_choose(&d, &watch, &action, &e));
    assert_int_equal(d.match.history.length, 0);
    assert_true(driver_step(&d, &watch, 0, &e));
    assert_int_equal(d.match.history.length, 1);
    driver_clear(&d);
}

// ---------------------------------------------------------------------------------------------
// People, clocks, series
// ---------------------------------------------------------------------------------------------

static void touches(void **state)
{
    const struct subject *s = *state;
    struct match_setup setup = setup_for(s, "random", GAME_MAX_SEATS);
    struct game_actions list;
    struct game_path path;
    struct driver d;
    struct match told;
    struct error e;

    begin(&d, &setup);
    assert_int_equal(driver_computer(&d), -1);
    assert_false(driver_step(&d, NULL, 0, &e));
    history_list(&d.match.history, &list);
    s->game->action_path(&d.match.start, list.at[0], &path);
    enum touch_answer answer = driver_touch(&d, path.at[0]);
    assert_true(answer == TOUCH_STAGED || answer == TOUCH_READY);
    assert_int_equal(d.touch.path.count, 1);
    // Somebody tells the same again, with another name; bytes that a game does not use mean
    // nothing.
    memcpy(setup.seats[0].name, "Ann", 4);
    assert_true(match_init(&told, &setup, &e));
    memset((char *)&told.history.position + s->game->position_size, 1,
           sizeof told.history.position - s->game->position_size);
    driver_adopt(&d, &told, &d.series);
    assert_int_equal(d.touch.path.count, 1);
    assert_string_equal(match_name(&d.match, 0), "Ann");
    assert_false(driver_play_text(&d, "no such action", 0, &e));
    assert_int_equal(d.touch.path.count, 1);
    assert_true(driver_play(&d, list.at[0], 0, &e));
    assert_int_equal(d.touch.path.count, 0);
    driver_clear(&d);
}

static uint64_t quarter_seconds(void)
{
    static uint64_t now;

    return now += 250000;
}

static void clocks(void **state)
{
    const struct subject *s = *state;
    struct match_setup setup = setup_for(s, "random", 0);
    struct driver d;
    struct error e;

    assert_true(clock_read("60", &setup.clock, &e));
    driver_init(&d, quarter_seconds);
    assert_true(driver_begin(&d, &setup, NULL, &e));
    assert_true(driver_step(&d, NULL, 1000, &e)); // clocks begin with the first action
    int seat = driver_computer(&d);
    if (seat >= 0) {
        assert_true(driver_step(&d, NULL, 2000, &e));
        assert_int_equal(clock_left(&d.match.clock, seat, 2250), 59000);
        assert_true(d.match.entries[1].timed);
        assert_int_equal(d.match.entries[1].spent, 1000);
    }
    driver_clear(&d);
}

static void next_game(void **state)
{
    const struct subject *s = *state;
    struct match_setup setup = setup_for(s, "greedy", 1);
    struct match_setup broken = setup;
    struct series series;
    struct driver d;
    struct error e;

    driver_init(&d, NULL);
    assert_true(series_init(&series, s->game, 3, false, &e));
    assert_true(driver_begin(&d, &setup, &series, &e));
    assert_false(driver_next(&d, 7, NULL, &e));
    memcpy(broken.start, "nonsense", 9);
    assert_false(driver_begin(&d, &broken, NULL, &e));
    assert_true(d.begun && d.series.games == 3);
    assert_true(match_resign(&d.match, 0, 0, &e));
    assert_true(driver_next(&d, 7, NULL, &e));
    assert_int_equal(d.series.played, 1);
    // Whoever sits where now, every computer's seat can act.
    int persons = 0;
    for (int seat = 0; seat < match_seats(&d.match); seat++)
        persons += d.match.setup.seats[seat].who == MATCH_PERSON;
    assert_int_equal(persons, 1);
    while (driver_computer(&d) >= 0)
        assert_true(driver_step(&d, NULL, 0, &e));
    for (unsigned game = 0; game < 3; game++) {
        if (!match_over(&d.match))
            assert_true(match_resign(&d.match, 0, 0, &e));
        assert_true(driver_next(&d, 8 + game, NULL, &e));
    }
    assert_int_equal(d.series.played, 1); // a rematch, and a game of it
    driver_clear(&d);
}

// Whatever stands for the spot of a path may be touched instead, in whatever order ends may be
// touched, and is shown so.
static void touch_meant(const struct subject *s, const struct game_position *p, void *to)
{
    struct game_actions list;
    struct history history;
    unsigned *found = to;

    history_init(&history, s->game, &s->options, p);
    history_list(&history, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_path path, first = {.count = 1};
        s->game->action_path(p, list.at[i], &path);
        first.at[0] = path.at[0];
        for (unsigned spot = 0; path.count == 2 && spot < SCENE_MAX_SPOTS; spot++) {
            bool targets[SCENE_MAX_SPOTS];
            struct touch t = {0}, back = {0};
            game_spot meant = s->game->ui->resolve_spot(p, &first, (game_spot)spot);
            assert_int_equal(s->game->ui->resolve_spot(p, &first, meant), meant);
            if (meant != path.at[1] || meant == spot)
                continue;
            ++*found;
            touch_spot(&t, &history, path.at[0]);
            touch_targets(&t, &history, targets);
            assert_true(targets[spot]);
            assert_int_equal(touch_spot(&t, &history, (game_spot)spot), TOUCH_READY);
            assert_int_equal(t.action, list.at[i]);
            if (!s->game->ui->either_end)
                continue;
            touch_spot(&back, &history, (game_spot)spot);
            assert_int_equal(touch_spot(&back, &history, path.at[0]), TOUCH_READY);
            assert_int_equal(back.action, list.at[i]);
        }
    }
    history_clear(&history);
}

static void touches_what_is_meant(void **state)
{
    const struct subject *s = *state;
    unsigned found = 0;

    if (!s->game->ui->resolve_spot)
        return;
    subject_walk(s, 1, 600, touch_meant, &found);
    assert_true(found > 10);
}

int main(void)
{
    int failed = subjects_run("one player a game", one_player_a_game);

    failed += subjects_run("memory", memory);
    failed += subjects_run("starts", starts);
    failed += subjects_run("stopping", stopping);
    failed += subjects_run("touches", touches);
    failed += subjects_run("touches of what is meant", touches_what_is_meant);
    failed += subjects_run("clocks", clocks);
    failed += subjects_run("next game", next_game);
    return failed;
}
