// SPDX-License-Identifier: MIT
// What strangers are shown of a game in which secrets or ratings matter: how it stood two actions ago, until it is over. So nobody
// who only looks can help a player with the choice that is before him. The shade is a second game in memory, behind the first, and the
// entries between the two; it is there only while somebody looks on. Everything that a stranger is told comes from it (room.c, the api).
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/live/registry.h"
#include "server/live/clients.h"
#include "server/live/rooms.h"
#include "server/live/liveread.h"

enum { BEHIND = 2 }; // actions

struct shade {
    struct live live;
    struct store_entry *held; // stored, and not shown yet
    unsigned count, room;
};

bool shade_falls(const struct room *r)
{
    const struct live *l = &r->live;

    // Not by the phase: a process may hear late that a game has begun, and would show what it takes back then.
    return !match_over(&l->match) && (l->row.rated || l->match.setup.game->hidden);
}

const struct live *shade_live(const struct room *r)
{
    return r->shade ? &r->shade->live : &r->live;
}

void shade_clear(struct room *r)
{
    if (!r->shade)
        return;
    live_clear(&r->shade->live);
    free(r->shade->held);
    free(r->shade);
    r->shade = NULL;
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
static bool is_due(const struct room *r)
{
    const struct shade *s = r->shade;
    unsigned acts = 0;

    for (unsigned i = 0; i < s->count; i++)
        acts += !strcmp(s->held[i].kind, "act");
    return s->count > 0 && (acts > BEHIND || !shade_falls(r));
}

// Lets the shade follow, and tells those who look on, if `tell`. False when that cannot be.
static bool catch_up(struct live_registry *reg, struct room *r, bool tell)
{
    struct shade *s = r->shade;
    struct error e;

    while (is_due(r)) {
        struct store_entry entry = s->held[0];
        if (!live_replay(&s->live, &entry, 1, &e))
            return false;
        memmove(s->held, s->held + 1, --s->count * sizeof *s->held);
        if (tell)
            room_tell_strangers(reg, r, &entry);
    }
    return true;
}

bool shade_begin(struct room *r, const struct store_entry *entries, unsigned count)
{
    struct error e;

    assert(shade_falls(r) && !r->shade && (!count || entries[0].number == 0));
    r->shade = calloc(1, sizeof *r->shade);
    bool good = r->shade && live_init(&r->shade->live, &r->live.row, &e);
    for (unsigned i = 0; good && i < count && entries[i].number < r->live.journal.number; i++)
        good = hold(r->shade, &entries[i]);
    good = good && catch_up(NULL, r, false);
    if (!good)
        shade_clear(r);
    return good;
}

static bool has_strangers(const struct room *r)
{
    const struct watch *w = r->watches;

    while (w && w->seat != GAME_PUBLIC)
        w = w->next_of_room;
    return w != NULL;
}

// They come back by themselves, and begin anew, with another shade.
static void send_away(struct live_registry *reg, struct room *r)
{
    shade_clear(r);
    for (const struct watch *w = r->watches; w; w = w->next_of_room) {
        if (w->seat == GAME_PUBLIC)
            client_doom(reg, w->client, "look again");
    }
}

void shade_entry(struct live_registry *reg, struct room *r, const struct store_entry *entry)
{
    bool over = !shade_falls(r);

    if (!r->shade && (over || !has_strangers(r))) {
        room_tell_strangers(reg, r, entry);
        return;
    }
    // Somebody has looked on since before it began.
    if (!r->shade && (entry->number != 0 || !shade_begin(r, NULL, 0))) {
        send_away(reg, r);
        return;
    }
    if (!hold(r->shade, entry) || !catch_up(reg, r, true))
        send_away(reg, r);
    if (over || !has_strangers(r))
        shade_clear(r);
}

void shade_row(struct room *r)
{
    struct error ignored;

    if (!r->shade)
        return;
    live_set_row(&r->shade->live, &r->live.row);
    if (strcmp(r->shade->live.row.start, r->live.row.start) != 0) // it was dealt meanwhile
        live_set_start(&r->shade->live, &r->live.row, &ignored);
}
