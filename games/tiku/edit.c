// SPDX-License-Identifier: MIT
// Putting positions together. A draft may have any number of figures and discs; supplies follow
// from the discs.
#include "game/edit.h"
#include "games/tiku/tiku.h"

enum {
    WHITE_FIGURE,
    BLACK_FIGURE,
    WHITE_DISC,
    BLACK_DISC,
    MOVE,
    ERASE,
    CLEAR,
    WHITE_RINGED,
    BLACK_RINGED
};

// Figures with a ring come last: they are only there with diagonal moves.
static const struct edit_tool tools[] = {
    [WHITE_FIGURE] = {"w", "white figure", &tiku_kinds[TIKU_FIGURE], .owner = 0},
    [BLACK_FIGURE] = {"b", "black figure", &tiku_kinds[TIKU_FIGURE], .owner = 1},
    [WHITE_DISC] = {"o", "white disc", &tiku_kinds[TIKU_DISC], .owner = 0},
    [BLACK_DISC] = {"x", "black disc", &tiku_kinds[TIKU_DISC], .owner = 1},
    [MOVE] = EDIT_MOVE,
    [ERASE] = EDIT_ERASE,
    [CLEAR] = EDIT_CLEAR,
    [WHITE_RINGED] = {"W", "white figure with a ring", &tiku_kinds[TIKU_RINGED], .owner = 0},
    [BLACK_RINGED] = {"B", "black figure with a ring", &tiku_kinds[TIKU_RINGED], .owner = 1},
};

enum { FIRST_TOOL = TIKU_SIDE * TIKU_SIDE, NOTHING = -1 };

static void edit_scene_of(const struct game_position *draft, struct scene *s)
{
    bool rings = tiku_of(draft)->turn & TIKU_TURN_DIAGONAL;

    tiku_board_scene(tiku_of(draft), s);
    edit_tools(s, tools, rings ? BLACK_RINGED + 1 : CLEAR + 1);
}

// What stands on a square, as the tool that puts it.
static int piece_on(const struct tiku_position *t, uint64_t square)
{
    for (int seat = 0; seat < 2; seat++) {
        if (t->figures[seat] & square)
            return (t->ringed & square ? WHITE_RINGED : WHITE_FIGURE) + seat;
        if (t->discs[seat] & square)
            return WHITE_DISC + seat;
    }
    return NOTHING;
}

static void erase(struct tiku_position *t, uint64_t squares)
{
    for (int seat = 0; seat < 2; seat++) {
        t->figures[seat] &= ~squares;
        t->discs[seat] &= ~squares;
    }
    t->ringed &= ~squares;
}

static void put_piece(struct tiku_position *t, int piece, uint64_t square)
{
    erase(t, square);
    if (piece == WHITE_DISC || piece == BLACK_DISC)
        t->discs[piece - WHITE_DISC] |= square;
    else if (piece == WHITE_FIGURE || piece == BLACK_FIGURE)
        t->figures[piece - WHITE_FIGURE] |= square;
    else {
        t->figures[piece - WHITE_RINGED] |= square;
        t->ringed |= square;
    }
}

static enum edit_answer move_piece(struct tiku_position *t, const struct game_path *path,
                                   struct error *e)
{
    uint64_t from = BIT(tiku_square_of_spot(path->at[1]));
    int piece = piece_on(t, from);

    if (piece == NOTHING)
        return edit_no_piece(e);
    if (path->count == 2)
        return EDIT_MORE;
    erase(t, from);
    put_piece(t, piece, BIT(tiku_square_of_spot(path->at[2])));
    return EDIT_DONE;
}

// A piece put where the same one stands is taken away.
static enum edit_answer edit(struct game_position *draft, const struct game_path *path,
                             struct error *e)
{
    struct tiku_position *t = (struct tiku_position *)draft->bytes;
    int tool = path->at[0] - FIRST_TOOL;

    if (tool == CLEAR) {
        erase(t, TIKU_BOARD);
        return EDIT_DONE;
    }
    if (path->count == 1)
        return EDIT_MORE;
    if (tool == MOVE)
        return move_piece(t, path, e);
    uint64_t square = BIT(tiku_square_of_spot(path->at[1]));
    int there = piece_on(t, square);
    if (tool == ERASE && there == NOTHING)
        return edit_nothing(e);
    if (tool == ERASE || tool == there)
        erase(t, square);
    else
        put_piece(t, tool, square);
    return EDIT_DONE;
}

static void begin_turn(struct game_position *draft, int seat)
{
    struct tiku_position *t = (struct tiku_position *)draft->bytes;

    t->turn = (t->turn & TIKU_TURN_DIAGONAL) | (uint64_t)seat;
}

const struct game_editor tiku_editor = {
    .read = tiku_draft,
    .scene = edit_scene_of,
    .edit = edit,
    .turn = begin_turn,
};
