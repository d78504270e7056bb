// SPDX-License-Identifier: MIT
// The blunder check in games at every level: no level misses an immediate win or hands one over, as
// far as its seat can know, by an independent check on the rules alone. And the adaptive level.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/levels.h"
#include "play/adaptive.h"
#include "play/player.h"
#include "tests/unit/subjects.h"

enum { GAMES = 8, DRAWS = 120, MOST_DEALS = 24, LONGEST = 300 };

// Every position that looks to the seat to act like this one.
struct imagined {
    unsigned count;
    struct game_position at[MOST_DEALS];
};

static void imagine(const struct subject *s, const struct game_position *p, struct imagined *deals)
{
    struct random r = random_from_seed(11);
    struct game_position seen;

    deals->count = 0;
    game_view(s->game, p, s->game->to_act(p), &seen);
    for (unsigned i = 0; i < DRAWS; i++) {
        unsigned known = 0;
        game_determinize(s->game, &seen, &r, &deals->at[deals->count]);
        while (game_key(s->game, &deals->at[known]) != game_key(s->game, &deals->at[deals->count]))
            known++;
        deals->count += known == deals->count;
        assert_true(deals->count < MOST_DEALS);
    }
}

static bool lost(const struct subject *s, const struct game_position *p, int seat)
{
    struct game_result result;

    s->game->result(p, &result);
    return result.over ? result.outcome[seat] == GAME_LOSS : game_eliminated(s->game, p, seat);
}

static bool won(const struct subject *s, const struct game_position *p, int seat)
{
    struct game_result result;

    s->game->result(p, &result);
    return result.over && result.outcome[seat] == GAME_WIN;
}

// Whether the action loses, or may be answered by one of another team with which it does.
static bool loses_at_once(const struct subject *s, const struct game_position *p,
                          game_action action)
{
    int seat = s->game->to_act(p);
    struct game_position after, end;
    struct game_actions answers;

    s->game->apply(p, action, &after);
    if (lost(s, &after, seat))
        return true;
    game_list(s->game, &after, &answers);
    if (game_team(s->game, &s->options, s->game->to_act(&after)) ==
        game_team(s->game, &s->options, seat))
        return false;
    for (unsigned i = 0; i < answers.count; i++) {
        s->game->apply(&after, answers.at[i], &end);
        if (lost(s, &end, seat))
            return true;
    }
    return false;
}

static bool surely_loses(const struct subject *s, const struct imagined *deals, game_action action)
{
    for (unsigned i = 0; i < deals->count; i++) {
        if (!loses_at_once(s, &deals->at[i], action))
            return false;
    }
    return true;
}

static bool surely_wins(const struct subject *s, const struct imagined *deals, game_action action)
{
    for (unsigned i = 0; i < deals->count; i++) {
        struct game_position after;
        s->game->apply(&deals->at[i], action, &after);
        if (!won(s, &after, s->game->to_act(&deals->at[i])))
            return false;
    }
    return true;
}

// How often there was something to see.
struct tally {
    unsigned wins, dangers;
};

static void judge(const struct subject *s, const struct history *history, game_action action,
                  struct tally *tally)
{
    struct imagined deals;
    struct game_actions list;
    bool win = false, safe = false, danger = false, own = false;

    imagine(s, &history->position, &deals);
    history_list(history, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        s->game->apply(&deals.at[0], list.at[i], &after);
        bool loses = surely_loses(s, &deals, list.at[i]) && !history_would_repeat(history, &after);
        win |= surely_wins(s, &deals, list.at[i]);
        safe |= !loses;
        danger |= loses;
        own |= loses && list.at[i] == action;
    }
    tally->wins += win;
    tally->dangers += danger && safe;
    if (win)
        assert_true(surely_wins(s, &deals, action));
    assert_false(own && safe);
}

// A level in one seat against careless company, which leaves wins and dangers about.
static void play(const struct subject *s, const char *text, uint64_t seed, struct tally *tally)
{
    struct game_position start;
    struct player_spec spec, other = {.kind = PLAYER_GREEDY};
    struct player level, greedy;
    struct history history;
    struct game_actions list;
    struct error e;
    int own = (int)(seed % (unsigned)game_seats(s->game, &s->options));

    assert_true(player_read(text, &spec, &e) && player_init(&level, &spec, NULL, &e));
    assert_true(player_init(&greedy, &other, NULL, &e));
    player_new_game(&level, seed);
    player_new_game(&greedy, seed);
    s->game->start(&s->options, seed, &start);
    history_init(&history, s->game, &s->options, &start);
    for (history_list(&history, &list); list.count > 0 && history.length < LONGEST;
         history_list(&history, &list)) {
        bool mine = s->game->to_act(&history.position) == own;
        game_action action = player_choose(mine ? &level : &greedy, &history);
        if (mine)
            judge(s, &history, action, tally);
        assert_true(history_play(&history, action));
    }
    history_clear(&history);
    player_clear(&level);
    player_clear(&greedy);
}

static void neither_misses_nor_gives(void **state)
{
    static const char *const texts[] = {"level:1", "level:2", "level:3", "level:5"};
    const struct subject *s = *state;
    struct tally tally = {0};

    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (uint64_t seed = 0; seed < GAMES; seed++)
            play(s, texts[i], seed, &tally);
    }
    // Who does not see everything is seldom sure of a win.
    assert_true(s->game->hidden || tally.wins > 0);
    assert_true(tally.dangers > 0);
}

// ---------------------------------------------------------------------------------------------
// Like me
// ---------------------------------------------------------------------------------------------

// The page counts alike: apps/web/tests/logic.test.ts reads the same file.
static void counts_as_written(void **state)
{
    FILE *file = subject_open("tests/data/adaptive.tsv");
    struct adaptive_level like = {0};
    char line[160], outcome;
    unsigned place, level, rows = 0;

    (void)state;
    assert_int_equal(adaptive_level_now(&like), 3);
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        char *rest = line + 1;
        outcome = line[0];
        place = (unsigned)strtoul(rest, &rest, 10);
        level = (unsigned)strtoul(rest, &rest, 10);
        assert_int_equal(*rest, '\n');
        adaptive_level_count(&like, outcome == 'W'   ? GAME_WIN
                                    : outcome == 'L' ? GAME_LOSS
                                                     : GAME_DRAW);
        assert_int_equal(like.place, place);
        assert_int_equal(adaptive_level_now(&like), level);
        rows++;
    }
    assert_true(rows > 20 && like.games == rows);
    fclose(file);
}

// Somebody as strong as level `strength` / 100, where a level more wins 72 of 100 games; the score
// in half points.
static enum game_outcome meet(struct random *r, unsigned strength, unsigned level)
{
    double levels = ((double)strength - 100.0 * level) / 100;
    double chance = 1 / (1 + pow(10, -levels * 164 / 400));

    return random_below(r, 1000000) < 1000000 * chance ? GAME_WIN : GAME_LOSS;
}

// Whoever meets it wins every other game, soon and for good: in games 11 to 410 of each of many
// people.
static void comes_to_even(void **state)
{
    enum { PEOPLE = 50, EARLY = 10, COUNTED = 400 };

    (void)state;
    for (unsigned strength = 200; strength <= 900; strength += 50) {
        unsigned points = 0, first = 0;
        for (uint64_t seed = 0; seed < PEOPLE; seed++) {
            struct random r = random_from_seed(seed * 1000 + strength);
            struct adaptive_level like = {0};
            for (unsigned i = 0; i < EARLY + COUNTED; i++) {
                enum game_outcome outcome = meet(&r, strength, adaptive_level_now(&like));
                adaptive_level_count(&like, outcome);
                points += i >= EARLY ? outcome : 0;
            }
            first += like.place;
        }
        assert_in_range(points * 100 / (GAME_WIN * PEOPLE * COUNTED), 47, 53);
        assert_in_range(first / PEOPLE, strength - 60, strength + 60);
    }
}

static void has_characters(void **state)
{
    (void)state;
    for (unsigned level = 1; level <= LEVELS; level++) {
        size_t length = strlen(level_about(NULL, level));
        assert_true(length > 20 && level_about(NULL, level)[length - 1] == '.');
        for (unsigned other = 1; other < level; other++)
            assert_string_not_equal(level_name(level), level_name(other));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_as_written),
        cmocka_unit_test(comes_to_even),
        cmocka_unit_test(has_characters),
    };

    return cmocka_run_group_tests_name("like me", tests, NULL, NULL) +
           subjects_run("levels among people", neither_misses_nor_gives);
}
