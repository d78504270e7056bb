// SPDX-License-Identifier: MIT
// What is due in a tournament: results of games that are over, players who did not come, rounds,
// the end.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/live/registry.h"
#include "server/live/liveread.h"
#include "server/tournament/directorinternal.h"
#include "server/log.h"

enum {
    POLL = 20 * 1000,   // milliseconds after which all games are looked at, whatever was heard
    AGAIN = 1000,       // until something that could not be done is tried again
    RESULTS_MOST = 100, // that are noted at once
};

// ---------------------------------------------------------------------------------------------
// Results
// ---------------------------------------------------------------------------------------------

struct verdict {
    bool over, forfeit;
    const char *result;
};

// Whoever broke a game of a tournament off has lost it.
static const char *result_of_abort(struct director *r, const struct live_state *l)
{
    struct store_entry *entries = NULL;
    unsigned count = 0;
    struct error e;
    int seat = GAME_PUBLIC;

    if (store_journal(r->store, l->row.id, 0, &entries, &count, &e)) {
        for (unsigned i = 0; i < count; i++)
            seat = strcmp(entries[i].kind, "abort") != 0 ? seat : entries[i].seat;
    }
    free(entries);
    return seat == 0 ? "0-1" : seat == 1 ? "1-0" : "0-0";
}

static void judge_match(struct director *r, const struct live_state *l, struct verdict *v)
{
    struct game_result result;

    match_result(&l->match, &result);
    v->over = match_over(&l->match);
    v->forfeit = l->match.history.length == 0 || l->match.end.how == MATCH_ABORTED;
    if (l->match.end.how == MATCH_ABORTED)
        v->result = result_of_abort(r, l);
    else if (result.outcome[0] == result.outcome[1])
        v->result = "1/2";
    else
        v->result = result.outcome[0] > result.outcome[1] ? "1-0" : "0-1";
}

// What became of a game. False when the database does not answer.
static bool judge_game(struct director *r, const char *game, struct verdict *v)
{
    struct store_game row;
    struct live_state state;
    struct error e;
    bool found;

    *v = (struct verdict){0};
    if (!store_game(r->store, game, &row, &found, &e))
        return false;
    if (!found) { // it was removed, or a player's account went away before it could begin
        *v = (struct verdict){true, true, "0-0"};
        return true;
    }
    if (row.phase != STORE_OVER)
        return true;
    if (live_read(&state, r->store, &row, &e))
        judge_match(r, &state, v);
    else
        *v = (struct verdict){true, true, "0-0"}; // damaged: nobody can know
    live_clear(&state);
    return true;
}

// Records what is over; true when something is on its way.
static bool record_results(struct director *r, struct held_tournament *h, int64_t now)
{
    struct tournament *m = &h->tournament;
    struct event_batch n = {0};
    struct verdict v;

    h->look = false;
    for (unsigned i = 0; i < m->pair_count && m->open; i++) {
        if (m->pairs[i].result != TOURNAMENT_OPEN)
            continue;
        if (!judge_game(r, m->pairs[i].game, &v)) {
            h->look = true;
            break;
        }
        if (!v.over)
            continue;
        if (!n.task && !event_batch_begin(&n, m, RESULTS_MOST, NULL, now))
            return false;
        event_batch_add(&n, "result", 0, "%s %s %s", m->pairs[i].game, v.result,
                        v.forfeit ? "forfeit" : "played");
        if (n.task->count == RESULTS_MOST) {
            h->look = true;
            break;
        }
    }
    h->poll = now;
    if (!n.task)
        return false;
    h->busy = true;
    event_batch_send(r, &n);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Who did not come, and who has left
// ---------------------------------------------------------------------------------------------

// The seat that has to act first, if nobody has acted in so many milliseconds; -1: somebody has.
// -2: that is not known yet: the database does not answer, or the game had to be dealt first.
static int absent_seat(struct director *r, const char *game, int64_t wait, int64_t now)
{
    struct store_game row;
    struct live_state state;
    struct error e;
    bool found;
    int seat = -1;

    if (!store_game(r->store, game, &row, &found, &e))
        return -2;
    if (found && row.dealer[0] && (row.phase == STORE_OPEN || now < row.changed + wait))
        return -2;
    if (!found || row.phase != STORE_PLAYING)
        return -1;
    if (live_read(&state, r->store, &row, &e) && state.match.history.length == 0)
        seat = match_to_act(&state.match);
    live_clear(&state);
    return seat;
}

// The time of a pair's first action is up: who should have acted gives up, and is taken for absent.
// True when an event is on its way.
static bool forfeit_pair(struct director *r, struct held_tournament *h, struct tournament_pair *p,
                         int64_t now)
{
    int seat = absent_seat(r, p->game, (int64_t)h->tournament.settings.wait * 1000, now);
    struct event_batch n;

    // Whether the giving up and the event are stored is not known here, so they are asked for again
    // until the game is over.
    p->urged = now;
    p->begun = seat == -1;
    if (!p->begun)
        h->due = now + AGAIN;
    if (seat < 0)
        return false;
    int player = seat ? p->second : p->first;
    director_resign(r, p->game, seat);
    if (!h->tournament.players[player].in || h->tournament.settings.form == TOURNAMENT_LADDER ||
        !event_batch_begin(&n, &h->tournament, 1, NULL, now))
        return false;
    event_batch_add(&n, "leave", h->tournament.players[player].account, "%d absent", player);
    h->busy = true;
    event_batch_send(r, &n);
    return true;
}

static bool is_computer(const struct tournament_player *p)
{
    return strcmp(p->kind, "person") != 0 && strcmp(p->kind, "bot") != 0;
}

// True when something is on its way.
static bool look_at_absent(struct director *r, struct held_tournament *h, int64_t now)
{
    struct tournament *m = &h->tournament;
    int64_t wait = (int64_t)m->settings.wait * 1000;

    for (unsigned i = 0; i < m->pair_count && m->open; i++) {
        struct tournament_pair *p = &m->pairs[i];
        if (p->result != TOURNAMENT_OPEN || p->begun)
            continue;
        bool people = !is_computer(&m->players[p->first]) && !is_computer(&m->players[p->second]);
        int64_t late = p->urged ? p->urged + AGAIN : p->at + wait;
        if (!m->players[p->first].in || !m->players[p->second].in) {
            p->begun = true;
            director_resign(r, p->game, m->players[p->first].in);
        } else if (wait && people && now >= late) {
            if (forfeit_pair(r, h, p, now))
                return true;
        } else if (wait && people && late < h->due) {
            h->due = late;
        }
    }
    return false;
}

// Whoever withdraws gives up the games that he has begun, too.
static void look_at_withdrawn(struct director *r, struct held_tournament *h)
{
    struct tournament *m = &h->tournament;

    for (unsigned i = 0; i < m->pair_count && m->open; i++) {
        struct tournament_pair *p = &m->pairs[i];
        if (p->result == TOURNAMENT_OPEN && (!m->players[p->first].in || !m->players[p->second].in))
            director_resign(r, p->game, m->players[p->first].in);
    }
}

// ---------------------------------------------------------------------------------------------
// Rounds
// ---------------------------------------------------------------------------------------------

static bool begin_tournament(struct director *r, struct held_tournament *h, int64_t now)
{
    struct event_batch n;

    if (!event_batch_begin(&n, &h->tournament, 2, NULL, now))
        return false;
    event_batch_add(&n, "begin", 0, "%s", "");
    event_batch_set_row(&n, STORE_PLAYING);
    event_batch_send(r, &n);
    return true;
}

static bool end_tournament(struct director *r, struct held_tournament *h, const char *why,
                           int64_t now)
{
    struct event_batch n;

    if (!event_batch_begin(&n, &h->tournament, 2, NULL, now))
        return false;
    event_batch_add(&n, "end", 0, "%s", why);
    event_batch_set_row(&n, STORE_OVER);
    log_event("tournament-over", "tournament=%s rounds=%u players=%u", h->tournament.row.id,
              h->tournament.round, h->tournament.player_count);
    event_batch_send(r, &n);
    return true;
}

static void add_pair_events(struct event_batch *n, const struct tournament_next *next, int count)
{
    unsigned last = 0;

    for (int i = 0; i < count; i++)
        last = next[i].round > last ? next[i].round : last;
    event_batch_add(n, "round", 0, "%u", last);
    for (int i = 0; i < count; i++) {
        if (next[i].second == PAIRING_BYE) {
            event_batch_add(n, "bye", 0, "%u %d %d", next[i].round, next[i].first, next[i].halves);
            continue;
        }
        // The game first, for its name; both hang on the round.
        const struct store_game *game = event_batch_add_game(n, next[i].first, next[i].second);
        event_batch_add(n, "pair", 0, "%u %d %d %s", next[i].round, next[i].first, next[i].second,
                        game->id);
    }
}

// One writer's batch: a longer list of games at one's own pace comes round by round
// (TOURNAMENT_SELF_PACED).
enum { WRITES_MOST = 512 };

static bool pair_round(struct director *r, struct held_tournament *h, int64_t now)
{
    unsigned capacity = tournament_next_most(&h->tournament);
    struct tournament_next *next = calloc(capacity, sizeof *next);
    int count = next ? tournament_next_round(&h->tournament, next, capacity) : -1;
    struct event_batch n;
    bool good = count > 0 && 2 * count + 1 <= WRITES_MOST &&
                event_batch_begin(&n, &h->tournament, 2 * (unsigned)count + 1, NULL, now);

    if (good) {
        add_pair_events(&n, next, count);
        log_event("paired", "tournament=%s round=%u pairs=%d", h->tournament.row.id,
                  h->tournament.round + 1, count);
        event_batch_send(r, &n);
    }
    free(next);
    return good;
}

// The league plays one game at a time, and only when nobody waits for a computer.
static bool may_pair(struct director *r, const struct held_tournament *h)
{
    if (h->tournament.settings.form != TOURNAMENT_LEAGUE)
        return true;
    for (const struct held_tournament *other = r->held; other; other = other->next) {
        if (other->tournament.settings.form == TOURNAMENT_LEAGUE &&
            (other->busy || other->tournament.open))
            return false;
    }
    return r->league && workers_waiting(r->workers, WORKERS_COMPUTERS) == 0;
}

void director_advance(struct director *r, struct held_tournament *h, int64_t now)
{
    int64_t when;

    bool polls = now - h->poll >= POLL;

    h->due = now + AGAIN;
    if ((h->stale || polls) && !director_refresh(r, h))
        return;
    h->due = now + POLL;
    if (h->tournament.phase == STORE_OVER)
        return;
    if (polls)
        look_at_withdrawn(r, h);
    if ((h->look || polls) && record_results(r, h, now))
        return;
    if (look_at_absent(r, h, now))
        return;
    switch (tournament_due(&h->tournament, now, &when)) {
    case TOURNAMENT_BEGIN:
        h->busy = begin_tournament(r, h, now);
        break;
    case TOURNAMENT_PAIR:
        h->busy = may_pair(r, h) && pair_round(r, h, now);
        h->due = h->busy ? h->due : now + AGAIN;
        break;
    case TOURNAMENT_END:
        h->busy = end_tournament(r, h, "over", now);
        break;
    case TOURNAMENT_CANCEL:
        h->busy = end_tournament(r, h, "cancelled", now);
        break;
    case TOURNAMENT_WAIT:
        h->due = when < h->due ? when : h->due;
        break;
    }
}
