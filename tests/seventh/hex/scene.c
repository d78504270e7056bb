// SPDX-License-Identifier: MIT
// Describes the position: a rhombus of cells, each row half a cell further to the right than the one below, the
// stones, and the button of the swap.
#include "game/scene.h"
#include "games/hex/hex.h"

const struct scene_kind hex_stone = {"stone", "stone", SCENE_STONE, SCENE_NO_EMBLEM};

static void add_stones(const struct hex_position *h, struct scene *s)
{
    for (game_spot spot = 0; spot < hex_swap_spot(h); spot++) {
        for (int seat = 0; seat < 2; seat++) {
            if (h->stones[seat] >> hex_cell_of_spot(h, spot) & 1)
                scene_put(s, spot, 1, seat,
                          (struct scene_look){.kind = &hex_stone, .glyph = "to"[seat]});
        }
    }
}

// Teal's edges are the lower and the upper one, Orange's those at the left and at the right. Where they
// meet the corner is Teal's.
static void add_edges(int size, struct scene *s)
{
    for (int i = 0; i < size; i++) {
        scene_edge(s, (game_spot)i, SCENE_SOUTH_WEST | SCENE_SOUTH_EAST, HEX_TEAL);
        scene_edge(s, (game_spot)((size - 1) * size + i), SCENE_NORTH_WEST | SCENE_NORTH_EAST,
                   HEX_TEAL);
        scene_edge(s, (game_spot)(i * size),
                   i < size - 1 ? SCENE_WEST | SCENE_NORTH_WEST : SCENE_WEST, HEX_ORANGE);
        scene_edge(s, (game_spot)(i * size + size - 1),
                   i > 0 ? SCENE_EAST | SCENE_SOUTH_EAST : SCENE_EAST, HEX_ORANGE);
    }
}

void hex_board_scene(const struct hex_position *h, struct scene *s)
{
    int size = (int)hex_size(h);

    scene_rhombus(s, scene_panel(s, "board", "Board", SCENE_FLAT), size, size, 1);
    add_edges(size, s);
    add_stones(h, s);
    for (int seat = 0; seat < 2; seat++) {
        struct scene_counter *counter =
            scene_counter(s, "stones", "stones laid", seat, bits_count(h->stones[seat]));
        counter->minor = true;
        counter->look.kind = &hex_stone;
    }
}

void hex_scene(const struct game_position *p, int seat, struct scene *s)
{
    const struct hex_position *h = hex_of(p);

    (void)seat;
    hex_board_scene(h, s);
    if (h->turn & HEX_TURN_SWAP)
        scene_spot(s, scene_panel(s, "turn", "Turn", SCENE_TRAY), SCENE_BUTTON, 0, 0, "swap");
    s->status.step = hex_may_swap(h) ? "swap" : "lay";
    s->status.prompt = hex_may_swap(h) ? "Lay a stone, or swap: take over the first one."
                                       : "Lay a stone on an empty cell.";
}
