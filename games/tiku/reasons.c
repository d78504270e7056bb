// SPDX-License-Identifier: MIT
// What players of Tiku say about a move: who can lay the last disc, what an exchange of moves costs
// in discs, what is sent back.
#include "game/feature.h"
#include "games/tiku/tiku.h"

extern const struct game game_tiku;

enum {
    LAST_DISC,
    THEIR_LAST_DISC,
    UNSTOPPABLE,
    THREAT,
    EXCHANGE,
    TAKES_OFF,
    OWN_DISC,
    THEIR_REACH,
    SENT_BACK,
    OWN_REACH,
    FEATURES,
};

const struct game_feature tiku_features[] = {
    [LAST_DISC] = {"last-disc", 1},
    [THEIR_LAST_DISC] = {"their-last-disc", -1},
    [UNSTOPPABLE] = {"unstoppable", 1},
    [THREAT] = {"threat", 1},
    [EXCHANGE] = {"exchange", 1},
    [TAKES_OFF] = {"takes-off", 1},
    [OWN_DISC] = {"own-disc", -1},
    [THEIR_REACH] = {"their-reach", -1},
    [SENT_BACK] = {"sent-back", -1},
    [OWN_REACH] = {"own-reach", 2},
    [FEATURES] = {NULL, 0},
};

static int discs(const struct game_position *p, int seat)
{
    return bits_count(tiku_of(p)->discs[seat]);
}

static int missing(const struct game_position *p, int seat)
{
    return TIKU_DISCS - discs(p, seat);
}

static int lead(const struct game_position *p, int seat)
{
    return discs(p, seat) - discs(p, seat ^ 1);
}

// The same position with a seat to act.
static struct game_position turn_to(const struct game_position *p, int seat)
{
    struct game_position turned = *p;
    struct tiku_position *t = (struct tiku_position *)turned.bytes;

    t->turn = (t->turn & ~(uint64_t)TIKU_TURN_SEAT) | (uint64_t)seat;
    return turned;
}

// What the seat to act can do best, less what is so already.
static struct game_value change(const struct game_position *p, int seat, feature_number *number)
{
    struct game_value found = feature_most(&game_tiku, p, seat, number);

    found.number -= number(p, seat);
    return found;
}

void tiku_measure(const struct game_position *before, game_action action, struct game_value *v)
{
    const struct game *g = &game_tiku;
    int seat = g->to_act(before), other = seat ^ 1;
    struct game_position after, passed;

    tiku_apply(before, action, &after);
    bool over = tiku_is_over(tiku_of(&after));
    for (unsigned i = 0; i < FEATURES; i++)
        v[i] = feature_plain(GAME_NO_VALUE);
    v[LAST_DISC] = feature_plain(over);
    v[TAKES_OFF] = feature_plain(discs(before, other) - discs(&after, other));
    v[OWN_DISC] = feature_plain(action != TIKU_PASS &&
                                (tiku_of(before)->discs[seat] & BIT(tiku_to(action))) != 0);
    if (over)
        return;
    passed = turn_to(&after, seat);
    v[THEIR_LAST_DISC] = feature_wins(g, &after, other);
    v[UNSTOPPABLE] = feature_plain(feature_wins_always(g, &after, seat));
    if (v[UNSTOPPABLE].number) // nothing else matters
        return;
    v[THREAT] = feature_plain(feature_wins(g, &passed, seat).number);
    v[EXCHANGE] = feature_most(g, &after, other, lead);
    v[EXCHANGE].number = -v[EXCHANGE].number - lead(before, seat);
    v[THEIR_REACH] = change(&after, other, discs);
    v[SENT_BACK] = change(&after, seat, missing);
    v[OWN_REACH] = feature_plain(change(&passed, seat, discs).number);
}

static bool say_exchange(int number, const char *own, const char *answer, struct message *message)
{
    if (number > 0)
        message_set(message, "tiku.feature.exchange.up:answer,n,own",
                    "After the costliest answer, %s, the balance of discs is %d better for %s.",
                    answer, number, own);
    else if (number < 0)
        message_set(message, "tiku.feature.exchange.down:answer,n,own",
                    "After the costliest answer, %s, the balance of discs is %d worse for %s.",
                    answer, -number, own);
    else
        message_set(message, "tiku.feature.exchange.even:answer",
                    "After the costliest answer, %s, the balance of discs is as before.", answer);
    return true;
}

static bool say_discs(unsigned feature, int n, const char *own, const char *name,
                      const char *answer, struct message *message)
{
    switch (feature) {
    case TAKES_OFF:
        message_count(message, (unsigned)n, "tiku.feature.takes-off:n,name",
                      "It sends back %d disc of %s.", "It sends back %d discs of %s.", n, name);
        return n > 0;
    case THEIR_REACH:
        message_count(message, (unsigned)n, "tiku.feature.their-reach:name,n",
                      "%s can add at most %d disc with the next move.",
                      "%s can add at most %d discs with the next move.", name, n);
        return true;
    case SENT_BACK:
        if (n > 0)
            message_count(message, (unsigned)n, "tiku.feature.sent-back:name,n,own,answer",
                          "%s can send back %d disc of %s with %s.",
                          "%s can send back %d discs of %s with %s.", name, n, own, answer);
        else
            message_set(message, "tiku.feature.sent-back.none:name,own",
                        "%s can send back no disc of %s in answer.", name, own);
        return true;
    default:
        message_count(message, (unsigned)n, "tiku.feature.own-reach:name,own,n",
                      "If %s passed, %s could add %d disc.", "If %s passed, %s could add %d discs.",
                      name, own, n);
        return n > 0;
    }
}

bool tiku_say_feature(unsigned feature, int number, const char *own, const char *name,
                      const char *answer, struct message *message)
{
    switch (feature) {
    case LAST_DISC:
        message_set(message, "tiku.feature.last-disc", "It lays the last disc.");
        return number > 0;
    case THEIR_LAST_DISC:
        if (number)
            message_set(message, "tiku.feature.their-last-disc:name,answer",
                        "%s can then lay the last disc with %s.", name, answer);
        else
            message_set(message, "tiku.feature.their-last-disc.not:name",
                        "%s cannot lay the last disc in answer.", name);
        return true;
    case UNSTOPPABLE:
        message_set(message, "tiku.feature.unstoppable:name,own",
                    "Whatever %s answers, %s can lay the last disc next.", name, own);
        return number > 0;
    case THREAT:
        message_set(message, "tiku.feature.threat", "It threatens to lay the last disc next.");
        return number > 0;
    case EXCHANGE:
        return say_exchange(number, own, answer, message);
    case OWN_DISC:
        if (number)
            message_set(message, "tiku.feature.own-disc",
                        "It ends on a disc of its own, which goes back.");
        else
            message_set(message, "tiku.feature.own-disc.not", "It gives back no disc of its own.");
        return true;
    default:
        return say_discs(feature, number, own, name, answer, message);
    }
}
