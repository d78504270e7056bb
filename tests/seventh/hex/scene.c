// SPDX-License-Identifier: MIT
// Describes the position: a rhombus of hexagons, each row half a cell further to the right than the one below, whose
// edges have owners; the stones; the chain that has won; and the button of the swap.
#include "games/hex/hex.h"

const struct scene_kind hex_stone = {"stone", "stone", SCENE_STONE, SCENE_NO_EMBLEM};

static const struct scene_mark_kind chain = {"chain", "part of the chain that has won",
                                             SCENE_DECIDING};

// In the two blunt corners a side lies between the edges of both seats: it is drawn as Teal's.
static void add_edges(const struct hex_position *h, struct scene *s)
{
    unsigned last = hex_size(h) - 1;

    for (unsigned i = 0; i <= last; i++) {
        unsigned top = last * (last + 1) + i, left = i * (last + 1), right = left + last;
        scene_edge(s, (game_spot)i, SCENE_SOUTH_WEST | SCENE_SOUTH_EAST, HEX_TEAL);
        scene_edge(s, (game_spot)top, SCENE_NORTH_WEST | SCENE_NORTH_EAST, HEX_TEAL);
        scene_edge(s, (game_spot)left, SCENE_WEST | (i < last ? SCENE_NORTH_WEST : 0), HEX_ORANGE);
        scene_edge(s, (game_spot)right, SCENE_EAST | (i > 0 ? SCENE_SOUTH_EAST : 0), HEX_ORANGE);
    }
}

// The stones of the winner that hang together with both edges.
static uint64_t winning_chain(const struct hex_position *h)
{
    if (!(h->turn & HEX_TURN_OVER))
        return 0;
    unsigned winner = h->turn & HEX_TURN_WINNER ? HEX_ORANGE : HEX_TEAL;
    uint64_t own = h->stones[winner];
    return hex_flood(own & hex_edge(h, winner, false), own) &
           hex_flood(own & hex_edge(h, winner, true), own);
}

static void add_stones(const struct hex_position *h, struct scene *s)
{
    uint64_t won = winning_chain(h);

    for (game_spot spot = 0; spot < hex_swap_spot(h); spot++) {
        unsigned cell = hex_cell_of_spot(h, spot);
        for (int seat = 0; seat < 2; seat++) {
            if (h->stones[seat] >> cell & 1)
                scene_put(s, spot, 1, seat,
                          (struct scene_look){.kind = &hex_stone, .glyph = "to"[seat]});
        }
        if (won >> cell & 1)
            scene_mark(s, &chain, spot, 0);
    }
}

void hex_board_scene(const struct hex_position *h, struct scene *s)
{
    int size = (int)hex_size(h);

    scene_rhombus(s, scene_panel(s, "board", "Board", SCENE_FLAT), size, size, 1);
    add_edges(h, s);
    add_stones(h, s);
    for (int seat = 0; seat < 2; seat++) {
        struct scene_counter *counter =
            scene_counter(s, "stones", "stones laid", seat, bits_count(h->stones[seat]));
        counter->minor = true;
        counter->look.kind = &hex_stone;
    }
}

// The chain is marked on any board that has one.
static void add_verdict(const struct hex_position *h, struct scene *s)
{
    uint64_t won = winning_chain(h);

    if (h->turn & HEX_TURN_WINNER)
        scene_verdict(s, "hex.end.orange", "A chain of orange stones joins Orange's two edges.");
    else
        scene_verdict(s, "hex.end.teal", "A chain of teal stones joins Teal's two edges.");
    for (game_spot spot = 0; spot < hex_swap_spot(h); spot++) {
        if (won >> hex_cell_of_spot(h, spot) & 1)
            scene_decides(s, NULL, spot);
    }
}

void hex_scene(const struct game_position *p, int seat, struct scene *s)
{
    const struct hex_position *h = hex_of(p);

    (void)seat;
    hex_board_scene(h, s);
    if (h->turn & HEX_TURN_SWAP)
        scene_spot(s, scene_panel(s, "turn", "Turn", SCENE_TRAY), SCENE_BUTTON, 0, 0, "swap");
    if (s->status.result.over)
        add_verdict(h, s);
    scene_lay(s, (struct scene_look){.kind = &hex_stone, .glyph = "to"[s->status.to_act]});
    s->status.step = hex_may_swap(h) ? "swap" : "lay";
    s->status.prompt = hex_may_swap(h) ? "Lay a stone, or swap: take over the first one."
                                       : "Lay a stone on an empty cell.";
}
