// SPDX-License-Identifier: MIT
// What a puzzle of this game can be about, judged by an action: whether the totem
// jumps or is shut in, the piece goes far from it, or a one is placed although
// there is more in hand.
#include "games/yoxii/yoxii.h"

extern const struct game game_yoxii;

enum { JUMP, SHUT_IN, ANYWHERE, SMALL };

const struct game_theme yoxii_themes[] = {
    [JUMP] = {"jump", "jump"},
    [SHUT_IN] = {"totem-shut-in", "totem shut in"},
    [ANYWHERE] = {"a-piece-far-from-the-totem", "a piece far from the totem"},
    [SMALL] = {"a-one-instead-of-more", "a one instead of more"},
    {NULL, NULL},
};

unsigned yoxii_theme(const struct game_position *before, game_action action)
{
    const struct yoxii_position *y = yoxii_of(before);
    unsigned to = yoxii_action_to(action);
    struct game_position next;
    struct game_result result;

    game_yoxii.apply(before, action, &next);
    game_yoxii.result(&next, &result);
    bool jump = !(yoxii_neighbours(y->totem) >> to & 1);
    bool far = !(yoxii_neighbours(to) >> yoxii_action_place(action) & 1);
    bool small = yoxii_action_value(action) == 1 && y->hand[y->seat] >> 8;
    return (unsigned)jump << JUMP | (unsigned)result.over << SHUT_IN | (unsigned)far << ANYWHERE |
           (unsigned)small << SMALL;
}
