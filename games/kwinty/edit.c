// SPDX-License-Identifier: MIT
// Putting walls together. A draft may have holes and blocks in the air, but it is no wider than a
// wall can be.
#include <string.h>

#include "game/edit.h"
#include "games/kwinty/kwinty.h"

enum { WHITE, BLACK, ERASE, CLEAR };

static const struct edit_tool tools[] = {
    [WHITE] = {"w", "white block", &kwinty_block_kind, .owner = 0},
    [BLACK] = {"b", "black block", &kwinty_block_kind, .owner = 1},
    [ERASE] = EDIT_ERASE,
    [CLEAR] = EDIT_CLEAR,
};

enum { FIRST_TOOL = KWINTY_SQUARES };

// The blocks of a wall, to be put together again.
struct blocks {
    int count;
    struct kwinty_block at[2 * KWINTY_BLOCKS + 1];
    int seat[2 * KWINTY_BLOCKS + 1];
};

static void edit_scene_of(const struct game_position *draft, struct scene *s)
{
    kwinty_wall_scene(kwinty_of(draft), s);
    edit_tools(s, tools, sizeof tools / sizeof *tools);
}

static void list(const struct kwinty_position *k, struct blocks *blocks)
{
    blocks->count = 0;
    for (int i = 0; i < KWINTY_SQUARES; i++) {
        int column = i % KWINTY_COLUMNS, row = i / KWINTY_COLUMNS;
        if (!kwinty_block_at(k, column, row, &blocks->at[blocks->count]))
            continue;
        blocks->seat[blocks->count++] = kwinty_owns(k, 1, column, row);
    }
}

// The frame begins at the leftmost column.
static enum edit_answer build(struct kwinty_position *k, const struct blocks *blocks,
                              struct error *e)
{
    int first = blocks->count ? KWINTY_COLUMNS : KWINTY_FIRST;
    struct kwinty_position after = {.seat = k->seat};

    for (int i = 0; i < blocks->count; i++) {
        if (blocks->at[i].column < first)
            first = blocks->at[i].column;
    }
    after.left = (uint32_t)first;
    for (int i = 0; i < blocks->count; i++) {
        if (kwinty_other_column(blocks->at[i]) - first >= KWINTY_SIZE) {
            error_set(e, "kwinty.edit.wide", "a wall is at most 9 squares wide");
            return EDIT_REFUSED;
        }
        kwinty_put(&after, blocks->seat[i], blocks->at[i]);
    }
    *k = after;
    kwinty_find_winner(k);
    return EDIT_DONE;
}

static bool covers(struct kwinty_block block, game_spot spot)
{
    int column = spot % KWINTY_COLUMNS, row = spot / KWINTY_COLUMNS;

    return (block.column == column && block.row == row) ||
           (kwinty_other_column(block) == column && kwinty_other_row(block) == row);
}

static enum edit_answer take_away(struct kwinty_position *k, game_spot spot, struct error *e)
{
    struct blocks blocks;
    int kept = 0;

    list(k, &blocks);
    for (int i = 0; i < blocks.count; i++) {
        blocks.at[kept] = blocks.at[i];
        blocks.seat[kept] = blocks.seat[i];
        kept += !covers(blocks.at[i], spot);
    }
    if (kept == blocks.count)
        return edit_nothing(e);
    blocks.count = kept;
    return build(k, &blocks, e);
}

static bool is_filled(const struct kwinty_position *k, game_spot spot)
{
    return kwinty_filled(k, spot % KWINTY_COLUMNS, spot / KWINTY_COLUMNS);
}

// Two squares side by side in either order, as a block.
static bool block_on(game_spot a, game_spot b, struct kwinty_block *block)
{
    game_spot first = a < b ? a : b, second = a < b ? b : a;
    bool flat = second == first + 1 && second % KWINTY_COLUMNS > 0;

    *block = (struct kwinty_block){first % KWINTY_COLUMNS, first / KWINTY_COLUMNS, flat};
    return flat || second == first + KWINTY_COLUMNS;
}

static enum edit_answer put_piece(struct kwinty_position *k, int seat, const struct game_path *path,
                                  struct error *e)
{
    struct blocks blocks;

    if (is_filled(k, path->at[1]) || (path->count > 2 && is_filled(k, path->at[2]))) {
        error_set(e, "kwinty.edit.taken", "a block is there already");
        return EDIT_REFUSED;
    }
    if (kwinty_placed(k, seat) == KWINTY_BLOCKS) {
        error_set(e, "kwinty.edit.all", "all blocks of that colour are in the wall");
        return EDIT_REFUSED;
    }
    if (path->count == 2)
        return EDIT_MORE;
    list(k, &blocks);
    blocks.seat[blocks.count] = seat;
    if (!block_on(path->at[1], path->at[2], &blocks.at[blocks.count++])) {
        error_set(e, "kwinty.edit.two", "a block covers two squares side by side");
        return EDIT_REFUSED;
    }
    return build(k, &blocks, e);
}

static enum edit_answer edit(struct game_position *draft, const struct game_path *path,
                             struct error *e)
{
    struct kwinty_position *k = (struct kwinty_position *)draft->bytes;
    int tool = path->at[0] - FIRST_TOOL;

    if (tool == CLEAR)
        return build(k, &(struct blocks){0}, e);
    if (path->count == 1)
        return EDIT_MORE;
    return tool == ERASE ? take_away(k, path->at[1], e) : put_piece(k, tool, path, e);
}

static void begin_turn(struct game_position *draft, int seat)
{
    struct kwinty_position *k = (struct kwinty_position *)draft->bytes;

    k->seat = (uint16_t)seat;
    kwinty_find_winner(k);
}

const struct game_editor kwinty_editor = {
    .read = kwinty_draft,
    .scene = edit_scene_of,
    .edit = edit,
    .turn = begin_turn,
};
