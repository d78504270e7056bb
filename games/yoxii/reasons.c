// SPDX-License-Identifier: MIT
// What players of Yoxii say about a turn: who can lock the totem in, where it can still go, and
// whose points stand around it.
#include "game/feature.h"
#include "games/yoxii/yoxii.h"

extern const struct game game_yoxii;

enum {
    LOCKED_IN,
    THEIR_LOCK,
    THREAT,
    POCKET,
    OWN_JUMPS,
    AROUND,
    THEIR_BEST,
    REACHES,
    FEATURES,
};

const struct game_feature yoxii_features[] = {
    [LOCKED_IN] = {"locked-in", 1},   [THEIR_LOCK] = {"their-lock", -1}, [THREAT] = {"threat", 1},
    [POCKET] = {"pocket", 1},         [OWN_JUMPS] = {"own-jumps", 1},    [AROUND] = {"around", 1},
    [THEIR_BEST] = {"their-best", 1}, [REACHES] = {"reaches", 1},        [FEATURES] = {NULL, 0},
};

static int lead(const struct game_position *p, int seat)
{
    return yoxii_sum(yoxii_of(p), seat) - yoxii_sum(yoxii_of(p), seat ^ 1);
}

static struct game_position turn_to(const struct game_position *p, int seat)
{
    struct game_position turned = *p;

    ((struct yoxii_position *)turned.bytes)->seat = (uint32_t)seat;
    return turned;
}

// Squares to which the totem can get by steps alone.
static uint64_t pocket(const struct yoxii_position *y)
{
    uint64_t reached = BIT(y->totem), before = 0;

    while (reached != before) {
        before = reached;
        for (uint64_t rest = before; rest; rest &= rest - 1)
            reached |= yoxii_neighbours((unsigned)bits_first(rest)) & yoxii_open(y);
    }
    return reached;
}

// Points of a seat at the edge of the pocket, less those of the other one.
static int pocket_lead(const struct yoxii_position *y, int seat)
{
    uint64_t edge = 0;
    int sum = 0;

    for (uint64_t rest = pocket(y); rest; rest &= rest - 1)
        edge |= yoxii_neighbours((unsigned)bits_first(rest));
    for (uint64_t rest = edge & y->pieces[seat]; rest; rest &= rest - 1)
        sum += (int)yoxii_value(y, (unsigned)bits_first(rest));
    for (uint64_t rest = edge & y->pieces[seat ^ 1]; rest; rest &= rest - 1)
        sum -= (int)yoxii_value(y, (unsigned)bits_first(rest));
    return sum;
}

void yoxii_measure(const struct game_position *before, game_action action, struct game_value *v)
{
    const struct game *g = &game_yoxii;
    int seat = g->to_act(before), other = seat ^ 1;
    struct game_position after, passed;
    struct game_result result;

    g->apply(before, action, &after);
    g->result(&after, &result);
    const struct yoxii_position *y = yoxii_of(&after);
    for (unsigned i = 0; i < FEATURES; i++)
        v[i] = feature_plain(GAME_NO_VALUE);
    v[LOCKED_IN] = feature_plain(feature_won(g, &after, seat));
    v[AROUND] = feature_plain(lead(&after, seat));
    if (result.over)
        return;
    passed = turn_to(&after, seat);
    v[THEIR_LOCK] = feature_wins(g, &after, other);
    v[THREAT] = feature_plain(feature_wins(g, &passed, seat).number);
    v[THEIR_BEST] = feature_most(g, &after, other, lead);
    v[THEIR_BEST].number = -v[THEIR_BEST].number;
    v[POCKET] = feature_plain(pocket_lead(y, seat));
    v[OWN_JUMPS] = feature_plain(bits_count(yoxii_exits(y, seat) & ~yoxii_neighbours(y->totem)));
    v[REACHES] = feature_plain(
        bits_count(yoxii_neighbours(yoxii_action_place(action)) & yoxii_open(y) & ~BIT(y->totem)));
}

static bool say_pocket(int n, const char *own, const char *name, struct message *message)
{
    if (n == 0)
        message_set(
            message, "yoxii.feature.pocket.even",
            "Along the squares that the totem can still step to, both have the same points.");
    else
        message_count(message, (unsigned)(n > 0 ? n : -n), "yoxii.feature.pocket:name,n",
                      "Along the squares that the totem can still step to, %s has %d point more.",
                      "Along the squares that the totem can still step to, %s has %d points more.",
                      n > 0 ? own : name, n > 0 ? n : -n);
    return true;
}

static bool say_around(int n, const char *own, const char *name, struct message *message)
{
    if (n == 0)
        message_set(message, "yoxii.feature.around.even", "The points around the totem are equal.");
    else
        message_count(message, (unsigned)(n > 0 ? n : -n), "yoxii.feature.around:name,n",
                      "%s has %d point more around the totem.",
                      "%s has %d points more around the totem.", n > 0 ? own : name,
                      n > 0 ? n : -n);
    return true;
}

static bool say_best(int n, const char *own, const char *name, const char *answer,
                     struct message *message)
{
    if (n == 0)
        message_set(message, "yoxii.feature.their-best.even:answer",
                    "After %s, the best answer for points, those around the totem are equal.",
                    answer);
    else
        message_count(
            message, (unsigned)(n > 0 ? n : -n), "yoxii.feature.their-best:answer,name,n",
            "After %s, the best answer for points, %s has %d point more around the totem.",
            "After %s, the best answer for points, %s has %d points more around the totem.", answer,
            n > 0 ? own : name, n > 0 ? n : -n);
    return true;
}

bool yoxii_say_feature(unsigned feature, int number, const char *own, const char *name,
                       const char *answer, struct message *message)
{
    switch (feature) {
    case LOCKED_IN:
        message_set(message, "yoxii.feature.locked-in",
                    "It locks the totem in, with more points around it.");
        return number > 0;
    case THEIR_LOCK:
        if (number)
            message_set(message, "yoxii.feature.their-lock:name,answer",
                        "%s can then lock the totem in and win with %s.", name, answer);
        else
            message_set(message, "yoxii.feature.their-lock.not:name",
                        "%s cannot lock the totem in and win in answer.", name);
        return true;
    case THREAT:
        message_set(message, "yoxii.feature.threat", "It threatens to lock the totem in and win.");
        return number > 0;
    case POCKET:
        return say_pocket(number, own, name, message);
    case OWN_JUMPS:
        message_count(message, (unsigned)number, "yoxii.feature.own-jumps:own,n",
                      "Rows of %s let the totem jump to %d square.",
                      "Rows of %s let the totem jump to %d squares.", own, number);
        return number > 0;
    case AROUND:
        return say_around(number, own, name, message);
    case THEIR_BEST:
        return say_best(number, own, name, answer, message);
    default:
        message_count(message, (unsigned)number, "yoxii.feature.reaches:n",
                      "Its piece touches %d free square, where it may come to count.",
                      "Its piece touches %d free squares, where it may come to count.", number);
        return number > 0;
    }
}
