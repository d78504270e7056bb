// SPDX-License-Identifier: MIT
// Counts for each action after how many more the other side has won by force, all actions one ply
// deeper at a time.
#include "coach/resist.h"

#include <assert.h>

// Nodes for all actions together: about a tenth of a second, spent only where the position is lost
// or nearly so.
enum { RESIST_NODES = 200000, RESIST_MOST = 9 };

struct pursuit {
    const struct game *game;
    int winner;
    unsigned nodes;
};

// Whether the winner wins within this many actions whatever the other side plays. True is certain;
// false also means that the nodes are used up.
static bool wins_within(struct pursuit *u, const struct game_position *p, unsigned actions)
{
    const struct game *g = u->game;
    struct game_actions list;
    struct game_result result;

    g->result(p, &result);
    if (result.over)
        return result.outcome[u->winner] == GAME_WIN;
    if (actions == 0 || ++u->nodes > RESIST_NODES)
        return false;
    bool ours = g->to_act(p) == u->winner;
    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        if (wins_within(u, &after, actions - 1) == ours)
            return ours;
    }
    return !ours;
}

// The actions after which the winner has not won within this many. Those that nobody has looked at
// stay.
static void keep_alive(struct pursuit *u, const struct game_position *p,
                       const struct game_actions *list, unsigned actions,
                       struct game_actions *alive)
{
    alive->count = 0;
    for (unsigned i = 0; i < list->count; i++) {
        struct game_position after;
        u->game->apply(p, list->at[i], &after);
        if (!wins_within(u, &after, actions))
            alive->at[alive->count++] = list->at[i];
    }
}

void resist(const struct history *history, const struct game_actions *among, struct resistance *r)
{
    const struct game *g = history->game;
    const struct game_position *p = &history->position;
    struct pursuit u = {.game = g, .winner = g->to_act(p) ^ 1};
    struct game_actions alive;

    assert(game_is_duel(g, &history->options) && !g->repetition);
    r->lost = r->longest = false;
    r->actions = 0;
    r->left = *among;
    for (unsigned actions = 0; actions < RESIST_MOST && u.nodes <= RESIST_NODES; actions++) {
        keep_alive(&u, p, &r->left, actions, &alive);
        if (alive.count == 0) {
            r->lost = r->longest = true;
            r->actions = actions;
            return;
        }
        r->left = alive;
    }
    r->longest = r->left.count == 1;
}
