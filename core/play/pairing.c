// SPDX-License-Identifier: MIT
// Pairing as maximum weight matching: each criterion is a cost that outweighs all less important
// ones together, and the weight of a pair is a large number minus its costs.
#include "play/pairing.h"

#include <stdlib.h>

#include "play/blossom.h"

// Each exceeds the largest possible sum of those after it, for PAIRING_MOST players.
#define COST_AGAIN  INT64_C(100000000000000000) // for every time that two have met, up to three
#define COST_BYE    INT64_C(100000000000000)    // for every place above the lowest
#define COST_POINTS INT64_C(100000000)          // for the square of the difference
#define COST_SEAT   INT64_C(100000)
#define WEIGHT      INT64_C(500000000000000000)

enum { MOST_AGAIN = 3, MOST_POINTS = 60, MOST_SEAT = 7 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

// ---------------------------------------------------------------------------------------------
// Seats
// ---------------------------------------------------------------------------------------------

// The cost for a player of the first seat (sign 1) or the second (-1).
static int seat_cost(const struct pairing_player *p, int sign)
{
    int balance = abs(p->balance + sign), run = p->run * sign;

    return (balance > 1 ? (balance - 1) * (balance - 1) : 0) + (run >= 2 ? 4 : run == 1);
}

// Whether the first of two should have the first seat.
static bool takes_first(const struct pairing_player *a, const struct pairing_player *b, int *cost)
{
    int so = seat_cost(a, 1) + seat_cost(b, -1), otherwise = seat_cost(a, -1) + seat_cost(b, 1);

    *cost = least(least(so, otherwise), MOST_SEAT);
    if (so != otherwise)
        return so < otherwise;
    return a->balance <= b->balance;
}

static struct pairing seat(const struct pairing_player *players, int a, int b, bool swap)
{
    int cost;
    bool first = takes_first(&players[a], &players[b], &cost);

    // Two players without games alternate down the list.
    if (players[a].run == 0 && players[b].run == 0)
        first = !swap;
    return first ? (struct pairing){a, b} : (struct pairing){b, a};
}

// ---------------------------------------------------------------------------------------------
// Swiss
// ---------------------------------------------------------------------------------------------

// The score group of a player: its first place and its size.
static void group_of(const struct pairing_player *players, int count, int at, int *first, int *size)
{
    *first = at;
    while (*first > 0 && players[*first - 1].points == players[at].points)
        --*first;
    *size = at + 1 - *first;
    while (*first + *size < count && players[*first + *size].points == players[at].points)
        ++*size;
}

// In a score group the upper half meets the lower half in order; floaters come from the group's
// edge.
static int64_t slide_cost(const struct pairing_player *players, int count, int a, int b)
{
    int first, size, other, other_size;

    group_of(players, count, a, &first, &size);
    if (players[a].points == players[b].points) {
        bool halves = a - first < size / 2 && b - first >= size / 2;
        return abs(b - a - size / 2) + (halves ? 0 : size);
    }
    group_of(players, count, b, &other, &other_size);
    return (first + size - 1 - a) + (b - other);
}

static int64_t swiss_weight(const struct pairing_player *players, int count, int a, int b,
                            const uint8_t *met)
{
    int points = least(abs(players[a].points - players[b].points), MOST_POINTS), cost;

    takes_first(&players[a], &players[b], &cost);
    return WEIGHT - COST_AGAIN * least(met[a * count + b], MOST_AGAIN) -
           COST_POINTS * points * points - COST_SEAT * cost - slide_cost(players, count, a, b);
}

// The bye is a player, whom everybody meets at most once.
static int64_t bye_weight(const struct pairing_player *players, int count, int a)
{
    return WEIGHT - (players[a].had_bye ? COST_AGAIN : 0) - COST_BYE * (count - 1 - a);
}

static void swiss_weights(const struct pairing_player *players, int count, const uint8_t *met,
                          int size, int64_t *weights)
{
    for (int a = 0; a < size; a++) {
        for (int b = a + 1; b < size; b++) {
            int64_t w = b == count ? bye_weight(players, count, a)
                                   : swiss_weight(players, count, a, b, met);
            weights[a * size + b] = weights[b * size + a] = w;
        }
    }
}

int pairing_swiss(const struct pairing_player *players, int count, const uint8_t *met,
                  struct pairing *pairs)
{
    int size = count + count % 2, made = 0, bye = -1;
    int64_t *weights = calloc((size_t)size * (size_t)size + 1, sizeof *weights);
    int *mates = calloc((size_t)size + 1, sizeof *mates);

    if (weights)
        swiss_weights(players, count, met, size, weights);
    if (!weights || !mates || !blossom_max_weight_matching(weights, size, mates))
        made = -1;
    for (int a = 0; made >= 0 && a < count; a++) {
        if (mates[a] == count)
            bye = a;
        else if (mates[a] > a) {
            pairs[made] = seat(players, a, mates[a], made % 2);
            made++;
        }
    }
    if (bye >= 0)
        pairs[made++] = (struct pairing){bye, PAIRING_BYE};
    free(weights);
    free(mates);
    return made;
}

// ---------------------------------------------------------------------------------------------
// Arena
// ---------------------------------------------------------------------------------------------

int pairing_arena(const struct pairing_player *players, int count, bool again,
                  struct pairing *pairs)
{
    int64_t *weights = calloc((size_t)count * (size_t)count + 1, sizeof *weights);
    int *mates = calloc((size_t)count + 1, sizeof *mates);
    int made = 0, cost;

    for (int a = 0; weights && a < count; a++) {
        for (int b = a + 1; b < count; b++) {
            bool met = players[a].last == b || players[b].last == a;
            takes_first(&players[a], &players[b], &cost);
            int64_t w = WEIGHT - COST_SEAT * (b - a) * (b - a) - COST_SEAT / 10 * cost -
                        (met ? COST_AGAIN : 0);
            weights[a * count + b] = weights[b * count + a] = met && !again ? 0 : w;
        }
    }
    if (!weights || !mates || !blossom_max_weight_matching(weights, count, mates))
        made = -1;
    for (int a = 0; made >= 0 && a < count; a++) {
        if (mates[a] > a) {
            pairs[made] = seat(players, a, mates[a], made % 2);
            made++;
        }
    }
    free(weights);
    free(mates);
    return made;
}

// ---------------------------------------------------------------------------------------------
// Round robin
// ---------------------------------------------------------------------------------------------

int pairing_robin_rounds(int count)
{
    return count + count % 2 - 1;
}

// The circle method: the last player is fixed, the others rotate, and opposite players meet.
int pairing_robin(int count, int round, struct pairing *pairs)
{
    int size = count + count % 2, ring = size - 1, made = 0, bye = -1;
    bool back = round / ring % 2;
    int turn = round % ring;

    for (int i = 0; i < size / 2; i++) {
        int a = (turn + i) % ring, b = i ? (turn + ring - i) % ring : ring;
        bool swap = (i ? false : turn % 2 != 0) != back;
        if (b == count) // one too many
            bye = a;
        else
            pairs[made++] = swap ? (struct pairing){b, a} : (struct pairing){a, b};
    }
    if (bye >= 0)
        pairs[made++] = (struct pairing){bye, PAIRING_BYE};
    return made;
}
