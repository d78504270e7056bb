// SPDX-License-Identifier: MIT
// Prints the golden playthrough of a game: one random game for each set of options, with the number of
// legal actions, the action, the position and its key at every step. `make goldens` keeps them beside
// the rules; the tests compare, so that no change of behaviour goes unseen.
#include <inttypes.h>
#include <stdio.h>

#include "games/registry.h"

static void print_text(const struct game *g, const struct game_position *p)
{
    char storage[GAME_TEXT_BYTES];
    struct text t;

    text_init(&t, storage, sizeof storage);
    g->write(p, &t);
    printf("%s  key %016" PRIx64 "\n", storage, game_key(g, p));
}

static void print_game(const struct game *g, const struct game_options *options)
{
    struct random r = random_from_seed(1);
    struct game_actions list;
    struct game_position p;
    struct game_result result;
    char storage[120];
    struct text t;

    text_init(&t, storage, sizeof storage);
    game_options_text(g, options, &t);
    printf("options %s\n", storage);
    g->start(options, 1, &p);
    printf("start ");
    print_text(g, &p);
    for (game_list(g, &p, &list); list.count; game_list(g, &p, &list)) {
        game_action action = list.at[random_below(&r, list.count)];
        text_init(&t, storage, sizeof storage);
        g->action_text(&p, action, &t);
        printf("%u seat %d %s ", list.count, g->to_act(&p) + 1, storage);
        g->apply(&p, action, &p);
        print_text(g, &p);
    }
    g->result(&p, &result);
    text_init(&t, storage, sizeof storage);
    game_result_text(g, options, &result, &t);
    printf("result %s\n\n", storage);
}

int main(int count, char **words)
{
    const struct game *g = count == 2 ? registry_find(words[1]) : NULL;
    struct game_options options = {0};

    if (!g) {
        fprintf(stderr, "golden GAME\n");
        return 2;
    }
    do {
        print_game(g, &options);
    } while (game_next_options(g, &options));
    return 0;
}
