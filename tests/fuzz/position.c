// SPDX-License-Identifier: MIT
// Fuzz target: any bytes as a position text. What is accepted is what would be written, and a game
// can be played to its end from there.
#include "tests/fuzz/pick.h"

static void play_on(const struct picked *k, struct game_position *p)
{
    static game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    struct random r = random_from_seed(1);

    for (int i = 0; i < 60; i++) {
        unsigned count = k->game->actions(p, list);
        if (count == 0)
            break;
        require(count <= k->game->max_actions);
        k->game->apply(p, list[random_below(&r, count)], p);
    }
    use_position(k, p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[1024], written[GAME_TEXT_BYTES];
    struct game_position p;
    struct error e;
    struct text t;

    if (size < 1 || size > sizeof text)
        return 0;
    struct picked k = pick(data[0]);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    if (!k.game->read(&k.options, text, &p, &e)) {
        require(e.message.text[0] != 0 && !strchr(e.message.text, '\n'));
        return 0;
    }
    text_init(&t, written, sizeof written);
    k.game->write(&p, &t);
    require(strcmp(text, written) == 0);
    use_position(&k, &p);
    if (game_complete(k.game, &p))
        play_on(&k, &p);
    return 0;
}
