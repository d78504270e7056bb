// SPDX-License-Identifier: MIT
// Describes the position: a board of squares, the stones, how many lie there, and what decided
// the game.
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

// Whether a square is part of a line that one player has filled.
static bool in_line(const struct testrow_position *r, unsigned square)
{
    for (unsigned line = 0; line < TESTROW_LINES; line++) {
        const uint8_t *at = testrow_lines[line];
        bool part = at[0] == square || at[1] == square || at[2] == square;
        if (part && r->at[square] != TESTROW_EMPTY && testrow_has_line(r, line, r->at[square]))
            return true;
    }
    return false;
}

// Why the game ended, and the squares that show it: the line, or the whole board.
static void add_verdict(const struct testrow_position *r, struct scene *s)
{
    bool drawn = !testrow_has_row(r, TESTROW_WHITE) && !testrow_has_row(r, TESTROW_BLACK);

    if (testrow_has_row(r, TESTROW_WHITE))
        scene_verdict(s, "testrow.end.white", "White has three stones in a row.");
    else if (testrow_has_row(r, TESTROW_BLACK))
        scene_verdict(s, "testrow.end.black", "Black has three stones in a row.");
    else
        scene_verdict(s, "testrow.end.full", "The board is full, and nobody has three in a row.");
    for (game_spot square = 0; square < TESTROW_SQUARES; square++) {
        if (drawn || in_line(r, square))
            scene_decides(s, NULL, square);
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
