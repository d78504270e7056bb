// SPDX-License-Identifier: MIT
// What a puzzle of this game can be about, judged by an action: whether the taboo
// forbids the other seat something, it has no move left, tiles are carried, or
// ranks close up.
#include "games/tokan/tokan.h"

extern const struct game game_tokan;

enum { TABOO, STUCK, CARRY, RANKS };

const struct game_theme tokan_themes[] = {
    [TABOO] = {"taboo", "taboo"},
    [STUCK] = {"no-move-left", "no move left"},
    [CARRY] = {"tiles-carried", "tiles carried"},
    [RANKS] = {"ranks-close-up", "ranks close up"},
    {NULL, NULL},
};

// Whether the taboo alone forbids something to the seat to act.
static bool taboo_bars(const struct game_position *p)
{
    struct game_position free = *p;
    struct game_actions with, without;

    ((struct tokan_position *)free.bytes)->taboo = TOKAN_NOWHERE;
    game_list(&game_tokan, p, &with);
    game_list(&game_tokan, &free, &without);
    return without.count > with.count;
}

unsigned tokan_theme(const struct game_position *before, game_action action)
{
    struct game_position next;
    struct game_result result;

    if (tokan_of(before)->drafting)
        return 0;
    const struct tokan_play *was = &tokan_of(before)->play;
    unsigned from = tokan_from(action);
    game_tokan.apply(before, action, &next);
    game_tokan.result(&next, &result);
    bool ranks =
        was->height[from] == tokan_carry(action) + 1 && tokan_of(&next)->play.height[from] > 0;
    return (unsigned)taboo_bars(&next) << TABOO | (unsigned)result.over << STUCK |
           (unsigned)(tokan_carry(action) > 0) << CARRY | (unsigned)ranks << RANKS;
}
