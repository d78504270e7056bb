// SPDX-License-Identifier: MIT
// Counting the games of a match.
#include "play/crosstable.h"

#include <assert.h>
#include <string.h>

static const char *const ends[] = {"rules", "time", "fault", "proof", "agreement", "length"};

const char *crosstable_end_text(enum crosstable_end end)
{
    return ends[end];
}

enum crosstable_end crosstable_end_read(const char *text)
{
    unsigned end = 0;

    while (end < CROSSTABLE_ENDS && strcmp(ends[end], text) != 0)
        end++;
    return (enum crosstable_end)end;
}

void crosstable_init(struct crosstable *t, unsigned players, unsigned table)
{
    memset(t, 0, sizeof *t);
    t->players = players;
    t->table = table;
    for (unsigned i = 0; i < players; i++)
        t->rows[i].score.seatings = table;
}

static void add_game(struct crosstable *t, const struct crosstable_game *g)
{
    for (unsigned seat = 0; seat < GAME_MAX_SEATS; seat++)
        t->rows[g->players[seat]].used += g->used[seat];
    for (unsigned seat = 0; seat < t->table; seat++) {
        struct crosstable_row *row = &t->rows[g->players[seat]];
        row->score.wins += g->half_points[seat] == GAME_WIN;
        row->score.draws += g->half_points[seat] == GAME_DRAW;
        row->score.losses += g->half_points[seat] == GAME_LOSS;
    }
    if (g->seat >= 0) {
        t->rows[g->players[g->seat]].on_time += g->end == CROSSTABLE_TIME;
        t->rows[g->players[g->seat]].failed += g->end == CROSSTABLE_FORFEIT;
    }
    for (unsigned seat = 0; t->table == 2 && seat < 2; seat++) {
        struct crosstable_cell *cell = &t->cells[g->players[seat]][g->players[1 - seat]];
        cell->games++;
        cell->half_points += g->half_points[seat];
    }
    t->games++;
}

void crosstable_add(struct crosstable *t, const struct crosstable_game *games, unsigned count)
{
    unsigned points[SCHEDULE_PLAYERS] = {0};

    assert(count <= t->table);
    for (unsigned i = 0; i < count; i++) {
        add_game(t, &games[i]);
        for (unsigned seat = 0; seat < t->table; seat++)
            points[games[i].players[seat]] += games[i].half_points[seat];
    }
    for (unsigned seat = 0; count == t->table && seat < t->table; seat++) {
        unsigned player = games[0].players[seat];
        score_add(&t->rows[player].score, points[player]);
        if (t->table == 2) {
            struct crosstable_cell *cell = &t->cells[player][games[0].players[1 - seat]];
            cell->pairs++;
            cell->pair_points += points[player];
            cell->pair_squares += (uint64_t)points[player] * points[player];
        }
    }
}

uint64_t crosstable_half_points(const struct crosstable *t, unsigned player)
{
    return 2 * (uint64_t)t->rows[player].score.wins + t->rows[player].score.draws;
}

void crosstable_order(const struct crosstable *t, unsigned order[SCHEDULE_PLAYERS])
{
    for (unsigned i = 0; i < t->players; i++) {
        double mean = score_mean(&t->rows[i].score);
        unsigned at = i;
        for (; at > 0 && score_mean(&t->rows[order[at - 1]].score) < mean; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}
