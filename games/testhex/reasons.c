// SPDX-License-Identifier: MIT
// What players of Testhex say about a stone: how many more each side then needs. The least that a
// `game_coach` takes: two features, and no themes.
#include "game/feature.h"
#include "games/testhex/testhex.h"

enum { OWN_DISTANCE, THEIR_DISTANCE, FEATURES };

static const struct game_feature features[] = {
    [OWN_DISTANCE] = {"own-distance", -1},
    [THEIR_DISTANCE] = {"their-distance", 1},
    [FEATURES] = {NULL, 0},
};

// How many stones the seat needs at least to join its edges; GAME_NO_VALUE if no way is left.
static int distance(const struct testhex_position *h, unsigned seat)
{
    uint64_t own = h->stones[seat], empty = testhex_empty(h), far = testhex_edge(h, seat, true);
    uint64_t next = testhex_edge(h, seat, false); // what one more stone, or none, can reach
    uint64_t reached = testhex_flood(next & own, own);

    for (int count = 0;; count++) {
        if (reached & far)
            return count;
        uint64_t more = reached | ((next | testhex_neighbours(reached)) & empty);
        more = testhex_flood(more, own);
        if (more == reached)
            return GAME_NO_VALUE;
        reached = more;
    }
}

static void measure(const struct game_position *seen, game_action action,
                    struct game_value values[GAME_MAX_FEATURES])
{
    unsigned seat = testhex_seat(testhex_of(seen));
    struct game_position after;

    game_testhex.apply(seen, action, &after);
    values[OWN_DISTANCE] = feature_plain(distance(testhex_of(&after), seat));
    values[THEIR_DISTANCE] = feature_plain(distance(testhex_of(&after), !seat));
}

static bool say_feature(unsigned feature, int number, const char *own, const char *name,
                        const char *answer, struct message *message)
{
    unsigned n = (unsigned)number;

    (void)answer;
    if (feature == OWN_DISTANCE)
        message_count(message, n, "testhex.feature.own-distance:own,n",
                      "%s then needs %d more stone to join the edges.",
                      "%s then needs %d more stones to join the edges.", own, number);
    else
        message_count(message, n, "testhex.feature.their-distance:name,n",
                      "%s still needs %d stone to join the edges.",
                      "%s still needs %d stones to join the edges.", name, number);
    return number > 0;
}

const struct game_coach testhex_coach = {
    .features = features,
    .measure = measure,
    .say_feature = say_feature,
};
