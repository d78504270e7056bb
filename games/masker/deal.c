// SPDX-License-Identifier: MIT
// The start of a game, and what the seats know of it: views, and determinizations of the secret
// colours.
#include <assert.h>
#include <string.h>

#include "base/symmetry.h"
#include "games/masker/masker.h"

void masker_prepare(const struct game_options *options, struct masker_position *p)
{
    memset(p, 0, sizeof *p);
    p->players = (uint8_t)(options->value[0] + 2);
    p->tower = options->value[1];
    for (int seat = 0; seat < p->players; seat++)
        p->capacity[seat] = (uint8_t)masker_cap(p);
}

// Adds `count` crosses of each colour of players.
static unsigned add_colours(uint8_t *bag, unsigned size, int count)
{
    for (uint8_t colour = 1; colour <= MASKER_COLOURS; colour++) {
        for (int i = 0; i < count; i++)
            bag[size++] = colour;
    }
    return size;
}

static unsigned add_whites(uint8_t *bag, unsigned size)
{
    memset(bag + size, MASKER_WHITE, MASKER_WHITES);
    return size + MASKER_WHITES;
}

static void deal_flat(struct masker_position *p, struct random *r)
{
    uint8_t bag[MASKER_CROSSES] = {MASKER_NO_COLOUR}; // the star stands for itself as no colour

    add_whites(bag, add_colours(bag, 1, MASKER_EACH));
    random_shuffle(r, bag, MASKER_CROSSES);
    for (int square = 0; square < MASKER_SQUARES; square++) {
        if (bag[square] == MASKER_NO_COLOUR)
            p->star[1] = (uint8_t)square;
        else
            masker_push(p, square, bag[square]);
    }
}

// Nine crosses with at most two of each of five colours: two of each but one. The one that is left
// out goes up. All deals that the rule allows come with equal chance, because each colour leaves
// the same number of them.
static void deal_tower(struct masker_position *p, struct random *r)
{
    enum { PILES = 9, LOWEST = 2, UPPER = MASKER_CROSSES - 1 - PILES };
    uint8_t lowest[PILES + 1], upper[UPPER];
    unsigned upper_size = add_whites(upper, add_colours(upper, 0, MASKER_EACH - LOWEST));

    add_colours(lowest, 0, LOWEST);
    random_shuffle(r, lowest, PILES + 1);
    upper[upper_size] = lowest[PILES];
    random_shuffle(r, upper, UPPER);
    p->star[1] = (uint8_t)random_below(r, PILES);
    for (int square = 0, next = 0; square < PILES; square++) {
        int height = square == masker_star(p) ? MASKER_LEVELS - 1 : MASKER_LEVELS;
        masker_push(p, square, lowest[square]);
        for (int level = 1; level < height; level++)
            masker_push(p, square, upper[next++]);
    }
}

__attribute__((cold)) void masker_start(const struct game_options *options, uint64_t seed,
                                        struct game_position *p)
{
    struct random r = random_from_seed(seed);
    struct masker_position m;
    uint8_t colours[MASKER_COLOURS];

    masker_prepare(options, &m);
    if (m.tower)
        deal_tower(&m, &r);
    else
        deal_flat(&m, &r);
    add_colours(colours, 0, 1);
    random_shuffle(&r, colours, MASKER_COLOURS);
    memcpy(m.colour, colours, (size_t)masker_sides(&m));
    masker_settle(&m);
    assert(masker_seat(&m) == 0 && masker_sides_left(&m) == masker_sides(&m));
    memset(p, 0, sizeof *p);
    memcpy(p->bytes, &m, sizeof m);
}

void masker_view(const struct game_position *p, int seat, struct game_position *seen)
{
    struct masker_position m = *masker_of(p);

    // Whoever stays stays without a name as well, so neither the order of seats nor the targets
    // change.
    for (int side = 0; m.targets && side < masker_sides(&m); side++) {
        bool own = seat != GAME_PUBLIC && side == masker_side(&m, seat);
        if (own || m.colour[side] == MASKER_NO_COLOUR || !masker_side_stays(&m, side))
            continue;
        m.left[m.colour[side]] += MASKER_NOBODYS;
        m.colour[side] = MASKER_NO_COLOUR;
    }
    memcpy(seen->bytes, &m, sizeof m);
}

bool masker_complete(const struct game_position *p)
{
    const struct masker_position *m = masker_of(p);

    for (int side = 0; side < masker_sides(m); side++) {
        if (m->colour[side] == MASKER_NO_COLOUR)
            return false;
    }
    return true;
}

// Sides that a view leaves unknown are not eliminated: they have different colours that are still
// on the board. Drawing one after the other without putting back makes all choices equally likely.
void masker_determinize(const struct game_position *seen, struct random *r,
                        struct game_position *full)
{
    struct masker_position m = *masker_of(seen);
    unsigned candidates = masker_candidates(&m);

    for (int side = 0; side < masker_sides(&m); side++) {
        if (m.colour[side] != MASKER_NO_COLOUR)
            continue;
        assert(candidates !=
               0); // a side that is not known is not eliminated, so its colour is on the board
        uint64_t rest = candidates;
        for (uint32_t skip = random_below(r, (uint32_t)bits_count(candidates)); skip > 0; skip--)
            rest &= rest - 1;
        m.colour[side] = (uint8_t)bits_first(rest);
        candidates &= ~(1u << m.colour[side]);
    }
    masker_settle(&m);
    memcpy(full->bytes, &m, sizeof m);
}

// The same, one choice after the other: the sides that are not known count in colours, each
// different.
unsigned masker_determinizations(const struct game_position *seen, struct game_position *list)
{
    unsigned count = 1;

    list[0] = *seen;
    for (int side = 0; side < masker_sides(masker_of(seen)); side++) {
        if (masker_of(seen)->colour[side] != MASKER_NO_COLOUR)
            continue;
        // Each deal so far becomes one for each colour that it leaves.
        struct game_position wider[GAME_MAX_DETERMINIZATIONS];
        unsigned many = 0;
        for (unsigned i = 0; i < count; i++) {
            for (uint64_t rest = masker_candidates(masker_of(&list[i])); rest; rest &= rest - 1) {
                struct masker_position m = *masker_of(&list[i]);
                m.colour[side] = (uint8_t)bits_first(rest);
                masker_settle(&m);
                assert(many < GAME_MAX_DETERMINIZATIONS);
                wider[many] = list[i];
                memcpy(wider[many++].bytes, &m, sizeof m);
            }
        }
        // cppcheck-suppress uninitvar ; as many as were written
        memcpy(list, wider, many * sizeof *list);
        count = many;
    }
    return count;
}

// Colours that are hidden now were never named, so no side with one went out on the way: the counts
// of crosses that MASKER_NOBODYS keeps from coming down to 0 are right.
void masker_replay_view(const struct game_position *then, const struct game_position *now,
                        struct game_position *seen)
{
    struct masker_position m = *masker_of(then);

    memcpy(m.colour, masker_of(now)->colour, sizeof m.colour);
    masker_settle(&m);
    memcpy(seen->bytes, &m, sizeof m);
}

// The secret colour of the seat's side, counted from 0.
int masker_secret(const struct game_position *p, int seat)
{
    const struct masker_position *m = masker_of(p);

    return m->colour[masker_side(m, seat)] - 1;
}

// Sides of squares and of piles are all alike, and so are the deals: no turn of the board changes
// anything. Who holds what and who knows what stays.
void masker_apply_symmetry(const struct game_position *p, unsigned symmetry,
                           struct game_position *other)
{
    struct masker_position m = *masker_of(p);
    unsigned side = (unsigned)masker_width(&m);
    uint16_t pile[MASKER_SQUARES];

    memcpy(pile, m.pile, sizeof pile);
    for (unsigned square = 0; square < side * side; square++)
        m.pile[symmetry_square(side, square, symmetry)] = pile[square];
    m.star[1] = (uint8_t)symmetry_square(side, m.star[1], symmetry);
    masker_settle(&m);
    memcpy(other->bytes, &m, sizeof m);
}
