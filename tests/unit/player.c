// SPDX-License-Identifier: MIT
// Players: the same seed gives the same game, wins are taken, levels choose among good lines, and a
// seat's choice depends on what it sees alone.
#include <stdlib.h>

#include "play/levels.h"
#include "play/player.h"
#include "tests/unit/subjects.h"

enum { POSITIONS = 12, WALK = 400, MOST_ACTIONS = 30 };

static void make(struct player *p, const char *text, uint64_t seed)
{
    struct player_spec spec;
    struct error e;

    assert_true(player_read(text, &spec, &e));
    assert_true(player_init(p, &spec, NULL, &e));
    player_new_game(p, seed);
}

static game_action choose(struct player *p, const struct subject *s, const struct game_position *at)
{
    struct history history;

    history_init(&history, s->game, &s->options, at);
    game_action action = player_choose(p, &history);
    history_clear(&history);
    return action;
}

static bool is_legal(const struct subject *s, const struct game_position *at, game_action action)
{
    struct game_actions list;

    game_list(s->game, at, &list);
    for (unsigned i = 0; i < list.count; i++) {
        if (list.at[i] == action)
            return true;
    }
    return false;
}

static bool wins(const struct subject *s, const struct game_position *at, game_action action)
{
    struct game_position after;
    struct game_result result;

    s->game->apply(at, action, &after);
    s->game->result(&after, &result);
    return result.over && result.outcome[s->game->to_act(at)] == GAME_WIN;
}

// ---------------------------------------------------------------------------------------------
// The same seed, the same game
// ---------------------------------------------------------------------------------------------

static unsigned play(const struct subject *s, const char *text, uint64_t seed,
                     game_action actions[MOST_ACTIONS])
{
    struct game_position start;
    struct game_result result;
    struct player p;
    struct history history;

    make(&p, text, seed);
    s->game->start(&s->options, 1, &start);
    history_init(&history, s->game, &s->options, &start);
    history_result(&history, &result);
    while (!result.over && history.length < MOST_ACTIONS) {
        game_action action = player_choose(&p, &history);
        assert_true(is_legal(s, &history.position, action));
        actions[history.length] = action;
        assert_true(history_play(&history, action));
        history_result(&history, &result);
    }
    unsigned length = history.length;
    history_clear(&history);
    player_clear(&p);
    return length;
}

static void is_deterministic(const struct subject *s)
{
    static const char *const texts[] = {"random",  "greedy",  "nodes:300", "depth:2",
                                        "level:1", "level:3", "level:5"};

    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        game_action one[MOST_ACTIONS] = {0}, two[MOST_ACTIONS] = {0};
        unsigned length = play(s, texts[i], 5, one);
        assert_int_equal(play(s, texts[i], 5, two), length);
        assert_memory_equal(one, two, length * sizeof *one);
    }
}

// ---------------------------------------------------------------------------------------------
// Wins and views
// ---------------------------------------------------------------------------------------------

struct check {
    struct player greedy, low, high, other;
    unsigned wins, views;
};

// Open games only: who does not see everything cannot be sure of a win.
static void takes_wins(struct check *c, const struct subject *s, const struct game_position *p)
{
    struct game_actions list;
    bool winning = false;

    game_list(s->game, p, &list);
    for (unsigned i = 0; i < list.count; i++)
        winning |= wins(s, p, list.at[i]);
    if (!winning || c->wins >= POSITIONS)
        return;
    c->wins++;
    assert_true(wins(s, p, choose(&c->greedy, s, p)));
    // Even the lowest level, careless or not, and whatever it remembers.
    assert_true(wins(s, p, choose(&c->low, s, p)));
}

// Two positions that look alike to the seat get the same choice.
static void is_blind(struct check *c, const struct subject *s, const struct game_position *p)
{
    struct player *players[] = {&c->greedy, &c->low, &c->high, &c->other};
    struct random r = random_from_seed(c->views);
    struct game_position seen, full;

    if (c->views++ >= POSITIONS)
        return;
    game_view(s->game, p, s->game->to_act(p), &seen);
    game_determinize(s->game, &seen, &r, &full);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): it counts pointers
    for (unsigned i = 0; i < sizeof players / sizeof *players; i++) {
        player_new_game(players[i], 3);
        game_action action = choose(players[i], s, p);
        player_new_game(players[i], 3);
        assert_int_equal(choose(players[i], s, &full), action);
        player_new_game(players[i], 3);
        assert_int_equal(choose(players[i], s, &seen), action);
    }
}

static void look(const struct subject *s, const struct game_position *p, void *to)
{
    struct game_actions list;

    game_list(s->game, p, &list);
    if (list.count == 0)
        return;
    if (s->game->hidden)
        is_blind(to, s, p);
    else
        takes_wins(to, s, p);
}

// ---------------------------------------------------------------------------------------------
// What levels lose
// ---------------------------------------------------------------------------------------------

struct losses {
    struct player low, middle, sure;
    unsigned proven;
    int blind, careless, careful; // thousandths of win chance, added up
};

// What an action costs at a glance against the best one.
static int loss(const struct subject *s, const struct game_position *p, game_action action)
{
    int seat = s->game->to_act(p), own = 0, most = 0;
    struct game_actions list;

    game_list(s->game, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        struct game_result result;
        s->game->apply(p, list.at[i], &after);
        s->game->result(&after, &result);
        int chance = result.over ? (int)result.outcome[seat] * 500
                                 : search_chance(s->game, game_evaluate(s->game, &after, seat));
        most = chance > most ? chance : most;
        own = list.at[i] == action ? chance : own;
    }
    return most - own;
}

// The value for the seat to act, in so many actions; 0 if nothing is proven.
static int proven_value(struct losses *c, const struct history *history, unsigned depth)
{
    struct think_limits limits = {.no_certainty = true, .search = {.depth = depth, .lines = 1}};
    struct search_report report;

    think(&c->sure.thinker, history, &limits, NULL, &report);
    return report.lines[0].proven ? report.lines[0].value : 0;
}

// A win that level 3 can see is never let go, whether it is careless or not. True: there was one.
static bool keeps_win(struct losses *c, const struct subject *s, const struct game_position *p)
{
    struct history history;

    history_init(&history, s->game, &s->options, p);
    int seat = s->game->to_act(p);
    bool won = proven_value(c, &history, level_parameters(s->game, &s->options, 3)->depth) > 0;
    if (won) {
        struct game_result result;
        assert_true(history_play(&history, player_choose(&c->middle, &history)));
        history_result(&history, &result);
        int value = result.over ? 0 : proven_value(c, &history, 3);
        bool same = s->game->to_act(&history.position) == seat;
        assert_true(result.over ? result.outcome[seat] == GAME_WIN : same ? value > 0 : value < 0);
        c->proven++;
    }
    history_clear(&history);
    return won;
}

static void add_losses(const struct subject *s, const struct game_position *p, void *to)
{
    struct losses *c = to;
    struct game_actions list;
    int sum = 0;

    game_list(s->game, p, &list);
    if (list.count < 2 || keeps_win(c, s, p))
        return;
    for (unsigned i = 0; i < list.count; i++)
        sum += loss(s, p, list.at[i]);
    c->blind += sum / (int)list.count;
    c->careless += loss(s, p, choose(&c->low, s, p));
    c->careful += loss(s, p, choose(&c->middle, s, p));
}

// Choices are made by loss: level 3 loses less than level 1, and than a random choice would.
static void chooses_by_loss(void **state)
{
    const struct subject *s = *state;
    struct losses c = {0};

    if (!game_is_duel(s->game, &s->options) || !game_ai(s->game)->evaluate)
        return;
    make(&c.low, "level:1", 1);
    make(&c.middle, "level:3", 1);
    make(&c.sure, "depth:3", 1);
    subject_walk(s, 1, WALK, add_losses, &c);
    assert_true(c.proven > 0);
    assert_true(c.careful < c.careless);
    assert_true(c.careful < c.blind);
    player_clear(&c.low);
    player_clear(&c.middle);
    player_clear(&c.sure);
}

static void plays_as_promised(void **state)
{
    const struct subject *s = *state;
    struct check c = {0};

    is_deterministic(s);
    make(&c.greedy, "greedy", 1);
    make(&c.low, "level:1", 1);
    make(&c.high, "nodes:500", 1);
    make(&c.other, "random", 1);
    subject_walk(s, 1, WALK, look, &c);
    assert_true(s->game->hidden ? c.views > 0 : c.wins > 0);
    player_clear(&c.greedy);
    player_clear(&c.low);
    player_clear(&c.high);
    player_clear(&c.other);
}

// ---------------------------------------------------------------------------------------------
// Texts and levels
// ---------------------------------------------------------------------------------------------

static void reads_texts(void **state)
{
    static const char *const bad[] = {"",
                                      "rando",
                                      "level:0",
                                      "level:11",
                                      "level:",
                                      "nodes:-1",
                                      "depth",
                                      "depth:x",
                                      "nodes:0",
                                      "movetime:",
                                      "level:2@",
                                      "level:2@1,2,3,4,5",
                                      "level:2@1,2,3,4,5,1001",
                                      "level:2@1,2,3,4,5,6,7",
                                      "level:11@1,2,3,4,5,6",
                                      "level:2@0,2,3,4,5,6",
                                      "nodes:2@1,2,3,4,5,6"};
    struct player_spec spec;
    struct error e;

    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(player_read(bad[i], &spec, &e));
    assert_true(player_read("movetime:20", &spec, &e));
    assert_int_equal(spec.limits.milliseconds, 20);
    assert_true(player_read("level:2@500,4,3,20,100,300", &spec, &e));
    assert_true(spec.level == 2 && spec.row.nodes == 500 && spec.row.slip == 300);
}

static void levels_grow(void **state)
{
    const struct subject *s = *state;

    for (unsigned i = 2; i <= LEVELS; i++) {
        const struct level *before = level_parameters(s->game, &s->options, i - 1),
                           *level = level_parameters(s->game, &s->options, i);
        assert_true(level->nodes >= before->nodes);
        assert_true(level->careless <= before->careless);
        assert_true(level->halving > 0 && level->lines > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_texts),
    };

    return subjects_run("players", plays_as_promised) + subjects_run("levels", levels_grow) +
           subjects_run("losses", chooses_by_loss) +
           cmocka_run_group_tests_name("texts", tests, NULL, NULL);
}
