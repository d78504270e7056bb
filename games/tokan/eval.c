// SPDX-License-Identifier: MIT
#include "base/bits.h"
#include "games/tokan/tokan.h"

int tokan_evaluate(const struct game_position *p, int seat)
{
    const struct tokan_position *t = tokan_of(p);
    int points[2];

    if (t->drafting)
        return 0;
    tokan_points(t, points);
    return 100 * (points[seat] - points[seat ^ 1]);
}

// What a tile or stack is worth by the scoring option to whoever owns it.
static inline int worth(const struct tokan_position *t, unsigned top, int height)
{
    if (t->scoring == TOKAN_SCORING_HEADS)
        return tokan_range(top);
    return height > 1 ? height : 0;
}

static inline int signed_worth(const struct tokan_position *t, unsigned top, int height)
{
    int w = worth(t, top, height);

    return tokan_owner(top) == t->seat ? w : -w;
}

void tokan_order(const struct game_position *p, const game_action *list, unsigned count, int *score)
{
    const struct tokan_position *t = tokan_of(p);
    const struct tokan_play *play = &t->play;

    for (unsigned i = 0; i < count; i++) {
        if (t->drafting) {
            score[i] = 0;
            continue;
        }
        unsigned from = tokan_from(list[i]), to = tokan_to(play, list[i]);
        int carry = (int)tokan_carry(list[i]), height = play->height[from];
        unsigned mover = play->top[from], left = mover;
        for (int k = 0; k <= carry; k++)
            left = play->below[tokan_slot(left)];
        int gain = worth(t, mover, play->height[to] + carry + 1) - worth(t, mover, height) -
                   signed_worth(t, play->top[to], play->height[to]);
        if (left != TOKAN_NO_TILE)
            gain += signed_worth(t, left, height - carry - 1);
        score[i] = 200 * gain;
    }
}
