// SPDX-License-Identifier: MIT
// Describes the position: a rhombus of hexagons, each row half a cell further to the right than the one below, whose
// edges have owners; the stones; the chain that has won; and the button of the swap.
#include "games/testhex/testhex.h"

const struct scene_kind testhex_stone = {"stone", "stone", SCENE_STONE, SCENE_NO_EMBLEM};

static const struct scene_mark_kind chain = {"chain", "part of the chain that has won",
                                             SCENE_DECIDING};

// In the two blunt corners a side lies between the edges of both seats: it is drawn as Teal's.
static void add_edges(const struct testhex_position *h, struct scene *s)
{
    unsigned last = testhex_size(h) - 1;

    for (unsigned i = 0; i <= last; i++) {
        unsigned top = last * (last + 1) + i, left = i * (last + 1), right = left + last;
        scene_edge(s, (game_spot)i, SCENE_SOUTH_WEST | SCENE_SOUTH_EAST, TESTHEX_TEAL);
        scene_edge(s, (game_spot)top, SCENE_NORTH_WEST | SCENE_NORTH_EAST, TESTHEX_TEAL);
        scene_edge(s, (game_spot)left, SCENE_WEST | (i < last ? SCENE_NORTH_WEST : 0),
                   TESTHEX_ORANGE);
        scene_edge(s, (game_spot)right, SCENE_EAST | (i > 0 ? SCENE_SOUTH_EAST : 0),
                   TESTHEX_ORANGE);
    }
}

// The stones of the winner that hang together with both edges.
static uint64_t winning_chain(const struct testhex_position *h)
{
    if (!(h->turn & TESTHEX_TURN_OVER))
        return 0;
    unsigned winner = h->turn & TESTHEX_TURN_WINNER ? TESTHEX_ORANGE : TESTHEX_TEAL;
    uint64_t own = h->stones[winner];
    return testhex_flood(own & testhex_edge(h, winner, false), own) &
           testhex_flood(own & testhex_edge(h, winner, true), own);
}

static void add_stones(const struct testhex_position *h, struct scene *s)
{
    uint64_t won = winning_chain(h);

    for (game_spot spot = 0; spot < testhex_swap_spot(h); spot++) {
        unsigned cell = testhex_cell_of_spot(h, spot);
        for (int seat = 0; seat < 2; seat++) {
            if (h->stones[seat] >> cell & 1)
                scene_put(s, spot, 1, seat,
                          (struct scene_look){.kind = &testhex_stone, .glyph = "to"[seat]});
        }
        if (won >> cell & 1)
            scene_mark(s, &chain, spot, 0);
    }
}

void testhex_board_scene(const struct testhex_position *h, struct scene *s)
{
    int size = (int)testhex_size(h);

    scene_rhombus(s, scene_panel(s, "board", "Board", SCENE_FLAT), size, size, 1);
    add_edges(h, s);
    add_stones(h, s);
    for (int seat = 0; seat < 2; seat++) {
        struct scene_counter *counter =
            scene_counter(s, "stones", "stones laid", seat, bits_count(h->stones[seat]));
        counter->minor = true;
        counter->look.kind = &testhex_stone;
    }
}

// The chain is marked on any board that has one.
static void add_verdict(const struct testhex_position *h, struct scene *s)
{
    uint64_t won = winning_chain(h);

    if (h->turn & TESTHEX_TURN_WINNER)
        scene_verdict(s, "testhex.end.orange",
                      "A chain of orange stones joins Orange's two edges.");
    else
        scene_verdict(s, "testhex.end.teal", "A chain of teal stones joins Teal's two edges.");
    for (game_spot spot = 0; spot < testhex_swap_spot(h); spot++) {
        if (won >> testhex_cell_of_spot(h, spot) & 1)
            scene_decides(s, NULL, spot);
    }
}

void testhex_scene(const struct game_position *p, int seat, struct scene *s)
{
    const struct testhex_position *h = testhex_of(p);

    (void)seat;
    testhex_board_scene(h, s);
    if (h->turn & TESTHEX_TURN_SWAP)
        scene_spot(s, scene_panel(s, "turn", "Turn", SCENE_TRAY), SCENE_BUTTON, 0, 0, "swap");
    if (s->status.result.over)
        add_verdict(h, s);
    scene_lay(s, (struct scene_look){.kind = &testhex_stone, .glyph = "to"[s->status.to_act]});
    s->status.step = testhex_may_swap(h) ? "swap" : "lay";
    s->status.prompt = testhex_may_swap(h) ? "Lay a stone, or swap: take over the first one."
                                           : "Lay a stone on an empty cell.";
}
