// SPDX-License-Identifier: MIT
// Describes the position: the wall in all columns it could ever use, and a button to pass.
#include "game/scene.h"

#include "games/kwinty/kwinty.h"

static game_spot spot_of(int column, int row)
{
    return (game_spot)(row * KWINTY_COLUMNS + column);
}

const struct scene_kind kwinty_block_kind = {"block", "block", SCENE_BLOCK, SCENE_NO_EMBLEM};
static const struct scene_mark_kind outside = {"outside", "out of reach", SCENE_OUTSIDE};
static const struct scene_mark_kind five = {"five", "part of the winning line", SCENE_DECIDING};

// The squares of a painted wall and its blocks, row by row.
static void add_blocks(const struct kwinty_position *k, struct scene *s)
{
    for (int i = 0; i < KWINTY_SQUARES; i++) {
        int column = i % KWINTY_COLUMNS, row = i / KWINTY_COLUMNS;
        struct kwinty_block block;
        if (!kwinty_block_at(k, column, row, &block))
            continue;
        int owner = kwinty_owns(k, 1, column, row);
        scene_piece(s, (struct scene_piece){
                           .look = {.kind = &kwinty_block_kind, .glyph = "wb"[owner]},
                           .owner = (int8_t)owner,
                           .level = 1,
                           .rise = 1,
                           .spot = spot_of(column, row),
                           .other = spot_of(kwinty_other_column(block), kwinty_other_row(block)),
                       });
    }
}

static bool in_row(const struct kwinty_position *k, int seat, int square, int least, int most)
{
    return kwinty_in_row(k, seat, square % KWINTY_COLUMNS, square / KWINTY_COLUMNS, least, most);
}

// Marks the ground of the columns that would make the wall too wide, and the squares that won. With
// the last action these are at most 8 + 40 + 2 marks.
static void add_marks(const struct kwinty_position *k, struct scene *s)
{
    int left = (int)k->left, width = kwinty_width(k);

    for (int column = 0; width > 0 && column < KWINTY_COLUMNS; column++) {
        if (column >= left + KWINTY_SIZE || column < left + width - KWINTY_SIZE)
            scene_mark(s, &outside, spot_of(column, 0), 0);
    }
    for (int i = 0; k->winner && i < KWINTY_SQUARES; i++) {
        if (in_row(k, k->winner - 1, i, 5, KWINTY_SIZE))
            scene_mark(s, &five, (game_spot)i, 0);
    }
}

static void add_counters(const struct kwinty_position *k, struct scene *s)
{
    for (int seat = 0; seat < 2; seat++) {
        scene_counter(s, "blocks", "blocks left", seat, KWINTY_BLOCKS - kwinty_placed(k, seat))
            ->look.kind = &kwinty_block_kind;
        scene_counter(s, "fours", "rows of four", seat, kwinty_fours(k, seat));
    }
    scene_counter(s, "room", "columns still free", SCENE_NOBODY, KWINTY_SIZE - kwinty_width(k));
}

void kwinty_wall_scene(const struct kwinty_position *k, struct scene *s)
{
    scene_grid(s, scene_board(s, "wall", "Wall", SCENE_FLAT, SCENE_WALL), KWINTY_COLUMNS,
               KWINTY_SIZE);
    add_blocks(k, s);
    add_marks(k, s);
    add_counters(k, s);
}

// The squares of a seat's rows of that many.
static void add_deciding(const struct kwinty_position *k, int seat, int least, int most,
                         const struct scene_mark_kind *kind, struct scene *s)
{
    for (int i = 0; i < KWINTY_SQUARES; i++) {
        if (in_row(k, seat, i, least, most))
            scene_decides(s, kind, (game_spot)i);
    }
}

// A five is marked in any wall that has one, rows of four only when they have come to count.
static void add_verdict(const struct kwinty_position *k, struct scene *s)
{
    int white = kwinty_fours(k, 0), black = kwinty_fours(k, 1);

    if (k->winner) {
        if (k->winner == 1)
            scene_verdict(s, "kwinty.end.white", "White has five squares in a line.");
        else
            scene_verdict(s, "kwinty.end.black", "Black has five squares in a line.");
        add_deciding(k, k->winner - 1, 5, KWINTY_SIZE, NULL, s);
        return;
    }
    scene_verdict(s, "kwinty.end.full",
                  "Nobody can place a block any more, so rows of exactly four squares count.");
    scene_count(s, "kwinty.count.white:rows", "White's rows of four: %d.", white);
    add_deciding(k, 0, 4, 4, &scene_deciding, s);
    scene_count(s, "kwinty.count.black:rows", "Black's rows of four: %d.", black);
    add_deciding(k, 1, 4, 4, &scene_deciding, s);
    scene_verdict(s, "kwinty.end.rows:white,black", "Rows of four: White %d, Black %d.", white,
                  black);
}

void kwinty_scene(const struct game_position *p, int seat, struct scene *s)
{
    const struct kwinty_position *k = kwinty_of(p);

    (void)seat;
    kwinty_wall_scene(k, s);
    scene_spot(s, scene_panel(s, "turn", "Turn", SCENE_TRAY), SCENE_BUTTON, 0, 0, "pass");
    scene_lay(s, (struct scene_look){.kind = &kwinty_block_kind, .glyph = "wb"[k->seat]});
    if (s->status.result.over)
        add_verdict(k, s);
    if (kwinty_width(k) == 0) {
        s->status.step = "first";
        s->status.prompt = "Place the first block: choose i1 and a square beside or above it.";
    } else if (kwinty_can_place(k, k->seat)) {
        s->status.step = "place";
        s->status.prompt = "Place a block: choose its two squares.";
    } else {
        s->status.step = "pass";
        s->status.prompt = "You cannot place a block and have to pass.";
    }
}
