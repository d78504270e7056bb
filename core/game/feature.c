// SPDX-License-Identifier: MIT
// What can be answered to an action, for games that talk about it (game/feature.h). Everything is
// tried out with the rules; nothing here is hot.
#include "game/feature.h"

struct game_value feature_most(const struct game *g, const struct game_position *p, int seat,
                               feature_number *number)
{
    struct game_value most = {GAME_NO_VALUE, GAME_NO_ANSWER};
    struct game_actions list;

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        int found = number(&after, seat);
        if (found > most.number)
            most = (struct game_value){found, list.at[i]};
    }
    return list.count ? most : feature_plain(number(p, seat));
}

bool feature_won(const struct game *g, const struct game_position *p, int seat)
{
    struct game_result result;

    g->result(p, &result);
    return result.over && result.outcome[seat] == GAME_WIN;
}

struct game_value feature_wins(const struct game *g, const struct game_position *p, int seat)
{
    struct game_actions list;

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        if (feature_won(g, &after, seat))
            return (struct game_value){1, list.at[i]};
    }
    return feature_plain(0);
}

bool feature_wins_always(const struct game *g, const struct game_position *p, int seat)
{
    struct game_actions list;

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        if (g->to_act(&after) != seat || feature_wins(g, &after, seat).number == 0)
            return false;
    }
    return list.count > 0;
}
