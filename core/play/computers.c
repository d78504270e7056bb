// SPDX-License-Identifier: MIT
// Creates the players of a game and derives their seeds.
#include "play/computers.h"

#include <string.h>

#include "base/hash.h"

void computers_init(struct computers *c, think_clock *clock)
{
    memset(c, 0, sizeof *c);
    c->clock = clock;
}

static void dismiss(struct computers *c, unsigned player)
{
    if (c->created[player])
        player_clear(&c->players[player]);
    c->created[player] = false;
}

void computers_clear(struct computers *c)
{
    for (unsigned player = 0; player < GAME_MAX_SEATS; player++)
        dismiss(c, player);
}

// The player of a seat.
static unsigned player_of(const struct computers *c, int seat)
{
    return ((unsigned)seat + c->first) % c->count;
}

// The players' randomness differs from that of the deal, which has the same seed, and between
// seatings. The figures of docs/levels.md depend on it.
static void draw_seeds(struct computers *c, uint64_t seed)
{
    struct random r =
        random_from_seed(hash_mix(hash_word(hash_word(0, seed), (uint64_t)c->first + 1)));

    for (unsigned player = 0; player < c->count; player++)
        c->seeds[player] = random_next(&r);
}

void computers_begin(struct computers *c, const struct match_setup *setup)
{
    int seats = game_seats(setup->game, &setup->options);
    char texts[GAME_MAX_SEATS][MATCH_NAME_BYTES] = {0};

    c->count = setup->contestants ? setup->contestants : (unsigned)seats;
    c->first = setup->first;
    for (int seat = 0; seat < seats; seat++) {
        if (setup->seats[seat].who == MATCH_COMPUTER)
            memcpy(texts[player_of(c, seat)], setup->seats[seat].player, MATCH_NAME_BYTES);
    }
    for (unsigned player = 0; player < GAME_MAX_SEATS; player++) {
        if (strcmp(texts[player], c->texts[player]) != 0)
            dismiss(c, player);
        memcpy(c->texts[player], texts[player], MATCH_NAME_BYTES);
        c->fresh[player] = true;
    }
    draw_seeds(c, setup->seed);
}

static bool create_player(struct computers *c, unsigned player, struct error *e)
{
    struct player_spec spec;

    if (!c->texts[player][0])
        return error_set(e, "computers.seat", "no computer has this seat");
    if (!c->created[player]) {
        if (!player_read(c->texts[player], &spec, e) ||
            !player_init(&c->players[player], &spec, c->clock, e))
            return false;
        c->created[player] = true;
    }
    if (c->fresh[player])
        player_new_game(&c->players[player], c->seeds[player]);
    c->fresh[player] = false;
    return true;
}

bool computers_choose(struct computers *c, int seat, const struct history *history,
                      const struct think_watch *watch, game_action *action, struct error *e)
{
    unsigned player = player_of(c, seat);

    if (!create_player(c, player, e))
        return false;
    c->players[player].watch = watch ? *watch : (struct think_watch){0};
    *action = player_choose(&c->players[player], history);
    return true;
}

size_t computers_megabytes(const struct computers *c)
{
    struct player_spec spec;
    struct error e;
    size_t sum = 0;

    for (unsigned player = 0; player < c->count; player++) {
        if (c->texts[player][0] && player_read(c->texts[player], &spec, &e))
            sum += player_megabytes(&spec) ? player_megabytes(&spec) : 1;
    }
    return sum;
}
