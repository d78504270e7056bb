// SPDX-License-Identifier: MIT
// Prints features of actions in random games for tests/check-reasons, which finds them a second time.
// features GAME POSITIONS SEED: about POSITIONS positions for each set of options, a line each, tab separated: the options, what
// the seat to act sees, an action, and its features: "id=number", with ":answer" where one shows it.
#include <stdio.h>

#include "games/registry.h"

enum {
    EVERY = 7
}; // positions apart; no divisor of what a turn has, so that all seats and phases come

static void print_features(const struct game *g, const struct game_position *seen,
                           game_action action)
{
    struct game_value values[GAME_MAX_FEATURES];
    struct game_position after;
    char text[GAME_ACTION_BYTES];

    game_coach(g)->measure(seen, action, values);
    for (unsigned i = 0; i < game_feature_count(g); i++) {
        if (values[i].number == GAME_NO_VALUE)
            continue;
        printf(" %s=%d", game_coach(g)->features[i].id, values[i].number);
        if (values[i].answer == GAME_NO_ANSWER)
            continue;
        g->apply(seen, action, &after);
        game_write_action(g, &after, values[i].answer, text);
        printf(":%s", text);
    }
}

static void print_line(const struct game *g, const struct game_options *options,
                       const struct game_position *p, game_action action)
{
    char keys[80], position[GAME_TEXT_BYTES], text[GAME_ACTION_BYTES];
    struct game_position seen;
    struct text t;

    game_view(g, p, g->to_act(p), &seen);
    text_init(&t, keys, sizeof keys);
    game_options_text(g, options, &t);
    text_init(&t, position, sizeof position);
    g->write(&seen, &t);
    game_write_action(g, &seen, action, text);
    printf("%s\t%s\t%s\t", keys, position, text);
    print_features(g, &seen, action);
    putchar('\n');
}

// One random game; returns the lines.
static unsigned play(const struct game *g, const struct game_options *options, uint64_t seed,
                     unsigned *turn)
{
    struct random r = random_from_seed(seed);
    struct game_actions list;
    struct game_position p;
    unsigned lines = 0;

    g->start(options, seed, &p);
    for (game_list(g, &p, &list); list.count; game_list(g, &p, &list)) {
        if (++*turn % EVERY == 0) {
            print_line(g, options, &p, list.at[random_below(&r, list.count)]);
            lines++;
        }
        g->apply(&p, list.at[random_below(&r, list.count)], &p);
    }
    return lines;
}

int main(int count, char **words)
{
    unsigned long long positions, seed;
    struct game_options options = {0};
    const struct game *g;
    unsigned turn = 0;

    if (count != 4 || !(g = registry_find(words[1])) || !game_coach(g)->features ||
        !text_read_number(words[2], 100000000, &positions) ||
        !text_read_number(words[3], UINT64_MAX, &seed)) {
        fprintf(stderr, "features GAME POSITIONS SEED\n");
        return 2;
    }
    do {
        for (unsigned long long done = 0; done < positions;)
            done += play(g, &options, seed++, &turn);
    } while (game_next_options(g, &options));
    return 0;
}
