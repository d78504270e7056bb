// SPDX-License-Identifier: MIT
// The board as numbers, for those who learn the game. An action is the square of a capture, then
// comes the stop, and with three players a take by the number of crosses from the next seat. Planes
// show each colour, in the tower level by level; then the star, the turn, what each seat holds, and
// the colours of seats as far as the seat that looks knows them.
#include "game/learn.h"
#include "games/masker/masker.h"

enum { MOST_TAKES = 13, CROSSES = MASKER_KINDS - 1 };
enum { OTHER_STAR, OTHER_FREE, OTHER_CAPTURES, OTHER_PLANES };

static unsigned levels_of(unsigned tower)
{
    return tower ? MASKER_LEVELS : 1;
}

static void space(const struct game_options *options, struct learn_space *s)
{
    unsigned players = options->value[0] + 2u, tower = options->value[1];
    unsigned side = tower ? 3 : 6;
    unsigned planes = levels_of(tower) * CROSSES + OTHER_PLANES + players * (1 + MASKER_COLOURS);

    *s = (struct learn_space){masker_stop(tower) + 1 + (players == 3 ? MOST_TAKES : 0), planes,
                              side, side};
}

static void number(const struct game_position *p, const game_action *list, unsigned count,
                   uint16_t *numbers)
{
    unsigned take = masker_stop(masker_of(p)->tower) + 1;

    for (unsigned i = 0; i < count; i++)
        numbers[i] = (uint16_t)(list[i] < MASKER_TAKE ? list[i] : list[i] - MASKER_TAKE + take);
}

static game_action numbered(const struct game_position *p, unsigned n)
{
    unsigned take = masker_stop(masker_of(p)->tower) + 1;

    return n < take ? n : n - take + MASKER_TAKE;
}

static void add_piles(const struct masker_position *p, unsigned cells, uint8_t *out)
{
    for (uint64_t set = p->crosses; set;) {
        int square = bits_pop(&set), height = masker_height(p, square);
        for (int level = 0; level < height; level++)
            out[((unsigned)level * CROSSES + masker_cross(p, square, level) - 1) * cells +
                (unsigned)square] = 1;
    }
}

static void planes(const struct game_position *seen, int seat, uint8_t *out)
{
    const struct masker_position *p = masker_of(seen);
    unsigned cells = (unsigned)masker_squares(p), players = p->players;

    add_piles(p, cells, out);
    out += levels_of(p->tower) * CROSSES * cells;
    out[OTHER_STAR * cells + (unsigned)masker_star(p)] = 1;
    learn_fill(out, OTHER_FREE, cells, masker_free(p));
    learn_fill(out, OTHER_CAPTURES, cells, (unsigned)masker_captures(p));
    out += OTHER_PLANES * cells;
    for (unsigned i = 0; i < players; i++) {
        int whose = (int)(((unsigned)seat + i) % players);
        unsigned colour = p->colour[masker_side(p, whose)];
        learn_fill(out, i, cells, (unsigned)masker_held(p, whose));
        if (colour != MASKER_NO_COLOUR)
            learn_fill(out, players + i * MASKER_COLOURS + colour - 1, cells, 1);
    }
}

static void seat_name(unsigned plane, unsigned players, struct text *t)
{
    static const char *const whose[MASKER_SEATS] = {"own", "next seat", "second next seat",
                                                    "third next seat"};

    if (plane < players)
        text_format(t, "%s: crosses held (number)", whose[plane]);
    else
        text_format(t, "%s: is %s", whose[(plane - players) / MASKER_COLOURS],
                    masker_names[(plane - players) % MASKER_COLOURS + 1]);
}

static void name_plane(const struct game_options *options, unsigned plane, struct text *t)
{
    static const char *const others[OTHER_PLANES] = {"the colourless cross", "the capture is free",
                                                     "captures made (number)"};
    unsigned crosses = levels_of(options->value[1]) * CROSSES;

    if (plane >= crosses + OTHER_PLANES)
        seat_name(plane - crosses - OTHER_PLANES, options->value[0] + 2u, t);
    else if (plane >= crosses)
        text_add(t, others[plane - crosses]);
    else if (options->value[1])
        text_format(t, "level %u: %s", plane / CROSSES + 1, masker_names[plane % CROSSES + 1]);
    else
        text_add(t, masker_names[plane + 1]);
}

const struct game_learning masker_learning = {
    .space = space,
    .number = number,
    .numbered = numbered,
    .planes = planes,
    .name = name_plane,
};
