// SPDX-License-Identifier: MIT
// Points over several games, and the setup of the next one from the last: who sits where, which deal. Terminal and
// page call it between games; it plays nothing itself. Players keep their number through the series while their seats
// change, so `place` is the permutation from one to the other. Its text is kept in saved games, hence read as
// strictly as anything from outside.
#include "play/series.h"

#include <assert.h>
#include <string.h>

bool series_init(struct series *s, const struct game *g, unsigned games, bool by_score,
                 struct error *e)
{
    *s = (struct series){.games = games, .by_score = by_score};
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        s->place[seat] = seat;
    if (games == 0 || games > SERIES_MOST_GAMES)
        return error_set(e, "series.games:most,games", "a series has 1 to %d games, not %u",
                         SERIES_MOST_GAMES, games);
    if (by_score && !g->scores)
        return error_set(e, "series.scores:game", "%s has no scores that could decide a series",
                         g->title);
    return true;
}

#ifndef NDEBUG
static bool is_permutation(const struct series *s, int players)
{
    unsigned seats = 0;

    for (int player = 0; player < players; player++)
        seats |= 1u << s->place[player];
    return seats == (1u << players) - 1;
}
#endif

static void count_game(struct series *s, const struct match *m)
{
    struct game_result result;

    match_result(m, &result);
    assert(result.over && s->played < s->games && is_permutation(s, match_seats(m)));
    for (int player = 0; player < match_seats(m); player++) {
        s->half_points[player] += (unsigned)result.outcome[s->place[player]];
        s->scores[player] += result.score[s->place[player]];
    }
    s->played++;
}

// The seat that loses, when exactly one does.
static int loser(const struct match *m)
{
    struct game_result result;
    int found = -1;

    match_result(m, &result);
    for (int seat = 0; seat < match_seats(m); seat++) {
        if (result.outcome[seat] != GAME_LOSS)
            continue;
        if (found >= 0)
            return -1;
        found = seat;
    }
    return found;
}

// How far every player moves round the table: two players swap, or stay when the loser sits first already.
static int steps(const struct match *m)
{
    if (m->setup.game->next == GAME_LOSER_FIRST && loser(m) >= 0)
        return match_seats(m) - loser(m);
    return 1;
}

// The deal again, as it stood when the players began to play.
static void repeat_deal(const struct match *m, struct match_setup *next)
{
    const struct game *g = m->setup.game;
    struct game_position p = m->start;
    struct text t;

    for (unsigned i = 0; i < m->history.length && game_preparing(g, &p); i++)
        g->apply(&p, m->entries[i].action, &p);
    text_init(&t, next->start, sizeof next->start);
    g->write(&p, &t);
}

bool series_next(struct series *s, const struct match *finished, uint64_t seed,
                 struct match_setup *next)
{
    int seats = match_seats(finished), by = steps(finished);

    if (finished->end.how == MATCH_ABORTED)
        return false;
    count_game(s, finished);
    if (s->played >= s->games)
        return false;
    *next = finished->setup;
    for (int seat = 0; seat < seats; seat++)
        next->seats[(seat + by) % seats] = finished->setup.seats[seat];
    for (int player = 0; player < seats; player++)
        s->place[player] = (s->place[player] + by) % seats;
    assert(is_permutation(s, seats));
    next->seed = seed;
    if (s->repeated) // a start that the players chose themselves stays
        next->start[0] = 0;
    s->repeated = finished->setup.game->next == GAME_REVENGE && !s->repeated;
    if (s->repeated)
        repeat_deal(finished, next);
    return true;
}

int series_leader(const struct series *s, int players)
{
    int best = 0, ties = 0;

    for (int player = 1; player < players; player++) {
        int more = s->by_score ? s->scores[player] - s->scores[best]
                               : (int)s->half_points[player] - (int)s->half_points[best];
        if (more > 0)
            best = player;
        ties = more > 0 ? 0 : ties + (more == 0);
    }
    return ties ? -1 : best;
}

void series_write(const struct series *s, int players, struct text *t)
{
    text_format(t, "%u %u %s %d", s->games, s->played, s->by_score ? "score" : "games",
                s->repeated);
    for (int player = 0; player < players; player++)
        text_format(t, " %d %u %d", s->place[player], s->half_points[player], s->scores[player]);
}

// Takes a word up to the next blank off a text.
static bool take_word(const char **text, char word[16])
{
    struct text t;

    text_init(&t, word, 16);
    size_t length = text_until(&t, *text, " ");
    *text += length + ((*text)[length] == ' ');
    return length > 0 && !t.cut;
}

static bool take_number(const char **text, unsigned long long most, unsigned *n)
{
    unsigned long long number;
    char word[16];

    if (!take_word(text, word) || !text_read_number(word, most, &number))
        return false;
    *n = (unsigned)number;
    return true;
}

static bool read_player(struct series *s, int player, int players, const char **text)
{
    enum { MOST = 1000000 };
    unsigned seat, score;

    if (!take_number(text, (unsigned)players - 1, &seat) ||
        !take_number(text, 2 * SERIES_MOST_GAMES, &s->half_points[player]) ||
        !take_number(text, MOST, &score))
        return false;
    for (int other = 0; other < player; other++) {
        if (s->place[other] == (int)seat)
            return false;
    }
    s->place[player] = (int)seat;
    s->scores[player] = (int)score;
    return true;
}

bool series_read(struct series *s, const struct game *g, int players, const char *text,
                 struct error *e)
{
    const char *rest = text;
    unsigned games = 0, played = 0, repeated = 0;
    char by[16];

    bool fine = take_number(&rest, SERIES_MOST_GAMES, &games) &&
                take_number(&rest, SERIES_MOST_GAMES, &played) && take_word(&rest, by) &&
                (!strcmp(by, "games") || !strcmp(by, "score")) && take_number(&rest, 1, &repeated);
    if (!fine || played >= games)
        return error_set(e, "series.form:series",
                         "series '%s' is not GAMES PLAYED games|score 0|1 and the players",
                         error_quote(text).text);
    if (!series_init(s, g, games, !strcmp(by, "score"), e))
        return false;
    s->played = played;
    s->repeated = repeated != 0;
    for (int player = 0; player < players; player++) {
        if (!read_player(s, player, players, &rest))
            return error_set(e, "series.player:series,player",
                             "series '%s': player %d is not SEAT POINTS SCORE",
                             error_quote(text).text, player + 1);
    }
    return !*rest || error_set(e, "series.long:series", "series '%s' goes on too long",
                               error_quote(text).text);
}
