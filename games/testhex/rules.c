// SPDX-License-Identifier: MIT
// The table of Testhex and its rules: start, actions, results, keys. Two players fill a rhombus of hexagons; each owns
// two opposite edges and wins by joining them. The rules in words are in rules.md.
#include <string.h>

#include "base/hash.h"
#include "base/symmetry.h"
#include "games/testhex/testhex.h"

static void testhex_start(const struct game_options *options, uint64_t seed,
                          struct game_position *p)
{
    (void)seed;
    memset(p, 0, sizeof *p);
    *(struct testhex_position *)p->bytes = (struct testhex_position){
        .turn = (options->value[0] ? TESTHEX_TURN_SMALL : 0) |
                (options->value[1] ? 0 : TESTHEX_TURN_SWAP),
    };
}

static int testhex_to_act(const struct game_position *p)
{
    return (int)testhex_seat(testhex_of(p));
}

static unsigned testhex_actions(const struct game_position *p, game_action *list)
{
    const struct testhex_position *h = testhex_of(p);
    uint64_t empty = testhex_empty(h);
    unsigned count = 0;

    if (h->turn & TESTHEX_TURN_OVER)
        return 0;
    while (empty)
        list[count++] = (game_action)bits_pop(&empty);
    if (testhex_may_swap(h))
        list[count++] = TESTHEX_SWAP;
    return count;
}

// Whether a seat's stones join its two edges.
static bool joins(const struct testhex_position *h, unsigned seat)
{
    uint64_t own = h->stones[seat];

    return testhex_flood(own & testhex_edge(h, seat, false), own) & testhex_edge(h, seat, true);
}

// At most one seat joins its edges: every way across cuts the other's.
void testhex_settle(struct testhex_position *h)
{
    h->turn &= ~(uint64_t)(TESTHEX_TURN_OVER | TESTHEX_TURN_WINNER);
    for (unsigned seat = 0; seat < 2; seat++) {
        if (joins(h, seat))
            h->turn |= TESTHEX_TURN_OVER | (seat ? TESTHEX_TURN_WINNER : 0);
    }
}

// The first stone changes its owner, and its place by a mirror along the long diagonal: that turns the one's edges
// into the other's, so it is worth to Orange what it was worth to Teal.
static void swap(struct testhex_position *h)
{
    unsigned cell = (unsigned)bits_first(h->stones[TESTHEX_TEAL]);

    h->stones[TESTHEX_TEAL] = 0;
    h->stones[TESTHEX_ORANGE] = BIT(testhex_cell(cell & 7, cell >> 3));
}

static void testhex_apply(const struct game_position *before, game_action action,
                          struct game_position *after)
{
    struct testhex_position next = *testhex_of(before);
    unsigned seat = testhex_seat(&next);

    next.turn ^= TESTHEX_TURN_SEAT;
    if (action == TESTHEX_SWAP) {
        swap(&next);
    } else {
        next.stones[seat] |= BIT(action);
        if (joins(&next, seat))
            next.turn |= TESTHEX_TURN_OVER | (seat ? TESTHEX_TURN_WINNER : 0);
    }
    *(struct testhex_position *)after->bytes = next;
}

static void testhex_action_path(const struct game_position *p, game_action action,
                                struct game_path *path)
{
    unsigned size = testhex_size(testhex_of(p));
    unsigned spot = action == TESTHEX_SWAP ? size * size : (action >> 3) * size + (action & 7);

    *path = (struct game_path){1, {(game_spot)spot}};
}

static void testhex_result(const struct game_position *p, struct game_result *result)
{
    const struct testhex_position *h = testhex_of(p);

    *result = (struct game_result){.over = h->turn & TESTHEX_TURN_OVER};
    if (result->over)
        result->outcome[h->turn & TESTHEX_TURN_WINNER ? TESTHEX_ORANGE : TESTHEX_TEAL] = GAME_WIN;
}

// ---------------------------------------------------------------------------------------------
// Keys
// ---------------------------------------------------------------------------------------------

static uint64_t key_of(uint64_t teal, uint64_t orange, uint64_t turn)
{
    return hash_mix(hash_word(hash_word(hash_word(0xa4093822299f31d0u, teal), orange), turn));
}

static uint64_t testhex_key(const struct game_position *p)
{
    const struct testhex_position *h = testhex_of(p);

    return key_of(h->stones[TESTHEX_TEAL], h->stones[TESTHEX_ORANGE], h->turn);
}

// The set turned by half a circle: cell n goes to 9 * (size - 1) - n.
static uint64_t turned(uint64_t cells, unsigned size)
{
    return symmetry_set(size, cells, SYMMETRY_COLUMNS | SYMMETRY_ROWS);
}

// Half a turn of the board leaves every edge with its owner and every neighbour a neighbour, and the mirror of the
// swap turns with it: the same game follows.
static uint64_t testhex_canonical_key(const struct game_position *p)
{
    const struct testhex_position *h = testhex_of(p);
    uint64_t teal = turned(h->stones[TESTHEX_TEAL], testhex_size(h));
    uint64_t orange = turned(h->stones[TESTHEX_ORANGE], testhex_size(h));
    bool other = teal != h->stones[TESTHEX_TEAL] ? teal < h->stones[TESTHEX_TEAL]
                                                 : orange < h->stones[TESTHEX_ORANGE];

    return other ? key_of(teal, orange, h->turn) : testhex_key(p);
}

static void testhex_apply_symmetry(const struct game_position *p, unsigned symmetry,
                                   struct game_position *other)
{
    struct testhex_position h = *testhex_of(p);

    for (unsigned seat = 0; symmetry == 1 && seat < 2; seat++)
        h.stones[seat] = turned(h.stones[seat], testhex_size(&h));
    *(struct testhex_position *)other->bytes = h;
}

static const struct game_ui testhex_ui = {
    .scene = testhex_scene,
    .say = testhex_say,
    .editor = &testhex_editor,
};

static const struct game_ai testhex_ai = {
    .evaluate = testhex_evaluate,
    .chance_scale =
        50, // the likeliest for 16,757 results: selfplay --nodes 1000 --random-plies 4 --seed 1
    .order = testhex_order,
    .symmetries = 2,
    .apply_symmetry = testhex_apply_symmetry,
    .canonical_key = testhex_canonical_key,
};

GAME_EXPORT const struct game game_testhex = {
    .name = "testhex",
    .title = "Testhex",
    .goal = "Join your two edges.",
    .about = "Two players lay stones on a rhombus of hexagons, one a turn. Teal owns the edges at "
             "the bottom and at "
             "the top, Orange those on the left and on the right. Whoever joins both own edges by "
             "an unbroken chain "
             "of stones wins. Nothing is ever moved or captured, and no game is drawn.",
    .seat_names = {"Teal", "Orange"},
    .seat_colours = {PALETTE_TEAL, PALETTE_ORANGE},
    .options = {{"size", "Cells along an edge", {"7", "5"}, {0}},
                {"swap", "The second player may take over the first stone", {"on", "off"}, {0}}},
    .rules = testhex_rules,
    .rule_count = TESTHEX_RULES,
    .position_size = sizeof(struct testhex_position),
    .max_actions = TESTHEX_MAX_ACTIONS,
    .max_path = 1,
    .unlisted = true,
    .start = testhex_start,
    .read = testhex_read,
    .write = testhex_write,
    .to_act = testhex_to_act,
    .actions = testhex_actions,
    .apply = testhex_apply,
    .action_text = testhex_action_text,
    .action_path = testhex_action_path,
    .result = testhex_result,
    .why = testhex_why,
    .key = testhex_key,
    .ui = &testhex_ui,
    .ai = &testhex_ai,
    .coach = &testhex_coach,
    .learning = GAME_LEARNING(testhex_learning),
};
