// SPDX-License-Identifier: MIT
// Putting boards together. In play a draft may lack tiles; in the players' draft the hands have
// what is not laid.
#include <string.h>

#include "base/bits.h"
#include "game/edit.h"
#include "games/tokan/tokan.h"

enum { MOVE = TOKAN_KINDS, ERASE, CLEAR, TABOO };

// Tiles by kind. The taboo comes last: there is none in the players' draft.
static const struct edit_tool tools[] = {
    {"M", "red mouse", &tokan_animals[0], .owner = 0, .value = 1},
    {"J", "red jackal", &tokan_animals[1], .owner = 0, .value = 2},
    {"L", "red lion", &tokan_animals[2], .owner = 0, .value = 3},
    {"m", "black mouse", &tokan_animals[0], .owner = 1, .value = 1},
    {"j", "black jackal", &tokan_animals[1], .owner = 1, .value = 2},
    {"l", "black lion", &tokan_animals[2], .owner = 1, .value = 3},
    [MOVE] = EDIT_MOVE,
    [ERASE] = EDIT_ERASE,
    [CLEAR] = EDIT_CLEAR,
    [TABOO] = {.name = "taboo", .label = "mark as taboo"},
};

enum { NOTHING = -1 };

static void edit_scene_of(const struct game_position *draft, struct scene *s)
{
    const struct tokan_position *t = tokan_of(draft);
    uint8_t left[TOKAN_KINDS];

    tokan_board_scene(t, s);
    edit_tools(s, tools, t->drafting ? TABOO : TABOO + 1);
    tokan_left(t, left);
    tokan_left_scene(left, s);
}

static enum edit_answer refuse_edit(struct error *e, const char *id, const char *format)
{
    error_set(e, id, "%s", format);
    return EDIT_REFUSED;
}

// ---------------------------------------------------------------------------------------------
// Stacks as lists
// ---------------------------------------------------------------------------------------------

// All tiles: by square, from the bottom to the top. A square of the players' draft has one at most.
struct stacks {
    uint8_t height[TOKAN_DRAFT_SQUARES];
    uint8_t kind[TOKAN_DRAFT_SQUARES][TOKAN_TILES];
};

static void list_laid(const struct tokan_draft *d, struct stacks *stacks)
{
    for (unsigned kind = 0; kind < TOKAN_KINDS; kind++) {
        for (uint64_t laid = d->laid[kind]; laid;) {
            unsigned square = (unsigned)bits_pop(&laid);
            stacks->kind[square][stacks->height[square]++] = (uint8_t)kind;
        }
    }
}

static void list(const struct tokan_position *t, struct stacks *stacks)
{
    memset(stacks, 0, sizeof *stacks);
    if (t->drafting) {
        list_laid(&t->draft, stacks);
        return;
    }
    for (unsigned square = 0; square < TOKAN_SQUARES; square++) {
        unsigned height = t->play.height[square], tile = t->play.top[square];
        stacks->height[square] = (uint8_t)height;
        for (unsigned level = height; level-- > 0; tile = t->play.below[tokan_slot(tile)])
            stacks->kind[square][level] = (uint8_t)tokan_kind(tile);
    }
}

// Whose turn it is follows from the hands, if they fit at all.
static void build_draft(struct tokan_position *t, const struct stacks *stacks)
{
    int hands[2] = {0};

    memset(&t->draft, 0, sizeof t->draft);
    memcpy(t->draft.hand, tokan_tiles, sizeof t->draft.hand);
    for (unsigned square = 0; square < TOKAN_DRAFT_SQUARES; square++) {
        if (stacks->height[square] == 0)
            continue;
        t->draft.laid[stacks->kind[square][0]] |= BIT(square);
        t->draft.hand[stacks->kind[square][0]]--;
    }
    for (unsigned kind = 0; kind < TOKAN_KINDS; kind++)
        hands[kind / TOKAN_ANIMALS] += t->draft.hand[kind];
    if (hands[0] == hands[1] || hands[0] + 1 == hands[1])
        t->seat = hands[0] != hands[1];
}

// The taboo lies on a stack of the opponent.
static void keep_taboo(struct tokan_position *t)
{
    if (t->taboo != TOKAN_NOWHERE &&
        (t->play.height[t->taboo] == 0 || tokan_owner(t->play.top[t->taboo]) == t->seat))
        t->taboo = TOKAN_NOWHERE;
}

static enum edit_answer build(struct tokan_position *t, const struct stacks *stacks)
{
    unsigned put[TOKAN_KINDS] = {0};
    uint8_t taboo = t->taboo;

    if (t->drafting) {
        build_draft(t, stacks);
        return EDIT_DONE;
    }
    tokan_clear(t);
    for (unsigned square = 0; square < TOKAN_SQUARES; square++) {
        for (unsigned level = 0; level < stacks->height[square]; level++) {
            unsigned kind = stacks->kind[square][level];
            tokan_put(t, square, kind, put[kind]++);
        }
    }
    t->taboo = taboo;
    keep_taboo(t);
    return EDIT_DONE;
}

// ---------------------------------------------------------------------------------------------
// Tools
// ---------------------------------------------------------------------------------------------

static int top_of(const struct stacks *stacks, unsigned square)
{
    unsigned height = stacks->height[square];

    return height ? stacks->kind[square][height - 1] : NOTHING;
}

static void push_tile(const struct tokan_position *t, struct stacks *stacks, unsigned square,
                      int kind)
{
    if (t->drafting)
        stacks->height[square] = 0;
    stacks->kind[square][stacks->height[square]++] = (uint8_t)kind;
}

static enum edit_answer move_piece(struct tokan_position *t, struct stacks *stacks,
                                   const struct game_path *path, struct error *e)
{
    int kind = top_of(stacks, path->at[1]);

    if (kind == NOTHING)
        return edit_no_piece(e);
    if (path->count == 2)
        return EDIT_MORE;
    stacks->height[path->at[1]]--;
    push_tile(t, stacks, path->at[2], kind);
    return build(t, stacks);
}

static enum edit_answer put_piece(struct tokan_position *t, struct stacks *stacks, int kind,
                                  unsigned square, struct error *e)
{
    uint8_t left[TOKAN_KINDS];

    tokan_left(t, left);
    if (t->drafting && top_of(stacks, square) == kind) {
        stacks->height[square] = 0;
        return build(t, stacks);
    }
    if (left[kind] == 0)
        return refuse_edit(e, "tokan.edit.all", "all tiles of that kind are on the board");
    push_tile(t, stacks, square, kind);
    return build(t, stacks);
}

static enum edit_answer mark_taboo(struct tokan_position *t, unsigned square, struct error *e)
{
    if (t->play.height[square] == 0 || tokan_owner(t->play.top[square]) == t->seat)
        return refuse_edit(e, "tokan.edit.taboo",
                           "only a stack of the opponent of the side to move can be taboo");
    t->taboo = t->taboo == square ? TOKAN_NOWHERE : (uint8_t)square;
    return EDIT_DONE;
}

static enum edit_answer edit(struct game_position *draft, const struct game_path *path,
                             struct error *e)
{
    struct tokan_position *t = (struct tokan_position *)draft->bytes;
    int tool = path->at[0] - (t->drafting ? TOKAN_DRAFT_SQUARES : TOKAN_SQUARES);
    struct stacks stacks;

    if (tool == CLEAR) {
        memset(&stacks, 0, sizeof stacks);
        return build(t, &stacks);
    }
    if (path->count == 1)
        return EDIT_MORE;
    if (tool == TABOO)
        return mark_taboo(t, path->at[1], e);
    list(t, &stacks);
    if (tool == MOVE)
        return move_piece(t, &stacks, path, e);
    if (tool != ERASE)
        return put_piece(t, &stacks, tool, path->at[1], e);
    if (top_of(&stacks, path->at[1]) == NOTHING)
        return edit_nothing(e);
    stacks.height[path->at[1]]--;
    return build(t, &stacks);
}

static void begin_turn(struct game_position *draft, int seat)
{
    struct tokan_position *t = (struct tokan_position *)draft->bytes;

    t->seat = (uint8_t)seat;
    if (!t->drafting)
        keep_taboo(t);
}

const struct game_editor tokan_editor = {
    .read = tokan_loose,
    .scene = edit_scene_of,
    .edit = edit,
    .turn = begin_turn,
};
