// SPDX-License-Identifier: MIT
// Putting positions together. There is always one totem, and what is not on the board is in hand:
// every draft is a sound position.
#include "game/edit.h"
#include "games/yoxii/yoxii.h"

enum { PIECES = 2 * YOXII_VALUES, TOTEM = PIECES, MOVE, ERASE, CLEAR };

// Pieces by seat, then by value.
static const struct edit_tool tools[] = {
    {"1", "white 1", &yoxii_piece_kind, .owner = 0, .value = 1},
    {"2", "white 2", &yoxii_piece_kind, .owner = 0, .value = 2},
    {"3", "white 3", &yoxii_piece_kind, .owner = 0, .value = 3},
    {"4", "white 4", &yoxii_piece_kind, .owner = 0, .value = 4},
    {"a", "red 1", &yoxii_piece_kind, .owner = 1, .value = 1},
    {"b", "red 2", &yoxii_piece_kind, .owner = 1, .value = 2},
    {"c", "red 3", &yoxii_piece_kind, .owner = 1, .value = 3},
    {"d", "red 4", &yoxii_piece_kind, .owner = 1, .value = 4},
    [TOTEM] = {"T", "totem", &yoxii_totem_kind, .owner = SCENE_NOBODY},
    [MOVE] = EDIT_MOVE,
    [ERASE] = EDIT_ERASE,
    [CLEAR] = EDIT_CLEAR,
};

enum { FIRST_TOOL = YOXII_SQUARES, NOTHING = -1 };

static void edit_scene_of(const struct game_position *draft, struct scene *s)
{
    yoxii_board_scene(yoxii_of(draft), s);
    edit_tools(s, tools, sizeof tools / sizeof *tools);
}

// What is on a square, as the tool that puts it.
static int piece_on(const struct yoxii_position *y, unsigned square)
{
    if (y->totem == square)
        return TOTEM;
    for (int seat = 0; seat < 2; seat++) {
        if (y->pieces[seat] >> square & 1)
            return seat * YOXII_VALUES + (int)yoxii_value(y, square) - 1;
    }
    return NOTHING;
}

// Takes a piece back into its hand.
static void erase(struct yoxii_position *y, unsigned square)
{
    int piece = piece_on(y, square);

    if (piece == NOTHING || piece == TOTEM)
        return;
    y->hand[piece / YOXII_VALUES] += UINT32_C(1) << 8 * (piece % YOXII_VALUES);
    y->pieces[piece / YOXII_VALUES] &= ~BIT(square);
    y->value_low &= ~BIT(square);
    y->value_high &= ~BIT(square);
}

static enum edit_answer put_piece(struct yoxii_position *y, int piece, unsigned square,
                                  struct error *e)
{
    unsigned value = (unsigned)piece % YOXII_VALUES;
    int seat = piece / YOXII_VALUES;

    if (y->totem == square) {
        error_set(e, "yoxii.edit.totem", "the totem stands there");
        return EDIT_REFUSED;
    }
    erase(y, square);
    if (yoxii_left(y, seat, value + 1) == 0) {
        error_set(e, "yoxii.edit.all", "all pieces of that value are on the board");
        return EDIT_REFUSED;
    }
    y->hand[seat] -= UINT32_C(1) << 8 * value;
    y->pieces[seat] |= BIT(square);
    y->value_low |= (uint64_t)(value & 1) << square;
    y->value_high |= (uint64_t)(value >> 1) << square;
    return EDIT_DONE;
}

static enum edit_answer put_totem(struct yoxii_position *y, unsigned square)
{
    erase(y, square);
    y->totem = square;
    return EDIT_DONE;
}

static enum edit_answer move_piece(struct yoxii_position *y, const struct game_path *path,
                                   struct error *e)
{
    unsigned from = yoxii_square_of[path->at[1]];
    int piece = piece_on(y, from);

    if (piece == NOTHING)
        return edit_no_piece(e);
    if (path->count == 2)
        return EDIT_MORE;
    unsigned to = yoxii_square_of[path->at[2]];
    if (piece == TOTEM)
        return put_totem(y, to);
    erase(y, from);
    return put_piece(y, piece, to, e);
}

static enum edit_answer take_away(struct yoxii_position *y, unsigned square, struct error *e)
{
    int piece = piece_on(y, square);

    if (piece == NOTHING || piece == TOTEM) {
        if (piece == TOTEM)
            error_set(e, "yoxii.edit.totem-moves", "the totem can only be moved");
        else
            edit_nothing(e);
        return EDIT_REFUSED;
    }
    erase(y, square);
    return EDIT_DONE;
}

// A piece put where the same one is is taken away.
static enum edit_answer edit(struct game_position *draft, const struct game_path *path,
                             struct error *e)
{
    struct yoxii_position *y = (struct yoxii_position *)draft->bytes;
    int tool = path->at[0] - FIRST_TOOL;

    if (tool == CLEAR) {
        for (game_spot spot = 0; spot < YOXII_SQUARES; spot++)
            erase(y, yoxii_square_of[spot]);
        return EDIT_DONE;
    }
    if (path->count == 1)
        return EDIT_MORE;
    if (tool == MOVE)
        return move_piece(y, path, e);
    unsigned square = yoxii_square_of[path->at[1]];
    if (tool == TOTEM)
        return put_totem(y, square);
    if (tool == ERASE || tool == piece_on(y, square))
        return take_away(y, square, e);
    return put_piece(y, tool, square, e);
}

static void begin_turn(struct game_position *draft, int seat)
{
    ((struct yoxii_position *)draft->bytes)->seat = (uint32_t)seat;
}

const struct game_editor yoxii_editor = {
    .read = yoxii_read,
    .scene = edit_scene_of,
    .edit = edit,
    .turn = begin_turn,
};
