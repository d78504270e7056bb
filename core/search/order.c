// SPDX-License-Identifier: MIT
// The order in which actions are tried: the table's, then killers and the game's own idea together with
// the history of what cut before.
#include <assert.h>

#include "base/hash.h"
#include "search/search.h"

// What each is worth beside the game's own scores (`order`), which reach some hundreds to a few thousand. Chosen by hand. Nodes of
// `abax bench search` with other values: no killers +2 % (one game +49 %, the others -6 to +3 %), killers of 1000 +18 %, of 16000
// +4 %; no history +30 %, a bound of 1000 or 9000 no difference; at these depths no bonus reaches its bound.
enum {
    FROM_TABLE = 1 << 30, // before everything
    KILLER = 4000,        // above any history, so that a killer comes before what cut elsewhere
    HISTORY_MOST = 3000,  // the bound that `shift` keeps
    BONUS_MOST = 400, // a cut counts its depth squared, but not so much that one is all that counts
};

static int *history_of(struct search *s, int seat, game_action action)
{
    // 12 bits of a multiplicative hash (Knuth's, by the golden ratio): SEARCH_HISTORY places, shared when they collide.
    static_assert(SEARCH_HISTORY == 1 << 12, "the shift below makes an index of it");
    assert(seat >= 0 && seat < GAME_MAX_SEATS);
    return &s->history[seat][(action * 0x9e3779b1u) >> 20];
}

void search_order(struct search *s, unsigned ply, game_action table_action)
{
    struct search_ply *at = &s->plies[ply];

    game_order(s->task.game, &at->position, at->list, at->count, at->order);
    for (unsigned i = 0; i < at->count; i++) {
        game_action action = at->list[i];
        at->order[i] += *history_of(s, at->seat, action);
        if (action == at->killers[0] || action == at->killers[1])
            at->order[i] += KILLER;
        if (action == table_action)
            at->order[i] = FROM_TABLE;
    }
}

game_action search_next(struct search_ply *ply, unsigned from)
{
    assert(from < ply->count);
    unsigned best = from;
    int most = ply->order[from];

    // The largest first, then its place: two loops without a branch to guess beat one with it.
    for (unsigned i = from + 1; i < ply->count; i++)
        most = ply->order[i] > most ? ply->order[i] : most;
    while (ply->order[best] != most)
        best++;
    game_action action = ply->list[best];
    int order = ply->order[best];
    ply->list[best] = ply->list[from];
    ply->order[best] = ply->order[from];
    ply->list[from] = action;
    ply->order[from] = order;
    return action;
}

// Moves a history value towards its bound, the more the further away it is.
static void shift(int *value, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;

    *value += bonus - *value * size / HISTORY_MOST;
    assert(*value >= -HISTORY_MOST && *value <= HISTORY_MOST);
}

void search_reward(struct search *s, unsigned ply, unsigned index, int depth)
{
    struct search_ply *at = &s->plies[ply];
    int bonus = depth * depth < BONUS_MOST ? depth * depth : BONUS_MOST;

    assert(index < at->count && depth > 0);
    if (at->killers[0] != at->list[index]) {
        at->killers[1] = at->killers[0];
        at->killers[0] = at->list[index];
    }
    shift(history_of(s, at->seat, at->list[index]), bonus);
    for (unsigned i = 0; i < index; i++)
        shift(history_of(s, at->seat, at->list[i]), -bonus);
}
