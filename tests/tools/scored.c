// SPDX-License-Identifier: MIT
// Prints small positions with the exact value of every action, found by plain minimax without table, order
// or pruning: what tests/data/scored/GAME.tsv holds. A solver that is right gives each of them.
// scored GAME: options, tab, position, tab, "action=value action=value ...", values for the seat to act:
// 0 a draw, otherwise 20000 and the margin, negative when lost.
#include <stdio.h>
#include <string.h>

#include "games/registry.h"

enum { WON = 20000, MOST_NODES = 3000000, LEAST_NODES = 20000, POSITIONS = 6 };

struct walker {
    const struct game *game;
    unsigned long nodes;
};

static int value_of(struct walker *w, const struct game_position *p)
{
    const struct game *g = w->game;
    struct game_actions list;
    int seat = g->to_act(p), best = -2 * WON;

    w->nodes++;
    game_list(g, p, &list);
    if (list.count == 0) {
        struct game_result result;
        g->result(p, &result);
        int margin = result.score[seat] - result.score[seat ^ 1];
        return result.outcome[seat] == GAME_DRAW  ? 0
               : result.outcome[seat] == GAME_WIN ? WON + margin
                                                  : margin - WON;
    }
    for (unsigned i = 0; i < list.count && w->nodes < MOST_NODES; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        int value = value_of(w, &after);
        value = g->to_act(&after) == seat ? value : -value;
        best = value > best ? value : best;
    }
    return best;
}

// Prints the line of a position; false when it is too large or too small to be worth one.
static bool print_scored(const struct game *g, const char *options, const struct game_position *p)
{
    struct walker w = {.game = g};
    struct game_actions list;
    int values[GAME_MAX_ACTIONS];
    char storage[GAME_TEXT_BYTES];
    struct text t;

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        values[i] = value_of(&w, &after);
        if (g->to_act(&after) != g->to_act(p))
            values[i] = -values[i];
    }
    if (w.nodes < LEAST_NODES || w.nodes >= MOST_NODES)
        return false;
    text_init(&t, storage, sizeof storage);
    g->write(p, &t);
    printf("%s\t%s\t", options, storage);
    for (unsigned i = 0; i < list.count; i++) {
        text_init(&t, storage, sizeof storage);
        g->action_text(p, list.at[i], &t);
        printf("%s%s=%d", i ? " " : "", storage, values[i]);
    }
    printf("\n");
    return true;
}

// Walks back from the end of a random game to the first position that is worth a line.
static bool print_from_game(const struct game *g, const struct game_options *options,
                            const char *options_text, uint64_t seed)
{
    static struct game_position path[600];
    struct random r = random_from_seed(seed);
    struct game_actions list;
    unsigned length = 0;

    g->start(options, seed, &path[0]);
    for (game_list(g, &path[0], &list); list.count && length < 599; length++) {
        g->apply(&path[length], list.at[random_below(&r, list.count)], &path[length + 1]);
        game_list(g, &path[length + 1], &list);
    }
    for (unsigned back = 2; back <= length && back < 14; back++) {
        if (print_scored(g, options_text, &path[length - back]))
            return true;
    }
    return false;
}

int main(int count, char **words)
{
    const struct game *g = count == 2 ? registry_find(words[1]) : NULL;
    struct game_options options = {0};

    if (!g) {
        fprintf(stderr, "scored GAME\n");
        return 2;
    }
    do {
        char storage[80];
        struct text t;
        unsigned found = 0;
        text_init(&t, storage, sizeof storage);
        game_options_text(g, &options, &t);
        for (uint64_t seed = 1; found < POSITIONS && seed < 60; seed++)
            found += print_from_game(g, &options, storage, seed);
    } while (game_next_options(g, &options));
    return 0;
}
