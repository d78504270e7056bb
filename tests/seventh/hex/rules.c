// SPDX-License-Identifier: MIT
// The table of Hex and its rules: start, actions, results, keys. Two players fill a rhombus of hexagons; each owns
// two opposite edges and wins by joining them. The rules in words are in rules.md.
#include <string.h>

#include "base/hash.h"
#include "base/symmetry.h"
#include "games/hex/hex.h"

static void hex_start(const struct game_options *options, uint64_t seed, struct game_position *p)
{
    (void)seed;
    memset(p, 0, sizeof *p);
    *(struct hex_position *)p->bytes = (struct hex_position){
        .turn = (options->value[0] ? HEX_TURN_SMALL : 0) | (options->value[1] ? 0 : HEX_TURN_SWAP),
    };
}

static int hex_to_act(const struct game_position *p)
{
    return (int)hex_seat(hex_of(p));
}

static unsigned hex_actions(const struct game_position *p, game_action *list)
{
    const struct hex_position *h = hex_of(p);
    uint64_t empty = hex_empty(h);
    unsigned count = 0;

    if (h->turn & HEX_TURN_OVER)
        return 0;
    while (empty)
        list[count++] = (game_action)bits_pop(&empty);
    if (hex_may_swap(h))
        list[count++] = HEX_SWAP;
    return count;
}

// Whether a seat's stones join its two edges.
static bool joins(const struct hex_position *h, unsigned seat)
{
    uint64_t own = h->stones[seat];

    return hex_flood(own & hex_edge(h, seat, false), own) & hex_edge(h, seat, true);
}

// At most one seat joins its edges: every way across cuts the other's.
void hex_settle(struct hex_position *h)
{
    h->turn &= ~(uint64_t)(HEX_TURN_OVER | HEX_TURN_WINNER);
    for (unsigned seat = 0; seat < 2; seat++) {
        if (joins(h, seat))
            h->turn |= HEX_TURN_OVER | (seat ? HEX_TURN_WINNER : 0);
    }
}

// The first stone changes its owner, and its place by a mirror along the long diagonal: that turns the one's edges
// into the other's, so it is worth to Orange what it was worth to Teal.
static void swap(struct hex_position *h)
{
    unsigned cell = (unsigned)bits_first(h->stones[HEX_TEAL]);

    h->stones[HEX_TEAL] = 0;
    h->stones[HEX_ORANGE] = BIT(hex_cell(cell & 7, cell >> 3));
}

static void hex_apply(const struct game_position *before, game_action action,
                      struct game_position *after)
{
    struct hex_position next = *hex_of(before);
    unsigned seat = hex_seat(&next);

    next.turn ^= HEX_TURN_SEAT;
    if (action == HEX_SWAP) {
        swap(&next);
    } else {
        next.stones[seat] |= BIT(action);
        if (joins(&next, seat))
            next.turn |= HEX_TURN_OVER | (seat ? HEX_TURN_WINNER : 0);
    }
    *(struct hex_position *)after->bytes = next;
}

static void hex_action_path(const struct game_position *p, game_action action,
                            struct game_path *path)
{
    unsigned size = hex_size(hex_of(p));
    unsigned spot = action == HEX_SWAP ? size * size : (action >> 3) * size + (action & 7);

    *path = (struct game_path){1, {(game_spot)spot}};
}

static void hex_result(const struct game_position *p, struct game_result *result)
{
    const struct hex_position *h = hex_of(p);

    *result = (struct game_result){.over = h->turn & HEX_TURN_OVER};
    if (result->over)
        result->outcome[h->turn & HEX_TURN_WINNER ? HEX_ORANGE : HEX_TEAL] = GAME_WIN;
}

// ---------------------------------------------------------------------------------------------
// Keys
// ---------------------------------------------------------------------------------------------

static uint64_t key_of(uint64_t teal, uint64_t orange, uint64_t turn)
{
    return hash_mix(hash_word(hash_word(hash_word(0xa4093822299f31d0u, teal), orange), turn));
}

uint64_t hex_key(const struct game_position *p)
{
    const struct hex_position *h = hex_of(p);

    return key_of(h->stones[HEX_TEAL], h->stones[HEX_ORANGE], h->turn);
}

// The set turned by half a circle: cell n goes to 9 * (size - 1) - n.
static uint64_t turned(uint64_t cells, unsigned size)
{
    return symmetry_set(size, cells, SYMMETRY_COLUMNS | SYMMETRY_ROWS);
}

// Half a turn of the board leaves every edge with its owner and every neighbour a neighbour, and the mirror of the
// swap turns with it: the same game follows.
uint64_t hex_fold(const struct game_position *p)
{
    const struct hex_position *h = hex_of(p);
    uint64_t teal = turned(h->stones[HEX_TEAL], hex_size(h));
    uint64_t orange = turned(h->stones[HEX_ORANGE], hex_size(h));
    bool other =
        teal != h->stones[HEX_TEAL] ? teal < h->stones[HEX_TEAL] : orange < h->stones[HEX_ORANGE];

    return other ? key_of(teal, orange, h->turn) : hex_key(p);
}

static void hex_image(const struct game_position *p, unsigned image, struct game_position *other)
{
    struct hex_position h = *hex_of(p);

    for (unsigned seat = 0; image == 1 && seat < 2; seat++)
        h.stones[seat] = turned(h.stones[seat], hex_size(&h));
    *(struct hex_position *)other->bytes = h;
}

GAME_EXPORT const struct game game_hex = {
    .name = "hex",
    .title = "Hex",
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
    .rules = hex_rules,
    .rule_count = HEX_RULES,
    .position_size = sizeof(struct hex_position),
    .max_actions = HEX_MAX_ACTIONS,
    .max_path = 1,
    .chance_scale =
        50, // the likeliest for 16,757 results: selfplay --nodes 1000 --random-plies 4 --seed 1
    .start = hex_start,
    .read = hex_read,
    .write = hex_write,
    .to_act = hex_to_act,
    .actions = hex_actions,
    .apply = hex_apply,
    .action_text = hex_action_text,
    .action_path = hex_action_path,
    .result = hex_result,
    .scene = hex_scene,
    .why = hex_why,
    .say = hex_say,
    .key = hex_key,
    .evaluate = hex_evaluate,
    .order = hex_order,
    .editor = &hex_editor,
    .images = 2,
    .image = hex_image,
    .fold = hex_fold,
    .learning = GAME_LEARNING(hex_learning),
};
