// SPDX-License-Identifier: MIT
// How soon random late positions are proven, result and margin: fifty for each game, each on its own with
// an empty table. Prints the median, the ninth tenth and the longest time in seconds of processor time.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "games/registry.h"
#include "search/search.h"

enum { POSITIONS = 50, MEGABYTES = 512, GIVE_UP = 60 };

// Things left to play with, by the position text.
static unsigned free_squares(const char *text)
{
    unsigned count = 0;

    for (; *text != ' '; text++)
        count += *text == '.';
    return count;
}

static unsigned stacks(const char *text)
{
    unsigned count = 0;

    for (char before = ','; *text != ' '; before = *text++)
        count += (before == ',' || before == '/') && *text != '-';
    return count;
}

static unsigned crosses(const char *text)
{
    unsigned count = 0;

    for (; *text != ' '; text++)
        count += *text >= 'a' && *text <= 'z';
    return count;
}

static unsigned blocks(const char *text)
{
    unsigned count = *text == '-' ? 40 : 39;

    for (; *text != ' '; text++)
        count -= *text == ',';
    return count;
}

static const struct endgame {
    const char *game, *what;
    unsigned (*left)(const char *text);
    unsigned wanted;
} endgames[] = {
    {"yoxii", "9 free squares", free_squares, 9},
    {"tokan", "14 stacks", stacks, 14},
    {"masker", "14 crosses, colours open", crosses, 14},
    {"turris", "8 blocks left", blocks, 8},
};

static double seconds_since(clock_t began)
{
    return (double)(clock() - began) / CLOCKS_PER_SEC;
}

static bool give_up(void *to)
{
    return seconds_since(*(clock_t *)to) > GIVE_UP;
}

// Plays at random until so much is left; false when the game ends before.
static bool reach(const struct game *g, const struct endgame *end, uint64_t seed,
                  struct game_position *p)
{
    static const struct game_options none;
    struct random r = random_from_seed(seed);
    struct game_actions list;

    g->start(&none, seed, p);
    for (game_list(g, p, &list); list.count; game_list(g, p, &list)) {
        char storage[GAME_TEXT_BYTES];
        struct text t;
        text_init(&t, storage, sizeof storage);
        g->write(p, &t);
        if (end->left(storage) <= end->wanted)
            return true;
        g->apply(p, list.at[random_below(&r, list.count)], p);
    }
    return false;
}

static double solve(struct search *s, struct tt *table, const struct game *g,
                    const struct game_position *p)
{
    clock_t began = clock();
    struct search_task task = {.game = g,
                               .root = p,
                               .table = table,
                               .limits = {.exact = true},
                               .poll = give_up,
                               .to = &began};
    struct search_report report;

    search_run(s, &task, &report);
    return report.lines[0].exact ? seconds_since(began) : 1e9;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

int main(void)
{
    size_t bytes = tt_bytes(MEGABYTES);
    void *memory = aligned_alloc(64, bytes);
    struct search *s = malloc(sizeof *s);
    struct tt table;

    if (!memory || !s)
        return 1;
    for (unsigned i = 0; i < sizeof endgames / sizeof *endgames; i++) {
        const struct game *g = registry_find(endgames[i].game);
        double times[POSITIONS];
        unsigned count = 0;
        for (uint64_t seed = 1; count < POSITIONS; seed++) {
            struct game_position p;
            tt_init(&table, memory, bytes);
            if (reach(g, &endgames[i], seed, &p))
                times[count++] = solve(s, &table, g, &p);
        }
        qsort(times, count, sizeof *times, compare);
        printf("%-7s %-25s median %.3f s, nine of ten %.3f s, longest %.3f s\n", g->name,
               endgames[i].what, times[count / 2], times[count * 9 / 10], times[count - 1]);
    }
    free(memory);
    free(s);
    return 0;
}
