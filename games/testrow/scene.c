// SPDX-License-Identifier: MIT
// Describes the position: a board of squares, the stones, how many lie there, and what decided the game.
#include "games/testrow/testrow.h"

static const struct scene_kind stone = {"stone", "stone", SCENE_STONE, SCENE_NO_EMBLEM};

static struct scene_look look_of(int seat)
{
    return (struct scene_look){.kind = &stone, .glyph = "wb"[seat]};
}

static void add_stones(const struct testrow_position *r, struct scene *s)
{
    int laid[2] = {0, 0};

    for (game_spot square = 0; square < TESTROW_SQUARES; square++) {
        int seat = r->at[square];
        if (seat == TESTROW_EMPTY)
            continue;
        laid[seat]++;
        scene_put(s, square, 1, seat, look_of(seat));
    }
    for (int seat = 0; seat < 2; seat++) {
        struct scene_counter *counter = scene_counter(s, "stones", "stones", seat, laid[seat]);
        counter->minor = true;
        counter->look.kind = &stone;
    }
}

// Why the game ended, and the squares that show it.
static void add_verdict(const struct testrow_position *r, struct scene *s)
{
    if (testrow_has_row(r, TESTROW_WHITE))
        scene_verdict(s, "testrow.end.white", "White has three stones in a row.");
    else if (testrow_has_row(r, TESTROW_BLACK))
        scene_verdict(s, "testrow.end.black", "Black has three stones in a row.");
    else
        scene_verdict(s, "testrow.end.full", "The board is full, and nobody has three in a row.");
    for (unsigned line = 0; line < TESTROW_LINES; line++) {
        bool full =
            testrow_has_line(r, line, TESTROW_WHITE) || testrow_has_line(r, line, TESTROW_BLACK);
        for (unsigned i = 0; full && i < TESTROW_SIDE; i++)
            scene_decides(s, NULL, testrow_lines[line][i]);
    }
}

void testrow_scene(const struct game_position *p, int seat, struct scene *s)
{
    const struct testrow_position *r = testrow_of(p);

    (void)seat;
    scene_grid(s, scene_panel(s, "board", "Board", SCENE_FLAT), TESTROW_SIDE, TESTROW_SIDE);
    add_stones(r, s);
    if (s->status.result.over)
        add_verdict(r, s);
    scene_lay(s, look_of(s->status.to_act));
    s->status.step = "place";
    s->status.prompt = "Place a stone on an empty square.";
}
