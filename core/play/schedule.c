// SPDX-License-Identifier: MIT
// Every cycle of groups has all sets of players once, so that a match that is stopped early has
// measured all players about equally.
#include "play/schedule.h"

#include <assert.h>
#include <stdlib.h>

#include "play/pairing.h"

// The binomial coefficient.
static uint64_t ways(unsigned many, unsigned few)
{
    uint64_t n = 1;

    if (few > many)
        return 0;
    for (unsigned i = 1; i <= few; i++)
        n = n * (many - few + i) / i;
    return n;
}

// The number of sets of players in a cycle.
static uint64_t meetings(const struct schedule *s)
{
    if (s->kind == SCHEDULE_SWISS)
        return s->players / 2;
    if (s->kind == SCHEDULE_GAUNTLET)
        return ways(s->players - 1, s->table - 1);
    return ways(s->players, s->table);
}

uint64_t schedule_groups(const struct schedule *s)
{
    return meetings(s) * s->each * (s->kind == SCHEDULE_SWISS ? s->rounds : 1);
}

// Set number `number` of `few` players from `first` on, in alphabetical order.
static void choose(uint64_t number, unsigned first, unsigned many, unsigned few, unsigned *players)
{
    for (; few > 0; few--) {
        uint64_t with;
        while (number >= (with = ways(many - first - 1, few - 1))) {
            number -= with;
            first++;
        }
        *players++ = first++;
    }
}

uint64_t schedule_round_begins(const struct schedule *s, unsigned round)
{
    return meetings(s) * s->each * round;
}

bool schedule_knows(const struct schedule *s, uint64_t group)
{
    return s->kind != SCHEDULE_SWISS || group < schedule_round_begins(s, s->paired);
}

void schedule_group(const struct schedule *s, uint64_t group, unsigned players[GAME_MAX_SEATS],
                    uint64_t *deal)
{
    uint64_t all = meetings(s);

    assert(schedule_knows(s, group) && group < schedule_groups(s));
    *deal = group / all;
    if (s->kind == SCHEDULE_ROBIN) {
        choose(group % all, 0, s->players, s->table, players);
    } else if (s->kind == SCHEDULE_GAUNTLET) {
        players[0] = 0;
        choose(group % all, 1, s->players, s->table - 1, players + 1);
    } else {
        const uint8_t *pair = s->round[*deal / s->each].players[group % all];
        players[0] = pair[0];
        players[1] = pair[1];
    }
}

// ---------------------------------------------------------------------------------------------
// Swiss
// ---------------------------------------------------------------------------------------------

unsigned schedule_byes(const struct schedule *s, unsigned player)
{
    unsigned byes = 0;

    for (unsigned i = 0; i < s->paired; i++)
        byes += s->round[i].bye == (int)player;
    return byes;
}

// Players by points, then in the order in which they were named.
static void rank(const struct schedule *s, const uint64_t *half_points, unsigned *order)
{
    for (unsigned i = 0; i < s->players; i++) {
        unsigned at = i;
        for (; at > 0 && half_points[order[at - 1]] < half_points[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

// How often two have met, by their places.
static void count_meetings(const struct schedule *s, const unsigned *order, uint8_t *met)
{
    unsigned place[SCHEDULE_PLAYERS];

    for (unsigned i = 0; i < s->players; i++)
        place[order[i]] = i;
    for (unsigned round = 0; round < s->paired; round++) {
        for (unsigned i = 0; i < s->players / 2; i++) {
            unsigned a = place[s->round[round].players[i][0]];
            unsigned b = place[s->round[round].players[i][1]];
            met[a * s->players + b]++;
            met[b * s->players + a]++;
        }
    }
}

bool schedule_pair(struct schedule *s, const uint64_t *half_points)
{
    struct pairing_player players[SCHEDULE_PLAYERS];
    struct pairing pairs[SCHEDULE_PLAYERS];
    unsigned order[SCHEDULE_PLAYERS], filled = 0;
    uint8_t *met = calloc((size_t)s->players * s->players, 1);

    assert(s->kind == SCHEDULE_SWISS && s->paired < s->rounds);
    if (!met)
        return false;
    rank(s, half_points, order);
    count_meetings(s, order, met);
    // A group has every seating, so seats need no balance. Points are those of a meeting of one
    // group.
    for (unsigned i = 0; i < s->players; i++)
        players[i] = (struct pairing_player){.points = (int)(half_points[order[i]] / s->each),
                                             .had_bye = schedule_byes(s, order[i]) > 0,
                                             .last = -1};
    int count = pairing_swiss(players, (int)s->players, met, pairs);
    free(met);
    s->round[s->paired].bye = -1;
    for (int i = 0; i < count; i++) {
        unsigned first = order[pairs[i].first];
        if (pairs[i].second == PAIRING_BYE) {
            s->round[s->paired].bye = (int)first;
            continue;
        }
        s->round[s->paired].players[filled][0] = (uint8_t)first;
        s->round[s->paired].players[filled++][1] = (uint8_t)order[pairs[i].second];
    }
    s->paired += count >= 0;
    return count >= 0;
}
