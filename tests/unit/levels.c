// SPDX-License-Identifier: MIT
// Levels among people: in games at every level nobody misses a win on the board or hands one over, as far as its seat can
// know. The judge here is written plainly, on the rules alone.
#include "play/levels.h"
#include "play/player.h"
#include "tests/unit/subjects.h"

enum { GAMES = 8, DRAWS = 120, MOST_DEALS = 24, LONGEST = 300 };

// Every position that looks to the seat to act like this one.
struct deals {
    unsigned count;
    struct game_position at[MOST_DEALS];
};

static void imagine(const struct subject *s, const struct game_position *p, struct deals *deals)
{
    struct random r = random_from_seed(11);
    struct game_position seen;

    deals->count = 0;
    game_view(s->game, p, s->game->to_act(p), &seen);
    for (unsigned i = 0; i < DRAWS; i++) {
        unsigned known = 0;
        game_redeal(s->game, &seen, &r, &deals->at[deals->count]);
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
    return result.over ? result.outcome[seat] == GAME_LOSS : game_out(s->game, p, seat);
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

static bool surely_loses(const struct subject *s, const struct deals *deals, game_action action)
{
    for (unsigned i = 0; i < deals->count; i++) {
        if (!loses_at_once(s, &deals->at[i], action))
            return false;
    }
    return true;
}

static bool surely_wins(const struct subject *s, const struct deals *deals, game_action action)
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
    struct deals deals;
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
    if (!s->game->unlisted)
        assert_true(tally.wins > 0 && tally.dangers > 0);
}

int main(void)
{
    return subjects_run("levels among people", neither_misses_nor_gives);
}
