// SPDX-License-Identifier: MIT
// The order in which actions are tried: the table's, then killers and the game's own idea together with
// the history of what cut before.
#include "base/hash.h"
#include "search/search.h"

enum { FROM_TABLE = 1 << 30, KILLER = 4000, HISTORY_MOST = 3000 };

static int *history_of(struct search *s, int seat, game_action action)
{
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
}

void search_reward(struct search *s, unsigned ply, unsigned index, int depth)
{
    struct search_ply *at = &s->plies[ply];
    int bonus = depth * depth < 400 ? depth * depth : 400;

    if (at->killers[0] != at->list[index]) {
        at->killers[1] = at->killers[0];
        at->killers[0] = at->list[index];
    }
    shift(history_of(s, at->seat, at->list[index]), bonus);
    for (unsigned i = 0; i < index; i++)
        shift(history_of(s, at->seat, at->list[i]), -bonus);
}
