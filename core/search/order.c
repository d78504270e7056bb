// SPDX-License-Identifier: MIT
// Move ordering: the table's action first, then killers and the history heuristic on top of the
// game's own scores.
#include <assert.h>

#include "base/hash.h"
#include "search/search.h"

// Added to the game's own scores (`order`), which reach some hundreds to a few thousand. Chosen by
// hand. Nodes of `abax-lab bench search` with other values: no killers +2 % (one game +49 %, the
// others -6 to +3 %), killers of 1000 +18 %, of 16000 +4 %; no history +30 %, a bound of 1000 or
// 9000 no difference; at these depths no bonus reaches its bound.
enum {
    TT_ACTION_SCORE = 1 << 30, // before everything
    KILLER_SCORE = 4000,       // above any history value
    HISTORY_MAX = 3000,        // the bound that gravity keeps
    HISTORY_BONUS_MAX = 400,   // of depth squared, so that no single cutoff decides the order
};

static int *history_of(struct search *s, int seat, game_action action)
{
    // 12 bits of a multiplicative hash (Knuth's, by the golden ratio): SEARCH_HISTORY entries,
    // shared by actions that collide.
    static_assert(SEARCH_HISTORY == 1 << 12, "the shift below makes an index of it");
    assert(seat >= 0 && seat < GAME_MAX_SEATS);
    return &s->history[seat][(action * 0x9e3779b1u) >> 20];
}

void search_score_actions(struct search *s, unsigned ply, game_action tt_action)
{
    struct search_ply *at = &s->plies[ply];

    game_order(s->task.game, &at->position, at->list, at->count, at->scores);
    for (unsigned i = 0; i < at->count; i++) {
        game_action action = at->list[i];
        at->scores[i] += *history_of(s, at->seat, action);
        if (action == at->killers[0] || action == at->killers[1])
            at->scores[i] += KILLER_SCORE;
        if (action == tt_action)
            at->scores[i] = TT_ACTION_SCORE;
    }
}

// One step of a selection sort: cutoffs come early, so most of the list is never sorted.
game_action search_pick_next(struct search_ply *ply, unsigned from)
{
    assert(from < ply->count);
    unsigned best = from;
    int highest = ply->scores[from];

    // Two loops, the maximum and then its index, have no branch to mispredict and beat one loop.
    for (unsigned i = from + 1; i < ply->count; i++)
        highest = ply->scores[i] > highest ? ply->scores[i] : highest;
    while (ply->scores[best] != highest)
        best++;
    game_action action = ply->list[best];
    int score = ply->scores[best];
    ply->list[best] = ply->list[from];
    ply->scores[best] = ply->scores[from];
    ply->list[from] = action;
    ply->scores[from] = score;
    return action;
}

// Adds a bonus with gravity: the closer the value is to HISTORY_MAX, the less it moves towards it.
static void add_history_bonus(int *value, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;

    *value += bonus - *value * size / HISTORY_MAX;
    assert(*value >= -HISTORY_MAX && *value <= HISTORY_MAX);
}

// A beta cutoff by action `index`: it becomes a killer and gets a bonus; actions tried before it
// get a malus.
void search_update_history(struct search *s, unsigned ply, unsigned index, int depth)
{
    struct search_ply *at = &s->plies[ply];
    int bonus = depth * depth < HISTORY_BONUS_MAX ? depth * depth : HISTORY_BONUS_MAX;

    assert(index < at->count && depth > 0);
    if (at->killers[0] != at->list[index]) {
        at->killers[1] = at->killers[0];
        at->killers[0] = at->list[index];
    }
    add_history_bonus(history_of(s, at->seat, at->list[index]), bonus);
    for (unsigned i = 0; i < index; i++)
        add_history_bonus(history_of(s, at->seat, at->list[i]), -bonus);
}
