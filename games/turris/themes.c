// SPDX-License-Identifier: MIT
// What a puzzle of this game can be about, judged by an action: whether a bonus
// is earned or declined, or a block removed.
#include "games/turris/turris.h"

extern const struct game game_turris;

enum { BONUS, REMOVAL, DECLINED };

const struct game_theme turris_themes[] = {
    [BONUS] = {"bonus", "bonus"},
    [REMOVAL] = {"a-block-removed", "a block removed"},
    [DECLINED] = {"bonus-declined", "bonus declined"},
    {NULL, NULL},
};

unsigned turris_theme(const struct game_position *before, game_action action)
{
    struct game_position next;

    game_turris.apply(before, action, &next);
    bool bonus = !turris_of(before)->bonus && turris_of(&next)->bonus;
    bool removal = action >= TURRIS_REMOVE && action < TURRIS_DONE;
    return (unsigned)bonus << BONUS | (unsigned)removal << REMOVAL |
           (unsigned)(action == TURRIS_DONE) << DECLINED;
}
