// SPDX-License-Identifier: MIT
// Counts of many games by position, see explorer.h.
#include <stdlib.h>

#include "coach/explorer.h"

enum { LEAST_ROOM = 1024 };

static struct explorer_entry *slot(struct explorer_entry *entries, size_t room, uint64_t key)
{
    size_t at = key & (room - 1);

    while (entries[at].key && entries[at].key != key)
        at = (at + 1) & (room - 1);
    return &entries[at];
}

static bool make_room(struct explorer_index *index, unsigned more)
{
    size_t wanted = index->count + more, room = index->room ? index->room : LEAST_ROOM;

    if (wanted > index->most)
        wanted = index->most;
    while (room / 4 * 3 < wanted)
        room *= 2;
    if (room == index->room)
        return true;
    struct explorer_entry *grown = calloc(room, sizeof *grown);
    if (!grown)
        return false;
    for (size_t i = 0; i < index->room; i++) {
        if (index->entries[i].key)
            *slot(grown, room, index->entries[i].key) = index->entries[i];
    }
    free(index->entries);
    index->entries = grown;
    index->room = room;
    return true;
}

// The entry of a position, or NULL when it is not known and nothing more may be.
static struct explorer_entry *enter(struct explorer_index *index, uint64_t key)
{
    struct explorer_entry *entry = slot(index->entries, index->room, key);

    if (!entry->key) {
        if (index->count == index->most)
            return NULL;
        entry->key = key;
        index->count++;
    }
    return entry;
}

bool explorer_index_add(struct explorer_index *index, const struct explorer_game *game)
{
    if (!make_room(index, game->count))
        return false;
    index->games++;
    for (unsigned i = 0; i < game->count; i++) {
        struct explorer_entry *entry = enter(index, game->keys[i]);
        if (!entry || entry->last == index->games) // a game counts once at a position
            continue;
        entry->last = index->games;
        entry->games++;
        entry->first += game->outcome == GAME_WIN;
        entry->draws += game->outcome == GAME_DRAW;
        if (i < game->thought) {
            entry->chances += (uint64_t)game->chances[i];
            entry->thought++;
        }
        if (game->proven && game->proven[i] != SOLVER_OPEN)
            entry->proven = game->proven[i];
    }
    return true;
}

void explorer_index_clear(struct explorer_index *index)
{
    free(index->entries);
    *index = (struct explorer_index){.most = index->most};
}
