// SPDX-License-Identifier: MIT
// What players of Tokan say about a move: which towers can be covered, which animals can still
// land, what an exchange of moves brings. In the draft nothing is said.
#include "game/feature.h"
#include "games/tokan/tokan.h"

extern const struct game game_tokan;

enum {
    STUCK,
    THEIR_STUCK,
    THREAT,
    COVERS,
    LEAVES,
    LANDS_OWN,
    COVERED,
    OWN_ANIMALS,
    THEIR_ANIMALS,
    EXCHANGE,
    THEIR_HITS,
    OWN_MOVES,
    FEATURES,
};

const struct game_feature tokan_features[] = {
    [STUCK] = {"stuck", 1},
    [THEIR_STUCK] = {"their-stuck", -1},
    [THREAT] = {"threat", 1},
    [COVERS] = {"covers", 1},
    [LEAVES] = {"leaves", 1},
    [LANDS_OWN] = {"lands-own", -1},
    [COVERED] = {"covered", -1},
    [OWN_ANIMALS] = {"own-animals", 1},
    [THEIR_ANIMALS] = {"their-animals", -1},
    [EXCHANGE] = {"exchange", 1},
    [THEIR_HITS] = {"their-hits", -1},
    [OWN_MOVES] = {"own-moves", 1},
    [FEATURES] = {NULL, 0},
};

static int lead(const struct game_position *p, int seat)
{
    int points[2];

    tokan_points(tokan_of(p), points);
    return points[seat] - points[seat ^ 1];
}

// The position with a seat to act that may land everywhere.
static struct game_position turn_to(const struct game_position *p, int seat)
{
    struct game_position turned = *p;
    struct tokan_position *t = (struct tokan_position *)turned.bytes;

    t->seat = (uint8_t)seat;
    t->taboo = TOKAN_NOWHERE;
    return turned;
}

// What the seat to act can land with and on.
struct landings {
    uint32_t from; // squares of animals that can land
    uint32_t hits; // squares of the opponent's animals that can be covered
    int moves;
    struct game_value tallest; // tower of the opponent that can be covered
};

static struct landings landings(const struct game_position *p)
{
    const struct tokan_position *t = tokan_of(p);
    const struct tokan_play *play = &t->play;
    struct landings l = {.tallest = {0, GAME_NO_ANSWER}};
    struct game_actions list;

    game_list(&game_tokan, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        unsigned to = tokan_to(play, list.at[i]);
        int height = play->height[to];
        l.moves++;
        l.from |= UINT32_C(1) << tokan_from(list.at[i]);
        if (tokan_owner(play->top[to]) != t->seat)
            l.hits |= UINT32_C(1) << to;
        if (tokan_owner(play->top[to]) != t->seat && height >= 2 && height > l.tallest.number)
            l.tallest = (struct game_value){height, list.at[i]};
    }
    return l;
}

void tokan_measure(const struct game_position *before, game_action action, struct game_value *v)
{
    const struct game *g = &game_tokan;
    int seat = g->to_act(before), other = seat ^ 1;
    struct game_position after;
    struct game_result result;

    for (unsigned i = 0; i < FEATURES; i++)
        v[i] = feature_plain(GAME_NO_VALUE);
    if (tokan_of(before)->drafting)
        return;
    const struct tokan_play *was = &tokan_of(before)->play;
    unsigned to = tokan_to(was, action);
    g->apply(before, action, &after);
    g->result(&after, &result);
    v[STUCK] = feature_plain(feature_won(g, &after, seat));
    struct game_position turned = turn_to(before, other);
    struct landings were = landings(&turned);
    bool mine = tokan_owner(was->top[to]) == (unsigned)seat;
    v[COVERS] = feature_plain(!mine && (were.from >> to & 1));
    if (!v[COVERS].number)
        v[LANDS_OWN] = feature_plain(mine);
    unsigned left = was->top[tokan_from(action)];
    for (unsigned i = 0; i <= tokan_carry(action); i++)
        left = was->below[tokan_slot(left)];
    v[LEAVES] = feature_plain(left == TOKAN_NO_TILE                 ? 0
                              : tokan_owner(left) == (unsigned)seat ? 1
                                                                    : -1);
    if (result.over)
        return;
    struct game_position passed = turn_to(&after, seat);
    struct landings theirs = landings(&after), own = landings(&passed);
    v[THEIR_STUCK] = feature_wins(g, &after, other);
    v[THREAT] = feature_plain(feature_wins(g, &passed, seat).number);
    v[EXCHANGE] = feature_most(g, &after, other, lead);
    v[EXCHANGE].number = -v[EXCHANGE].number - lead(before, seat);
    v[COVERED] = theirs.tallest;
    v[OWN_MOVES] = feature_plain(own.moves);
    v[THEIR_HITS] = feature_plain(__builtin_popcount(theirs.hits));
    v[THEIR_ANIMALS] = feature_plain(__builtin_popcount(theirs.from));
    v[OWN_ANIMALS] = feature_plain(__builtin_popcount(own.from));
}

static bool say_exchange(int number, const char *own, const char *answer, struct message *message)
{
    if (number > 0)
        message_set(message, "tokan.feature.exchange.up:answer,n,own",
                    "After the costliest answer, %s, the balance of points is %d better for %s.",
                    answer, number, own);
    else if (number < 0)
        message_set(message, "tokan.feature.exchange.down:answer,n,own",
                    "After the costliest answer, %s, the balance of points is %d worse for %s.",
                    answer, -number, own);
    else
        message_set(message, "tokan.feature.exchange.even:answer",
                    "After the costliest answer, %s, the balance of points is as before.", answer);
    return true;
}

static bool say_animals(unsigned feature, int n, const char *own, const char *name,
                        struct message *message)
{
    if (feature == THEIR_HITS)
        message_count(message, (unsigned)n, "tokan.feature.their-hits:name,n,own",
                      "%s can cover %d animal of %s in answer.",
                      "%s can cover any of %d animals of %s in answer.", name, n, own);
    else if (feature == OWN_MOVES)
        message_count(message, (unsigned)n, "tokan.feature.own-moves:name,own,n",
                      "If %s passed, %s would have %d move.",
                      "If %s passed, %s would have %d moves.", name, own, n);
    else if (feature == OWN_ANIMALS)
        message_count(message, (unsigned)n, "tokan.feature.own-animals:n,own",
                      "%d animal of %s could land next.", "%d animals of %s could land next.", n,
                      own);
    else
        message_count(message, (unsigned)n, "tokan.feature.their-animals:n,name",
                      "%d animal of %s can still land.", "%d animals of %s can still land.", n,
                      name);
    return true;
}

static bool say_place(unsigned feature, int number, const char *own, const char *name,
                      const char *answer, struct message *message)
{
    switch (feature) {
    case LEAVES:
        if (number > 0)
            message_set(message, "tokan.feature.leaves.own:own",
                        "It leaves an animal of %s on top of the stack behind.", own);
        else if (number < 0)
            message_set(message, "tokan.feature.leaves.theirs:name",
                        "It uncovers an animal of %s, who owns that stack then.", name);
        else
            message_set(message, "tokan.feature.leaves.none:name", "It uncovers no animal of %s.",
                        name);
        return true;
    case LANDS_OWN:
        if (number)
            message_set(message, "tokan.feature.lands-own:own", "It covers an animal of %s.", own);
        else
            message_set(message, "tokan.feature.lands-own.not:name",
                        "It covers an animal of %s, not an own one.", name);
        return true;
    default:
        if (number)
            message_set(message, "tokan.feature.covered:name,own,n,answer",
                        "%s can cover a tower of %s, %d high, with %s.", name, own, number, answer);
        else
            message_set(message, "tokan.feature.covered.not:name,own",
                        "%s can cover no tower of %s in answer.", name, own);
        return true;
    }
}

bool tokan_say_feature(unsigned feature, int number, const char *own, const char *name,
                       const char *answer, struct message *message)
{
    switch (feature) {
    case STUCK:
        message_set(message, "tokan.feature.stuck:name,own",
                    "No animal of %s can land any more, and %s is ahead.", name, own);
        return number > 0;
    case THEIR_STUCK:
        if (number)
            message_set(message, "tokan.feature.their-stuck:name,own,answer",
                        "%s can then leave %s without a move and win with %s.", name, own, answer);
        else
            message_set(message, "tokan.feature.their-stuck.not:name,own",
                        "%s cannot leave %s without a move and win in answer.", name, own);
        return true;
    case THREAT:
        message_set(message, "tokan.feature.threat:name",
                    "It threatens to leave %s without a move and win.", name);
        return number > 0;
    case COVERS:
        message_set(message, "tokan.feature.covers:name",
                    "It covers an animal of %s that can no longer land then.", name);
        return number > 0;
    case OWN_ANIMALS:
    case THEIR_ANIMALS:
    case THEIR_HITS:
    case OWN_MOVES:
        return say_animals(feature, number, own, name, message);
    case EXCHANGE:
        return say_exchange(number, own, answer, message);
    default:
        return say_place(feature, number, own, name, answer, message);
    }
}
