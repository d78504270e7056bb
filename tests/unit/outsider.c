// SPDX-License-Identifier: MIT
// What the tests of the library share.
#include "tests/unit/outsider.h"

const abax_game *game_of(const struct subject *s)
{
    return s->game->unlisted ? NULL : abax_game_find(s->game->name, NULL);
}

abax_position start_of(const struct subject *s, uint64_t seed)
{
    char options[ABAX_OPTIONS_BYTES];
    abax_position position;
    abax_error error;
    struct text t;

    text_init(&t, options, sizeof options);
    game_options_text(s->game, &s->options, &t);
    if (!abax_position_start(game_of(s), options, seed, &position, &error))
        fail_msg("%s", error.sentence);
    return position;
}

abax_history *random_history(const struct subject *s, uint64_t seed, unsigned most)
{
    struct random random = random_from_seed(seed);
    const abax_position start = start_of(s, seed);
    abax_history *h = abax_history_new(&start, NULL);
    abax_action list[ABAX_MAX_ACTIONS];
    unsigned count;

    while (abax_history_length(h) < most &&
           (count = abax_history_actions(h, list, ABAX_MAX_ACTIONS)))
        assert_true(abax_history_apply(h, list[random_below(&random, count)], NULL));
    return h;
}
