// SPDX-License-Identifier: MIT
// What players of Kwinty say about a block: ways to five, answers that are left, rows that can
// still become five.
#include "game/feature.h"
#include "games/kwinty/kwinty.h"

extern const struct game game_kwinty;

enum {
    FIVE,
    THEIR_FIVE,
    UNSTOPPABLE,
    THEIR_DOUBLE,
    SAFE_ANSWERS,
    WAYS,
    OWN_DOUBLE,
    THEIR_ROWS,
    OWN_ROWS,
    THEIR_PLACES,
    FEATURES,
};

const struct game_feature kwinty_features[] = {
    [FIVE] = {"five", 1},
    [THEIR_FIVE] = {"their-five", -1},
    [UNSTOPPABLE] = {"unstoppable", 1},
    [THEIR_DOUBLE] = {"their-double", -1},
    [SAFE_ANSWERS] = {"safe-answers", -1},
    [WAYS] = {"ways", 1},
    [OWN_DOUBLE] = {"own-double", 1},
    [THEIR_ROWS] = {"their-rows", -1},
    [OWN_ROWS] = {"own-rows", 1},
    [THEIR_PLACES] = {"their-places", -1},
    [FEATURES] = {NULL, 0},
};

enum { FIVE_LONG = 5, NEARLY = 3, ANY_ANSWER = 99 }; // the last: there is nothing to be kept from

// Ways of the seat to act to make five; the answer is the first.
static struct game_value find_ways(const struct game_position *p, int seat)
{
    struct game_value found = feature_plain(0);
    struct game_actions list;

    game_list(&game_kwinty, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        game_kwinty.apply(p, list.at[i], &after);
        if (kwinty_of(&after)->winner != seat + 1)
            continue;
        if (found.number++ == 0)
            found.answer = list.at[i];
    }
    return found;
}

static int ways(const struct game_position *p, int seat)
{
    return find_ways(p, seat).number;
}

// Actions of the seat to act after which the other one cannot make five; 1 when the game is over.
static int safe(const struct game_position *p, int other)
{
    struct game_actions list;
    int count = 0;

    game_list(&game_kwinty, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        game_kwinty.apply(p, list.at[i], &after);
        count += ways(&after, other) == 0;
    }
    return list.count ? count : 1;
}

// Whether the seat to act can place a block after which the other one can neither make five nor
// stop one.
static struct game_value find_double(const struct game_position *p, int seat)
{
    struct game_actions list;

    game_list(&game_kwinty, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        game_kwinty.apply(p, list.at[i], &after);
        if (kwinty_of(&after)->winner == 0 && ways(&after, seat ^ 1) == 0 &&
            safe(&after, seat) == 0)
            return (struct game_value){1, list.at[i]};
    }
    return feature_plain(0);
}

// Whether five squares in a line, from one square on, lie where the wall may still grow, hold no
// square of the other colour and at least three of the seat's own.
static bool is_nearly_five(const struct kwinty_position *k, int seat, int column, int row,
                           const int8_t step[2])
{
    int own = 0, last_column = column + (FIVE_LONG - 1) * step[0];
    int last_row = row + (FIVE_LONG - 1) * step[1];
    int right = (int)k->left + kwinty_width(k) - 1;

    if (last_row < 0 || last_row >= KWINTY_SIZE || last_column >= KWINTY_COLUMNS ||
        last_column - (int)k->left >= KWINTY_SIZE || right - column >= KWINTY_SIZE)
        return false;
    for (int i = 0; i < FIVE_LONG; i++) {
        if (kwinty_owns(k, seat ^ 1, column + i * step[0], row + i * step[1]))
            return false;
        own += kwinty_owns(k, seat, column + i * step[0], row + i * step[1]);
    }
    return own >= NEARLY;
}

static int rows(const struct kwinty_position *k, int seat)
{
    static const int8_t steps[][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int count = 0;

    for (int column = 0; column < KWINTY_COLUMNS; column++) {
        for (int row = 0; row < KWINTY_SIZE; row++) {
            for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++)
                count += is_nearly_five(k, seat, column, row, steps[i]);
        }
    }
    return count;
}

static struct game_position turn_to(const struct game_position *p, int seat)
{
    struct game_position turned = *p;

    ((struct kwinty_position *)turned.bytes)->seat = (uint16_t)seat;
    return turned;
}

static int places(const struct kwinty_position *k, int seat)
{
    bool left = kwinty_placed(k, seat) < KWINTY_BLOCKS;

    return left ? __builtin_popcount(kwinty_placements(k, seat)) : 0;
}

void kwinty_measure(const struct game_position *before, game_action action, struct game_value *v)
{
    const struct game *g = &game_kwinty;
    int seat = g->to_act(before), other = seat ^ 1;
    struct game_position after, passed;
    struct game_result result;

    g->apply(before, action, &after);
    g->result(&after, &result);
    const struct kwinty_position *k = kwinty_of(&after);
    for (unsigned i = 0; i < FEATURES; i++)
        v[i] = feature_plain(GAME_NO_VALUE);
    v[FIVE] = feature_plain(k->winner == seat + 1);
    if (result.over)
        return;
    passed = turn_to(&after, seat);
    v[THEIR_FIVE] = find_ways(&after, other);
    v[THEIR_FIVE].number = v[THEIR_FIVE].number > 0;
    int holding = safe(&after, seat);
    v[UNSTOPPABLE] = feature_plain(v[THEIR_FIVE].number == 0 && holding == 0);
    if (v[UNSTOPPABLE].number) // nothing else matters
        return;
    v[WAYS] = feature_plain(ways(&passed, seat));
    v[SAFE_ANSWERS] = feature_plain(v[WAYS].number ? holding : ANY_ANSWER);
    if (!v[THEIR_FIVE].number)
        v[THEIR_DOUBLE] = find_double(&after, other);
    v[OWN_DOUBLE] = feature_plain(find_double(&passed, seat).number);
    v[THEIR_ROWS] = feature_plain(rows(k, other));
    v[OWN_ROWS] = feature_plain(rows(k, seat));
    v[THEIR_PLACES] = feature_plain(places(k, other));
}

static bool say_rows(unsigned feature, int n, const char *own, const char *name,
                     struct message *message)
{
    const char *whose = feature == OWN_ROWS ? own : name;

    if (n > 0)
        message_count(message, (unsigned)n, "kwinty.feature.rows:name,n",
                      "%s has %d open row with three squares of the five.",
                      "%s has %d open rows with three squares of the five.", whose, n);
    else
        message_set(message, "kwinty.feature.rows.none:name",
                    "%s has no open row with three squares of the five.", whose);
    return true;
}

static bool say_answers(unsigned feature, int n, const char *own, const char *name,
                        struct message *message)
{
    switch (feature) {
    case SAFE_ANSWERS:
        if (n > 0)
            message_count(message, (unsigned)n, "kwinty.feature.safe-answers:n,own",
                          "%d answer keeps %s from making five next.",
                          "%d answers keep %s from making five next.", n, own);
        else
            message_set(message, "kwinty.feature.safe-answers.none:own",
                        "No answer keeps %s from making five next.", own);
        return n != ANY_ANSWER;
    case WAYS:
        message_count(message, (unsigned)n, "kwinty.feature.ways:own,n",
                      "It leaves %s %d way to five.", "It leaves %s %d ways to five.", own, n);
        return n > 0;
    default:
        if (n > 0)
            message_count(message, (unsigned)n, "kwinty.feature.their-places:name,n",
                          "%s has %d place left for a block.", "%s has %d places left for a block.",
                          name, n);
        else
            message_set(message, "kwinty.feature.their-places.none:name",
                        "%s has no place left for a block.", name);
        return true;
    }
}

bool kwinty_say_feature(unsigned feature, int number, const char *own, const char *name,
                        const char *answer, struct message *message)
{
    switch (feature) {
    case FIVE:
        message_set(message, "kwinty.feature.five", "It makes five.");
        return number > 0;
    case THEIR_FIVE:
        if (number)
            message_set(message, "kwinty.feature.their-five:name,answer",
                        "%s can then make five with %s.", name, answer);
        else
            message_set(message, "kwinty.feature.their-five.not:name",
                        "It leaves %s no way to five.", name);
        return true;
    case UNSTOPPABLE:
        message_set(message, "kwinty.feature.unstoppable:name,own",
                    "Whatever %s answers, %s makes five next.", name, own);
        return number > 0;
    case THEIR_DOUBLE:
        if (number)
            message_set(message, "kwinty.feature.their-double:name,answer",
                        "%s can answer %s, after which five cannot be stopped.", name, answer);
        else
            message_set(message, "kwinty.feature.their-double.not:name",
                        "%s has no answer after which five cannot be stopped.", name);
        return true;
    case OWN_DOUBLE:
        message_set(message, "kwinty.feature.own-double:name,own",
                    "If %s passed, %s could place a block after which five cannot be stopped.",
                    name, own);
        return number > 0;
    case THEIR_ROWS:
    case OWN_ROWS:
        return say_rows(feature, number, own, name, message);
    default:
        return say_answers(feature, number, own, name, message);
    }
}
