// SPDX-License-Identifier: MIT
// Prints random games and damaged position texts for tests/reference/check.py, which compares them
// with a second, independent implementation of the rules.
// trace GAME POSITIONS SEED: about POSITIONS positions for each set of options.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/scene.h"
#include "games/registry.h"

struct tracer {
    const struct game *game;
    struct game_options options;
    char options_text[80];
    struct random random;
};

static int compare_strings(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void print_actions(const struct tracer *t, const struct game_position *p,
                          const struct game_actions *list)
{
    static char texts[GAME_MAX_ACTIONS][GAME_ACTION_BYTES];
    struct text text;

    for (unsigned i = 0; i < list->count; i++) {
        text_init(&text, texts[i], GAME_ACTION_BYTES);
        t->game->action_text(p, list->at[i], &text);
    }
    qsort(texts, list->count, GAME_ACTION_BYTES, compare_strings);
    for (unsigned i = 0; i < list->count; i++)
        printf("%s%s", i ? " " : "", texts[i]);
    if (list->count == 0)
        printf("-");
}

// Damages a text in one to three places with bytes that it might have had there.
static void print_damaged(struct tracer *t, const char *text)
{
    char damaged[GAME_TEXT_BYTES + 8];
    size_t length = strlen(text);
    unsigned times = 1 + random_below(&t->random, 3);
    struct game_position p;
    struct error e;

    memcpy(damaged, text, length + 1);
    while (times-- && length > 1) {
        size_t at = random_below(&t->random, (uint32_t)length);
        char first = damaged[at];
        char other = text[random_below(&t->random, (uint32_t)strlen(text))];
        switch (random_below(&t->random, 4)) {
        case 0: // leave one out
            memmove(damaged + at, damaged + at + 1, length - at);
            length--;
            break;
        case 1: // exchange two
            damaged[at] = damaged[0];
            damaged[0] = first;
            break;
        case 2: // another letter of the text
            damaged[at] = other;
            break;
        default: // one more
            if (length + 1 >= sizeof damaged)
                break;
            memmove(damaged + at + 1, damaged + at, length - at + 1);
            damaged[at] = other;
            length++;
        }
    }
    printf("R\t%s\t%s\t%s\n", t->options_text, damaged,
           t->game->read(&t->options, damaged, &p, &e) ? "yes" : "no");
}

static void print_position(struct tracer *t, const struct game_position *p,
                           const struct game_actions *list, const char *chosen)
{
    char position[GAME_TEXT_BYTES], words[120];
    struct game_result result;
    struct text text;

    text_init(&text, position, sizeof position);
    t->game->write(p, &text);
    t->game->result(p, &result);
    text_init(&text, words, sizeof words);
    game_result_text(t->game, &t->options, &result, &text);
    printf("P\t%s\t%s\t%s\t", t->options_text, position, words);
    print_actions(t, p, list);
    printf("\t%s\n", chosen);
}

static void print_spots(const struct scene *s, const game_spot *spots, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        printf("%s%s", i ? " " : "", s->spots[spots[i]].name);
}

// Why the game ended, as its scene says.
static void print_ending(const struct tracer *t, const struct game_position *p)
{
    static struct scene s;
    char position[GAME_TEXT_BYTES];
    struct text text;

    text_init(&text, position, sizeof position);
    t->game->write(p, &text);
    game_scene(t->game, p, GAME_PUBLIC, &s);
    printf("E\t%s\t%s\t", t->options_text, position);
    for (unsigned i = 0; i < s.mark_count; i++) {
        if (s.marks[i].kind->sign == SCENE_DECIDING)
            printf("%s ", s.spots[s.marks[i].spot].name);
    }
    for (unsigned i = 0; i < s.verdict_count; i++) {
        printf("\t%s\t", scene_verdict_english(&s, &s.verdicts[i]));
        print_spots(&s, s.deciding + s.verdicts[i].first, s.verdicts[i].count);
    }
    putchar('\n');
}

// One random game; damaged texts come after it, so that its lines stay together.
static unsigned trace_game(struct tracer *t, uint64_t seed)
{
    struct game_position p, sample;
    struct game_actions list;
    char chosen[GAME_ACTION_BYTES], position[GAME_TEXT_BYTES];
    struct text text;
    unsigned positions = 0;

    t->game->start(&t->options, seed, &p);
    sample = p;
    do {
        game_action action = 0;
        game_list(t->game, &p, &list);
        text_init(&text, chosen, sizeof chosen);
        if (list.count) {
            action = list.at[random_below(&t->random, list.count)];
            t->game->action_text(&p, action, &text);
        } else {
            text_add(&text, "-");
        }
        print_position(t, &p, &list, chosen);
        positions++;
        if (random_below(&t->random, positions) == 0)
            sample = p;
        if (list.count)
            t->game->apply(&p, action, &p);
    } while (list.count);
    print_ending(t, &p);
    text_init(&text, position, sizeof position);
    t->game->write(&sample, &text);
    for (int i = 0; i < 8; i++)
        print_damaged(t, position);
    return positions;
}

int main(int count, char **words)
{
    unsigned long long positions, seed;
    struct tracer t = {0};

    if (count != 4 || !(t.game = registry_find(words[1])) ||
        !text_read_number(words[2], 100000000, &positions) ||
        !text_read_number(words[3], UINT64_MAX, &seed)) {
        fprintf(stderr, "trace GAME POSITIONS SEED\n");
        return 2;
    }
    t.random = random_from_seed(seed);
    do {
        struct text text;
        text_init(&text, t.options_text, sizeof t.options_text);
        game_options_text(t.game, &t.options, &text);
        for (unsigned long long done = 0; done < positions;)
            done += trace_game(&t, seed++);
    } while (game_next_options(t.game, &t.options));
    return 0;
}
