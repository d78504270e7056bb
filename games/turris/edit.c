// SPDX-License-Identifier: MIT
// Putting towers together, block by block from above: what is wrong with a tower is told by reading
// its text, so every draft is a sound position. Cubes barred to the side to act are forgotten when
// the tower changes.
#include <string.h>

#include "game/edit.h"
#include "games/turris/turris.h"

enum { WHITE, BLACK, LAST, ERASE, CLEAR, BONUS };

static const struct edit_tool tools[] = {
    [WHITE] = {"w", "white block", &turris_block_kind, .owner = 0},
    [BLACK] = {"b", "black block", &turris_block_kind, .owner = 1},
    [LAST] = {.name = "last", .label = "mark as placed last"},
    [ERASE] = EDIT_ERASE,
    [CLEAR] = EDIT_CLEAR,
    [BONUS] = {"bonus", "bonus", .button = true},
};

enum { FIRST_TOOL = TURRIS_CELLS };

static void edit_scene_of(const struct game_position *draft, struct scene *s)
{
    const struct turris_position *t = turris_of(draft);

    turris_plan_scene(t, s);
    edit_tools(s, tools, sizeof tools / sizeof *tools);
    turris_sides_scene(t, s);
    if (t->bonus)
        edit_chosen(s, FIRST_TOOL + BONUS);
}

// ---------------------------------------------------------------------------------------------
// Towers as texts
// ---------------------------------------------------------------------------------------------

static bool same_block(const struct turris_block *a, const struct turris_block *b)
{
    return a && b && a->orientation == b->orientation && a->base == b->base && a->level == b->level;
}

static void write_place(struct text *text, const struct turris_block *block)
{
    text_format(text, "%c%d%c%d", 'a' + block->base % TURRIS_SIDE, block->base / TURRIS_SIDE + 1,
                "ven"[block->orientation], block -> level);
}

static void write_block(struct text *text, const struct turris_block *block)
{
    if (text->length > 0)
        text_char(text, ',');
    text_char(text, "wb"[block->seat]);
    write_place(text, block);
}

// The last block of a seat, unless it is the one taken away.
static void write_last(struct text *text, const struct turris_position *t, unsigned seat,
                       const struct turris_block *less)
{
    struct turris_block last = {.orientation = (uint8_t)(t->last[seat] % 256 / TURRIS_LANE),
                                .base = t->last[seat] % TURRIS_LANE,
                                .level = (uint8_t)(t->last[seat] / 256)};

    text_char(text, ' ');
    if (t->last[seat] && !same_block(&last, less))
        write_place(text, &last);
    else
        text_char(text, '-');
}

static void write_blocks(struct text *text, const struct turris_position *t,
                         const struct turris_block *more, const struct turris_block *less)
{
    for (unsigned level = 1; level <= TURRIS_LEVELS; level++) {
        for (unsigned n = 0; n < TURRIS_CELLS; n++) {
            unsigned cell = n % TURRIS_SIDE * TURRIS_SIDE + n / TURRIS_SIDE;
            struct turris_block block;
            if (more && more->base == cell && more->level == level)
                write_block(text, more);
            if (turris_block(t, cell, level, &block) && block.base == cell &&
                block.level == level && !same_block(&block, less))
                write_block(text, &block);
        }
    }
    if (text->length == 0)
        text_char(text, '-');
}

// The tower with one block more, one less, or both; either may be NULL.
static enum edit_answer rebuild(struct game_position *draft, const struct turris_block *more,
                                const struct turris_block *less, struct error *e)
{
    const struct turris_position *t = turris_of(draft);
    struct game_options options = {{t->ground}};
    char storage[GAME_TEXT_BYTES];
    struct text text;

    text_init(&text, storage, sizeof storage);
    write_blocks(&text, t, more, less);
    text_format(&text, " %c %c", "wb"[t->side], "-+"[t->bonus]);
    write_last(&text, t, TURRIS_WHITE, less);
    write_last(&text, t, TURRIS_BLACK, less);
    text_add(&text, " -");
    return turris_read(&options, storage, draft, e) ? EDIT_DONE : EDIT_REFUSED;
}

// ---------------------------------------------------------------------------------------------
// Tools
// ---------------------------------------------------------------------------------------------

static enum edit_answer clear(struct turris_position *t)
{
    struct game_options options = {{t->ground}};
    struct turris_position empty;

    turris_clear(&empty, &options);
    empty.side = t->side;
    *t = empty;
    return EDIT_DONE;
}

// Two touches as when playing: a cell twice for an upright block, two side by side for a flat one.
static bool block_on(const struct turris_position *t, unsigned a, unsigned b,
                     struct turris_block *block)
{
    unsigned base = a < b ? a : b, other = a < b ? b : a;

    *block = (struct turris_block){.base = (uint8_t)base, .other = (uint8_t)other};
    unsigned below = turris_height(t, base) > turris_height(t, other) ? base : other;
    block->level = (uint8_t)(turris_height(t, below) + 1);
    if (a == b)
        block->orientation = TURRIS_UPRIGHT;
    else if (other == base + 1 && other % TURRIS_SIDE > 0)
        block->orientation = TURRIS_EAST;
    else if (other == base + TURRIS_SIDE)
        block->orientation = TURRIS_NORTH;
    else
        return false;
    return true;
}

static enum edit_answer put_piece(struct game_position *draft, unsigned seat,
                                  const struct game_path *path, struct error *e)
{
    const struct turris_position *t = turris_of(draft);
    struct turris_block block;

    if (t->left[seat] == 0) {
        error_set(e, "turris.edit.all", "all blocks of that colour are in the tower");
        return EDIT_REFUSED;
    }
    if (path->count == 2)
        return EDIT_MORE;
    if (!block_on(t, path->at[1], path->at[2], &block)) {
        error_set(e, "turris.edit.two", "a block stands on one cell or lies on two side by side");
        return EDIT_REFUSED;
    }
    block.seat = (uint8_t)seat;
    return rebuild(draft, &block, NULL, e);
}

// The block on top of a cell, which must have nothing on it.
static bool top_block(const struct turris_position *t, unsigned cell, struct turris_block *block,
                      struct error *e)
{
    if (!turris_block(t, cell, turris_height(t, cell), block))
        return error_set(e, "turris.edit.none", "there is no block");
    if (!turris_bare(t, block))
        return error_set(e, "turris.edit.below", "another block rests on that one");
    return true;
}

static enum edit_answer edit(struct game_position *draft, const struct game_path *path,
                             struct error *e)
{
    struct turris_position *t = (struct turris_position *)draft->bytes;
    int tool = path->at[0] - FIRST_TOOL;
    struct turris_block block;

    if (tool == CLEAR)
        return clear(t);
    if (tool == BONUS) {
        t->bonus ^= 1;
        return EDIT_DONE;
    }
    if (path->count == 1)
        return EDIT_MORE;
    if (tool == WHITE || tool == BLACK)
        return put_piece(draft, (unsigned)tool, path, e);
    if (!top_block(t, path->at[1], &block, e))
        return EDIT_REFUSED;
    if (tool == ERASE)
        return rebuild(draft, NULL, &block, e);
    unsigned last = 256u * block.level + (unsigned)block.orientation * TURRIS_LANE + block.base;
    t->last[block.seat] = t->last[block.seat] == last ? 0 : (uint16_t)last;
    return EDIT_DONE;
}

static void begin_turn(struct game_position *draft, int seat)
{
    struct turris_position *t = (struct turris_position *)draft->bytes;

    t->side = (uint8_t)seat;
    t->bonus = 0;
    t->barred = 0;
}

const struct game_editor turris_editor = {
    .read = turris_read,
    .scene = edit_scene_of,
    .edit = edit,
    .turn = begin_turn,
};
