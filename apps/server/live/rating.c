// SPDX-License-Identifier: MIT
// Ratings that come with the last entry of a rated game, in the same transaction. They are computed
// from what was read before the entry is stored; if another game changed one meanwhile the store
// says so (the count of games does not fit), stores nothing of it, and it is computed again.
// commands call it; the arithmetic is in glicko.c.
#include "server/live/rating.h"

#include <assert.h>
#include <string.h>

static void write_letters(const struct live_state *l, const struct game_result *result,
                          char letters[GAME_MAX_SEATS + 1])
{
    static const char letter[] = {[GAME_LOSS] = 'l', [GAME_DRAW] = 'd', [GAME_WIN] = 'w'};

    memset(letters, 0, GAME_MAX_SEATS + 1);
    for (unsigned seat = 0; seat < l->row.seats; seat++)
        letters[seat] = result ? letter[result->outcome[seat]] : '-';
}

void rating_result(const struct live_state *l, const struct live_change *change,
                   char letters[GAME_MAX_SEATS + 1])
{
    assert(change->result.over);
    write_letters(l, strcmp(change->entry.kind, "abort") != 0 ? &change->result : NULL, letters);
}

void rating_letters(const struct live_state *l, char letters[GAME_MAX_SEATS + 1])
{
    struct game_result result;

    match_result(&l->match, &result);
    write_letters(l, l->match.end.how == MATCH_ABORTED ? NULL : &result, letters);
}

bool rating_of_level(const struct store_seat *seat, struct glicko *level)
{
    struct player_spec spec;
    struct error e;

    if (!player_read(seat->kind, &spec, &e) || spec.kind != PLAYER_LEVEL)
        return false;
    *level = glicko_level(spec.level);
    return true;
}

// What is known of a seat's player before the game.
static bool read_rating(struct store *store, const struct store_game *row, unsigned seat,
                        struct store_rating *rating, bool *has, struct error *e)
{
    const struct store_seat *s = &row->seat[seat];
    const char *player = s->account ? "" : s->kind;
    struct glicko fresh = glicko_newcomer();
    bool found;

    *has = s->account || rating_of_level(s, &fresh);
    if (!*has)
        return true;
    if (!store_rating(store, s->account, player, row->game, rating, &found, e))
        return false;
    if (found)
        return true;
    *rating = (struct store_rating){.account = s->account,
                                    .rating = fresh.rating,
                                    .deviation = fresh.deviation,
                                    .volatility = fresh.volatility};
    memcpy(rating->player, player, strlen(player) + 1);
    memcpy(rating->game, row->game, sizeof rating->game);
    return true;
}

bool rating_read(struct store *s, const struct store_game *row, struct rating_known *known,
                 struct error *e)
{
    known->good = true;
    for (unsigned seat = 0; seat < row->seats && known->good; seat++) {
        if (!read_rating(s, row, seat, &known->seats[seat], &known->good, e))
            return false;
    }
    return true;
}

// All ratings after the game; false when one is not known.
static bool rate(const struct rating_known *known, const struct live_state *l,
                 const struct game_result *result, int64_t now,
                 struct store_rating ratings[GAME_MAX_SEATS])
{
    struct glicko players[GAME_MAX_SEATS];
    int64_t paused[GAME_MAX_SEATS] = {0};
    int teams[GAME_MAX_SEATS] = {0};
    int seats = (int)l->row.seats;

    if (!known->good)
        return false;
    memcpy(ratings, known->seats, sizeof known->seats);
    for (int seat = 0; seat < seats; seat++) {
        const struct store_rating *r = &ratings[seat];
        players[seat] = (struct glicko){r->rating, r->deviation, r->volatility};
        paused[seat] = r->changed ? now - r->changed : 0;
        teams[seat] = game_team(l->match.setup.game, &l->match.setup.options, seat);
    }
    glicko_rate(players, paused, teams, result->outcome, (unsigned)seats);
    for (int seat = 0; seat < seats; seat++) {
        struct store_rating *r = &ratings[seat];
        r->former = r->rating;
        memcpy(r->by, l->row.id, sizeof r->by);
        r->rating = players[seat].rating;
        r->deviation = players[seat].deviation;
        r->volatility = players[seat].volatility;
        r->games++;
        r->changed = now;
    }
    return true;
}

// A level that sits twice at one table is rated once.
static bool is_new(const struct store_rating *ratings, int seat)
{
    for (int other = 0; other < seat; other++) {
        if (ratings[other].account == ratings[seat].account &&
            !strcmp(ratings[other].player, ratings[seat].player))
            return false;
    }
    return true;
}

// Nobody wins or loses points by a game in which not everybody has acted once.
static bool has_been_played(const struct live_state *l, const struct store_entry *entry)
{
    return l->match.history.length + !strcmp(entry->kind, "act") >= l->row.seats;
}

bool rating_counts(const struct live_state *l, const struct store_entry *entry)
{
    return l->row.rated && strcmp(entry->kind, "abort") != 0 && has_been_played(l, entry);
}

unsigned rating_writes(const struct live_state *l, const struct live_change *change,
                       const struct rating_known *known, struct store_write writes[GAME_MAX_SEATS])
{
    struct store_rating ratings[GAME_MAX_SEATS];
    unsigned count = 0;

    if (!rating_counts(l, &change->entry) ||
        !rate(known, l, &change->result, change->entry.at, ratings))
        return 0;
    for (int seat = 0; seat < (int)l->row.seats; seat++) {
        if (!is_new(ratings, seat))
            continue;
        writes[count].kind = STORE_SET_RATING;
        writes[count].with_last = true;
        writes[count++].rating = ratings[seat];
    }
    return count;
}
