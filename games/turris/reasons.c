// SPDX-License-Identifier: MIT
// What players of Turris say about an action: who gets the middle and its bonus, and what becomes
// of the largest areas.
#include "game/feature.h"
#include "games/turris/turris.h"

extern const struct game game_turris;

enum {
    STOCK,
    THEIR_MIDDLE,
    THEIR_UPRIGHT,
    BONUS_LOSS,
    EXPOSED,
    CORNERS,
    TOPS,
    EXCHANGE,
    ROOM,
    FRONT,
    FEATURES,
};

const struct game_feature turris_features[] = {
    [STOCK] = {"stock", 1},
    [THEIR_MIDDLE] = {"their-middle", -1},
    [THEIR_UPRIGHT] = {"their-upright", -1},
    [BONUS_LOSS] = {"bonus-loss", -1},
    [EXPOSED] = {"exposed", -1},
    [CORNERS] = {"corners", 1},
    [TOPS] = {"tops", 1},
    [EXCHANGE] = {"exchange", 1},
    [ROOM] = {"room", 1},
    [FRONT] = {"front", 1},
    [FEATURES] = {NULL, 0},
};

static int largest(const struct turris_position *t, unsigned face, int seat)
{
    struct turris_picture picture;

    turris_face(t, face, &picture);
    return bits_count(turris_group(picture.of[seat]));
}

// The score of a seat as the tower stands.
static int areas(const struct game_position *p, int seat)
{
    int sum = 0;

    for (unsigned face = 0; face < TURRIS_FACES; face++)
        sum += largest(turris_of(p), face, seat);
    return sum;
}

static int lead(const struct game_position *p, int seat)
{
    return areas(p, seat) - areas(p, seat ^ 1);
}

static bool is_bonus(const struct game_position *p, int seat)
{
    return turris_of(p)->bonus && turris_of(p)->side == seat;
}

// Whether the seat to act can fill the middle.
static struct game_value middle(const struct game_position *p, int seat)
{
    struct game_actions list;

    game_list(&game_turris, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        game_turris.apply(p, list.at[i], &after);
        if (is_bonus(&after, seat))
            return (struct game_value){1, list.at[i]};
    }
    return feature_plain(0);
}

// The most that the other one can take off a seat's areas by filling the middle and then removing a
// block.
static int bonus_loss(const struct game_position *p, int seat)
{
    int most = 0, now = areas(p, seat);
    struct game_actions list;

    game_list(&game_turris, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        game_turris.apply(p, list.at[i], &after);
        if (!is_bonus(&after, seat ^ 1))
            continue;
        struct game_actions bonus;
        game_list(&game_turris, &after, &bonus);
        for (unsigned k = 0; k < bonus.count; k++) {
            struct game_position end;
            if (bonus.at[k] < TURRIS_REMOVE || bonus.at[k] >= TURRIS_DONE)
                continue;
            game_turris.apply(&after, bonus.at[k], &end);
            int loss = now - areas(&end, seat);
            most = loss > most ? loss : most;
        }
    }
    return most;
}

// Blocks of a seat that the other one could remove in a bonus.
static int exposed(const struct game_position *p, int seat)
{
    struct game_position turned = *p;
    struct turris_position *t = (struct turris_position *)turned.bytes;
    struct game_actions list;
    int count = 0;

    t->side = (uint8_t)(seat ^ 1);
    t->bonus = 1;
    t->barred = 0;
    game_list(&game_turris, &turned, &list);
    for (unsigned i = 0; i < list.count; i++)
        count += list.at[i] >= TURRIS_REMOVE && list.at[i] < TURRIS_DONE;
    return count;
}

// Cells of a set on whose top a seat's colour is seen.
static int tops(const struct game_position *p, int seat, unsigned cells)
{
    struct turris_picture roof;
    int count = 0;

    turris_face(turris_of(p), TURRIS_ROOF, &roof);
    for (unsigned cell = 0; cell < TURRIS_CELLS; cell++)
        count += (cells >> cell & 1) &&
                 (roof.of[seat] >> (4 * (cell / TURRIS_SIDE) + cell % TURRIS_SIDE) & 1);
    return count;
}

enum { SIDES = 4, EXPECTED_LEVELS = 9 }; // 80 cubes on nine cells

// The largest areas of the four sides as far as nothing can hide them any more, being in the front
// row; with `room`, as large as they can become there, empty squares up to the expected height
// included.
static int front(const struct game_position *p, int seat, bool room)
{
    static const uint8_t corner[] = {0, 2, 8, 6};
    static const int8_t right[] = {1, 3, -1, -3};
    int sum = 0;

    for (unsigned side = 0; side < SIDES; side++) {
        uint64_t own = 0, open = 0;
        for (int column = 0; column < TURRIS_SIDE; column++) {
            unsigned cell = (unsigned)(corner[side] + right[side] * column);
            for (unsigned level = 1; level <= EXPECTED_LEVELS; level++) {
                unsigned cube = turris_cube(turris_of(p), cell, level);
                if (!cube)
                    open |= BIT(4 * level + (unsigned)column);
                else if ((cube >> 3) == (unsigned)seat)
                    own |= BIT(4 * level + (unsigned)column);
            }
        }
        sum += bits_count(turris_group(room ? own | open : own));
    }
    return sum;
}

void turris_measure(const struct game_position *before, game_action action, struct game_value *v)
{
    const struct game *g = &game_turris;
    int seat = g->to_act(before), other = seat ^ 1;
    struct game_position after;

    g->apply(before, action, &after);
    for (unsigned i = 0; i < FEATURES; i++)
        v[i] = feature_plain(GAME_NO_VALUE);
    v[EXPOSED] = feature_plain(exposed(&after, seat));
    v[STOCK] = feature_plain(turris_of(&after)->left[seat] - turris_of(&after)->left[other]);
    v[FRONT] = feature_plain(front(&after, seat, false) - front(&after, other, false));
    v[ROOM] = feature_plain(front(&after, seat, true) - front(&after, other, true));
    v[CORNERS] =
        feature_plain(tops(&after, seat, TURRIS_CORNERS) - tops(&after, other, TURRIS_CORNERS));
    v[TOPS] = feature_plain(tops(&after, seat, TURRIS_ALL) - tops(&after, other, TURRIS_ALL));
    if (turris_over(turris_of(&after)) || g->to_act(&after) != other)
        return;
    v[THEIR_MIDDLE] = middle(&after, other);
    if (v[THEIR_MIDDLE].number)
        v[THEIR_UPRIGHT] = feature_plain(turris_of(&after)->left[other] &&
                                         turris_placements(turris_of(&after)) >> TURRIS_MIDDLE & 1);
    v[BONUS_LOSS] = feature_plain(bonus_loss(&after, seat));
    v[EXCHANGE] = feature_most(g, &after, other, lead);
    v[EXCHANGE].number = -v[EXCHANGE].number - lead(before, seat);
}

// Above 0 for the seat to act, below for the other one.
static bool say_lead(unsigned feature, int n, const char *own, const char *name,
                     struct message *message)
{
    unsigned size = (unsigned)(n > 0 ? n : -n);
    const char *ahead = n > 0 ? own : name;

    if (n == 0)
        return false;
    switch (feature) {
    case STOCK:
        message_count(message, size, "turris.feature.stock:name,n",
                      "%s then has %u block more in hand.", "%s then has %u blocks more in hand.",
                      ahead, size);
        break;
    case CORNERS:
        message_count(message, size, "turris.feature.corners:name,n",
                      "%s then holds %u corner more of the roof.",
                      "%s then holds %u corners more of the roof.", ahead, size);
        break;
    case TOPS:
        message_count(message, size, "turris.feature.tops:name,n",
                      "%s then shows on %u cell more of the roof.",
                      "%s then shows on %u cells more of the roof.", ahead, size);
        break;
    case ROOM:
        message_count(message, size, "turris.feature.room:name,n",
                      "The areas of %s then have room for %u square more on the sides.",
                      "The areas of %s then have room for %u squares more on the sides.", ahead,
                      size);
        break;
    default:
        message_count(
            message, size, "turris.feature.front:name,n",
            "In the front rows, where nothing hides them, the areas of %s are %u square larger.",
            "In the front rows, where nothing hides them, the areas of %s are %u squares larger.",
            ahead, size);
    }
    return true;
}

static bool say_exchange(int number, const char *own, const char *answer, struct message *message)
{
    if (number > 0)
        message_set(message, "turris.feature.exchange.up:answer,n,own",
                    "After the costliest answer, %s, the areas are %d better for %s.", answer,
                    number, own);
    else if (number < 0)
        message_set(message, "turris.feature.exchange.down:answer,n,own",
                    "After the costliest answer, %s, the areas are %d worse for %s.", answer,
                    -number, own);
    else
        message_set(message, "turris.feature.exchange.even:answer",
                    "After the costliest answer, %s, the areas compare as before.", answer);
    return true;
}

static bool say_loss(int n, const char *own, const char *name, struct message *message)
{
    if (n > 0)
        message_count(message, (unsigned)n, "turris.feature.bonus-loss:name,own,n",
                      "By filling the middle and removing a block, %s can cost %s %d square.",
                      "By filling the middle and removing a block, %s can cost %s %d squares.",
                      name, own, n);
    else
        message_set(message, "turris.feature.bonus-loss.none:name,own",
                    "%s cannot fill the middle and cut the areas of %s by removing a block.", name,
                    own);
    return true;
}

bool turris_say_feature(unsigned feature, int number, const char *own, const char *name,
                        const char *answer, struct message *message)
{
    switch (feature) {
    case THEIR_MIDDLE:
        if (number)
            message_set(message, "turris.feature.their-middle:name,answer",
                        "It opens the middle: %s can fill it with %s for a bonus.", name, answer);
        else
            message_set(message, "turris.feature.their-middle.not:name",
                        "It keeps the middle closed: %s cannot earn a bonus next.", name);
        return true;
    case THEIR_UPRIGHT:
        if (number)
            message_set(message, "turris.feature.their-upright:name",
                        "%s can then stand a block upright in the middle.", name);
        else
            message_set(message, "turris.feature.their-upright.not:name",
                        "%s cannot stand a block upright in the middle next.", name);
        return true;
    case BONUS_LOSS:
        return say_loss(number, own, name, message);
    case EXPOSED:
        if (number > 0)
            message_count(message, (unsigned)number, "turris.feature.exposed:n,own",
                          "A bonus could remove %d block of %s.",
                          "A bonus could remove any of %d blocks of %s.", number, own);
        else
            message_set(message, "turris.feature.exposed.none:own",
                        "No bonus could remove a block of %s.", own);
        return true;
    case EXCHANGE:
        return say_exchange(number, own, answer, message);
    default:
        return say_lead(feature, number, own, name, message);
    }
}
