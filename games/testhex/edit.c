// SPDX-License-Identifier: MIT
// Putting positions together. Every board is a position, so a draft is never unsound.
#include "game/edit.h"
#include "games/testhex/testhex.h"

enum { TEAL_STONE, ORANGE_STONE, MOVE, ERASE, CLEAR, NOTHING = -1 };

static const struct edit_tool tools[] = {
    [TEAL_STONE] = {"t", "teal stone", &testhex_stone, .owner = TESTHEX_TEAL},
    [ORANGE_STONE] = {"o", "orange stone", &testhex_stone, .owner = TESTHEX_ORANGE},
    [MOVE] = EDIT_MOVE,
    [ERASE] = EDIT_ERASE,
    [CLEAR] = EDIT_CLEAR,
};

static void edit_scene_of(const struct game_position *draft, struct scene *s)
{
    testhex_board_scene(testhex_of(draft), s);
    edit_tools(s, tools, sizeof tools / sizeof *tools);
}

// The stone on a cell, as the tool that puts it.
static int stone_on(const struct testhex_position *h, uint64_t cell)
{
    if (h->stones[TESTHEX_TEAL] & cell)
        return TEAL_STONE;
    return h->stones[TESTHEX_ORANGE] & cell ? ORANGE_STONE : NOTHING;
}

static void put_piece(struct testhex_position *h, int stone, uint64_t cell)
{
    h->stones[TESTHEX_TEAL] &= ~cell;
    h->stones[TESTHEX_ORANGE] &= ~cell;
    if (stone != NOTHING)
        h->stones[stone == ORANGE_STONE] |= cell;
}

static enum edit_answer move_piece(struct testhex_position *h, const struct game_path *path,
                                   struct error *e)
{
    uint64_t from = BIT(testhex_cell_of_spot(h, path->at[1]));
    int stone = stone_on(h, from);

    if (stone == NOTHING) {
        error_set(e, "testhex.no-stone", "there is no stone to move");
        return EDIT_REFUSED;
    }
    if (path->count == 2)
        return EDIT_MORE;
    put_piece(h, NOTHING, from);
    put_piece(h, stone, BIT(testhex_cell_of_spot(h, path->at[2])));
    return EDIT_DONE;
}

// A stone put where the same one lies is taken away.
static enum edit_answer use(struct testhex_position *h, const struct game_path *path,
                            struct error *e)
{
    int tool = path->at[0] - (int)testhex_swap_spot(h);

    if (tool == CLEAR) {
        h->stones[TESTHEX_TEAL] = h->stones[TESTHEX_ORANGE] = 0;
        return EDIT_DONE;
    }
    if (path->count == 1)
        return EDIT_MORE;
    if (tool == MOVE)
        return move_piece(h, path, e);
    uint64_t cell = BIT(testhex_cell_of_spot(h, path->at[1]));
    int there = stone_on(h, cell);
    if (tool == ERASE && there == NOTHING) {
        error_set(e, "testhex.nothing-there", "there is nothing to take away");
        return EDIT_REFUSED;
    }
    put_piece(h, tool == ERASE || tool == there ? NOTHING : tool, cell);
    return EDIT_DONE;
}

static enum edit_answer edit(struct game_position *draft, const struct game_path *path,
                             struct error *e)
{
    struct testhex_position *h = (struct testhex_position *)draft->bytes;
    enum edit_answer answer = use(h, path, e);

    if (answer == EDIT_DONE)
        testhex_settle(h);
    return answer;
}

static void begin_turn(struct game_position *draft, int seat)
{
    struct testhex_position *h = (struct testhex_position *)draft->bytes;

    h->turn = (h->turn & ~(uint64_t)TESTHEX_TURN_SEAT) | (uint64_t)seat;
}

const struct game_editor testhex_editor = {
    .read = testhex_read,
    .scene = edit_scene_of,
    .edit = edit,
    .turn = begin_turn,
};
