// SPDX-License-Identifier: MIT
// How many mistakes get a reason in the game's own terms: reasons GAMES SEED [GAME...]. In every game level 2 plays
// GAMES games against level 4, seats changing, and each is reviewed with the usual nodes. For each game a line
// prints how many mistakes cost 10 % and more, and how many of those have such a reason. Then, for each feature, how often
// it was given, and in how many of the mistakes the better action was better in it, and how often worse: a feature that
// says nothing is as often the one as the other. How far it is goes to standard error.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coach/reasons.h"
#include "coach/review.h"
#include "games/registry.h"
#include "play/player.h"

enum { MEGABYTES = 16, MOST_ACTIONS = 400 };

static const char *const players[] = {"level:2", "level:4"};

struct tally {
    const struct game *game;
    unsigned games, mistakes, reasoned;
    unsigned given[GAME_MAX_FEATURES], better[GAME_MAX_FEATURES], worse[GAME_MAX_FEATURES];
};

static bool play_game(const struct game *g, uint64_t seed, struct match *m, struct error *e)
{
    struct match_setup setup = {.game = g, .seed = seed};
    struct player seated[GAME_MAX_SEATS];
    struct player_spec spec;
    int made = 0;
    bool good = match_init(m, &setup, e);

    for (; good && made < match_seats(m); made++) {
        good = player_read(players[((uint64_t)made + seed) % 2], &spec, e) &&
               player_init(&seated[made], &spec, NULL, e);
        if (good)
            player_new_game(&seated[made], seed * GAME_MAX_SEATS + (unsigned)made);
    }
    while (good && !match_over(m) && m->count < MOST_ACTIONS)
        good = match_play(m, player_choose(&seated[match_to_act(m)], &m->history), 0, e);
    while (made > 0)
        player_clear(&seated[--made]);
    return good;
}

static void count_features(struct tally *t, const struct match *m, unsigned index,
                           const struct review_ply *ply)
{
    struct game_value good[GAME_MAX_FEATURES], bad[GAME_MAX_FEATURES];
    struct game_position seen;
    struct history history;

    if (!game_coach(t->game)->features || !match_history_at(m, index, &history))
        return;
    game_view(t->game, &history.position, ply->seat, &seen);
    game_coach(t->game)->measure(&seen, ply->better.actions[0], good);
    game_coach(t->game)->measure(&seen, ply->action, bad);
    for (unsigned i = 0; i < game_feature_count(t->game); i++) {
        int compared = reasons_compare(&game_coach(t->game)->features[i], &good[i], &bad[i]);
        t->better[i] += compared > 0;
        t->worse[i] += compared < 0;
    }
    history_clear(&history);
}

// Shows what is missing, for the search for more features.
static void print_unexplained(const struct tally *t, const struct match *m, unsigned index,
                              const struct review_ply *ply)
{
    char position[GAME_TEXT_BYTES], better[GAME_ACTION_BYTES], played[GAME_ACTION_BYTES];
    struct history history;
    struct text text;

    if (!match_history_at(m, index, &history))
        return;
    text_init(&text, position, sizeof position);
    t->game->write(&history.position, &text);
    game_write_action(t->game, &history.position, ply->better.actions[0], better);
    game_write_action(t->game, &history.position, ply->action, played);
    fprintf(stderr, "%s: no reason why %s is %d %% better than %s in %s\n", t->game->name, better,
            ply->loss / 10, played, position);
    history_clear(&history);
}

static void count_mistake(struct tally *t, const struct match *m, unsigned index,
                          const struct review_ply *ply)
{
    bool reasoned = false;

    for (unsigned i = 0; i < ply->why.count; i++) {
        if (ply->why.at[i].id != FACT_FEATURE)
            continue;
        reasoned = true;
        t->given[ply->why.at[i].feature]++;
    }
    t->mistakes++;
    t->reasoned += reasoned;
    count_features(t, m, index, ply);
    if (!reasoned)
        print_unexplained(t, m, index, ply);
}

static bool review_game(struct tally *t, const struct match *m, struct error *e)
{
    struct thinker thinker;
    struct review r;

    if (!thinker_init(&thinker, MEGABYTES, NULL, e))
        return false;
    bool good = review_of_match(&r, m, 0, e);
    while (good && !review_finished(&r))
        good = review_step(&r, &thinker, NULL);
    for (unsigned i = 0; good && i < r.count; i++) {
        if (review_is_mistake(&r.plies[i]) && r.plies[i].loss >= CLASSIFY_MISTAKE_LOSS)
            count_mistake(t, m, i, &r.plies[i]);
    }
    review_clear(&r);
    thinker_clear(&thinker);
    return good;
}

static void print(const struct tally *t)
{
    printf("%-8s games %u mistakes %u with a reason %u share %u %%\n", t->game->name, t->games,
           t->mistakes, t->reasoned, t->mistakes ? t->reasoned * 100 / t->mistakes : 0);
    for (unsigned i = 0; i < game_feature_count(t->game); i++)
        printf("  %-16s given %3u better %3u worse %3u\n", game_coach(t->game)->features[i].id,
               t->given[i], t->better[i], t->worse[i]);
    fflush(stdout);
}

static bool measure(struct tally *t, uint64_t seed, struct error *e)
{
    for (unsigned i = 0; i < t->games; i++) {
        struct match m;
        if (!play_game(t->game, seed + i, &m, e))
            return false;
        bool good = review_game(t, &m, e);
        match_clear(&m);
        if (!good)
            return false;
        fprintf(stderr, "%s: game %u of %u, mistakes %u with a reason %u\n", t->game->name, i + 1,
                t->games, t->mistakes, t->reasoned);
    }
    print(t);
    return true;
}

static bool is_wanted(const struct game *g, char **names, int count)
{
    for (int i = 0; i < count; i++) {
        if (!strcmp(names[i], g->name))
            return true;
    }
    return count == 0 && !g->unlisted;
}

int main(int argc, char **argv)
{
    struct error e;

    if (argc < 3) {
        fputs("usage: whys GAMES SEED [GAME...]\n", stderr);
        return 2;
    }
    for (unsigned i = 0; i < registry_count(); i++) {
        struct tally t = {.game = registry_game(i), .games = (unsigned)strtoul(argv[1], NULL, 10)};
        if (is_wanted(t.game, argv + 3, argc - 3) &&
            !measure(&t, strtoull(argv[2], NULL, 10), &e)) {
            fprintf(stderr, "whys: %s\n", e.message.text);
            return 2;
        }
    }
    return 0;
}
