// SPDX-License-Identifier: MIT
// Players keep their number through the series while their seats change: `place` is the permutation
// from players to seats. The text of a series comes from saved games, so it is read as strictly as
// any input.
#include "play/series.h"

#include <assert.h>
#include <string.h>

static const char *const words[] = {"alternate", "loser", "choice"};

enum { WORDS = sizeof words / sizeof *words };

enum series_begins series_custom(const struct game *g)
{
    return g->next == GAME_LOSER_FIRST ? SERIES_CHOICE : SERIES_ALTERNATE;
}

const char *series_begins_word(enum series_begins begins)
{
    assert((unsigned)begins < WORDS);
    return words[begins];
}

bool series_begins_read(const struct game *g, const char *word, enum series_begins *begins,
                        struct error *e)
{
    for (unsigned i = 0; i < WORDS; i++) {
        if (strcmp(words[i], word) != 0)
            continue;
        if (i != SERIES_ALTERNATE && g->next != GAME_LOSER_FIRST)
            return error_set(e, "series.loser:game",
                             "in %s the players take turns to begin, not the loser", g->title);
        *begins = (enum series_begins)i;
        return true;
    }
    return error_set(e, "series.begins:word", "'%s' begins is none of: alternate, loser, choice",
                     error_quote(word).text);
}

bool series_init(struct series *s, const struct game *g, unsigned games, bool by_score,
                 struct error *e)
{
    *s = (struct series){.games = games, .by_score = by_score, .begins = series_custom(g)};
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        s->place[seat] = seat;
    if (games == 0 || games > SERIES_MOST_GAMES)
        return error_set(e, "series.games:most,games", "a series has 1 to %d games, not %u",
                         SERIES_MOST_GAMES, games);
    if (by_score && !g->points)
        return error_set(e, "series.points:game",
                         "%s has no points that could be added up: the games won decide a series",
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

void series_count(struct series *s, const struct match *m)
{
    struct game_result result;

    match_result(m, &result);
    assert(result.over && s->played < s->games && is_permutation(s, match_seats(m)));
    if (m->end.how == MATCH_ABORTED)
        return;
    for (int player = 0; player < match_seats(m); player++) {
        s->half_points[player] += (unsigned)result.outcome[s->place[player]];
        s->scores[player] += result.score[s->place[player]];
    }
    s->played++;
}

bool series_over(const struct series *s)
{
    return s->played >= s->games;
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

int series_chooser(const struct series *s, const struct match *m)
{
    return s->begins == SERIES_CHOICE && m->end.how != MATCH_ABORTED ? loser(m) : -1;
}

bool series_may_repeat(const struct series *s, const struct match *m)
{
    return m->setup.game->next == GAME_REVENGE && !s->repeated && m->end.how != MATCH_ABORTED;
}

// How many seats every player moves: two players swap, or stay when the loser already sits first.
static int steps(const struct series *s, const struct match *m, bool second)
{
    int seats = match_seats(m);

    if (s->begins == SERIES_ALTERNATE || loser(m) < 0)
        return 1;
    return (seats - loser(m) + (second ? seats - 1 : 0)) % seats;
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

static bool may_request(const struct series *s, const struct match *m,
                        const struct series_request *request, struct error *e)
{
    if (request->second && series_chooser(s, m) < 0)
        return error_set(e, "series.no-choice", "nobody may choose who begins the next game");
    if (request->revenge && m->setup.game->next != GAME_REVENGE)
        return error_set(e, "series.no-revenge:game", "%s has no revenge with the same deal",
                         m->setup.game->title);
    return !request->revenge || series_may_repeat(s, m) ||
           error_set(e, "series.revenge-once", "this deal was played from both sides already");
}

void series_restart(struct series *s)
{
    s->played = 0;
    memset(s->half_points, 0, sizeof s->half_points);
    memset(s->scores, 0, sizeof s->scores);
}

bool series_next(struct series *s, const struct match *finished, uint64_t seed,
                 const struct series_request *request, struct match_setup *next, struct error *e)
{
    struct series_request wanted = request ? *request : (struct series_request){0};
    int seats = match_seats(finished);
    int by = finished->end.how == MATCH_ABORTED ? 0 : steps(s, finished, wanted.second);

    if (!may_request(s, finished, &wanted, e))
        return false;
    series_count(s, finished);
    *next = finished->setup;
    for (int seat = 0; seat < seats; seat++)
        next->seats[(seat + by) % seats] = finished->setup.seats[seat];
    for (int player = 0; player < seats; player++)
        s->place[player] = (s->place[player] + by) % seats;
    assert(is_permutation(s, seats));
    next->seed = seed;
    next->seats_drawn = false;
    if (s->repeated) // keep a start that the players chose themselves
        next->start[0] = 0;
    s->repeated = wanted.revenge;
    if (s->repeated)
        repeat_deal(finished, next);
    if (series_over(s))
        series_restart(s);
    return true;
}

void series_draw_seats(struct match_setup *setup, uint64_t random)
{
    struct random r = random_from_seed(random);

    for (int left = game_seats(setup->game, &setup->options); left > 1; left--) {
        struct match_seat *last = &setup->seats[left - 1], kept = *last;
        unsigned drawn = random_below(&r, (unsigned)left);
        *last = setup->seats[drawn];
        setup->seats[drawn] = kept;
    }
    setup->seats_drawn = true;
}

bool series_has_names(const struct match_setup *setup)
{
    bool named = false;

    for (int seat = 0; seat < game_seats(setup->game, &setup->options); seat++)
        named |= setup->seats[seat].name[0] != 0;
    return named;
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

void series_write(const struct series *s, const struct game *g, int players, struct text *t)
{
    bool custom = s->begins == series_custom(g);

    text_format(t, "%u %u %s%s%s %d", s->games, s->played, s->by_score ? "score" : "games",
                custom ? "" : "-", custom ? "" : words[s->begins], s->repeated);
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

// Reads "games" or "score", followed by "-alternate" or the like where it is not the custom.
static bool read_form(struct series *s, const struct game *g, char *form)
{
    char *begins = strchr(form, '-');
    struct error ignored;

    if (begins)
        *begins++ = 0;
    s->by_score = !strcmp(form, "score");
    s->begins = series_custom(g);
    return (s->by_score || !strcmp(form, "games")) &&
           (!begins || series_begins_read(g, begins, &s->begins, &ignored));
}

bool series_read(struct series *s, const struct game *g, int players, const char *text,
                 struct error *e)
{
    const char *rest = text;
    unsigned games = 0, played = 0, repeated = 0;
    struct series form;
    char by[16];

    bool fine = take_number(&rest, SERIES_MOST_GAMES, &games) &&
                take_number(&rest, SERIES_MOST_GAMES, &played) && take_word(&rest, by) &&
                read_form(&form, g, by) && take_number(&rest, 1, &repeated);
    if (!fine || played >= games)
        return error_set(e, "series.form:series",
                         "series '%s' is not GAMES PLAYED games|score 0|1 and the players",
                         error_quote(text).text);
    if (!series_init(s, g, games, form.by_score, e))
        return false;
    s->begins = form.begins;
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
