// SPDX-License-Identifier: MIT
// How accurate players are in the eyes of a review: accuracy GAMES SEED PLAYER[,PLAYER...] [GAME...]. Every player
// plays GAMES games against itself in each game, dealt from SEED on, every seat of every game is reviewed with the usual nodes, and a line is
// printed for each player and game: mean, lowest and highest accuracy in percent. How far it is goes to standard error.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coach/review.h"
#include "games/registry.h"
#include "play/player.h"

enum { MEGABYTES = 16, MOST_ACTIONS = 400 };

struct cell {
    const struct game *game;
    const char *player;
    unsigned games;
    uint64_t seed;
    unsigned count; // seats that had something to decide
    int sum, least, most;
};

static int give_up(const struct error *e)
{
    fprintf(stderr, "accuracy: %s\n", e->message.text);
    return 2;
}

static bool play_game(const struct cell *c, uint64_t seed, struct match *m, struct error *e)
{
    struct match_setup setup = {.game = c->game, .seed = seed};
    struct player_spec spec;
    struct player players[GAME_MAX_SEATS];
    int made = 0;
    bool good = player_read(c->player, &spec, e) && match_init(m, &setup, e);

    for (; good && made < match_seats(m); made++) {
        good = player_init(&players[made], &spec, NULL, e);
        if (good)
            player_new_game(&players[made], seed * GAME_MAX_SEATS + (unsigned)made);
    }
    while (good && !match_over(m) && m->count < MOST_ACTIONS)
        good = match_play(m, player_choose(&players[match_to_act(m)], &m->history), 0, e);
    while (made > 0)
        player_clear(&players[--made]);
    return good;
}

static bool review_game(struct cell *c, const struct match *m, struct error *e)
{
    struct thinker t;
    struct review r;

    if (!thinker_init(&t, MEGABYTES, NULL, e))
        return false;
    bool good = review_of_match(&r, m, 0, e);
    while (good && !review_finished(&r))
        good = review_step(&r, &t, NULL);
    for (int seat = 0; good && seat < match_seats(m); seat++) {
        int accuracy = review_accuracy(&r, seat);
        if (accuracy == REVIEW_NO_ACCURACY)
            continue;
        c->least = c->count == 0 || accuracy < c->least ? accuracy : c->least;
        c->most = c->count == 0 || accuracy > c->most ? accuracy : c->most;
        c->sum += accuracy;
        c->count++;
    }
    review_clear(&r);
    thinker_clear(&t);
    return good;
}

static bool measure(struct cell *c, struct error *e)
{
    for (unsigned i = 0; i < c->games; i++) {
        struct match m;
        fprintf(stderr, "%s %s: game %u of %u\n", c->game->name, c->player, i + 1, c->games);
        if (!play_game(c, c->seed + i, &m, e))
            return false;
        bool good = review_game(c, &m, e);
        match_clear(&m);
        if (!good)
            return false;
    }
    int mean = c->count ? (c->sum + (int)c->count / 2) / (int)c->count : 0;
    printf("%-8s %-12s games %u seats %u accuracy %d.%d lowest %d.%d highest %d.%d\n",
           c->game->name, c->player, c->games, c->count, mean / 10, mean % 10, c->least / 10,
           c->least % 10, c->most / 10, c->most % 10);
    fflush(stdout);
    return true;
}

// Whether a game was asked for; without names all are, but for templates.
static bool is_wanted(const struct game *g, char **names, int count)
{
    for (int i = 0; i < count; i++) {
        if (!strcmp(names[i], g->name))
            return true;
    }
    return count == 0 && strcmp(g->name, "null") != 0;
}

int main(int argc, char **argv)
{
    struct error e;

    if (argc < 4) {
        fputs("usage: accuracy GAMES SEED PLAYER[,PLAYER...] [GAME...]\n", stderr);
        return 2;
    }
    unsigned games = (unsigned)strtoul(argv[1], NULL, 10);
    uint64_t seed = strtoull(argv[2], NULL, 10);
    for (unsigned i = 0; i < registry_count(); i++) {
        char players[200];
        struct text t;
        if (!is_wanted(registry_game(i), argv + 4, argc - 4))
            continue;
        text_init(&t, players, sizeof players);
        text_add(&t, argv[3]);
        for (char *rest, *name = strtok_r(players, ",", &rest); name;
             name = strtok_r(NULL, ",", &rest)) {
            struct cell c = {
                .game = registry_game(i), .player = name, .games = games, .seed = seed};
            if (!measure(&c, &e))
                return give_up(&e);
        }
    }
    return 0;
}
