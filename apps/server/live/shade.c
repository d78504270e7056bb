// SPDX-License-Identifier: MIT
// What strangers are shown of a game in which secrets or ratings matter: how it stood two actions ago, until it is over. So nobody
// who only looks can help a player with the choice that is before him. The shade is a second game in memory, behind the first, and the
// entries between the two; it is there only while somebody looks on. Everything that a stranger is told comes from it (livegame.c, the api).
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/live/registry.h"
#include "server/live/clients.h"
#include "server/live/livegames.h"
#include "server/live/liveread.h"

enum { BEHIND = 2 }; // actions

struct shade {
    struct live_state state;
    struct store_entry *held; // stored, and not shown yet
    unsigned count, room;
};

bool shade_falls(const struct live_game *live)
{
    const struct live_state *l = &live->state;

    // Not by the phase: a process may hear late that a game has begun, and would show what it takes back then.
    return !match_over(&l->match) && (l->row.rated || l->match.setup.game->hidden);
}

const struct live_state *shade_live(const struct live_game *live)
{
    return live->shade ? &live->shade->state : &live->state;
}

void shade_clear(struct live_game *live)
{
    if (!live->shade)
        return;
    live_clear(&live->shade->state);
    free(live->shade->held);
    free(live->shade);
    live->shade = NULL;
}

static bool hold(struct shade *s, const struct store_entry *entry)
{
    if (s->count == s->room) {
        unsigned room = s->room ? 2 * s->room : 4;
        struct store_entry *more = realloc(s->held, room * sizeof *more);
        if (!more)
            return false;
        s->held = more;
        s->room = room;
    }
    s->held[s->count++] = *entry;
    return true;
}

// Whether the oldest entry that is held may be shown.
static bool is_due(const struct live_game *live)
{
    const struct shade *s = live->shade;
    unsigned acts = 0;

    for (unsigned i = 0; i < s->count; i++)
        acts += !strcmp(s->held[i].kind, "act");
    return s->count > 0 && (acts > BEHIND || !shade_falls(live));
}

// Lets the shade follow, and tells those who look on, if `tell`. False when that cannot be.
static bool catch_up(struct live_registry *reg, struct live_game *live, bool tell)
{
    struct shade *s = live->shade;
    struct error e;

    while (is_due(live)) {
        struct store_entry entry = s->held[0];
        if (!live_replay(&s->state, &entry, 1, &e))
            return false;
        memmove(s->held, s->held + 1, --s->count * sizeof *s->held);
        if (tell)
            live_game_send_to_spectators(reg, live, &entry);
    }
    return true;
}

bool shade_begin(struct live_game *live, const struct store_entry *entries, unsigned count)
{
    struct error e;

    assert(shade_falls(live) && !live->shade && (!count || entries[0].number == 0));
    live->shade = calloc(1, sizeof *live->shade);
    bool good = live->shade && live_init(&live->shade->state, &live->state.row, &e);
    for (unsigned i = 0; good && i < count && entries[i].number < live->state.journal.number; i++)
        good = hold(live->shade, &entries[i]);
    good = good && catch_up(NULL, live, false);
    if (!good)
        shade_clear(live);
    return good;
}

static bool has_strangers(const struct live_game *live)
{
    const struct watch *w = live->watches;

    while (w && w->seat != GAME_PUBLIC)
        w = w->next_of_game;
    return w != NULL;
}

// They come back by themselves, and begin anew, with another shade.
static void send_away(struct live_registry *reg, struct live_game *live)
{
    shade_clear(live);
    for (const struct watch *w = live->watches; w; w = w->next_of_game) {
        if (w->seat == GAME_PUBLIC)
            client_doom(reg, w->client, "look again");
    }
}

void shade_entry(struct live_registry *reg, struct live_game *live, const struct store_entry *entry)
{
    bool over = !shade_falls(live);

    if (!live->shade && (over || !has_strangers(live))) {
        live_game_send_to_spectators(reg, live, entry);
        return;
    }
    // Somebody has looked on since before it began.
    if (!live->shade && (entry->number != 0 || !shade_begin(live, NULL, 0))) {
        send_away(reg, live);
        return;
    }
    if (!hold(live->shade, entry) || !catch_up(reg, live, true))
        send_away(reg, live);
    if (over || !has_strangers(live))
        shade_clear(live);
}

void shade_row(struct live_game *live)
{
    struct error ignored;

    if (!live->shade)
        return;
    live_set_row(&live->shade->state, &live->state.row);
    if (strcmp(live->shade->state.row.start, live->state.row.start) != 0) // it was dealt meanwhile
        live_set_start(&live->shade->state, &live->state.row, &ignored);
}
