// SPDX-License-Identifier: MIT
// Fuzz target: any bytes as an action text, in a position that a few random actions reach.
#include "tests/fuzz/pick.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    char text[64];
    struct game_position p;
    struct attempt_answer answer;
    game_action found;

    if (size < 3 || size - 3 >= sizeof text)
        return 0;
    struct picked k = pick(data[0]);
    struct random r = random_from_seed(data[1]);
    k.game->start(&k.options, data[1], &p);
    for (unsigned i = 0; i < data[2] % 64u; i++) {
        unsigned count = k.game->actions(&p, list);
        if (count == 0)
            break;
        k.game->apply(&p, list[random_below(&r, count)], &p);
    }
    memcpy(text, data + 3, size - 3);
    text[size - 3] = 0;
    attempt_text(k.game, &p, text, &answer);
    require((answer.verdict == ATTEMPT_REFUSED) == (answer.rule != NULL));
    require(!answer.rule || strcmp(answer.rule, "unknown") != 0);
    if (game_find(k.game, &p, text, &found))
        require(answer.verdict == ATTEMPT_LEGAL && answer.action == found);
    return 0;
}
