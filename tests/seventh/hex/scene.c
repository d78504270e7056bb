// SPDX-License-Identifier: MIT
// Describes the position: a rhombus of cells, each row half a cell further to the right than the one below, the
// stones, and the button of the swap.
#include "game/scene.h"
#include "games/hex/hex.h"

static void add_stones(const struct hex_position *h, struct scene *s)
{
    for (game_spot spot = 0; spot < hex_swap_spot(h); spot++) {
        for (int seat = 0; seat < 2; seat++) {
            if (h->stones[seat] >> hex_cell_of_spot(h, spot) & 1)
                scene_piece(s, (struct scene_piece){
                                   .kind = "stone",
                                   .glyph = "to"[seat],
                                   .owner = (int8_t)seat,
                                   .level = 1,
                                   .rise = 1,
                                   .spot = spot,
                                   .other = spot,
                               });
        }
    }
}

void hex_board_scene(const struct hex_position *h, struct scene *s)
{
    int size = (int)hex_size(h);

    scene_grid(s, scene_panel(s, "board", "Board", SCENE_FLAT), size, size);
    for (unsigned spot = 0; spot < s->spot_count; spot++)
        s->spots[spot].x += (int16_t)((int)spot / size * SCENE_UNIT / 2);
    add_stones(h, s);
    for (int seat = 0; seat < 2; seat++)
        scene_counter(s, "stones", "stones laid", seat, bits_count(h->stones[seat]))->minor = true;
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
