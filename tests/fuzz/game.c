// SPDX-License-Identifier: MIT
// Fuzz target: bytes choose the actions of a whole game; every position on the way is put to use.
#include "tests/fuzz/pick.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    struct game_position p;

    if (size < 2)
        return 0;
    struct picked k = pick(data[0]);
    k.game->start(&k.options, data[1], &p);
    for (size_t i = 2; i < size; i++) {
        unsigned count = k.game->actions(&p, list);
        if (count == 0)
            break;
        k.game->apply(&p, list[data[i] % count], &p);
        if (i % 8 == 0 || i + 1 == size)
            use_position(&k, &p);
    }
    return 0;
}
