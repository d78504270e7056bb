// SPDX-License-Identifier: MIT
// Spectators see a copy of the game that lags two actions until the game is over, where secrets or
// ratings matter: nobody who watches can help a player with the decision at hand. The copy is a
// second state in memory with the entries between the two; it exists only while somebody watches.
// Everything that spectators are sent comes from it (livegame.c, the api).
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/live/registry.h"
#include "server/live/clients.h"
#include "server/live/livegames.h"

enum { BEHIND = 2 }; // actions

struct spectator_delay {
    struct live_state state;
    struct live_change *held; // stored, and not shown yet
    unsigned count, capacity;
};

bool spectator_delay_applies(const struct live_game *live)
{
    const struct live_state *l = &live->state;

    // Not by the phase: a process may hear late that a game has begun, and would show what it takes
    // back then.
    return !match_over(&l->match) && (l->row.rated || l->match.setup.game->hidden);
}

const struct live_state *spectator_delay_state(const struct live_game *live)
{
    return live->delay ? &live->delay->state : &live->state;
}

void spectator_delay_clear(struct live_game *live)
{
    if (!live->delay)
        return;
    live_clear(&live->delay->state);
    free(live->delay->held);
    free(live->delay);
    live->delay = NULL;
}

static bool hold(struct spectator_delay *s, const struct live_change *change)
{
    if (s->count == s->capacity) {
        unsigned capacity = s->capacity ? 2 * s->capacity : 4;
        struct live_change *more = realloc(s->held, capacity * sizeof *more);
        if (!more)
            return false;
        s->held = more;
        s->capacity = capacity;
    }
    s->held[s->count++] = *change;
    return true;
}

// Whether the oldest entry that is held may be shown.
static bool is_due(const struct live_game *live)
{
    const struct spectator_delay *s = live->delay;
    unsigned acts = 0;

    for (unsigned i = 0; i < s->count; i++)
        acts += !strcmp(s->held[i].entry.kind, "act");
    return s->count > 0 && (acts > BEHIND || !spectator_delay_applies(live));
}

// Lets the copy follow, and tells those who look on, if `tell`. False when that cannot be.
static bool catch_up(struct live_registry *reg, struct live_game *live, bool send)
{
    struct spectator_delay *s = live->delay;
    struct error e;

    while (is_due(live)) {
        struct live_change change = s->held[0];
        if (!live_apply_change(&s->state, &change, &e))
            return false;
        memmove(s->held, s->held + 1, --s->count * sizeof *s->held);
        if (send)
            live_game_send_to_spectators(reg, live, &change.entry);
    }
    return true;
}

bool spectator_delay_begin(struct live_game *live, const struct store_entry *entries,
                           unsigned count)
{
    struct error e;

    assert(spectator_delay_applies(live) && !live->delay && (!count || entries[0].number == 0));
    live->delay = calloc(1, sizeof *live->delay);
    bool good = live->delay && live_init(&live->delay->state, &live->state.row, &e);
    for (unsigned i = 0; good && i < count && entries[i].number < live->state.journal.number; i++)
        good = hold(live->delay, &(struct live_change){.entry = entries[i]});
    good = good && catch_up(NULL, live, false);
    if (!good)
        spectator_delay_clear(live);
    return good;
}

static bool has_spectators(const struct live_game *live)
{
    const struct watch *w = live->watches;

    while (w && w->seat != GAME_PUBLIC)
        w = w->next_of_game;
    return w != NULL;
}

// They come back by themselves, and begin anew, with another copy.
static void send_away(struct live_registry *reg, struct live_game *live)
{
    spectator_delay_clear(live);
    for (const struct watch *w = live->watches; w; w = w->next_of_game) {
        if (w->seat == GAME_PUBLIC)
            client_doom(reg, w->client, "look again");
    }
}

void spectator_delay_apply(struct live_registry *reg, struct live_game *live,
                           const struct store_entry *entry)
{
    const struct match *m = &live->state.match;
    struct live_change change = {.entry = *entry, .acts = !strcmp(entry->kind, "act")};
    bool over = !spectator_delay_applies(live);

    if (change.acts) // just now
        change.action = m->entries[m->history.length - 1].action;
    if (!live->delay && (over || !has_spectators(live))) {
        live_game_send_to_spectators(reg, live, entry);
        return;
    }
    // Somebody has looked on since before it began.
    if (!live->delay && (entry->number != 0 || !spectator_delay_begin(live, NULL, 0))) {
        send_away(reg, live);
        return;
    }
    if (!hold(live->delay, &change) || !catch_up(reg, live, true))
        send_away(reg, live);
    if (over || !has_spectators(live))
        spectator_delay_clear(live);
}

void spectator_delay_set_row(struct live_game *live)
{
    struct error ignored;

    if (!live->delay)
        return;
    live_set_row(&live->delay->state, &live->state.row);
    if (strcmp(live->delay->state.row.start, live->state.row.start) != 0) // it was dealt meanwhile
        live_set_start(&live->delay->state, &live->state.row, &ignored);
}
